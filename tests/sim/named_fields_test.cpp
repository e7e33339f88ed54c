#include "sim/named_fields.h"

#include <gtest/gtest.h>

namespace lacuna::test {
namespace {

struct Memory {
  double stiffness = 0;
  Index count = 0;
  std::vector<Vec3> forces;
};

template <class MemoryType, class Visit>
void for_each_field(MemoryType& memory, Visit&& visit) {
  visit("stiffness", memory.stiffness);
  visit("count", memory.count);
  visit("forces", memory.forces);
}

TEST(NamedFields, GiveBackWhatWasWritten) {
  const Memory written{2.5, 7, {{1, 2, 3}}};
  NamedFields fields;
  write_fields(written, fields);
  Memory read;
  ASSERT_TRUE(read_fields(fields, read));
  EXPECT_EQ(read.stiffness, 2.5);
  EXPECT_EQ(read.count, 7);
  EXPECT_EQ(read.forces, written.forces);
}

TEST(NamedFields, AreReplacedAltogether) {
  NamedFields fields{{"left over", 1.0}, {"count", 3.0}, {"a", 1.0}, {"b", 1.0}};
  write_fields(Memory{1, 2, {}}, fields);
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[1].name, "count");
  EXPECT_EQ(std::get<Index>(fields[1].value), 2);
}

TEST(NamedFields, AMissingValueOrOneOfAnotherTypeChangesNothing) {
  NamedFields fields;
  write_fields(Memory{1, 2, {}}, fields);
  Memory memory{5, 6, {}};
  NamedFields fewer(fields.begin(), fields.end() - 1);
  EXPECT_FALSE(read_fields(fewer, memory));
  fields[1].value = 2.0;
  EXPECT_FALSE(read_fields(fields, memory));
  EXPECT_EQ(memory.stiffness, 5);
  EXPECT_EQ(memory.count, 6);
}

}  // namespace
}  // namespace lacuna::test
