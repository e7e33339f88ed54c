// All elements of a model, grouped by kind, and the parallel loops over them. Results are bit-identical for
// any number of threads.
#pragma once

#include "energy/element_kinds.h"
#include "geometry/stopping_motion.h"
#include "math/block_assembly.h"
#include "mesh/file/limits_file.h"
#include "mesh/topology.h"

#include <tuple>
#include <vector>

namespace lacuna {

/// How fast strain beyond a threshold becomes permanent (docs/plasticity.md).
struct Yield {
  double rate = 0;       ///< 1/s; an element with 0 is elastic
  double threshold = 0;  ///< strain, or radians of bending
};

/// Elements of one kind, flat arrays of equal length.
template <class Kind_>
struct ElementGroup {
  using Kind = Kind_;
  std::vector<std::array<Index, Kind::node_count>> nodes;
  std::vector<typename Kind::Data> data;
  std::vector<double> damping;  ///< s

  struct Yielding {
    Index element;
    Yield yield;
  };
  std::vector<Yielding> yielding;  ///< only those that yield
};

namespace detail {
template <class List>
struct ElementGroupsOf;
template <class... Kinds>
struct ElementGroupsOf<TypeList<Kinds...>> {
  using type = std::tuple<ElementGroup<Kinds>...>;
};
}  // namespace detail

/// Factors of the element energies.
struct ElementScale {
  double all = 1;
  double limits = 1;  ///< extra factor of strain limits (energy/element.h, is_limit)

  template <class Kind>
  double of() const {
    return IsLimit<Kind> ? all * limits : all;
  }
};

/// The largest admissible step and the element that limits it; -1 if none does.
struct ElementBound {
  double time = 1;
  Index element = -1;
};

class Elements {
 public:
  /// Call finish() after the last one.
  template <class Kind>
  void add(const std::array<Index, Kind::node_count>& nodes, const typename Kind::Data& data,
           double damping = 0, const Yield& yield = {}) {
    auto& group = std::get<ElementGroup<Kind>>(groups_);
    if constexpr (CanYield<Kind>)
      if (yield.rate > 0) group.yielding.push_back({count_of(group.nodes), yield});
    group.nodes.push_back(nodes);
    group.data.push_back(data);
    group.damping.push_back(damping);
  }
  void finish(Index vertex_count);

  template <class Kind>
  const ElementGroup<Kind>& of() const {
    return std::get<ElementGroup<Kind>>(groups_);
  }

  /// The number of the first element of a kind in the order below.
  template <class Kind>
  Index first() const;

  // In the order of all per-element arrays below.
  Index count() const { return count_of(stencils_); }
  const std::vector<Stencil>& stencils() const { return stencils_; }
  /// The first block and the first corner of each element in packed arrays; one entry more than elements.
  const std::vector<Index>& block_begins() const { return block_begins_; }
  const std::vector<Index>& corner_begins() const { return corner_begins_; }
  bool is_damped() const { return is_damped_; }
  /// s
  double damping(Index element) const { return damping_[static_cast<size_t>(element)]; }

  /// Root of the summed squares of the elements' stiffnesses, J.
  double stiffness_norm() const;
  /// Sum of the elements' contributions to the diagonal at rest, N/m.
  double total_stiffness() const;
  /// Numbers that change with the rest shape or the material of any element, except for rest angles.
  std::vector<double> signature() const;

  // Elements of a model never change. The rest shapes of those that yield are part of the state, as numbers
  // packed in the order of the elements; a copy of the elements takes them over before a step.
  std::vector<double> rest_shapes() const;
  void set_rest_shapes(std::span<const double> shapes);
  /// Moves rest shapes after a step of dt (s) to x.
  void yield(Positions x, double dt, std::span<double> shapes) const;

  /// J, per element, times its scale.
  void energies(Positions x, const ElementScale& scale, std::span<double> out) const;
  /// Adds scale * gradient to `gradient`.
  void add_gradient(Positions x, const ElementScale& scale, std::vector<Vec3>& corner_scratch,
                    std::span<Vec3> gradient) const;
  /// The same, and writes scale * projected Hessian, packed.
  void add_gradient_and_hessian(Positions x, const ElementScale& scale, std::vector<Vec3>& corner_scratch,
                                std::span<Vec3> gradient, std::span<Mat3> blocks) const;
  /// The Hessian, and the gradients at the corners.
  void hessian(Positions x, const ElementScale& scale, std::vector<Vec3>& corners,
               std::span<Mat3> blocks) const;
  /// Adds packed corners to their vertices, in a fixed order.
  void gather(std::span<const Vec3> corners, std::span<Vec3> out) const;

  /// Largest t <= 1 such that x + t p is admissible for every element, with some margin.
  ElementBound step_bound(Positions x, Positions p) const;
  /// Whether a motion may be inadmissible for the element.
  bool has_step_bound(Index element) const;
  /// When an element ends a motion whose vertices stop one by one, from `from` on. Margins to strain limits
  /// stay above kept_margin, or shrink by a tenth if they are already smaller.
  double first_hit(Index element, const StoppingMotion& motion, double from, double kept_margin) const;
  /// The first element for which x is not admissible, or -1.
  Index find_inadmissible(Positions x) const;
  double largest_strain(Positions x) const;
  /// Of sheets and rods; 0 without any.
  double largest_stretch(Positions x) const;
  bool has_limits() const { return has_limits_; }
  bool has_limit(Index element) const;
  /// With the vertex indices of the model.
  std::vector<LimitedTriangle> limited_triangles() const;
  /// The smallest remaining fraction of the way to a strain limit; infinity without limits.
  double smallest_limit_margin(Positions x) const;
  /// The same, for limits whose stiffness can be raised.
  double smallest_raised_margin(Positions x) const;

 private:
  /// visit(group, first): each kind's elements and the index of the first.
  template <class Visit>
  void for_each_group(Visit&& visit) const;
  /// visit(group, place): the group of an element, and its place in it.
  template <class Visit>
  void visit_element(Index element, Visit&& visit) const;
  /// visit(group, first number): those in which elements yield, and their first number among the rest shapes.
  template <class Groups, class Visit>
  static void for_each_yielding(Groups& groups, Visit&& visit);
  template <class IsWanted>
  double smallest_margin(Positions x, IsWanted is_wanted) const;

  detail::ElementGroupsOf<ElementKinds>::type groups_;
  std::vector<Stencil> stencils_;
  std::vector<Index> block_begins_, corner_begins_;
  std::vector<double> damping_;
  VertexElements corners_at_;  // packed corners of each vertex
  bool is_damped_ = false, has_limits_ = false;
};

template <class Kind>
Index Elements::first() const {
  Index first = 0;
  bool is_found = false;
  std::apply(
      [&](const auto&... group) {
        const auto count = [&]<class Other>(const ElementGroup<Other>& other) {
          is_found = is_found || std::is_same_v<Kind, Other>;
          if (!is_found) first += count_of(other.nodes);
        };
        (count(group), ...);
      },
      groups_);
  return first;
}

}  // namespace lacuna
