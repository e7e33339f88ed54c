#include "io/checkpoint.h"

#include "base/file.h"
#include "base/input_error.h"
#include "base/process.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lacuna::test {
namespace {

namespace fs = std::filesystem;

constexpr Fingerprint fingerprint{40, 1234567890123456789U};

State random_state(std::uint64_t stream) {
  Random random(stream);
  State state;
  state.step = 12;
  state.time = random.uniform(0, 1);
  for (auto* list : {&state.x, &state.v, &state.x_before, &state.v_before})
    for (int i = 0; i < 40; ++i) list->push_back(random.in_box());
  state.x[3] = {-0.0, std::numeric_limits<double>::denorm_min(), 1e300};
  state.time_remainder = 1e-17;
  state.dt_before = random.uniform(0, 1);
  state.rest_shapes = {random.uniform(0, 1), 1.0 / 3};
  state.memory = {{"stiffness", 1e9 + 1.0 / 3},
                  {"steps left", Index{-7}},
                  {"energies", std::vector<double>{random.uniform(-1, 1), -0.0}},
                  {"order", std::vector<Index>{3, 1, 2}},
                  {"forces", std::vector<Vec3>{random.in_box(), random.in_box()}}};
  return state;
}

TEST(Checkpoint, RoundTripKeepsEveryBit) {
  for (int i = 0; i < 10; ++i) {
    const std::string bytes = format_checkpoint(random_state(static_cast<std::uint64_t>(i)), fingerprint);
    const Checkpoint back = parse_checkpoint(bytes, "c");
    EXPECT_EQ(back.fingerprint, fingerprint);
    EXPECT_EQ(format_checkpoint(back.state, back.fingerprint), bytes);
    EXPECT_EQ(back.state.x, random_state(static_cast<std::uint64_t>(i)).x);
    EXPECT_EQ(back.state.rest_shapes, random_state(static_cast<std::uint64_t>(i)).rest_shapes);
    EXPECT_EQ(back.state.memory, random_state(static_cast<std::uint64_t>(i)).memory);
    EXPECT_TRUE(std::signbit(back.state.x[3].x()));
  }
}

TEST(Checkpoint, EmptyListsStayEmpty) {
  State state = random_state(0);
  state.x_before.clear();
  state.memory = {{"energies", std::vector<double>()}, {"order", std::vector<Index>()}};
  const State back = parse_checkpoint(format_checkpoint(state, fingerprint), "c").state;
  EXPECT_TRUE(back.x_before.empty());
  EXPECT_EQ(back.memory, state.memory);
  EXPECT_EQ(back.v_before, state.v_before);
}

TEST(Checkpoint, AnyTruncationOrFlippedBitIsAnInputError) {
  const std::string good = format_checkpoint(random_state(0), fingerprint);
  for (size_t size = 0; size < good.size(); size += size < 200 ? 1 : 37)
    EXPECT_THROW(parse_checkpoint(good.substr(0, size), "c"), InputError) << size;
  for (size_t bit = 0; bit < 8 * good.size(); bit += 13) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_THROW(parse_checkpoint(bad, "c"), InputError) << bit;
  }
  EXPECT_THROW(parse_checkpoint(good + "x", "c"), InputError);
}

/// With the checksum mended, so that damage reaches what lies behind it.
TEST(CheckpointProperty, FieldsThatLieAreFoundWithoutTheChecksum) {
  const std::string good = format_checkpoint(random_state(0), fingerprint);
  constexpr size_t header = 40;
  Random random;
  for (int i = 0; i < 20000; ++i) {
    std::string bad = good;
    for (int n = random.between(1, 3); n > 0; --n)
      bad[header + static_cast<size_t>(
                       random.below(random.chance(0.5) ? 80 : static_cast<int>(good.size() - header)))] =
          static_cast<char>(random.chance(0.5) ? 255 : random.below(256));
    const std::uint64_t sum = hash_of(std::string_view(bad).substr(0, header - 8)) ^
                              std::rotl(hash_of(std::string_view(bad).substr(header)), 1);
    std::memcpy(bad.data() + header - 8, &sum, 8);
    const std::vector<char> exact(bad.begin(), bad.end());  // a sanitizer sees every byte read behind the end
    try {
      const Checkpoint read = parse_checkpoint({exact.data(), exact.size()}, "c");
      EXPECT_EQ(read.state.x.size(), 40U);
    } catch (const InputError& error) {
      EXPECT_EQ(error.where, "c");
    }
  }
}

TEST(Checkpoint, LastThreeAreKept) {
  const TemporaryDirectory folder;
  State state = random_state(0);
  for (state.step = 10; state.step <= 60; state.step += 10)
    save_checkpoint(Folder::make(folder.path()), state, fingerprint);
  const auto count = std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
  EXPECT_EQ(count, 3);
  EXPECT_EQ(load_latest_checkpoint(Folder::make(folder.path()), fingerprint)->state.step, 60);
}

TEST(Checkpoint, DamagedOnesArePassedOverWithANotice) {
  const TemporaryDirectory folder;
  State state = random_state(0);
  for (state.step = 1; state.step <= 3; ++state.step)
    save_checkpoint(Folder::make(folder.path()), state, fingerprint);
  const fs::path latest = folder.path() / "checkpoint_000003.bin";
  fs::resize_file(latest, fs::file_size(latest) / 2);
  const auto loaded = load_latest_checkpoint(Folder::make(folder.path()), fingerprint);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->state.step, 2);
  ASSERT_EQ(loaded->notices.size(), 1U);
  EXPECT_NE(loaded->notices[0].find("checkpoint_000003.bin"), std::string::npos);
  // Going on from step 2 must not lose the new checkpoint behind the damaged one.
  state.step = 2;
  save_checkpoint(Folder::make(folder.path()), state, fingerprint);
  EXPECT_FALSE(fs::exists(latest));
}

TEST(Checkpoint, NoneIsNothingAndAllDamagedIsAnError) {
  const TemporaryDirectory folder;
  EXPECT_FALSE(load_latest_checkpoint(Folder::make(folder.path()), fingerprint));
  write_file(folder.path() / "checkpoint_000001.bin", "nonsense");
  try {
    std::ignore = load_latest_checkpoint(Folder::make(folder.path()), fingerprint);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(error.problem.find("none of the 1"), std::string::npos);
    EXPECT_NE(error.hint.find("--resume"), std::string::npos);
  }
}

TEST(Checkpoint, AnotherSceneIsExplained) {
  const TemporaryDirectory folder;
  save_checkpoint(Folder::make(folder.path()), random_state(0), fingerprint);
  try {
    std::ignore = load_latest_checkpoint(Folder::make(folder.path()), {40, 5});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(error.problem.find("scene has changed"), std::string::npos);
  }
  try {
    std::ignore = load_latest_checkpoint(Folder::make(folder.path()), {41, 1234567890123456789U});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(error.problem.find("40 vertices"), std::string::npos);
    EXPECT_NE(error.hint.find("-o"), std::string::npos);
  }
}

}  // namespace
}  // namespace lacuna::test
