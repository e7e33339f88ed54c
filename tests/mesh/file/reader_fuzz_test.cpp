// Readers on damaged files: whatever the bytes, a reader returns a valid mesh or throws InputError. Every
// case has a seed of its own, printed on failure; LACUNA_FUZZ_SEED sets the first, LACUNA_FUZZ_SECONDS the
// time per format, a minute unless told otherwise. Leaks are found in the asan preset:
//   LACUNA_FUZZ_SECONDS=60 build/asan/tests/mesh_tests --gtest_filter='ReaderFuzzSlow.*'
#include "base/input_error.h"
#include "base/timer.h"
#include "mesh/file/samples.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>

namespace lacuna::test {
namespace {

using Random = std::mt19937_64;

std::size_t below(std::size_t bound, Random& random) { return bound == 0 ? 0 : random() % bound; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void flip_bits(std::string& file, Random& random) {
  for (std::size_t i = 0, n = 1 + below(4, random); i < n && !file.empty(); ++i)
    file[below(file.size(), random)] ^= static_cast<char>(1U << below(8, random));
}

void insert_bytes(std::string& file, Random& random) {
  const std::size_t at = below(file.size() + 1, random);
  for (std::size_t i = 0, n = 1 + below(6, random); i < n; ++i)
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(at), static_cast<char>(random()));
}

void erase_bytes(std::string& file, Random& random) {
  file.erase(below(file.size() + 1, random), 1 + below(10, random));
}

void truncate(std::string& file, Random& random) { file.resize(below(file.size() + 1, random)); }

/// Puts a number no writer would choose in place of one in the text.
void replace_number(std::string& file, Random& random) {
  static constexpr const char* numbers[] = {"18446744073709551615",
                                            "9223372036854775807",
                                            "-9223372036854775808",
                                            "1e309",
                                            "-1e309",
                                            "1e-400",
                                            "nan",
                                            "-inf",
                                            "0",
                                            "-1",
                                            "-2",
                                            "2147483647",
                                            "2147483648",
                                            "4294967296",
                                            "1000000000000000000",
                                            "1e308",
                                            "1e101",
                                            "0.5",
                                            "3",
                                            "7",
                                            "",
                                            "-",
                                            "1e",
                                            "99999999999999999999999",
                                            "x"};
  std::size_t begin = below(file.size() + 1, random);
  while (begin < file.size() && !is_digit(file[begin])) ++begin;
  std::size_t end = begin;
  while (end < file.size() && (is_digit(file[end]) || file[end] == '.')) ++end;
  file.replace(begin, end - begin, numbers[below(std::size(numbers), random)]);
}

/// Overwrites four or eight bytes, as a count or coordinate in binary data, with an extreme value.
void replace_value(std::string& file, Random& random) {
  static constexpr std::uint64_t values[] = {0,
                                             1,
                                             0x7FFFFFFF,
                                             0x80000000,
                                             0xFFFFFFFF,
                                             0x7FFFFFFFFFFFFFFF,
                                             0x8000000000000000,
                                             0xFFFFFFFFFFFFFFFF,
                                             0x7FF0000000000000,   // infinity
                                             0x7FC000007FF80001,   // NaN as float and double
                                             0x7FEFFFFFFFFFFFFF};  // largest double
  const std::size_t size = random() % 2 == 0 ? 4 : 8;
  const std::uint64_t value = values[below(std::size(values), random)];
  const std::size_t at = below(file.size() + 1, random);
  const bool is_big_endian = random() % 2 == 0;
  for (std::size_t i = 0; i < size && at + i < file.size(); ++i)
    file[at + i] = static_cast<char>(value >> (8 * (is_big_endian ? size - 1 - i : i)));
}

/// First and one past the last character of the line around `at`.
std::pair<std::size_t, std::size_t> line_at(const std::string& file, std::size_t at) {
  std::size_t begin = at, end = at;
  while (begin > 0 && file[begin - 1] != '\n') --begin;
  while (end < file.size() && file[end] != '\n') ++end;
  return {begin, std::min(end + 1, file.size())};
}

void repeat_line(std::string& file, Random& random) {
  const auto [begin, end] = line_at(file, below(file.size() + 1, random));
  const std::string line = file.substr(begin, end - begin);
  for (std::size_t i = 0, n = 1 + below(3, random); i < n; ++i) file.insert(begin, line);
}

void erase_line(std::string& file, Random& random) {
  const auto [begin, end] = line_at(file, below(file.size() + 1, random));
  file.erase(begin, end - begin);
}

void splice(std::string& file, const std::string& other, Random& random) {
  file = file.substr(0, below(file.size() + 1, random)) + other.substr(below(other.size() + 1, random));
}

std::string damaged(const std::vector<Sample>& samples, Random& random) {
  static constexpr void (*changes[])(std::string&, Random&) = {flip_bits,     insert_bytes,   erase_bytes,
                                                               truncate,      replace_number, replace_number,
                                                               replace_value, repeat_line,    erase_line};
  std::string file = samples[below(samples.size(), random)].bytes;
  for (bool goes_on = true; goes_on; goes_on = random() % 5 < 2) {
    if (random() % 10 == 0)
      splice(file, samples[below(samples.size(), random)].bytes, random);
    else
      changes[below(std::size(changes), random)](file, random);
  }
  return file;
}

/// Reads from memory of exactly the file's size, so that a sanitizer sees every byte read behind the end.
/// True if the damage left a mesh.
bool read_damaged(const SampleSet& set, std::uint64_t seed) {
  SCOPED_TRACE(::testing::Message() << set.format << ", LACUNA_FUZZ_SEED=" << seed);
  Random random(seed);
  const std::string file = damaged(set.samples, random);
  const std::vector<char> bytes(file.begin(), file.end());
  try {
    expect_valid(set.read(std::string_view(bytes.data(), bytes.size()), "damaged").mesh);
    return true;
  } catch (const InputError& error) {
    EXPECT_TRUE(error.where.starts_with("damaged") && !error.problem.empty()) << error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not an InputError: " << error.what();
  }
  return false;
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

const SampleSet& set_of(const std::string& format) {
  for (const SampleSet& set : all_samples())
    if (set.format == format) return set;
  throw std::invalid_argument(format);
}

void fuzz_for_seconds(const std::string& format) {
  const SampleSet& set = set_of(format);
  const auto seconds = static_cast<double>(number_from("LACUNA_FUZZ_SECONDS", 60));
  const std::uint64_t first = number_from("LACUNA_FUZZ_SEED", 1);
  const Timer timer;
  std::uint64_t seed = first;
  for (; timer.seconds() < seconds && !::testing::Test::HasFailure(); ++seed) read_damaged(set, seed);
  ::testing::Test::RecordProperty("cases", std::to_string(seed - first));
  std::printf("%s: seeds %llu to %llu\n", format.c_str(), static_cast<unsigned long long>(first),
              static_cast<unsigned long long>(seed - 1));
}

TEST(ReaderFuzzSlow, Obj) { fuzz_for_seconds("obj"); }
TEST(ReaderFuzzSlow, Seg) { fuzz_for_seconds("seg"); }
TEST(ReaderFuzzSlow, Ply) { fuzz_for_seconds("ply"); }
TEST(ReaderFuzzSlow, Stl) { fuzz_for_seconds("stl"); }
TEST(ReaderFuzzSlow, Msh) { fuzz_for_seconds("msh"); }
TEST(ReaderFuzzSlow, Vtk) { fuzz_for_seconds("vtk"); }
TEST(ReaderFuzzSlow, Medit) { fuzz_for_seconds("medit"); }

TEST(ReaderFuzzProperty, DamagedFilesGiveAMeshOrAnInputError) {
  for (const SampleSet& set : all_samples()) {
    int mesh_count = 0;
    for (std::uint64_t seed = 1; seed <= 2000 && !HasFailure(); ++seed) mesh_count += read_damaged(set, seed);
    EXPECT_GT(mesh_count, 100) << set.format << ": the damage must not be so heavy that nothing is read";
    EXPECT_LT(mesh_count, 1900) << set.format << ": the damage must be noticed";
  }
}

TEST(ReaderFuzzProperty, EveryTruncationGivesAMeshOrAnInputError) {
  for (const SampleSet& set : all_samples()) {
    for (const Sample& sample : set.samples) {
      for (std::size_t size = 0; size < sample.bytes.size() && !HasFailure(); ++size) {
        SCOPED_TRACE(::testing::Message() << sample.name << " cut to " << size);
        const std::vector<char> bytes(sample.bytes.begin(),
                                      sample.bytes.begin() + static_cast<std::ptrdiff_t>(size));
        try {
          expect_valid(set.read(std::string_view(bytes.data(), size), sample.name).mesh);
        } catch (const InputError&) {
        }
      }
    }
  }
}

}  // namespace
}  // namespace lacuna::test
