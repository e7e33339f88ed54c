// Assertions. A failed assertion is a bug in lacuna, never the user's mistake: it prints the values and
// aborts.
#pragma once

#include <fmt/core.h>

#include <string>

namespace lacuna {

/// Prints the place and the message to stderr, then aborts.
[[noreturn]] void check_failed(const char* file, int line, const char* condition, const std::string& values);

}  // namespace lacuna

/// Always on: for cold code.   LACUNA_CHECK(a < b, "a={} b={}", a, b)
#define LACUNA_CHECK(condition, ...)                                                      \
  do {                                                                                    \
    if (!(condition)) [[unlikely]]                                                        \
      ::lacuna::check_failed(__FILE__, __LINE__, #condition, ::fmt::format(__VA_ARGS__)); \
  } while (false)

/// Only in debug and sanitizer builds: for hot code.
#if defined(LACUNA_ASSERTIONS) || !defined(NDEBUG)
#define LACUNA_ASSERT(...) LACUNA_CHECK(__VA_ARGS__)
#else
#define LACUNA_ASSERT(...) static_cast<void>(0)
#endif
