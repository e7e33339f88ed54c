// The list of all kinds of elements (energy/element.h). To add one, write its file and append it here: the
// loops over elements, the assembly and the step bound follow the list.
#pragma once

#include "energy/tet_kind.h"
#include "energy/thin_kinds.h"

namespace lacuna {

using ThinKinds = TypeList<MembraneKind<MembraneNeoHookean>, MembraneKind<MembraneStvk>,
                           MembraneKind<MembraneArap>, BaraffWitkinKind, OrthotropicKind, StrainLimitKind,
                           Hinge, RodStretchKind, RodBend, VertexStitch, EdgeStitch>;

namespace detail {
template <class... Laws, class... Others>
TypeList<TetKind<Laws>..., Others...> element_kinds(TypeList<Laws...>, TypeList<Others...>);
}  // namespace detail

using ElementKinds = decltype(detail::element_kinds(SolidEnergies{}, ThinKinds{}));

}  // namespace lacuna
