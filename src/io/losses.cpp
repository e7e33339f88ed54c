#include "io/losses.h"

#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace lacuna {
namespace {

/// What the file of a frame says.
StoredFrame look_at(const Folder& frames, Index number, const std::string& name) {
  StoredFrame frame{number, name, {}, {}};
  const FolderEntry entry = frames.entry(name);
  try {
    std::string head = frames.read(name, usual_frame_head);
    if (head.size() == usual_frame_head && !has_whole_header(head)) head = frames.read(name);
    frame.stamp = parse_frame_stamp(head, entry.size, name);
  } catch (const InputError& error) {
    frame.problem = error.problem;
  }
  return frame;
}

std::optional<std::uint64_t> parse_hash(std::string_view text) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return hash;
}

struct KnownFrame {
  const StoredFrame* stored = nullptr;
  const FrameEntry* promised = nullptr;
  bool is_noted = false;  ///< as lost, and not rewritten since

  bool is_usable() const { return stored && stored->problem.empty() && !is_another(); }
  bool is_another() const { return promised && promised->step != stored->stamp.step; }
  /// -1 if unknown.
  Index step() const {
    if (promised) return promised->step;
    return stored && stored->problem.empty() ? stored->stamp.step : -1;
  }
  std::string problem() const {
    if (!stored) return "is missing";
    if (!stored->problem.empty()) return "is damaged: " + stored->problem;
    return fmt::format("shows step {}, but run.json says {}", stored->stamp.step, promised->step);
  }
};

std::string range_text(Index first, Index last) {
  return first == last ? fmt::format("step {} is", first) : fmt::format("steps {} to {} are", first, last);
}

}  // namespace

std::vector<StoredFrame> list_frames(const Folder& frames) {
  std::vector<StoredFrame> found;
  for (const std::string& name : frames.names())
    if (const auto number = frame_number(name)) found.push_back(look_at(frames, *number, name));
  std::sort(found.begin(), found.end(),
            [](const StoredFrame& a, const StoredFrame& b) { return a.number < b.number; });
  return found;
}

std::vector<FrameEntry> promised_frames(const Json& run) {
  std::vector<FrameEntry> promised;
  for (const Json& frame : run["frames"].items())
    promised.push_back({frame["file"].string_or(""), frame["time"].number_or(0),
                        static_cast<Index>(frame["step"].integer_or(0)),
                        parse_hash(frame["hash"].string_or("")).value_or(0)});
  return promised;
}

std::vector<Index> noted_losses(const Json& run) {
  constexpr std::string_view folder = "frames/";
  std::vector<Index> numbers;
  for (const Json& loss : run["lost"].items()) {
    const std::string text = loss.string_or("");
    if (!text.starts_with(folder)) continue;
    const std::string name = text.substr(folder.size(), text.find(' ') - folder.size());
    if (const auto number = frame_number(name)) numbers.push_back(*number);
  }
  return numbers;
}

FrameCensus count_frames(const std::vector<StoredFrame>& stored, const std::vector<FrameEntry>& promised,
                         const std::vector<Index>& noted, Index last_step) {
  std::map<Index, KnownFrame> known;
  for (const StoredFrame& frame : stored) known[frame.number].stored = &frame;
  for (const FrameEntry& frame : promised)
    if (const auto number = frame_number(std::filesystem::path(frame.file).filename().string()))
      known[*number].promised = &frame;
  for (const Index number : noted) known[number].is_noted = !known[number].promised;
  FrameCensus census;
  bool is_past = false;  // the numbers of later steps have begun
  for (const auto& [number, frame] : known) {
    if (frame.is_noted) {  // its step is no longer known
      if (!is_past && number <= last_step) census.next_number = number + 1;
    } else if (frame.step() >= number) {  // a step has at most one frame: larger numbers are not ours
      if (frame.step() <= last_step) census.next_number = number + 1;
      is_past = is_past || frame.step() > last_step;
    }
  }
  for (Index number = 0; number < census.next_number; ++number) {
    const auto found = known.find(number);
    const KnownFrame frame = found == known.end() ? KnownFrame() : found->second;
    if (frame.is_noted) continue;
    const std::string file = "frames/" + frame_name(number);
    if (frame.is_usable())
      census.usable.push_back({file, frame.stored->stamp.time, frame.stored->stamp.step,
                               frame.promised ? frame.promised->hash : 0});
    else
      census.lost.push_back(file + " " + frame.problem());
  }
  return census;
}

std::vector<std::string> lost_steps(const Folder& folder, Index last_step) {
  const std::vector<Index> missing = missing_steps(folder, last_step);
  std::vector<std::string> losses;
  for (size_t begin = 0, end = 0; begin < missing.size(); begin = end) {
    for (end = begin + 1; end < missing.size() && missing[end] == missing[end - 1] + 1;) ++end;
    losses.push_back(
        fmt::format("steps.jsonl: {} missing or damaged", range_text(missing[begin], missing[end - 1])));
  }
  return losses;
}

}  // namespace lacuna
