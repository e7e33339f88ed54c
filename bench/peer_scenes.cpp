#include "peer_scenes.h"

#include "mesh/file/read_mesh.h"
#include "mesh/measures.h"
#include "mesh/transform.h"

#include <fmt/core.h>

namespace lacuna::bench {

namespace {

Scene base_scene(const std::string& name, double step) {
  Scene scene;
  scene.file = name;
  scene.title = name;
  scene.step = step;
  scene.gravity = {0, -9.80665, 0};
  return scene;
}

SceneObject solid(const std::string& name, const std::filesystem::path& mesh, const SolidMaterial& material) {
  SceneObject object;
  object.name = name;
  object.mesh = MeshFileSource{mesh};
  object.kind = material;
  return object;
}

SceneObject obstacle(const std::string& name, MeshSource mesh) {
  SceneObject object;
  object.name = name;
  object.mesh = std::move(mesh);
  object.kind = Obstacle{};
  return object;
}

/// Both ends along x, within 1 % of the extent, turn about the x axis through `center`.
void twist(SceneObject& object, const Vec3& center) {
  for (const double side : {-1.0, 1.0}) {
    FixedGroup end;
    end.select = SelectSide{{side, 0, 0}, 0.01};
    Motion motion;
    motion.kind = Spin{{72 * side, 0, 0}, center};
    end.motions = {motion};
    object.fixed.push_back(end);
  }
}

Scene rods_twist(const std::filesystem::path& meshes) {
  Scene scene = base_scene("rodsTwist", 0.025);
  scene.gravity.setZero();
  int number = 0;
  for (const Vec3& corner :
       {Vec3(0, -0.1, -0.1), Vec3(0, -0.1, 0.1), Vec3(0, 0.1, -0.1), Vec3(0, 0.1, 0.1)}) {
    SceneObject rod = solid("rod " + std::to_string(++number), meshes / "rod.msh",
                            {ElasticLaw::fixed_corotated, 1e4, 0.4, 1000, 0});
    rod.placement.translate = corner + Vec3(0.5, 0.12, 0.12);
    twist(rod, {0.5, 0.12, 0.12});
    scene.objects.push_back(rod);
  }
  return scene;
}

Scene mat_twist(const std::filesystem::path& meshes) {
  Scene scene = base_scene("matTwist40", 0.04);
  scene.gravity.setZero();
  SceneObject mat = solid("mat", meshes / "mat40x40.msh", {ElasticLaw::neo_hookean, 2e4, 0.4, 1000, 0});
  mat.placement.rotate = {90, 0, 0};
  mat.placement.translate = {0.5, 0.5, 0.004};
  twist(mat, {0.5, 0.5, 0.004});
  scene.objects.push_back(mat);
  return scene;
}

Scene sphere_points(const std::filesystem::path& meshes) {
  Scene scene = base_scene("spherePoints", 0.04);
  SceneObject ball = solid("ball", meshes / "sphere5K.msh", {ElasticLaw::neo_hookean, 1e4, 0.4, 1000, 0});
  ball.placement.translate = {1.9, 0.6, 2};
  ExplicitShape points;
  for (int i = 0; i < 20; ++i)
    for (int k = 0; k < 21; ++k) points.vertices.emplace_back(0.2 * i, 0, 0.2 * k);
  scene.objects = {ball, obstacle("points", points)};
  return scene;
}

Scene hit_card_house(const std::filesystem::path& meshes) {
  Scene scene = base_scene("hitCardHouse", 0.025);
  constexpr double factor = 0.508323, lift = 2.569299;
  const Vec3 shift(0.1299, 0.2218, 0.2796);
  const SolidMaterial stiff{ElasticLaw::neo_hookean, 1e8, 0.4, 1000, 0};
  const auto add = [&](const char* mesh, const Vec3& at, double angle, const Vec3& scale) {
    SceneObject object =
        solid(fmt::format("{} {}", mesh, scene.objects.size()), meshes / (std::string(mesh) + ".msh"), stiff);
    object.placement = {factor * scale, {0, 0, angle}, factor * at + shift + Vec3(0, lift, 0), Vec3::Zero()};
    scene.objects.push_back(object);
  };
  const Vec3 one(1, 1, 1);
  add("mat20x20", {0, 0, 0}, 60, one);
  add("mat20x20", {0.515, 0, 0}, -60, one);
  add("mat20x20", {1.03, 0, 0}, 60, one);
  add("mat20x20", {1.545, 0, 0}, -60, one);
  add("mat20x20", {0.78, 0.445, 0}, 0, {1.1, 1, 1.1});
  add("mat20x20", {0.515, 0.89, 0}, 60, one);
  add("mat20x20", {1.03, 0.89, 0}, -60, one);
  add("cube", {0.2, 6, -0.2}, 0, 0.4 * one);
  add("cube", {0.5, 9, -0.3}, 0, 0.4 * one);
  HalfSpace ground;
  ground.name = "ground";
  ground.point = {0, 2.568, 0};
  ground.friction = 0.9;
  scene.half_spaces = {ground};
  scene.contact.dhat = SizedValue{1e-4, true};
  scene.contact.epsv = SizedValue{1e-5, true};
  scene.ipc.tolerance = SizedValue{1e-2, true};  // the peer's, above epsv
  scene.contact.friction = 0.9;
  scene.ipc.friction_passes = 2;
  return scene;
}

Scene dolphin_funnel(const std::filesystem::path& meshes) {
  Scene scene = base_scene("dolphinFunnel", 0.04);
  scene.gravity.setZero();
  SceneObject dolphin =
      solid("dolphin", meshes / "dolphin5K.msh", {ElasticLaw::neo_hookean, 1e4, 0.4, 1000, 0});
  Mesh mesh = read_mesh(meshes / "dolphin5K.msh").mesh;
  const Vec3 scale = Vec3::Constant(0.00839405);
  lacuna::scale(mesh, scale);
  const Vec3 center = bounds(mesh.vertices).center();
  rotate(mesh, euler_rotation({0, 0, 40}), center);
  dolphin.placement = {scale, Vec3::Zero(), Vec3(0, 0.630677, 0) - bounds(mesh.vertices).lower, {0, 0, 40}};
  FixedGroup nose;
  nose.select = SelectSide{{1, 0, 0}, 0.04};
  Motion drag;
  drag.kind = Move{{0.5, 0, 0}};
  nose.motions = {drag};
  dolphin.fixed = {nose};

  Mesh funnel_mesh = read_mesh(meshes / "funnel.obj").mesh;
  Vec3 mean = Vec3::Zero();
  for (const Vec3& x : funnel_mesh.vertices) mean += x / static_cast<double>(funnel_mesh.vertices.size());
  translate(funnel_mesh, -mean);
  rotate(funnel_mesh, euler_rotation({0, 0, 90}));
  const double factor = 1.5 / bounds(funnel_mesh.vertices).size().maxCoeff();
  lacuna::scale(funnel_mesh, Vec3::Constant(factor));
  ExplicitShape funnel{funnel_mesh.vertices, {}, funnel_mesh.triangles, {}};
  scene.objects = {dolphin, obstacle("funnel", funnel)};
  scene.objects[1].placement.translate = {1.76, 0.86, 0.42};
  return scene;
}

Scene pin_cushion(const std::filesystem::path& meshes) {
  Scene scene = base_scene("pinCushionBall", 0.04);
  constexpr double factor = 1 / 4.2;
  SceneObject ball = solid("ball", meshes / "sphere5K.msh", {ElasticLaw::neo_hookean, 1e4, 0.4, 1000, 0});
  ball.placement.scale = Vec3::Constant(4 * factor);
  ball.placement.translate = factor * Vec3(10, 4, 10);
  const auto bed = [&](double bottom) {
    ExplicitShape pins;
    for (int i = 0; i <= 20; ++i)
      for (int k = 0; k <= 20; ++k) {
        pins.edges.push_back({count_of(pins.vertices), count_of(pins.vertices) + 1});
        pins.vertices.push_back(factor * Vec3(i, bottom, k));
        pins.vertices.push_back(factor * Vec3(i, bottom + 1, k));
      }
    return pins;
  };
  SceneObject upper = obstacle("upper pins", bed(20));
  Motion down;
  down.kind = Move{{0, -1, 0}};
  down.to = 19 * factor - 0.1;
  upper.motions = {down};
  scene.objects = {ball, obstacle("lower pins", bed(0)), upper};
  return scene;
}

}  // namespace

std::vector<PeerRun> solid_runs(const std::filesystem::path& folder) {
  const std::filesystem::path meshes = folder / "ipc";
  return {{"rodsTwist", rods_twist(meshes), 240, 0.76, 2.69, 65, false},
          {"matTwist40", mat_twist(meshes), 95, 2.70, 5.56, 93, false},
          {"spherePoints", sphere_points(meshes), 9, 31.2, 29.4, 188, false},
          {"hitCardHouse", hit_card_house(meshes), 28, 3.17, 4.39, 122, false},
          {"dolphinFunnel", dolphin_funnel(meshes), 30, 8.62, 7.87, 238, false},
          {"pinCushionBall", pin_cushion(meshes), 9, 19.6, 20.1, 196, false}};
}

}  // namespace lacuna::bench
