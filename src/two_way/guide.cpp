#include "two_way/guide.h"

#include "base/parallel.h"
#include "math/svd32.h"

#include <algorithm>

namespace lacuna::two_way {

namespace {

// Sweeps end when nothing has moved farther than this, in dhat.
constexpr double settled = 0.01;
// The guide keeps this part of dhat. Springs of contacts, which reach as far as dhat, carry what rests
// within: their force knows the elasticity behind it, a projection by masses does not.
constexpr double guide_gap = 0.3;
// The guide keeps this part of the range between the onset and the limit of a strain to spare.
constexpr double spare_strain = 0.05;

/// A mix of bits that leaves no order in consecutive numbers (splitmix64).
std::uint64_t scatter(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// Whether the larger singular value does.
bool exceeds(const Mat3x2& F, double most) {
  const double a = F.col(0).squaredNorm(), d = F.col(1).squaredNorm(), b = F.col(0).dot(F.col(1));
  return 0.5 * (a + d) + std::sqrt(square(0.5 * (a - d)) + square(b)) > square(most);
}

}  // namespace

Guide::Guide(const Model& model, const TwoWaySettings& settings) : model_(model), settings_(settings) {
  edges_ = unique_edges(Tets(model.tets));
  for (const Edge& edge : model.surface.edges())
    edges_.push_back({std::min(edge[0], edge[1]), std::max(edge[0], edge[1])});
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  // Strain limits hold their triangles together better.
  const auto& limited = model.elements.of<StrainLimitKind>();
  std::vector<std::uint8_t> has_limit(model.rest.size(), 0);
  for (const auto& nodes : limited.nodes)
    for (const Index v : nodes) has_limit[static_cast<size_t>(v)] = 1;
  std::erase_if(edges_, [&](const Edge& edge) {
    const auto a = static_cast<size_t>(edge[0]), b = static_cast<size_t>(edge[1]);
    return !model.is_dynamic[a] || (has_limit[a] && has_limit[b]);
  });
  list_by_vertex(
      model.vertex_count(),
      [&](auto&& add) {
        for (Index e = 0; e < count_of(edges_); ++e)
          for (const Index v : edges_[static_cast<size_t>(e)]) add(v, e);
      },
      edges_of_);
  for (size_t t = 0; t < limited.nodes.size(); ++t) {
    const StretchLimits& limits = limited.data[t].limits;
    limited_.push_back({limited.nodes[t], limited.data[t].inverse_edges,
                        limits.limit - spare_strain * (limits.limit - limits.onset)});
  }
  list_by_vertex(
      model.vertex_count(),
      [&](auto&& add) {
        for (Index t = 0; t < count_of(limited_); ++t)
          for (const Index v : limited_[static_cast<size_t>(t)].nodes) add(v, t);
      },
      limited_of_);
  is_touched_.assign(model.rest.size(), 0);
  is_listed_.assign(edges_.size(), 0);
  inverse_mass_.resize(model.rest.size());
}

void Guide::begin(Positions target, const ScriptedVertices& scripted) {
  for (size_t v = 0; v < inverse_mass_.size(); ++v) {
    const bool moves = model_.is_dynamic[v] && !scripted.is_scripted()[v];
    inverse_mass_[v] = moves ? 1 / model_.mass[v] : 0;
  }
  target_.assign(target.begin(), target.end());
  y_ = target_;
  std::fill(is_touched_.begin(), is_touched_.end(), std::uint8_t{0});
  std::fill(is_listed_.begin(), is_listed_.end(), std::uint8_t{0});
  listed_.clear();
  is_limit_listed_.assign(limited_.size(), 0);
  listed_limits_.clear();
  for (Index t = 0; t < count_of(limited_); ++t) {
    const Limited& limited = limited_[static_cast<size_t>(t)];
    const auto corner = [&](size_t k) { return y_[static_cast<size_t>(limited.nodes[k])]; };
    Mat3x2 F;
    F << corner(1) - corner(0), corner(2) - corner(0);
    if (exceeds(F * limited.inverse_edges, limited.most)) list_limit(t);
  }
}

void Guide::list_limit(Index t) {
  if (is_limit_listed_[static_cast<size_t>(t)]) return;
  is_limit_listed_[static_cast<size_t>(t)] = 1;
  listed_limits_.push_back(t);
}

void Guide::touch(Index vertex) {
  auto& is_touched = is_touched_[static_cast<size_t>(vertex)];
  if (is_touched) return;
  is_touched = 1;
  for (const Index t : limited_of_.at(vertex)) list_limit(t);
  for (const Index e : edges_of_.at(vertex)) {
    if (is_listed_[static_cast<size_t>(e)]) continue;
    is_listed_[static_cast<size_t>(e)] = 1;
    listed_.push_back(e);
  }
}

double Guide::sweep_edges() {
  if (!(settings_.edge_stretch > 0)) return 0;
  double moved = 0;
  for (size_t i = 0; i < listed_.size(); ++i) {
    const Edge& edge = edges_[static_cast<size_t>(listed_[i])];
    const auto a = static_cast<size_t>(edge[0]), b = static_cast<size_t>(edge[1]);
    const double w = inverse_mass_[a] + inverse_mass_[b];
    const Vec3 along = y_[b] - y_[a];
    const double length = along.norm(), longest = settings_.edge_stretch * (target_[b] - target_[a]).norm();
    if (!(length > longest) || !(w > 0)) continue;
    const Vec3 pull = ((length - longest) / (w * length)) * along;
    y_[a] += inverse_mass_[a] * pull;
    y_[b] -= inverse_mass_[b] * pull;
    if (inverse_mass_[a] > 0) touch(edge[0]);
    if (inverse_mass_[b] > 0) touch(edge[1]);
    moved = std::max(moved, length - longest);
  }
  return moved;
}

double Guide::sweep_limits() {
  double moved = 0;
  for (size_t i = 0; i < listed_limits_.size(); ++i) {
    const Limited& limited = limited_[static_cast<size_t>(listed_limits_[i])];
    std::array<size_t, 3> v;
    double weight = 0;
    Vec3 center = Vec3::Zero();
    for (size_t k = 0; k < 3; ++k) {
      v[k] = static_cast<size_t>(limited.nodes[k]);
      weight += inverse_mass_[v[k]];
    }
    if (!(weight > 0)) continue;
    Mat3x2 F;
    F << y_[v[1]] - y_[v[0]], y_[v[2]] - y_[v[0]];
    F = (F * limited.inverse_edges).eval();
    if (!exceeds(F, limited.most)) continue;
    const Svd32 svd = svd32(F);
    if (!(svd.sigma[0] > limited.most)) continue;
    // What the edges have too much of.
    const Vec2 excess = (svd.sigma.array() - limited.most).max(0);
    const Mat3x2 D =
        svd.U.leftCols<2>() * excess.asDiagonal() * svd.V.transpose() * limited.inverse_edges.inverse();
    std::array<Vec3, 3> shift{Vec3::Zero(), -D.col(0), -D.col(1)};
    // The centre of mass stays; if some vertices cannot move, they stay instead.
    double mass = 0;
    bool has_fixed = false;
    for (size_t k = 0; k < 3; ++k) has_fixed = has_fixed || !(inverse_mass_[v[k]] > 0);
    if (has_fixed) {
      size_t fixed_count = 0;
      for (size_t k = 0; k < 3; ++k)
        if (!(inverse_mass_[v[k]] > 0)) {
          center += shift[k];
          ++fixed_count;
        }
      center /= static_cast<double>(fixed_count);
    } else {
      for (size_t k = 0; k < 3; ++k) {
        center += shift[k] / inverse_mass_[v[k]];
        mass += 1 / inverse_mass_[v[k]];
      }
      center /= mass;
    }
    for (size_t k = 0; k < 3; ++k) {
      if (!(inverse_mass_[v[k]] > 0)) continue;
      const Vec3 step = shift[k] - center;
      y_[v[k]] += step;
      moved = std::max(moved, step.norm());
      touch(limited.nodes[k]);
    }
  }
  return moved;
}

void Guide::list_rows(std::span<const StiffContact> contacts) {
  rows_.resize(contacts.size());
  parallel_for(
      count_of(contacts),
      [&](Index i) {
        const StiffContact& contact = contacts[static_cast<size_t>(i)];
        double weight = 0;
        for (int k = 0; k < node_count(contact.stencil.kind); ++k)
          weight += inverse_mass_[static_cast<size_t>(contact.stencil.nodes[static_cast<size_t>(k)])] *
                    contact.frozen.slope(k).squaredNorm();
        rows_[static_cast<size_t>(i)] = {.excess = contact.frozen.gap - guide_gap * model_.dhat,
                                         .rate = weight > 0 ? 1 / weight : 0};
      },
      256);
  order_.resize(rows_.size());
  for (Index i = 0; i < count_of(order_); ++i) order_[static_cast<size_t>(i)] = i;
  for (size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[scatter(i) % i]);
}

double Guide::sweep_contacts(Positions x, std::span<const StiffContact> contacts) {
  double moved = 0;
  for (const Index i : order_) {
    const StiffContact& contact = contacts[static_cast<size_t>(i)];
    Row& row = rows_[static_cast<size_t>(i)];
    if (!(row.rate > 0)) continue;
    const int count = node_count(contact.stencil.kind);
    double gap = row.excess;
    for (int k = 0; k < count; ++k) {
      const auto v = static_cast<size_t>(contact.stencil.nodes[static_cast<size_t>(k)]);
      gap += contact.frozen.slope(k).dot(y_[v] - x[v]);
    }
    if (gap >= 0 && row.push == 0) continue;
    const double change = std::max(-row.push, -gap * row.rate);
    row.push += change;
    for (int k = 0; k < count; ++k) {
      const Index vertex = contact.stencil.nodes[static_cast<size_t>(k)];
      const auto v = static_cast<size_t>(vertex);
      if (!(inverse_mass_[v] > 0)) continue;
      y_[v] += (inverse_mass_[v] * change) * contact.frozen.slope(k);
      touch(vertex);
    }
    moved = std::max(moved, std::abs(change) / row.rate);
  }
  return moved;
}

void Guide::project(Positions x, std::span<const StiffContact> contacts) {
  list_rows(contacts);
  for (int sweep = 0; sweep < settings_.sweeps; ++sweep) {
    double moved = sweep_edges();
    moved = std::max(moved, sweep_limits());
    moved = std::max(moved, sweep_contacts(x, contacts));
    if (moved < settled * model_.dhat) break;
  }
}

}  // namespace lacuna::two_way
