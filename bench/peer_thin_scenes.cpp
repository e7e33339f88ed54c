#include "peer_scenes.h"

#include <fmt/core.h>

namespace lacuna::bench {

namespace {

// Measured cotton (Codim-IPC's material 0).
constexpr double cotton_density = 472.641509, cotton_thickness = 0.318e-3, cotton_young = 0.821e6,
                 cotton_poisson = 0.243, cotton_limit = 0.0608;

Scene base_scene(const std::string& name, double step, double dhat) {
  Scene scene;
  scene.file = name;
  scene.title = name;
  scene.step = step;
  scene.contact.dhat = SizedValue{dhat, false};
  scene.contact.epsv = SizedValue{1e-3, false};
  scene.ipc.rule = TerminationRule::mean_velocity;
  scene.ipc.tolerance = SizedValue{1e-3, false};
  return scene;
}

ShellMaterial cotton(double membrane, double bending, std::optional<double> strain_limit) {
  ShellMaterial shell;
  shell.young = cotton_young;
  shell.poisson = cotton_poisson;
  shell.density = cotton_density;
  shell.thickness = cotton_thickness;
  shell.membrane = membrane;
  shell.bending = bending;
  shell.strain_limit = strain_limit;
  return shell;
}

SceneObject object(const std::string& name, MeshSource mesh, ObjectKind kind, const Vec3& at = {0, 0, 0}) {
  SceneObject made;
  made.name = name;
  made.mesh = std::move(mesh);
  made.kind = std::move(kind);
  made.placement.translate = at;
  return made;
}

Scene sphere_drape(const std::filesystem::path& meshes) {
  Scene scene = base_scene("sphereDrape", 0.04, 1e-3);
  scene.objects = {
      object("cloth", MeshFileSource{meshes / "square8K.obj"}, cotton(0.01, 1, cotton_limit), {0, 0.16, 0}),
      object("sphere", MeshFileSource{meshes / "sphere1K_0.3.obj"}, Obstacle{}),
      object("floor", MeshFileSource{meshes / "square21.obj"}, Obstacle{}, {0, -0.16, 0})};
  scene.contact.friction = 0.4;
  scene.pairs = {{{"cloth", "cloth"}, 0.1, {}}};
  return scene;
}

Scene corner_hang(const std::filesystem::path& meshes) {
  Scene scene = base_scene("cornerHang", 0.04, 1e-3);
  SceneObject cloth = object("cloth", MeshFileSource{meshes / "square2K.obj"}, cotton(0.01, 1, 0.01));
  FixedGroup corners;
  corners.select = SelectIndices{{0, 1380}};
  cloth.fixed = {corners};
  scene.objects = {cloth};
  return scene;
}

SceneObject bowl(const std::filesystem::path& meshes, double offset) {
  SceneObject bowl = object("bowl", MeshFileSource{meshes / "bowl.obj"}, Obstacle{});
  bowl.placement.scale = Vec3::Constant(0.7);
  bowl.offset = offset;
  return bowl;
}

/// n x n x layers vertical rods over 8 cm, the first layer's centre at `height`.
SceneObject upright_rods(int n, int layers, double spacing, double height, double length, Index segments,
                         const RodMaterial& material, double offset) {
  SceneObject rods = object("rods", RodShape{length, segments, {0, 1, 0}}, material);
  for (int k = 0; k < layers; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        rods.instances.translations.emplace_back(-0.04 + i * 0.08 / (n - 1), height + spacing * k,
                                                 -0.04 + j * 0.08 / (n - 1));
  rods.offset = offset;
  return rods;
}

Scene noodles(const std::filesystem::path& meshes) {
  Scene scene = base_scene("noodles", 0.02, 5e-4);
  scene.contact.friction = 0.4;
  scene.contact.epsv = SizedValue{1e-5, false};
  scene.objects = {bowl(meshes, 1e-3), upright_rods(7, 1, 0, 0.2, 0.4, 200,
                                                    {.young = 1e3, .density = 160, .radius = 0.75e-3}, 1e-3)};
  return scene;
}

Scene sprinkles(const std::filesystem::path& meshes) {
  Scene scene = base_scene("sprinkles", 0.02, 5e-4);
  scene.contact.friction = 0.15;
  scene.contact.epsv = SizedValue{1e-5, false};
  scene.objects = {
      bowl(meshes, 1.5e-3),
      upright_rods(10, 10, 0.01, 0.003, 0.006, 1, {.young = 1e9, .density = 1452, .radius = 1e-3}, 1.5e-3)};
  return scene;
}

Scene needles(const std::filesystem::path& meshes) {
  Scene scene = base_scene("needles", 0.02, 1e-3);
  SceneObject cloth = object("cloth", MeshFileSource{meshes / "square8K.obj"}, cotton(0.01, 1, cotton_limit),
                             {0, 0.00118, 0});
  FixedGroup edge;
  edge.select = SelectSide{{-1, 0, 0}, 1e-3};
  cloth.fixed = {edge};
  scene.objects = {cloth, object("needles", MeshFileSource{meshes / "needleBed10x10.seg"}, Obstacle{})};
  return scene;
}

Scene twisted_cylinder(const std::filesystem::path& meshes) {
  Scene scene = base_scene("twistedCylinder", 0.04, 1e-3);
  scene.gravity.setZero();
  SceneObject cylinder =
      object("cylinder", MeshFileSource{meshes / "cylinder7K.obj"}, cotton(0.1, 0.1, std::nullopt));
  for (const double side : {-1.0, 1.0}) {
    FixedGroup end;
    end.select = SelectSide{{side, 0, 0}, 1e-5};
    Motion turn, approach;
    turn.kind = Spin{{72 * side, 0, 0}, Vec3(0, 0, 0)};
    approach.kind = Move{{-0.005 * side, 0, 0}};
    end.motions = {turn, approach};
    cylinder.fixed.push_back(end);
  }
  scene.objects = {cylinder};
  return scene;
}

}  // namespace

std::vector<PeerRun> thin_runs(const std::filesystem::path& folder) {
  const std::filesystem::path meshes = folder / "cipc";
  return {{"sphereDrape", sphere_drape(meshes), 9, 46.1, 37.3, 396, true},
          {"cornerHang", corner_hang(meshes), 100, 1.17, 6.6, 110, true},
          {"noodles", noodles(meshes), 10, 29.3, 74.6, 180, true},
          {"sprinkles", sprinkles(meshes), 8, 14.9, 127.1, 75, true},
          {"needles", needles(meshes), 7, 21.2, 22.1, 306, true},
          {"twistedCylinder", twisted_cylinder(meshes), 17, 9.1, 13.1, 212, true}};
}

}  // namespace lacuna::bench
