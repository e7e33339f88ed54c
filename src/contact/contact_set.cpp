#include "contact/contact_set.h"

#include "base/radix_sort.h"

#include <cmath>
#include <limits>

namespace lacuna {

namespace {

constexpr Index chunk_size = 4096;

// What a pair of edges adds to the weight of the features at one of their ends, until all weights are added
// up: it shows where nothing else has been counted, and a million of them are still no whole one.
constexpr double seen_by_edges = 0x1p-20;

bool is_closest_to_an_end(const Contact& contact) {
  return contact.kind == PairKind::edge_edge &&
         static_cast<EdgeEdgeRegion>(contact.region) != EdgeEdgeRegion::a_b;
}

}  // namespace

ContactSet::ContactSet(const Surface& surface, Positions rest_positions, ContactWeights weights,
                       EdgePairs edge_pairs)
    : surface_(surface),
      weights_(weights),
      edge_pairs_(edge_pairs),
      numbers_(surface, rest_positions),
      vertex_count_(surface.vertex_count()),
      edge_count_(count_of(surface.edges())) {
  LACUNA_CHECK(edge_pairs == EdgePairs::mollified || weights == ContactWeights::multiplicity,
               "areas are weights of mollified edges");
  if (weights == ContactWeights::area)
    areas_ = contact_areas(surface, rest_positions, numbers_.triangle_edges());
}

const std::vector<ContactStencil>& ContactSet::build(Positions x, const std::vector<Contact>& contacts,
                                                     double dhat) {
  LACUNA_CHECK(count_of(surface_.edges()) == edge_count_ && surface_.vertex_count() == vertex_count_,
               "the surface has grown since this set was made");
  found_.clear();
  if (edge_pairs_ == EdgePairs::crossing)
    collect_features(contacts);
  else if (weights_ == ContactWeights::multiplicity)
    collect_multiplicity(x, contacts);
  else
    collect_areas(x, contacts, dhat);
  radix_sort(found_, scratch_, numbers_.largest());
  stencils_.clear();
  for_each_key(found_, [&](std::uint64_t number, double weight) {
    if (weight == 0) return;
    stencils_.push_back(numbers_.stencil(number));
    stencils_.back().weight = edge_pairs_ == EdgePairs::crossing ? std::max(1.0, std::floor(weight)) : weight;
  });
  if (surface_.has_balls() && edge_pairs_ == EdgePairs::mollified && weights_ == ContactWeights::multiplicity)
    for (ContactStencil& stencil : stencils_) stencil.weight *= ball_scale(stencil, dhat);
  return stencils_;
}

/// Appends to `out` what visit(contact, found) finds.
template <class Visit>
void ContactSet::collect(const std::vector<Contact>& contacts, std::vector<WeightedNumber>& out,
                         Visit&& visit) {
  collector_.collect(count_of(contacts), chunk_size, out,
                     [&](Index begin, Index end, std::vector<WeightedNumber>& found) {
                       for (Index i = begin; i < end; ++i) visit(contacts[static_cast<size_t>(i)], found);
                     });
}

void ContactSet::collect_multiplicity(Positions x, const std::vector<Contact>& contacts) {
  collect(contacts, found_, [&](const Contact& contact, std::vector<WeightedNumber>& found) {
    found.push_back({numbers_.of(x, contact), 1});
  });
}

void ContactSet::collect_features(const std::vector<Contact>& contacts) {
  collect(contacts, found_, [&](const Contact& contact, std::vector<WeightedNumber>& found) {
    found.push_back({numbers_.of_features(contact), is_closest_to_an_end(contact) ? seen_by_edges : 1});
  });
}

void ContactSet::collect_areas(Positions x, const std::vector<Contact>& contacts, double dhat) {
  const AreaTerms terms(surface_, numbers_, areas_, x, dhat);
  collect(contacts, found_, [&](const Contact& contact, auto& found) { terms.add_pair(contact, found); });
  for (size_t role = 0; role < shared_.size(); ++role) {
    shared_[role].clear();
    collect(contacts, shared_[role], [&](const Contact& contact, auto& found) {
      terms.add_shared(static_cast<SharedRole>(role), contact, found);
    });
  }
  auto& vertices = shared_[static_cast<size_t>(SharedRole::vertex_to_vertex)];
  for (size_t role = 0; role < shared_.size(); ++role) {
    radix_sort(shared_[role], scratch_, terms.largest_feature());
    for_each_key(shared_[role], [&](std::uint64_t feature, double count) {
      terms.correct(static_cast<SharedRole>(role), feature, count, found_, vertices);
    });
  }
}

/// The barrier of squared distances grows with the square of S = (offset + dhat)^2 - offset^2. The radius of
/// a ball is no thickness: without this factor a ball of a thousand dhat would be a million times stiffer
/// than its neighbours.
double ContactSet::ball_scale(const ContactStencil& stencil, double dhat) const {
  const Index a = stencil.nodes[0], b = stencil.nodes[1];
  if (!surface_.is_ball(a) && !surface_.is_ball(b)) return 1;
  const double thickness = 0.5 * surface_.offset_of(surface_.is_ball(a) ? b : a);
  const double offset = std::sqrt(stencil.offset2);
  return square((2 * thickness + dhat) / (2 * offset + dhat));
}

const std::vector<ContactStencil>& ContactSet::add_planes(Positions x, std::span<const ContactPlane> planes,
                                                          double dhat) {
  for (size_t plane = 0; plane < planes.size(); ++plane) {
    const Vec3& origin = x[static_cast<size_t>(planes[plane].vertex)];
    for (Index v : surface_.moving_vertices()) {
      if (surface_.is_kinematic(v)) continue;
      const double offset = 0.5 * surface_.offset_of(v);
      if (!(planes[plane].normal.dot(x[static_cast<size_t>(v)] - origin) < dhat + offset)) continue;
      ContactStencil& stencil = stencils_.emplace_back();
      stencil.nodes = {v, planes[plane].vertex, -1, -1};
      stencil.kind = StencilKind::plane;
      stencil.plane = static_cast<std::int16_t>(plane);
      stencil.offset2 = square(offset);
      if (weights_ == ContactWeights::area) stencil.weight = areas_.of_vertex[static_cast<size_t>(v)];
    }
  }
  return stencils_;
}

const std::vector<ContactStencil>& ContactSet::add_spheres(Positions x,
                                                           std::span<const ContactSphere> spheres,
                                                           size_t first_number, double dhat) {
  for (size_t i = 0; i < spheres.size(); ++i) {
    const ContactSphere& sphere = spheres[i];
    for (const Index v : surface_.moving_vertices()) {
      if (surface_.is_kinematic(v) || !(sphere_gap(surface_, sphere, x, v) < dhat)) continue;
      ContactStencil& stencil = stencils_.emplace_back();
      stencil.nodes = {v, sphere.center, sphere.rim, -1};
      stencil.kind = StencilKind::sphere;
      stencil.region = static_cast<std::uint8_t>(sphere.kind);
      stencil.plane = static_cast<std::int16_t>(first_number + i);
      stencil.offset2 = square(0.5 * surface_.offset_of(v));
      stencil.threshold = sphere.radius;
      if (weights_ == ContactWeights::area) stencil.weight = areas_.of_vertex[static_cast<size_t>(v)];
    }
  }
  return stencils_;
}

double smallest_gap(const std::vector<ContactStencil>& stencils, Positions x, std::span<const Vec3> normals) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return -parallel_max(count_of(stencils), -infinity, [&](Index i) {
    const ContactStencil& stencil = stencils[static_cast<size_t>(i)];
    const double D = distance2(stencil, gather(stencil, x, normals));
    const double offset = std::sqrt(stencil.offset2), distance = std::sqrt(D);
    return offset > 0 ? -(D - stencil.offset2) / (distance + offset) : -distance;
  });
}

}  // namespace lacuna
