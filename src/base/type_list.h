// A list of types: alternatives that are chosen at run time and tested together.
#pragma once

#include <cstddef>

namespace lacuna {

template <class... Types>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Types);
};

}  // namespace lacuna
