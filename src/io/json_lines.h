// Files of JSON objects, one per line, that a resumed run continues: whole lines are kept, and damaged ones
// are dropped, wherever they are.
#pragma once

#include "base/json.h"
#include "base/types.h"
#include "io/append_file.h"

#include <string_view>
#include <vector>

namespace lacuna {

struct JsonLine {
  std::string_view line;  ///< with its end
  Json json;              ///< null if the line is damaged
};

/// A vector as a list of its components.
Json vector_json(const Vec3& v);

/// The lines of a text. Text after the last line break is ignored: that line was never finished.
std::vector<JsonLine> json_lines(std::string_view text);

/// Cuts or replaces the file `name`, which is open as `file` and holds `text`, so that it holds `kept`.
void keep_lines(const Folder& folder, const std::string& name, AppendFile& file, std::string_view text,
                std::string_view kept);

}  // namespace lacuna
