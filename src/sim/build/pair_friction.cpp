#include "sim/build/pair_friction.h"

#include "base/input_error.h"

#include <fmt/core.h>

#include <algorithm>

namespace lacuna {

namespace {

/// Numbers of the things that a pair names; -1 where the name is not of this sort.
struct PairNumbers {
  std::array<Index, 2> objects, walls;  // walls: planes, then spheres
};

template <class Things, class Name>
Index number_in(const Things& things, const std::string& name, Name name_of) {
  const auto at =
      std::find_if(things.begin(), things.end(), [&](const auto& thing) { return name_of(thing) == name; });
  return at == things.end() ? Index{-1} : static_cast<Index>(at - things.begin());
}

PairNumbers numbers_of(const PairSettings& pair, const Model& model) {
  PairNumbers numbers{};
  for (size_t side = 0; side < 2; ++side) {
    const std::string& name = pair.names[side];
    numbers.objects[side] = number_in(model.object_names, name, [](const std::string& n) { return n; });
    const auto name_of = [](const auto& wall) { return wall.name; };
    numbers.walls[side] = number_in(model.planes, name, name_of);
    if (const Index sphere = number_in(model.spheres, name, name_of); sphere >= 0)
      numbers.walls[side] = count_of(model.planes) + sphere;
  }
  return numbers;
}

std::array<Index, 2> rising(const std::array<Index, 2>& pair) {
  return {std::min(pair[0], pair[1]), std::max(pair[0], pair[1])};
}

/// Numbers of objects; -1 stands for a half-space or a sphere, which touches no obstacle.
bool can_touch(const std::array<Index, 2>& objects, const Scene& scene, const Model& model) {
  const auto is_obstacle = [&](Index o) {
    return o < 0 || std::holds_alternative<Obstacle>(scene.objects[static_cast<size_t>(o)].kind);
  };
  const auto& disabled = model.surface.disabled();
  return !(is_obstacle(objects[0]) && is_obstacle(objects[1])) &&
         !std::binary_search(disabled.begin(), disabled.end(), rising(objects));
}

void add(const PairSettings& pair, const PairNumbers& numbers, Model& model) {
  const auto [first, last] = rising(numbers.objects);
  if (first >= 0) {
    model.pair_friction.push_back({{first, last}, pair.friction});
  } else if (last >= 0) {
    model.plane_friction.push_back({{last, rising(numbers.walls)[1]}, pair.friction});
  } else {
    throw InputError(pair.place.text(), "two half-spaces or spheres do not touch each other",
                     "name an object and a half_space or sphere");
  }
}

}  // namespace

void set_pair_friction(const Scene& scene, Model& model) {
  for (const PairSettings& pair : scene.pairs) {
    const PairNumbers numbers = numbers_of(pair, model);
    add(pair, numbers, model);
    if (can_touch(numbers.objects, scene, model)) continue;
    model.notes.push_back(fmt::format("[[pair]] of '{}' and '{}' does nothing: they never touch {}",
                                      pair.names[0], pair.names[1],
                                      pair.names[0] == pair.names[1] ? "themselves" : "each other"));
  }
  for (auto* list : {&model.pair_friction, &model.plane_friction})
    std::stable_sort(list->begin(), list->end(),
                     [](const auto& a, const auto& b) { return a.pair < b.pair; });
}

}  // namespace lacuna
