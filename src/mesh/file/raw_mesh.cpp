#include "mesh/file/raw_mesh.h"

#include "base/input_error.h"

#include <fmt/format.h>

namespace lacuna {

std::string RawMesh::place(std::string_view kind, Index number,
                           const std::vector<std::uint32_t>& lines) const {
  const std::uint32_t line = lines[static_cast<std::size_t>(number)];
  return line > 0 ? fmt::format("line {}", line) : fmt::format("{} {} (counting from 0)", kind, number);
}

void RawMesh::fail(std::string_view kind, Index number, const std::vector<std::uint32_t>& lines,
                   const std::string& problem, const std::string& hint) const {
  const std::uint32_t line = lines[static_cast<std::size_t>(number)];
  throw InputError(line > 0 ? fmt::format("{}:{}", name, line)
                            : fmt::format("{}, {} {} (counting from 0)", name, kind, number),
                   problem, hint);
}

}  // namespace lacuna
