// CCD queries with known answers (format: Continuous-Collision-Detection/Sample-Queries): eight rows each,
// four vertices at t = 0 and at t = 1, coordinates as numerator and denominator, then 1 if the path collides.
#pragma once

#include "base/types.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lacuna::test {

struct CcdQuery {
  std::array<Vec3, 4> x, dx;
  bool collides = false;
};

inline std::vector<CcdQuery> read_ccd_queries(const std::filesystem::path& path) {
  std::vector<CcdQuery> queries;
  std::ifstream file(path);
  std::string line;
  for (int row = 0; std::getline(file, line); ++row) {
    std::ranges::replace(line, ',', ' ');
    std::istringstream fields(line);
    Vec3 v;
    int truth = 0;
    for (int k = 0; k < 3; ++k) {
      double numerator = 0, denominator = 1;
      fields >> numerator >> denominator;
      v[k] = numerator / denominator;
    }
    fields >> truth;
    if (!fields) throw std::runtime_error(path.string() + ": not a query in row " + std::to_string(row + 1));
    if (row % 8 == 0) queries.emplace_back().collides = truth == 1;
    const auto vertex = static_cast<size_t>(row % 4);
    if (row % 8 < 4)
      queries.back().x[vertex] = v;
    else
      queries.back().dx[vertex] = v - queries.back().x[vertex];
  }
  return queries;
}

/// All queries of one kind ("vertex-face": v f0 f1 f2, or "edge-edge": a0 a1 b0 b1), by file name.
inline std::vector<CcdQuery> all_ccd_queries(const std::filesystem::path& data, const std::string& kind) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data / "ccd-queries"))
    if (entry.path().extension() == ".csv" && entry.path().parent_path().filename() == kind)
      files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<CcdQuery> queries;
  for (const auto& file : files) std::ranges::copy(read_ccd_queries(file), std::back_inserter(queries));
  return queries;
}

}  // namespace lacuna::test
