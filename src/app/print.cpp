#include "app/print.h"

#include "base/input_error.h"
#include "base/printable.h"

namespace lacuna {
namespace {

void put(std::FILE* out, std::string_view bytes) { (void)std::fwrite(bytes.data(), 1, bytes.size(), out); }

}  // namespace

void print_text(std::FILE* out, std::string_view text) { put(out, printable(text)); }

void erase_line(std::FILE* out) { put(out, "\r\x1b[K"); }

void require_printed() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw InputError("standard output", "cannot be written", "is the disk full?");
}

}  // namespace lacuna
