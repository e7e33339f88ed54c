#include "sim/elements.h"

#include "base/check.h"
#include "base/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna {

namespace {

constexpr Index chunk_size = 256;

// An element stops at 80 % of the way to what it does not admit: those that come closer in every iteration
// would end where nothing can move.
constexpr double longer = 1.25;
// Those that are nearer already than they may come still get a tenth nearer.
constexpr double longest = 10;

template <size_t n>
std::array<Vec3, n> gather_nodes(Positions x, const std::array<Index, n>& nodes) {
  std::array<Vec3, n> at;
  for (size_t k = 0; k < n; ++k) at[k] = x[static_cast<size_t>(nodes[k])];
  return at;
}

template <size_t n>
Stencil stencil_of(const std::array<Index, n>& nodes) {
  Stencil stencil;
  stencil.node_count = static_cast<Index>(n);
  std::copy(nodes.begin(), nodes.end(), stencil.nodes.begin());
  return stencil;
}

/// Rest edges from their inverse, computed in extended precision.
Mat2 rest_edges_of(const Mat2& inverse_edges) {
  return inverse_edges.cast<long double>().inverse().cast<double>();
}

LimitedTriangle limited_triangle(const Triangle& nodes, const StrainLimit::Data& data) {
  const StretchLimits& limits = data.limits;
  return {nodes,
          rest_edges_of(data.inverse_edges),
          limits.limit,
          limits.has_lower() ? limits.lower_limit : 0,
          {0, 0, 0}};
}

LimitedTriangle limited_triangle(const Triangle& nodes, const OrthotropicMembrane::Data& data) {
  const OrthotropicLimits& limits = data.limits;
  return {nodes, rest_edges_of(data.inverse_edges), 0, 0, {limits.warp, limits.weft, limits.shear}};
}

/// Calls body(number of the element) for all of a group, in parallel.
template <class Kind, class Body>
void for_each_element(const ElementGroup<Kind>& group, Body body) {
  parallel_for(
      count_of(group.nodes), [&](Index i) { body(static_cast<size_t>(i)); }, chunk_size);
}

template <int size>
void store_corners(const Eigen::Matrix<double, size, 1>& gradient, double factor, Vec3* corner) {
  for (int k = 0; k < size / 3; ++k) corner[k] = factor * gradient.template segment<3>(3 * k);
}

/// How many numbers of the rest shape of an element change when it yields.
template <class Kind>
size_t rest_number_count() {
  typename Kind::Data data;
  return Kind::rest_numbers(data).size();
}

/// The largest of a function of the elements of a group, or `least` if that is larger.
template <class Kind, class Function>
double largest_of(const ElementGroup<Kind>& group, Positions x, Function function, double least) {
  return parallel_max(count_of(group.nodes), least, [&](Index i) {
    const auto e = static_cast<size_t>(i);
    return function(gather_nodes(x, group.nodes[e]), group.data[e]);
  });
}

}  // namespace

template <class Visit>
void Elements::for_each_group(Visit&& visit) const {
  size_t first = 0;
  std::apply([&](const auto&... group) { ((visit(group, first), first += group.nodes.size()), ...); },
             groups_);
}

void Elements::finish(Index vertex_count) {
  for_each_group([&](const auto& group, size_t) {
    for (const auto& nodes : group.nodes) stencils_.push_back(stencil_of(nodes));
    damping_.insert(damping_.end(), group.damping.begin(), group.damping.end());
  });
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    if constexpr (HasLimit<Kind>) has_limits_ = has_limits_ || !group.nodes.empty();
  });
  is_damped_ = std::any_of(damping_.begin(), damping_.end(), [](double damping) { return damping > 0; });
  pack_blocks(stencils_, block_begins_);

  corner_begins_ = {0};
  for (const Stencil& stencil : stencils_)
    corner_begins_.push_back(corner_begins_.back() + stencil.node_count);
  list_by_vertex(
      vertex_count,
      [&](auto&& add) {
        Index corner = 0;
        for (const Stencil& stencil : stencils_)
          for (Index k = 0; k < stencil.node_count; ++k) add(stencil.nodes[static_cast<size_t>(k)], corner++);
      },
      corners_at_);
}

template <class Groups, class Visit>
void Elements::for_each_yielding(Groups& groups, Visit&& visit) {
  size_t first = 0;
  const auto visit_one = [&]<class Group>(Group& group) {
    using Kind = typename Group::Kind;
    if constexpr (CanYield<Kind>) {
      if (group.yielding.empty()) return;
      visit(group, first);
      first += group.yielding.size() * rest_number_count<Kind>();
    }
  };
  std::apply([&](auto&... group) { (visit_one(group), ...); }, groups);
}

std::vector<double> Elements::rest_shapes() const {
  std::vector<double> shapes;
  for_each_yielding(groups_, [&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    for (const auto& [element, yield] : group.yielding) {
      typename Kind::Data data = group.data[static_cast<size_t>(element)];
      const auto numbers = Kind::rest_numbers(data);
      shapes.insert(shapes.end(), numbers.begin(), numbers.end());
    }
  });
  return shapes;
}

