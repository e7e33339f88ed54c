// Large numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace lacuna {

/// "12 345"
std::string grouped(std::int64_t number);

}  // namespace lacuna
