#include "sim/solids.h"

#include "base/check.h"
#include "base/parallel.h"
#include "energy/inversion_bound.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

constexpr Index chunk_size = 256;

std::array<Vec3, 4> corners(Positions x, const Tet& t) {
  return {x[static_cast<size_t>(t[0])], x[static_cast<size_t>(t[1])], x[static_cast<size_t>(t[2])],
          x[static_cast<size_t>(t[3])]};
}

}  // namespace

template <class Visit>
void Solids::for_each_group(Visit&& visit) const {
  size_t first = 0;
  std::apply([&](const auto&... group) { ((visit(group, first), first += group.tets.size()), ...); },
             groups_);
}

void Solids::add(ElasticLaw law, const Tet& tet, const std::array<Vec3, 4>& x, const Lame& lame,
                 double damping) {
  auto number = static_cast<int>(law);
  const auto add_if_law = [&](auto& group) {
    if (number-- != 0) return;
    group.tets.push_back(tet);
    group.rest.push_back(tet_rest(x));
    group.lame.push_back(lame);
    group.damping.push_back(damping);
  };
  std::apply([&](auto&... group) { (add_if_law(group), ...); }, groups_);
  is_damped_ = is_damped_ || damping > 0;
}

void Solids::finish(Index vertex_count) {
  for_each_group([&](const auto& group, size_t) {
    tets_.insert(tets_.end(), group.tets.begin(), group.tets.end());
    damping_.insert(damping_.end(), group.damping.begin(), group.damping.end());
  });
  at_vertex_ = vertex_tets(tets_, vertex_count);
  for (Index v = 0; v < vertex_count; ++v)
    for (Index i = at_vertex_.first[static_cast<size_t>(v)]; i < at_vertex_.first[static_cast<size_t>(v) + 1];
         ++i) {
      Index& item = at_vertex_.items[static_cast<size_t>(i)];
      const Tet& t = tets_[static_cast<size_t>(item)];
      item = 4 * item + static_cast<Index>(std::find(t.begin(), t.end(), v) - t.begin());
    }
}

void Solids::energies(Positions x, std::span<double> out) const {
  for_each_group([&]<class Law>(const TetGroup<Law>& group, size_t first) {
    parallel_for(
        count_of(group.tets),
        [&](Index i) {
          const auto t = static_cast<size_t>(i);
          out[first + t] = tet_energy<Law>(corners(x, group.tets[t]), group.rest[t], group.lame[t]);
        },
        chunk_size);
  });
}

void Solids::add_gradient(Positions x, double scale, TetCorners& scratch, std::span<Vec3> gradient) const {
  scratch.resize(tets_.size());
  for_each_group([&]<class Law>(const TetGroup<Law>& group, size_t first) {
    parallel_for(
        count_of(group.tets),
        [&](Index i) {
          const auto t = static_cast<size_t>(i);
          const Vec12 g = scale * tet_gradient<Law>(corners(x, group.tets[t]), group.rest[t], group.lame[t]);
          for (size_t k = 0; k < 4; ++k) scratch[first + t][k] = g.segment<3>(3 * static_cast<int>(k));
        },
        chunk_size);
  });
  gather(scratch, gradient);
}

void Solids::add_gradient_and_hessian(Positions x, double scale, TetCorners& scratch,
                                      std::span<Vec3> gradient, std::span<TetHessian> hessian) const {
  scratch.resize(tets_.size());
  for_each_group([&]<class Law>(const TetGroup<Law>& group, size_t first) {
    parallel_for(
        count_of(group.tets),
        [&](Index i) {
          const auto t = static_cast<size_t>(i);
          const auto element =
              tet_gradient_hessian<Law>(corners(x, group.tets[t]), group.rest[t], group.lame[t]);
          for (size_t k = 0; k < 4; ++k)
            scratch[first + t][k] = scale * element.gradient.template segment<3>(3 * static_cast<int>(k));
          for (size_t k = 0; k < element.hessian.size(); ++k)
            hessian[first + t][k] = scale * element.hessian[k];
        },
        chunk_size);
  });
  gather(scratch, gradient);
}

void Solids::gather(const TetCorners& of_corner, std::span<Vec3> out) const {
  parallel_for(count_of(out), [&](Index v) {
    Vec3 sum = Vec3::Zero();
    for (const Index corner : at_vertex_.at(v))
      sum += of_corner[static_cast<size_t>(corner / 4)][static_cast<size_t>(corner % 4)];
    out[static_cast<size_t>(v)] += sum;
  });
}

double Solids::inversion_bound(Positions x, Positions p) const {
  double bound = 1;
  for_each_group([&]<class Law>(const TetGroup<Law>& group, size_t) {
    if constexpr (Law::resists_inversion)
      bound = std::min(bound, -parallel_max(count_of(group.tets), -1, [&](Index i) {
                         const Tet& t = group.tets[static_cast<size_t>(i)];
                         return -lacuna::inversion_bound(corners(x, t), corners(p, t));
                       }));
  });
  return bound;
}

double Solids::stiffness_norm() const {
  double sum = 0;
  for_each_group([&](const auto& group, size_t) {
    for (size_t t = 0; t < group.tets.size(); ++t)
      sum += square((group.lame[t].mu + std::abs(group.lame[t].lambda)) * group.rest[t].volume);
  });
  return std::sqrt(sum);
}

double Solids::total_stiffness() const {
  double sum = 0;
  for_each_group([&](const auto& group, size_t) {
    for (size_t t = 0; t < group.tets.size(); ++t) {
      const Mat3& B = group.rest[t].inverse_edges;  // rows are the shape gradients of corners 1 to 3
      const double gradients2 = B.squaredNorm() + B.colwise().sum().squaredNorm();
      sum += (2 * group.lame[t].mu + group.lame[t].lambda) * group.rest[t].volume * gradients2;
    }
  });
  return sum;
}

Index Solids::find_inverted(Positions x) const {
  Index found = -1;
  for_each_group([&]<class Law>(const TetGroup<Law>& group, size_t first) {
    if constexpr (Law::resists_inversion) {
      const double worst = parallel_max(count_of(group.tets), -1, [&](Index i) {
        const auto c = corners(x, group.tets[static_cast<size_t>(i)]);
        const double volume = (c[1] - c[0]).dot((c[2] - c[0]).cross(c[3] - c[0]));
        return volume > 0 ? -1.0 : static_cast<double>(i);
      });
      if (worst >= 0 && found < 0) found = static_cast<Index>(first) + static_cast<Index>(worst);
    }
  });
  return found;
}

double Solids::largest_strain(Positions x) const {
  double largest = 0;
  for_each_group([&]<class Law>(const TetGroup<Law>& group, size_t) {
    largest = std::max(
        largest, parallel_max(count_of(group.tets), 0, [&](Index i) {
          const auto t = static_cast<size_t>(i);
          return lacuna::largest_strain(deformation_gradient(corners(x, group.tets[t]), group.rest[t]));
        }));
  });
  return largest;
}

}  // namespace lacuna
