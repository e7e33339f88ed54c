// What the tables solid, shell, rod, particles and obstacle say.
#include "scene/read_material.h"

#include "scene/cloth_materials.h"
#include "scene/scene_texts.h"

namespace lacuna {
namespace {

using test::expect_words;

/// The table begins on line 4.
std::string object_with(const std::string& kind) {
  return "[[object]]\nname = \"it\"\nmesh = { shape = \"grid\" }\n" + kind + "\n";
}

template <class Material>
Material material_of(const std::string& kind) {
  return std::get<Material>(test::parse(object_with(kind)).objects.at(0).kind);
}

ShellMaterial shell(const std::string& keys) {
  return material_of<ShellMaterial>("shell = { " + keys + " }");
}

void expect_refused(const std::string& kind, const std::vector<std::string>& words) {
  SCOPED_TRACE(kind);
  const std::string message = test::refusal(object_with(kind));
  expect_words(message, {"scene.toml:4:"});
  expect_words(message, words);
}

TEST(ReadMaterial, EveryKindIsReadAndNamed) {
  const std::vector<std::string> tables = {"solid = {}", "shell = {}", "rod = {}", "particles = {}",
                                           "obstacle = {}"};
  ASSERT_EQ(tables.size(), object_kind_names.size());
  for (size_t k = 0; k < tables.size(); ++k) {
    const Scene scene = test::parse(object_with(tables[k]));
    EXPECT_EQ(scene.objects[0].kind.index(), k);
    EXPECT_TRUE(tables[k].starts_with(kind_name(scene.objects[0].kind))) << tables[k];
  }
}

TEST(ReadMaterial, AnObjectIsOneThing) {
  expect_words(test::refusal(object_with("shell = {}\nrod = {}")),
               {"scene.toml:5:", "both 'shell' and 'rod'"});
  expect_words(test::refusal(object_with("")), {"has none of solid", "shell = {", "particles = {"});
  expect_refused("shell = 3", {"shell"});
  expect_refused("rod = [1]", {"rod"});
  expect_refused("particles = \"many\"", {"particles"});
}

TEST(ReadMaterial, WovenModuliThatCannotBeAreExplained) {
  expect_refused("shell = { woven_moduli = [0, 0, 0, 0] }",
                 {"'woven_moduli' is the list [0, 0, 0, 0], but must be four numbers [a11, a12, a22, g12]",
                  "only a12 may be 0"});
  expect_refused("shell = { woven_moduli = [1, -1, 1, 1] }",
                 {"item 2 of 'woven_moduli' is the number -1, but must be a number >= 0"});
  expect_refused("shell = { woven_moduli = [1, 2] }",
                 {"'woven_moduli' is the list [1, 2], but must be four numbers"});
  EXPECT_EQ(shell("woven_moduli = [1e6, 0, 1e6, 1e5], woven_limits = [0.1, 0.1, 0.1]").weave->moduli.a12, 0);
}

TEST(ReadMaterial, BendingHasThePublishedConstantsUnlessAsked) {
  EXPECT_EQ(shell("").bending_constants, BendingConstants::published);
  EXPECT_EQ(shell("bending_constants = \"plate\"").bending_constants, BendingConstants::plate);
  expect_refused("shell = { bending_constants = \"beam\" }", {"must be \"published\" or \"plate\""});
}

TEST(ReadMaterial, SolidKeysAreRead) {
  const auto solid = material_of<SolidMaterial>(
      "solid = { law = \"stvk\", young = 2e6, poisson = 0.1, density = 50, damping = 0.5 }");
  EXPECT_EQ(solid.law, ElasticLaw::stvk);
  EXPECT_EQ(solid.young, 2e6);
  EXPECT_EQ(solid.poisson, 0.1);
  EXPECT_EQ(solid.density, 50);
  EXPECT_EQ(solid.damping, 0.5);
}

TEST(ReadMaterial, ShellKeysAreRead) {
  const ShellMaterial it = shell(
      "law = \"stvk\", young = 2e6, poisson = 0.1, density = 50, thickness = 2e-3, membrane = 0.5, "
      "bending = 3, strain_limit = 0.2, limit_onset = 0.1, compression_limit = 0.3, limit_stiffness = 7, "
      "rest = \"texture\", texture_scale = 2, rest_angles = \"flat\", seam_stiffness = 9, damping = 0.5");
  EXPECT_EQ(it.material, "");
  EXPECT_EQ(it.law, MembraneLaw::stvk);
  EXPECT_EQ(it.young, 2e6);
  EXPECT_EQ(it.poisson, 0.1);
  EXPECT_EQ(it.density, 50);
  EXPECT_EQ(it.thickness, 2e-3);
  EXPECT_EQ(it.membrane, 0.5);
  EXPECT_EQ(it.bending, 3);
  EXPECT_EQ(it.strain_limit, 0.2);
  EXPECT_EQ(it.limit_onset, 0.1);
  EXPECT_EQ(it.compression_limit, 0.3);
  EXPECT_EQ(it.limit_stiffness, 7);
  EXPECT_EQ(it.rest, RestShape::texture);
  EXPECT_EQ(it.texture_scale, 2);
  EXPECT_EQ(it.rest_angles, RestAngles::flat);
  EXPECT_EQ(it.seam_stiffness, 9);
  EXPECT_EQ(it.damping, 0.5);
  EXPECT_FALSE(it.weave);
}

TEST(ReadMaterial, AShellWithoutKeysIsThatOfTheStruct) {
  const ShellMaterial it = shell(""), standard;
  EXPECT_EQ(it.law, standard.law);
  EXPECT_EQ(it.young, standard.young);
  EXPECT_EQ(it.thickness, standard.thickness);
  EXPECT_EQ(it.rest, RestShape::mesh);
  EXPECT_EQ(it.rest_angles, RestAngles::shape);
  EXPECT_FALSE(it.weave || it.strain_limit || it.compression_limit);
}

TEST(ReadMaterial, RodKeysAreRead) {
  const auto rod = material_of<RodMaterial>(
      "rod = { young = 2e6, density = 50, radius = 2e-3, bending = 3, rest_curvature = \"shape\", damping = "
      "0.5 }");
  EXPECT_EQ(rod.young, 2e6);
  EXPECT_EQ(rod.density, 50);
  EXPECT_EQ(rod.radius, 2e-3);
  EXPECT_EQ(rod.bending, 3);
  EXPECT_EQ(rod.rest_curvature, RestCurvature::shape);
  EXPECT_EQ(rod.damping, 0.5);
  EXPECT_EQ(material_of<RodMaterial>("rod = {}").rest_curvature, RestCurvature::straight);
}

TEST(ReadMaterial, RestShapesAndPlasticityAreRead) {
  const auto solid =
      material_of<SolidMaterial>("solid = { shrink = 0.9, plasticity = 2, plastic_threshold = 0.1 }");
  EXPECT_EQ(solid.shrink, 0.9);
  EXPECT_EQ(solid.plasticity, 2);
  EXPECT_EQ(solid.plastic_threshold, 0.1);
  const ShellMaterial one = shell("shrink = 0.9, law = \"arap\"");
  EXPECT_EQ(one.shrink, Vec2(0.9, 0.9));
  EXPECT_EQ(one.law, MembraneLaw::arap);
  const ShellMaterial two = shell(
      "shrink = [0.9, 1.1], warp = [0, 0, 1], plasticity = 2, plastic_threshold = 0.1, bending_plasticity = "
      "3, bending_threshold = 0.2");
  EXPECT_EQ(two.shrink, Vec2(0.9, 1.1));
  EXPECT_EQ(two.plasticity, 2);
  EXPECT_EQ(two.plastic_threshold, 0.1);
  EXPECT_EQ(two.bending_plasticity, 3);
  EXPECT_EQ(two.bending_threshold, 0.2);
  EXPECT_EQ(shell("law = \"baraff-witkin\", warp = [0, 0, 1]").warp, Vec3(0, 0, 1));
  const auto rod = material_of<RodMaterial>(
      "rod = { rest_length = 0.8, bending_plasticity = 3, bending_threshold = 0.2 }");
  EXPECT_EQ(rod.rest_length, 0.8);
  EXPECT_EQ(rod.bending_plasticity, 3);
  EXPECT_EQ(rod.bending_threshold, 0.2);
}

TEST(ReadMaterial, RestShapesThatCannotBeAreRefused) {
  expect_refused("solid = { shrink = 0 }", {"'shrink'", ">= 0.001"});
  expect_refused("shell = { shrink = [1, 0] }", {"'shrink'"});
  expect_refused("shell = { shrink = [1, 1, 1] }", {"'shrink'", "two numbers"});
  expect_refused("shell = { shrink = \"a lot\" }", {"'shrink'"});
  expect_refused("rod = { rest_length = -1 }", {"'rest_length'"});
  expect_refused("shell = { shrink = 0.9, warp = [0, 0, 1] }", {"'warp'", "directions differ"});
  expect_refused("shell = { law = \"baraff-witkin\", warp = [0, 0, 0] }", {"'warp'", "no direction"});
}

TEST(ReadMaterial, LimitsAndPlasticityInThePlaneExcludeEachOther) {
  expect_refused("shell = { strain_limit = 0.1, plasticity = 1 }",
                 {"'plasticity'", "beside strain_limit", "bending_plasticity"});
  expect_refused("shell = { material = \"woven-silk\", plasticity = 1 }", {"'plasticity'", "woven_limits"});
  EXPECT_EQ(shell("strain_limit = 0.1, bending_plasticity = 1").bending_plasticity, 1);
}

TEST(ReadMaterial, ParticleKeysAreRead) {
  const auto particles = material_of<ParticleMaterial>("particles = { density = 50, radius = 2e-3 }");
  EXPECT_EQ(particles.density, 50);
  EXPECT_EQ(particles.radius, 2e-3);
}

TEST(ReadMaterial, EveryMeasuredMaterialIsKnown) {
  for (const ClothMaterial& m : cloth_materials) {
    const ShellMaterial it = shell("material = \"" + std::string(m.name) + "\"");
    EXPECT_EQ(it.material, m.name);
    EXPECT_EQ(it.density, m.density);
    EXPECT_EQ(it.thickness, m.thickness);
    EXPECT_EQ(it.young, m.young);
    EXPECT_EQ(it.poisson, m.poisson);
    EXPECT_FALSE(it.strain_limit || it.weave) << m.name;
  }
  for (const WovenMaterial& m : woven_materials) {
    const ShellMaterial it = shell("material = \"" + std::string(m.name) + "\"");
    EXPECT_EQ(it.density, m.density);
    EXPECT_EQ(it.young, m.bending_young);
    EXPECT_EQ(it.poisson, 0);
    ASSERT_TRUE(it.weave) << m.name;
    EXPECT_EQ(it.weave->moduli.a22, m.moduli.a22);
    EXPECT_EQ(it.weave->limits.shear, m.limits.shear);
  }
}

TEST(ReadMaterial, KeysBesideAMaterialWinInAnyOrder) {
  for (const char* keys :
       {"material = \"cotton\", young = 7, thickness = 1e-3, strain_limit = \"measured\"",
        "strain_limit = \"measured\", young = 7, material = \"cotton\", thickness = 1e-3",
        "thickness = 1e-3, young = 7, strain_limit = \"measured\", material = \"cotton\""}) {
    const ShellMaterial it = shell(keys);
    EXPECT_EQ(it.young, 7);
    EXPECT_EQ(it.thickness, 1e-3);
    EXPECT_EQ(it.density, cloth_material_named("cotton")->density);
    EXPECT_NEAR(it.strain_limit.value(), 0.0608, 1e-12);
  }
  const ShellMaterial woven = shell("woven_limits = [0.1, 0.2, 0.3], material = \"woven-silk\"");
  EXPECT_EQ(woven.weave->limits.weft, 0.2);
  EXPECT_EQ(woven.weave->moduli.a11, woven_material_named("woven-silk")->moduli.a11);
}

TEST(ReadMaterial, WovenSheetsAreReadFromTheirNumbers) {
  const ShellMaterial it = shell(
      "woven_moduli = [4e6, 1e6, 3e6, 2e6], woven_limits = [0.1, 0.2, 0.3], warp = [0, 0, 2], young = 5");
  ASSERT_TRUE(it.weave);
  EXPECT_EQ(it.weave->moduli.a11, 4e6);
  EXPECT_EQ(it.weave->moduli.a12, 1e6);
  EXPECT_EQ(it.weave->moduli.a22, 3e6);
  EXPECT_EQ(it.weave->moduli.g12, 2e6);
  EXPECT_EQ(it.weave->limits.warp, 0.1);
  EXPECT_EQ(it.weave->limits.weft, 0.2);
  EXPECT_EQ(it.weave->limits.shear, 0.3);
  EXPECT_EQ(it.warp, Vec3(0, 0, 2));
  EXPECT_EQ(it.young, 5);
}

TEST(ReadMaterial, UnknownMaterialsAreNamed) {
  expect_refused("shell = { material = \"coton\" }", {"scene.toml:4:22", "no material 'coton'",
                                                      "did you mean 'cotton'", "lacuna list --materials"});
  expect_refused("shell = { material = \"\" }", {"no material ''", "lacuna list --materials"});
  expect_refused("shell = { material = 3 }", {"'material'", "text"});
}

TEST(ReadMaterial, AMeasuredLimitNeedsAMeasuredSheet) {
  expect_refused("shell = { strain_limit = \"measured\" }",
                 {"needs a measured material", "material = \"cotton\""});
  expect_refused("shell = { strain_limit = \"mesured\" }", {"'strain_limit'", "measured"});
  expect_refused("shell = { material = \"woven-silk\", strain_limit = \"measured\" }",
                 {"'strain_limit'", "woven"});
}

TEST(ReadMaterial, WovenKeysComeTogetherAndAlone) {
  expect_refused("shell = { woven_moduli = [4e6, 1e6, 3e6, 2e6] }", {"belong together"});
  expect_refused("shell = { woven_limits = [0.1, 0.2, 0.3] }", {"belong together"});
  for (const char* other : {"law = \"stvk\"", "strain_limit = 0.1", "compression_limit = 0.1",
                            "limit_onset = 0.1", "limit_stiffness = 1"})
    expect_refused("shell = { material = \"woven-silk\", " + std::string(other) + " }", {"woven sheet"});
  expect_refused("shell = { woven_moduli = [1e6, 2e6, 3e6, 1e6], woven_limits = [1, 1, 1] }",
                 {"a12", "[a11, a12, a22, g12]"});
  expect_refused("shell = { woven_moduli = [1e6, 2e6, 3e6], woven_limits = [1, 1, 1] }",
                 {"'woven_moduli'", "four"});
  expect_refused("shell = { woven_moduli = [4e6, 1e6, 3e6, 2e6], woven_limits = [1, 0, 1] }",
                 {"'woven_limits'"});
}

TEST(ReadMaterial, AWarpHasADirectionInTheSheet) {
  const std::string weave = "shell = { material = \"woven-silk\", ";
  expect_refused(weave + "warp = [0, 0, 0] }", {"'warp'", "no direction"});
  // Patterns are flat, in the plane of x and y.
  expect_refused(weave + "rest = \"texture\", warp = [0, 0, 1] }", {"'warp'", "[1, 0, 0]"});
  expect_refused("shell = { warp = [0, 0, 1] }", {"'warp'", "woven"});
}

TEST(ReadMaterial, LimitsThatContradictEachOtherAreRefused) {
  expect_refused("shell = { strain_limit = 0.1, limit_onset = 0.1 }",
                 {"limit_onset 0.1 is not below strain_limit 0.1"});
  for (const char* key : {"limit_onset = 0.1", "compression_limit = 0.1", "limit_stiffness = 1"})
    expect_refused("shell = { " + std::string(key) + " }", {"needs a strain_limit"});
  expect_refused("shell = { strain_limit = 0 }", {"'strain_limit'"});
  expect_refused("shell = { strain_limit = 0.1, compression_limit = 1.5 }", {"'compression_limit'"});
}

TEST(ReadMaterial, LimitsThatRoundingWouldReachAreRefusedWithTheReason) {
  for (const char* limit : {"1e-17", "1.2e-16", "1e-12", "9e-10"})
    expect_refused(
        std::string("shell = { strain_limit = ") + limit + " }",
        {"scene.toml:4:", "'strain_limit' leaves a range of", "too small beside rounding", "1e-09"});
  expect_refused("shell = { strain_limit = 0.1, limit_onset = 0.09999999999 }", {"'limit_onset' leaves"});
  expect_refused("shell = { strain_limit = 0.1, compression_limit = 1e-16 }", {"'compression_limit' leaves"});
  expect_refused("shell = { woven_moduli = [1e6, 1e5, 1e6, 1e5], woven_limits = [0.1, 1e-16, 0.1] }",
                 {"'woven_limits' leaves a range of 1e-16"});
  EXPECT_EQ(shell("strain_limit = 1e-8").strain_limit, 1e-8);
}

TEST(ReadMaterial, ValuesOutOfRangeAreToldTheRange) {
  expect_refused("shell = { young = 1e300 }", {"1e+300", "> 0, <= 1e+14 (Pa)"});
  expect_refused("shell = { thickness = 1e-300 }", {"1e-300", ">= 1e-09, <= 1000 (m)"});
  expect_refused("rod = { radius = 1e-30 }", {"1e-30", ">= 1e-09"});
  expect_refused("particles = { density = 1e-30 }", {"1e-30", ">= 1e-06"});
  expect_refused("shell = { warp = [1e300, 0, 0] }", {"1e+300", "from -1e+12 to 1e+12"});
  expect_refused("shell = { warp = [nan, 0, 0] }", {"nan", "finite"});
}

TEST(ReadMaterial, NumbersKeepToTheirRanges) {
  for (const char* kind :
       {"shell = { poisson = 0.5 }", "shell = { poisson = -1 }", "shell = { thickness = 0 }",
        "shell = { membrane = 0 }", "shell = { bending = -1 }", "rod = { radius = 0 }",
        "rod = { density = 0 }", "particles = { radius = 0 }", "particles = { density = -1 }"})
    expect_refused(kind, {});
}

}  // namespace
}  // namespace lacuna
