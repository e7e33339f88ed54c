// The stiffness of a contact or a strain limit: what its nodes weigh, over the gap squared, plus how stiff
// their elements are in the direction in which the constraint acts (Ando 2024, sections 3.2 and 3.4),
//
//   kappa = m v^2 / g^2 + w^T H w
//
// It is evaluated anew for every linear system, and constant within one. The first term opens a gap before it
// closes; the second is there because elements stiffer than that would press it together first.
//
// The paper has no v: it adds kg/m^2 to N/m. It is the speed with which a node that loses all its energy in
// one gap is stopped; 1 m/s has the paper's numbers.
#pragma once

#include "energy/gap_contact.h"
#include "sim/dynamics.h"

namespace lacuna {

inline constexpr double reference_speed = 1;  // m/s

/// The elements' part of the matrix at one state, before contacts and strain limits are added.
class ElasticSnapshot {
 public:
  /// Takes the blocks of dynamics.linearise(), which contain its force_scale(), without those that the solver
  /// writes later. Valid until the next linearise().
  void take(Dynamics& dynamics, const BlockRange& of_solver);
  bool is_taken() const { return assembly_ != nullptr; }

  /// sum_ij w_i^T H_ij w_j over nodes of one stencil.
  template <size_t n>
  double stiffness(const std::array<Index, n>& nodes, const std::array<Vec3, n>& w, size_t count = n) const;

 private:
  const BlockAssembly* assembly_ = nullptr;
  std::span<const Mat3> sums_;
};

/// What the stiffness of all contacts and limits of one linear system depends on.
struct StiffnessTerms {
  std::span<const double> mass;              ///< kg, per vertex
  std::span<const std::uint8_t> is_known;    ///< per vertex: not an unknown, counts as immovable
  double scale = 1;                          ///< s^2: h^2, on all potentials
  const ElasticSnapshot* elastic = nullptr;  ///< none: without the elastic term
};

/// kg: in the units of the matrix. Zero if no node is unknown.
double contact_stiffness(const ContactStencil& stencil, const FrozenContact& contact,
                         const StiffnessTerms& terms);

template <size_t n>
double ElasticSnapshot::stiffness(const std::array<Index, n>& nodes, const std::array<Vec3, n>& w,
                                  size_t count) const {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    if (nodes[i] < 0) continue;
    sum += w[i].dot(assembly_->fixed_block(sums_, nodes[i], nodes[i]) * w[i]);
    for (size_t j = i + 1; j < count; ++j)
      if (nodes[j] >= 0) sum += 2 * w[i].dot(assembly_->fixed_block(sums_, nodes[i], nodes[j]) * w[j]);
  }
  return sum;
}

}  // namespace lacuna
