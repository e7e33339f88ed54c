// Reference data from outside the project (meshes, CCD queries with ground truth): set LACUNA_TEST_DATA to
// the folder that holds meshes/ and ccd-queries/. Suites that need it end in Data, and `make test` leaves
// them out without it; called by themselves they skip.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace lacuna::test {

inline std::optional<std::filesystem::path> data_directory() {
  const char* directory = std::getenv("LACUNA_TEST_DATA");
  if (!directory || !std::filesystem::is_directory(directory)) return std::nullopt;
  return directory;
}

}  // namespace lacuna::test

#define LACUNA_REQUIRE_DATA(name)                                                                \
  const auto name##_or_none = ::lacuna::test::data_directory();                                  \
  if (!name##_or_none) GTEST_SKIP() << "needs outside data: set LACUNA_TEST_DATA to its folder"; \
  const std::filesystem::path name = *name##_or_none