void Elements::set_rest_shapes(std::span<const double> shapes) {
  for_each_yielding(groups_, [&]<class Kind>(ElementGroup<Kind>& group, size_t first) {
    for (const auto& [element, yield] : group.yielding) {
      const auto numbers = Kind::rest_numbers(group.data[static_cast<size_t>(element)]);
      LACUNA_CHECK(first + numbers.size() <= shapes.size(), "{} numbers of rest shapes", shapes.size());
      std::copy_n(shapes.begin() + static_cast<std::ptrdiff_t>(first), numbers.size(), numbers.begin());
      first += numbers.size();
    }
  });
}

void Elements::yield(Positions x, double dt, std::span<double> shapes) const {
  for_each_yielding(groups_, [&]<class Kind>(const ElementGroup<Kind>& group, size_t first) {
    parallel_for(
        count_of(group.yielding),
        [&](Index i) {
          const auto& [element, yield] = group.yielding[static_cast<size_t>(i)];
          const auto e = static_cast<size_t>(element);
          typename Kind::Data data = group.data[e];
          const auto numbers = Kind::rest_numbers(data);
          const auto saved = shapes.subspan(first + static_cast<size_t>(i) * numbers.size(), numbers.size());
          std::copy(saved.begin(), saved.end(), numbers.begin());
          const PlasticFlow flow{yield.threshold, -std::expm1(-yield.rate * dt)};
          data = Kind::yielded(gather_nodes(x, group.nodes[e]), data, flow);
          std::copy(numbers.begin(), numbers.end(), saved.begin());
        },
        chunk_size);
  });
}

void Elements::energies(Positions x, const ElementScale& scale, std::span<double> out) const {
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t first) {
    const double factor = scale.of<Kind>();
    for_each_element(group, [&](size_t e) {
      out[first + e] = factor * Kind::energy(gather_nodes(x, group.nodes[e]), group.data[e]);
    });
  });
}

void Elements::add_gradient(Positions x, const ElementScale& scale, std::vector<Vec3>& corner_scratch,
                            std::span<Vec3> gradient) const {
  corner_scratch.resize(static_cast<size_t>(corner_begins_.back()));
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t first) {
    const double factor = scale.of<Kind>();
    for_each_element(group, [&](size_t e) {
      store_corners(Kind::gradient(gather_nodes(x, group.nodes[e]), group.data[e]), factor,
                    &corner_scratch[static_cast<size_t>(corner_begins_[first + e])]);
    });
  });
  gather(corner_scratch, gradient);
}

void Elements::hessian(Positions x, const ElementScale& scale, std::vector<Vec3>& corner_scratch,
                       std::span<Mat3> blocks) const {
  corner_scratch.resize(static_cast<size_t>(corner_begins_.back()));
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t first) {
    const double factor = scale.of<Kind>();
    const auto part_of = [&](const std::vector<Index>& begins, auto packed) {
      return packed.subspan(static_cast<size_t>(begins[first]),
                            static_cast<size_t>(begins[first + group.nodes.size()] - begins[first]));
    };
    if (factor == 0) {
      std::ranges::fill(part_of(corner_begins_, std::span(corner_scratch)), Vec3::Zero());
      std::ranges::fill(part_of(block_begins_, blocks), Mat3::Zero());
      return;
    }
    for_each_element(group, [&](size_t e) {
      const auto element = Kind::derivatives(gather_nodes(x, group.nodes[e]), group.data[e]);
      store_corners(element.gradient, factor,
                    &corner_scratch[static_cast<size_t>(corner_begins_[first + e])]);
      Mat3* const block = &blocks[static_cast<size_t>(block_begins_[first + e])];
      for (size_t k = 0; k < element.hessian.size(); ++k) block[k] = factor * element.hessian[k];
    });
  });
}

void Elements::add_gradient_and_hessian(Positions x, const ElementScale& scale,
                                        std::vector<Vec3>& corner_scratch, std::span<Vec3> gradient,
                                        std::span<Mat3> blocks) const {
  hessian(x, scale, corner_scratch, blocks);
  gather(corner_scratch, gradient);
}

void Elements::gather(std::span<const Vec3> corners, std::span<Vec3> out) const {
  parallel_for(count_of(out), [&](Index v) {
    Vec3 sum = Vec3::Zero();
    for (const Index corner : corners_at_.at(v)) sum += corners[static_cast<size_t>(corner)];
    out[static_cast<size_t>(v)] += sum;
  });
}

ElementBound Elements::step_bound(Positions x, Positions p) const {
  ElementBound bound;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t first) {
    if constexpr (HasStepBound<Kind>) {
      const SmallestOf least = parallel_first_min(count_of(group.nodes), bound.time, [&](Index i) {
        const auto e = static_cast<size_t>(i);
        const auto& nodes = group.nodes[e];
        return Kind::step_bound(gather_nodes(x, nodes), gather_nodes(p, nodes), group.data[e]);
      });
      if (least.at >= 0) bound = {least.value, static_cast<Index>(first) + least.at};
    }
  });
  return bound;
}

