#include "scene/scene_names.h"

#include "base/file.h"
#include "base/input_error.h"
#include "scene/read_toml.h"
#include "scene/suggest.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace lacuna {

namespace {

void add_folders(std::string_view list, std::vector<std::filesystem::path>& folders) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(':'), list.size());
    if (end > 0) folders.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

/// Every scene file by name; links and unreadable folders are skipped.
std::map<std::string, std::filesystem::path> scene_files() {
  std::map<std::string, std::filesystem::path> files;
  for (const auto& folder : scene_folders()) {
    std::error_code failure;
    for (std::filesystem::recursive_directory_iterator it(folder, failure), end; !failure && it != end;
         it.increment(failure)) {
      std::filesystem::path name = it->path().lexically_relative(folder);
      if (name.extension() == ".toml") files.emplace(name.replace_extension().generic_string(), it->path());
    }
  }
  return files;
}

/// The first comment of the file: its first line, continued to the end of its last sentence.
std::string first_comment(std::string_view text) {
  std::string comment;
  for (size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const size_t begin = std::min(line.find_first_not_of("# \t"), line.size());
    const bool has_words = line.starts_with('#') && begin < line.size();
    if (!has_words && comment.empty()) continue;
    if (!has_words) break;
    const std::string_view words = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
    if (comment.empty()) {
      comment = words;
    } else {
      const size_t stop = words.find(". ");
      comment.append(" ").append(words.substr(0, stop == words.npos ? stop : stop + 1));
    }
    if (comment.ends_with('.')) break;
  }
  return comment;
}

SceneEntry described(const std::string& name, const std::filesystem::path& file) {
  SceneEntry entry{name, file, "", ""};
  try {
    const std::string text = read_file(file);
    entry.remark = first_comment(text);
    const Value values = read_toml(text, file.string());
    const Value* title = values.as<ValueTable>()->find("title");
    if (title != nullptr && title->as<std::string>() != nullptr) entry.title = *title->as<std::string>();
  } catch (const InputError& error) {
    entry.title = "(cannot be read: " + error.problem + ")";
  }
  return entry;
}

std::string last_part(const std::string& name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

std::vector<std::filesystem::path> scene_folders() {
  std::vector<std::filesystem::path> folders;
  if (const char* list = std::getenv("LACUNA_SCENES")) add_folders(list, folders);
  add_folders(LACUNA_SCENE_FOLDERS, folders);
  return folders;
}

std::vector<SceneEntry> list_scenes() {
  std::vector<SceneEntry> scenes;
  for (const auto& [name, file] : scene_files()) scenes.push_back(described(name, file));
  return scenes;
}

std::filesystem::path find_scene(const std::string& name_or_file) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(name_or_file, ignored)) return name_or_file;
  if (name_or_file.ends_with(".toml"))
    throw InputError(name_or_file, "there is no such file",
                     "`lacuna list` shows the scenes that can be run by name");
  const auto files = scene_files();
  if (const auto found = files.find(name_or_file); found != files.end()) return found->second;
  std::vector<std::string> same, names;
  for (const auto& [name, file] : files) {
    if (last_part(name) == name_or_file) same.push_back(name);
    names.push_back(name);
    names.push_back(last_part(name));
  }
  if (same.size() == 1) return files.at(same[0]);
  if (same.size() > 1)
    throw InputError(fmt::format("'{}'", name_or_file), "names several scenes",
                     fmt::format("did you mean '{}' or '{}'?", same[0], same[1]));
  const std::string nearest = nearest_word(name_or_file, names);
  throw InputError(fmt::format("'{}'", name_or_file), "is neither a file nor a scene that ships with lacuna",
                   nearest.empty() ? "`lacuna list` shows them" : fmt::format("did you mean '{}'?", nearest));
}

}  // namespace lacuna
