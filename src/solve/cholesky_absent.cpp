// Takes the place of cholesky.cpp with LACUNA_WITH_CHOLMOD=OFF.
#include "solve/cholesky.h"

namespace lacuna {

bool has_direct_solver() { return false; }

std::unique_ptr<DirectSolver> make_direct_solver(const CholeskyOptions&) { return nullptr; }

}  // namespace lacuna
