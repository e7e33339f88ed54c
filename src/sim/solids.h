// All tets of a model, grouped by material law, and the parallel loops over them. Results are the same bits
// for any number of threads.
#pragma once

#include "energy/all.h"
#include "energy/tet_element.h"
#include "mesh/topology.h"

#include <tuple>
#include <vector>

namespace lacuna {

/// Tets of one law, flat arrays of equal length.
template <class Law_>
struct TetGroup {
  using Law = Law_;
  std::vector<Tet> tets;
  std::vector<TetRest> rest;
  std::vector<Lame> lame;
  std::vector<double> damping;  ///< s
};

namespace detail {
template <class List>
struct TetGroupsOf;
template <class... Laws>
struct TetGroupsOf<TypeList<Laws...>> {
  using type = std::tuple<TetGroup<Laws>...>;
};
}  // namespace detail

/// Something per corner of each tet: scratch of the loops below.
using TetCorners = std::vector<std::array<Vec3, 4>>;

class Solids {
 public:
  /// Adds a tet; positions `x` are the rest shape. Call finish() after the last.
  void add(ElasticLaw law, const Tet& tet, const std::array<Vec3, 4>& x, const Lame& lame, double damping);
  void finish(Index vertex_count);

  Index tet_count() const { return count_of(tets_); }
  /// In the order of all per-tet arrays below.
  const std::vector<Tet>& tets() const { return tets_; }
  /// Root of the summed squares of stiffness times volume, J: the scale of what rounding does to the energy.
  double stiffness_norm() const;
  /// Sum over all corners of the stiffness that a tet gives its corner along the gradient of its shape, N/m.
  double total_stiffness() const;
  bool is_damped() const { return is_damped_; }
  /// s, of tet t
  double damping(Index t) const { return damping_[static_cast<size_t>(t)]; }

  /// Energy of each tet, J; infinity where its law forbids inversion.
  void energies(Positions x, std::span<double> out) const;
  /// Adds scale * gradient to `gradient`.
  void add_gradient(Positions x, double scale, TetCorners& scratch, std::span<Vec3> gradient) const;
  /// The same, and writes scale * projected Hessian.
  void add_gradient_and_hessian(Positions x, double scale, TetCorners& scratch, std::span<Vec3> gradient,
                                std::span<TetHessian> hessian) const;

  /// Largest t <= 1 such that x + t p takes no tet below a fifth of its volume, for laws that resist
  /// inversion.
  double inversion_bound(Positions x, Positions p) const;
  /// A tet of such a law without positive volume at x, or -1.
  Index find_inverted(Positions x) const;
  double largest_strain(Positions x) const;

  /// Adds what is at the corners to their vertices, in a fixed order.
  void gather(const TetCorners& corners, std::span<Vec3> out) const;

 private:
  /// visit(group, first): each law's tets and their first number.
  template <class Visit>
  void for_each_group(Visit&& visit) const;

  detail::TetGroupsOf<SolidEnergies>::type groups_;
  std::vector<Tet> tets_;
  std::vector<double> damping_;
  VertexElements at_vertex_;  // 4 tet + corner
  bool is_damped_ = false;
};

}  // namespace lacuna
