#include "verify/frame_list.h"

#include "base/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lacuna::verify {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "frame_", suffix = ".ply";
// A listing misses a few. A frame named 2147483647 must not cause a search for all before it.
constexpr Index most_looked_for = 100'000;

std::string name_of(Index number) { return fmt::format("{}{:06}{}", prefix, number, suffix); }

void take_left_out(const fs::path& folder, std::map<Index, fs::path>& files) {
  std::vector<Index> left_out;
  Index expected = 0, looked_for = 0;
  for (const auto& [number, path] : files) {
    for (; expected < number && looked_for < most_looked_for; ++expected, ++looked_for) {
      std::error_code ignored;
      if (fs::exists(folder / name_of(expected), ignored)) left_out.push_back(expected);
    }
    if (number < std::numeric_limits<Index>::max()) expected = number + 1;
  }
  for (const Index number : left_out) files[number] = folder / name_of(number);
}

}  // namespace

Index frame_number(const std::string& name) {
  if (name.size() <= prefix.size() + suffix.size()) return -1;
  Index number = -1;
  const auto [stop, error] =
      std::from_chars(name.data() + prefix.size(), name.data() + name.size() - suffix.size(), number);
  return error == std::errc() && number >= 0 && name_of(number) == name ? number : -1;
}

FrameList sort_frames(const fs::path& folder, const std::vector<std::string>& names) {
  FrameList list;
  for (const std::string& name : names) {
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    const Index number = frame_number(name);
    if (number < 0)
      list.strangers.push_back(name);
    else
      list.files[number] = folder / name;
  }
  std::sort(list.strangers.begin(), list.strangers.end());
  take_left_out(folder, list.files);
  return list;
}

FrameList find_frames(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error))
    names.push_back(at->path().filename().string());
  if (error && error != std::errc::no_such_file_or_directory)
    throw InputError(folder.string(), "cannot be listed: " + error.message(),
                     "give the folder that 'lacuna run' wrote, and check its permissions");
  return sort_frames(folder, names);
}

}  // namespace lacuna::verify
