#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace lacuna {

void check_failed(const char* file, int line, const char* condition, const std::string& values) {
  std::fprintf(stderr, "%s:%d: internal check failed: %s (%s)\nThis is a bug in lacuna; please report it.\n",
               file, line, condition, values.c_str());
  std::abort();
}

}  // namespace lacuna
