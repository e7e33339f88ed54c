#include "scene/cloth_materials.h"

#include <gtest/gtest.h>

#include <set>

namespace lacuna::test {
namespace {

TEST(ClothMaterials, HaveUniqueNamesAndAreFoundByThem) {
  std::set<std::string_view> names;
  for (const ClothMaterial& m : cloth_materials) {
    EXPECT_TRUE(names.insert(m.name).second) << m.name;
    EXPECT_EQ(cloth_material_named(m.name)->young, m.young);
  }
  for (const WovenMaterial& m : woven_materials) {
    EXPECT_TRUE(names.insert(m.name).second) << m.name;
    EXPECT_EQ(woven_material_named(m.name)->density, m.density);
  }
  EXPECT_FALSE(cloth_material_named("velvet"));
  EXPECT_FALSE(woven_material_named("cotton"));
}

// A sheet that resists every small strain, and limits that admit the rest shape.
TEST(ClothMaterials, AreStable) {
  for (const ClothMaterial& m : cloth_materials) {
    EXPECT_TRUE(m.young > 0 && m.density > 0 && m.poisson > -1 && m.poisson < 0.5 && m.stretch_limit > 1)
        << m.name;
    EXPECT_TRUE(m.thickness > 1e-4 && m.thickness < 2e-3) << m.name;
  }
  for (const WovenMaterial& m : woven_materials) {
    EXPECT_GT(m.moduli.a11 * m.moduli.a22, m.moduli.a12 * m.moduli.a12) << m.name;
    EXPECT_TRUE(m.moduli.g12 > 0 && m.bending_young > 0 && m.density > 0) << m.name;
    EXPECT_TRUE(m.limits.warp > 0 && m.limits.weft > 0 && m.limits.shear > 0) << m.name;
    EXPECT_TRUE(m.thickness > 1e-4 && m.thickness < 2e-3) << m.name;
  }
}

}  // namespace
}  // namespace lacuna::test
