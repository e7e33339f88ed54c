// The two constants of an isotropic material.
#pragma once

namespace lacuna {

/// Pa. At small strain e every law of docs/energies/ stores mu e:e + lambda/2 tr(e)^2 per rest volume.
struct Lame {
  double mu = 0, lambda = 0;
};

/// From Young's modulus in Pa and Poisson's ratio in (-1, 0.5).
constexpr Lame lame(double young, double poisson) {
  return {young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
}

}  // namespace lacuna
