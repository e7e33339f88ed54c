// What others need for the same work, so that each of our figures can stand beside theirs.
#pragma once

#include <optional>
#include <string>

namespace lacuna::bench {

struct PeerFigure {
  double seconds;
  double cal;        ///< of the machine and hour it was measured in
  const char* name;  ///< library and version
};

/// The peer's figure for a benchmark of ours, by its full name.
std::optional<PeerFigure> peer_figure(const std::string& benchmark);

}  // namespace lacuna::bench
