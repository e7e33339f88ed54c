#include "calibrate.h"

#include "base/timer.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace lacuna::bench {

namespace {

volatile double sink = 0;  // keeps the work alive

double small_eigenproblems() {
  using Matrix12 = Eigen::Matrix<double, 12, 12>;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double sum = 0;
  for (int problem = 0; problem < 20000; ++problem) {
    Matrix12 a;
    for (double& entry : a.reshaped()) entry = uniform(random);
    const Matrix12 symmetric = a + a.transpose();
    sum += Eigen::SelfAdjointEigenSolver<Matrix12>(symmetric).eigenvalues()[0];
  }
  return sum;
}

/// 30 products with a block matrix of 60000 rows, 20 blocks each, columns within a band of 2001.
double sparse_products() {
  constexpr int rows = 60000, blocks_per_row = 20;
  std::mt19937 random(7);
  std::vector<int> column(static_cast<size_t>(rows) * blocks_per_row);
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < blocks_per_row; ++k)
      column[static_cast<size_t>(row * blocks_per_row + k)] =
          std::clamp(row + static_cast<int>(random() % 2001) - 1000, 0, rows - 1);
  std::vector<double> blocks(column.size() * 9, 0.5), x(3 * rows, 1.0), y(3 * rows);
  for (int repeat = 0; repeat < 30; ++repeat) {
    for (int row = 0; row < rows; ++row) {
      std::array<double, 3> result{};
      for (int k = 0; k < blocks_per_row; ++k) {
        const auto at = static_cast<size_t>(row * blocks_per_row + k);
        const double* b = &blocks[at * 9];
        const double* v = &x[static_cast<size_t>(3 * column[at])];
        for (size_t i = 0; i < 3; ++i)
          result[i] += b[3 * i] * v[0] + b[3 * i + 1] * v[1] + b[3 * i + 2] * v[2];
      }
      std::copy(result.begin(), result.end(), &y[static_cast<size_t>(3 * row)]);
    }
    std::swap(x, y);
    for (double& v : x) v *= 1e-2;
  }
  return x[0];
}

double streaming() {
  std::vector<double> a(1 << 23, 1.0), b(1 << 23, 2.0), c(1 << 23, 3.0);
  for (int repeat = 0; repeat < 10; ++repeat)
    for (size_t i = 0; i < a.size(); ++i) a[i] = b[i] + 0.5 * c[i] + 0.25 * a[i];
  return a[7];
}

double median_seconds(double (*work)()) {
  std::array<double, 3> rounds{};
  for (double& round : rounds) {
    const double start = thread_cpu_seconds();
    sink = sink + work();
    round = thread_cpu_seconds() - start;
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[1];
}

}  // namespace

double measure_cal() {
  return std::cbrt(median_seconds(small_eigenproblems) * median_seconds(sparse_products) *
                   median_seconds(streaming));
}

}  // namespace lacuna::bench
