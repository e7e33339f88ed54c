// The list of the laws of elastic solids. A law is a struct of static functions of the signed principal
// stretches sigma = (s_1, s_2, s_3) of math/svd3.h and the material, per rest volume (Pa):
//
//   density           Psi
//   gradient          dPsi/ds_i
//   hessian           d2Psi/ds_i ds_j
//   flip_stiffness    (Psi_i - Psi_j) / (s_i - s_j) for the pairs 12, 23, 31, by a form without that division
//   twist_stiffness   (Psi_i + Psi_j) / (s_i + s_j)
//
// and, where it is cheaper than singular values, `density` and `stress` (dPsi/dF) of the deformation gradient
// F. `resists_inversion` says that the density is infinite for J <= 0. To add a law, write such a file, give
// it an enumerator and a word in elastic_law.h, and append it here: assembly and tests follow the list.
#pragma once

#include "base/type_list.h"
#include "energy/arap.h"
#include "energy/fixed_corotated.h"
#include "energy/neo_hookean.h"
#include "energy/stable_neo_hookean.h"
#include "energy/stvk.h"

#include <utility>

namespace lacuna {

using SolidEnergies = TypeList<NeoHookean, FixedCorotated, StableNeoHookean, StVenantKirchhoff, Arap>;

namespace detail {

template <class... Laws>
constexpr bool follows_enumerators(TypeList<Laws...>) {
  int next = 0;
  return ((static_cast<int>(Laws::law) == next++) && ...);
}

template <class Function, class... Laws>
void with_law(ElasticLaw law, Function&& function, TypeList<Laws...>) {
  const bool is_listed = ((Laws::law == law ? (function(Laws{}), true) : false) || ...);
  static_cast<void>(is_listed);
}

}  // namespace detail

static_assert(SolidEnergies::size == words<ElasticLaw>.size(), "each law has a word in elastic_law.h");
static_assert(detail::follows_enumerators(SolidEnergies{}), "the laws stand in the order of ElasticLaw");

/// function(Law{}) for the given law: choose once, then loop over elements.
template <class Function>
void with_law(ElasticLaw law, Function&& function) {
  detail::with_law(law, std::forward<Function>(function), SolidEnergies{});
}

}  // namespace lacuna
