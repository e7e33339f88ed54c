// Reads TOML text into values with places. The only part of lacuna that knows the TOML library.
#pragma once

#include "scene/value.h"

#include <string>
#include <string_view>

namespace lacuna {

/// The whole text as one table; `name` stands for the file in places. Throws InputError.
Value read_toml(std::string_view text, const std::string& name);

/// One value as written after "key =". A bare word that is not a TOML value (fast, ipc) is a text. Its
/// place is `name`, without line and column.
Value read_toml_value(std::string_view text, const std::string& name);

}  // namespace lacuna
