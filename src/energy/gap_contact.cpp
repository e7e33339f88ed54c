#include "energy/gap_contact.h"

#include "base/check.h"

namespace lacuna {

FrozenContact freeze_contact(const ContactStencil& stencil, const StencilPoints& x) {
  LACUNA_ASSERT(stencil.kind != StencilKind::mollified, "region={}", stencil.region);
  FrozenContact contact;
  const double offset = std::sqrt(stencil.offset2);
  if (stencil.kind == StencilKind::plane) {
    contact.c.head<2>() = Vec2(1, -1);
    contact.normal = x[2];
    contact.gap = x[2].dot(x[0] - x[1]) - offset;
    return contact;
  }
  if (stencil.kind == StencilKind::sphere) {
    const RoundContact round = round_contact(stencil, x);
    contact.c.head<2>() = Vec2(1, -1);
    contact.normal = round.normal;
    contact.gap = round.distance - offset;
    if (round.grows) contact.growth = x[3];
    return contact;
  }
  visit_closest(stencil.kind, stencil.region, x, [&](const auto& closest, const auto& places) {
    for (size_t i = 0; i < places.size(); ++i)
      contact.c[static_cast<int>(places[i])] = closest.c[static_cast<int>(i)];
    const double distance2 = closest.distance2(), distance = std::sqrt(distance2);
    contact.normal = closest.r / distance;
    contact.gap = (distance2 - stencil.offset2) / (distance + offset);
  });
  return contact;
}

double GapLaw::energy(double gap, double kappa) const {
  return kappa * square(ghat) * barrier_value(shape, 1 - gap / ghat);
}

double GapLaw::force(double gap, double kappa) const {
  return kappa * ghat * barrier_slope(shape, 1 - gap / ghat);
}

double GapLaw::stiffness(double gap, double kappa) const {
  return kappa * barrier_curvature(shape, 1 - gap / ghat);
}

GapDerivatives gap_derivatives(const FrozenContact& contact, double weight, double kappa, const GapLaw& law) {
  GapDerivatives d;
  d.c = contact.c;
  const Vec3 push = (-weight * law.force(contact.gap, kappa)) * contact.normal;
  for (int i = 0; i < 4; ++i) d.gradient.segment<3>(3 * i) = contact.c[i] * push;
  const double stiffness = weight * law.stiffness(contact.gap, kappa);
  d.hessian = (stiffness * contact.normal) * contact.normal.transpose();
  if (!contact.growth.isZero(0)) {
    const double force = weight * law.force(contact.gap, kappa);
    for (int i = 0; i < 3; ++i) d.gradient.segment<3>(3 * i) = -force * contact.slope(i);
    d.growing = contact;
    d.stiffness = stiffness;
  }
  return d;
}

}  // namespace lacuna
