#include "solve/blas_kernel.h"
#include "solve/factorisation.h"

#include <algorithm>
#include <cholmod.h>
#include <limits>

namespace lacuna {

namespace {

cholmod_sparse view_of(ScalarMatrix& a) {
  cholmod_sparse view{};
  view.nrow = view.ncol = a.column_begin.size() - 1;
  view.nzmax = a.rows.size();
  view.p = a.column_begin.data();
  view.i = a.rows.data();
  view.x = a.values.data();
  view.stype = -1;  // the lower triangle
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = view.packed = 1;
  return view;
}

cholmod_dense view_of(std::span<const Vec3> b) {
  cholmod_dense view{};
  view.nrow = view.nzmax = view.d = 3 * b.size();
  view.ncol = 1;
  view.x = const_cast<double*>(b.data()->data());  // NOLINT: only read
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

}  // namespace

/// CHOLMOD's settings and everything it allocates.
struct Factorisation::Library {
  Library() {
    cholmod_start(&common);
    common.print = 0;
    common.nmethods = 1;
    common.supernodal = CHOLMOD_SUPERNODAL;
    common.quick_return_if_not_posdef = 1;
  }
  ~Library() {
    free_factor();
    cholmod_free_dense(&x, &common);
    cholmod_free_dense(&y, &common);
    cholmod_free_dense(&e, &common);
    cholmod_finish(&common);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void free_factor() {
    if (factor != nullptr) cholmod_free_factor(&factor, &common);
  }

  cholmod_common common{};
  cholmod_factor* factor = nullptr;
  cholmod_dense *x = nullptr, *y = nullptr, *e = nullptr;
};

Factorisation::Factorisation() : library_(std::make_unique<Library>()) {}
Factorisation::~Factorisation() = default;

double Factorisation::analyse(ScalarMatrix& a, EliminationOrder order) {
  cholmod_common& common = library_->common;
  library_->free_factor();
  cholmod_sparse view = view_of(a);
  const bool is_ordered = order == EliminationOrder::as_it_stands;
  common.method[0].ordering = is_ordered ? CHOLMOD_NATURAL : CHOLMOD_AMD;
  common.postorder = is_ordered ? 0 : 1;
  library_->factor = cholmod_analyze(&view, &common);
  const bool is_done = library_->factor != nullptr && common.status >= CHOLMOD_OK;
  return is_done ? common.fl : std::numeric_limits<double>::infinity();
}

SolveOutcome Factorisation::factorise(ScalarMatrix& a) {
  if (library_->factor == nullptr) return SolveOutcome::out_of_memory;
  const QuietBlas quiet;
  cholmod_sparse view = view_of(a);
  cholmod_factorize(&view, library_->factor, &library_->common);
  if (library_->common.status == CHOLMOD_NOT_POSDEF) return SolveOutcome::not_positive_definite;
  return library_->common.status >= CHOLMOD_OK ? SolveOutcome::solved : SolveOutcome::out_of_memory;
}

bool Factorisation::solve(std::span<const Vec3> b, std::span<Vec3> x) {
  Library& c = *library_;
  const QuietBlas quiet;
  cholmod_dense right = view_of(b);
  if (!cholmod_solve2(CHOLMOD_A, c.factor, &right, nullptr, &c.x, nullptr, &c.y, &c.e, &c.common))
    return false;
  std::copy_n(static_cast<const double*>(c.x->x), 3 * b.size(), x.data()->data());
  return true;
}

double Factorisation::size() const {
  return library_->factor != nullptr ? static_cast<double>(library_->factor->xsize) : 0;
}

}  // namespace lacuna