template <class Visit>
void Elements::visit_element(Index element, Visit&& visit) const {
  for_each_group([&](const auto& group, size_t first) {
    const auto e = static_cast<size_t>(element);
    if (e >= first && e < first + group.nodes.size()) visit(group, e - first);
  });
}

bool Elements::has_step_bound(Index element) const {
  bool result = false;
  visit_element(element, [&]<class Kind>(const ElementGroup<Kind>&, size_t) { result = HasStepBound<Kind>; });
  return result;
}

double Elements::first_hit(Index element, const StoppingMotion& motion, double from,
                           double kept_margin) const {
  double time = never;
  visit_element(element, [&]<class Kind>(const ElementGroup<Kind>& group, size_t e) {
    if constexpr (HasStepBound<Kind>)
      time = lacuna::first_hit(motion, group.nodes[e], from, [&](const auto& x, auto dx) {
        double factor = longer;
        // The margin is a concave function of the time.
        if constexpr (HasLimit<Kind>)
          if (kept_margin > 0) {
            const double margin = Kind::limit_margin(x, group.data[e]);
            factor =
                margin > kept_margin ? std::clamp(margin / (margin - kept_margin), longer, longest) : longest;
          }
        for (Vec3& d : dx) d *= factor;
        return Kind::step_bound(x, dx, group.data[e]);
      });
  });
  return time;
}

bool Elements::has_limit(Index element) const {
  bool result = false;
  visit_element(element, [&]<class Kind>(const ElementGroup<Kind>&, size_t) { result = HasLimit<Kind>; });
  return result;
}

std::vector<LimitedTriangle> Elements::limited_triangles() const {
  std::vector<LimitedTriangle> triangles;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    if constexpr (HasLimit<Kind>)
      for (size_t e = 0; e < group.nodes.size(); ++e)
        triangles.push_back(limited_triangle(group.nodes[e], group.data[e]));
  });
  return triangles;
}

Index Elements::find_inadmissible(Positions x) const {
  Index found = -1;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t first) {
    if constexpr (HasAdmissibility<Kind>) {
      if (found >= 0) return;
      for (size_t e = 0; e < group.nodes.size() && found < 0; ++e)
        if (!Kind::is_admissible(gather_nodes(x, group.nodes[e]), group.data[e]))
          found = static_cast<Index>(first + e);
    }
  });
  return found;
}

double Elements::stiffness_norm() const {
  double sum = 0;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    for (const auto& data : group.data) sum += square(Kind::stiffness(data));
  });
  return std::sqrt(sum);
}

std::vector<double> Elements::signature() const {
  std::vector<double> values;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    values.push_back(static_cast<double>(group.nodes.size()));
    for (const auto& data : group.data) {
      values.push_back(Kind::stiffness(data));
      values.push_back(Kind::node_stiffness(data));
      if constexpr (requires { data.inverse_edges; })
        values.insert(values.end(), data.inverse_edges.data(), data.inverse_edges.data() + 4);
    }
  });
  values.insert(values.end(), damping_.begin(), damping_.end());
  return values;
}

double Elements::total_stiffness() const {
  double sum = 0;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    for (const auto& data : group.data) sum += Kind::node_stiffness(data);
  });
  return sum;
}

double Elements::largest_strain(Positions x) const {
  double largest = 0;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    if constexpr (HasStrain<Kind>)
      largest = std::max(
          largest, largest_of(
                       group, x, [](const auto& at, const auto& data) { return Kind::strain(at, data); }, 0));
  });
  return largest;
}

double Elements::largest_stretch(Positions x) const {
  double largest = 0;
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    if constexpr (HasStretch<Kind>)
      largest = std::max(
          largest,
          largest_of(
              group, x, [](const auto& at, const auto& data) { return Kind::stretch(at, data); }, 0));
  });
  return largest;
}

template <class IsWanted>
double Elements::smallest_margin(Positions x, IsWanted is_wanted) const {
  double smallest = std::numeric_limits<double>::infinity();
  for_each_group([&]<class Kind>(const ElementGroup<Kind>& group, size_t) {
    if constexpr (HasLimit<Kind>)
      if (is_wanted.template operator()<Kind>())
        smallest = std::min(
            smallest,
            -largest_of(
                group, x, [](const auto& at, const auto& data) { return -Kind::limit_margin(at, data); },
                -smallest));
  });
  return smallest;
}

double Elements::smallest_limit_margin(Positions x) const {
  return smallest_margin(x, []<class Kind>() { return true; });
}

double Elements::smallest_raised_margin(Positions x) const {
  return smallest_margin(x, []<class Kind>() { return IsLimit<Kind>; });
}

}  // namespace lacuna
