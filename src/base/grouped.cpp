#include "base/grouped.h"

#include <fmt/format.h>

namespace lacuna {

std::string grouped(std::int64_t number) {
  std::string digits = fmt::format("{}", number);
  const std::ptrdiff_t sign = number < 0 ? 1 : 0;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > sign; at -= 3)
    digits.insert(static_cast<size_t>(at), 1, ' ');
  return digits;
}

}  // namespace lacuna
