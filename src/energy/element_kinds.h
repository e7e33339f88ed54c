// The list of all kinds of elements (energy/element.h). To add one, write its file and append it here: the
// loops over elements, the assembly and the step bound follow the list.
#pragma once

#include "energy/tet_kind.h"

namespace lacuna {

namespace detail {
template <class... Laws>
TypeList<TetKind<Laws>...> tet_kinds(TypeList<Laws...>);
}  // namespace detail

using ElementKinds = decltype(detail::tet_kinds(SolidEnergies{}));

}  // namespace lacuna
