// Where in a scene file something was written, for messages.
#pragma once

#include <string>

namespace lacuna {

struct Place {
  std::string file;
  int line = 0;  ///< 0: not from a file (a default or --set)
  int column = 0;
  std::string text() const;  ///< "scene.toml:6:8"
};

}  // namespace lacuna
