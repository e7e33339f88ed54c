#include "io/json_lines.h"

#include "base/input_error.h"

namespace lacuna {

Json vector_json(const Vec3& v) { return Json::Array{v.x(), v.y(), v.z()}; }

std::vector<JsonLine> json_lines(std::string_view text) {
  std::vector<JsonLine> lines;
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    JsonLine& line = lines.emplace_back(JsonLine{text.substr(0, end + 1), {}});
    text.remove_prefix(end + 1);
    try {
      line.json = parse_json(line.line, "a line of the log");
    } catch (const InputError&) {
      continue;
    }
  }
  return lines;
}

void keep_lines(const Folder& folder, const std::string& name, AppendFile& file, std::string_view text,
                std::string_view kept) {
  if (text.starts_with(kept)) return file.truncate(kept.size());
  folder.write(name, kept, Survival::power_loss);
  file = AppendFile(folder, name);
}

}  // namespace lacuna
