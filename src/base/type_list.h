// A list of types, for what is chosen from at run time and tested as a whole.
#pragma once

#include <cstddef>

namespace lacuna {

template <class... Types>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Types);
};

}  // namespace lacuna
