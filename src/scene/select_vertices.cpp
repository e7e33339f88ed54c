#include "scene/select_vertices.h"

#include "base/input_error.h"
#include "mesh/measures.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

namespace {

template <class Test>
std::vector<Index> where(Positions x, Test test) {
  std::vector<Index> found;
  for (size_t v = 0; v < x.size(); ++v) {
    if (test(x[v])) found.push_back(static_cast<Index>(v));
  }
  return found;
}

std::vector<Index> find(const SelectAll&, Positions x) {
  return where(x, [](const Vec3&) { return true; });
}

std::vector<Index> find(const SelectBox& box, Positions x) {
  return where(x, [&](const Vec3& p) {
    return (p.array() >= box.lower.array()).all() && (p.array() <= box.upper.array()).all();
  });
}

std::vector<Index> find(const SelectSphere& sphere, Positions x) {
  return where(x, [&](const Vec3& p) { return (p - sphere.center).norm() <= sphere.radius; });
}

std::vector<Index> find(const SelectSide& side, Positions x) {
  if (x.empty()) return {};
  const Vec3 direction = side.direction.normalized();
  double low = x[0].dot(direction), high = low;
  for (const Vec3& p : x) {
    low = std::min(low, p.dot(direction));
    high = std::max(high, p.dot(direction));
  }
  constexpr double rounding =
      1e-12;  // of the extent: vertices of one flat side differ by a few units of the last place
  const double limit = high - (side.within + rounding) * (high - low);
  return where(x, [&](const Vec3& p) { return p.dot(direction) >= limit; });
}

std::vector<Index> find(const SelectIndices& wanted, Positions) {
  std::vector<Index> found = wanted.indices;
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

std::vector<Index> select_vertices(const Selector& selector, Positions start, const SelectionTopic& topic) {
  std::vector<Index> found = std::visit([&](const auto& s) { return find(s, start); }, selector);
  const Index count = count_of(start);
  if (!found.empty() && (found.front() < 0 || found.back() >= count))
    throw InputError(topic.place.text(),
                     fmt::format("object '{}' has {} vertices, but no vertex {}", topic.object, count,
                                 found.front() < 0 ? found.front() : found.back()),
                     "vertices count from 0");
  if (!found.empty()) return found;
  const Bounds box = bounds(start);
  throw InputError(
      topic.place.text(), fmt::format("no vertex of object '{}' is selected", topic.object),
      fmt::format(
          "its {} vertices start in the box from [{:.6g}, {:.6g}, {:.6g}] to [{:.6g}, {:.6g}, {:.6g}]", count,
          box.lower.x(), box.lower.y(), box.lower.z(), box.upper.x(), box.upper.y(), box.upper.z()));
}

}  // namespace lacuna
