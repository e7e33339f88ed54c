// Values with names: how a solver hands its memory to a checkpoint that does not know the solver.
#pragma once

#include "base/types.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lacuna {

using FieldValue = std::variant<double, Index, std::vector<double>, std::vector<Index>, std::vector<Vec3>>;

struct NamedField {
  std::string name;
  FieldValue value;
  friend bool operator==(const NamedField&, const NamedField&) = default;
};

using NamedFields = std::vector<NamedField>;

// `Memory` is a struct with a function for_each_field(memory, visit) that calls visit(name, value) for each
// of its values, always in the same order.

/// Writes the values of a memory. Does not allocate if the same memory, of the same sizes, was written
/// before.
template <class Memory>
void write_fields(const Memory& memory, NamedFields& fields) {
  size_t count = 0;
  for_each_field(memory, [&](std::string_view name, const auto& value) {
    if (count == fields.size()) fields.emplace_back();
    NamedField& field = fields[count++];
    using Value = std::remove_cvref_t<decltype(value)>;
    field.name = name;
    if (Value* kept = std::get_if<Value>(&field.value))
      *kept = value;
    else
      field.value = value;
  });
  fields.resize(count);
}

/// Reads them back. If a value is missing or of another type, returns false and leaves the memory unchanged.
template <class Memory>
[[nodiscard]] bool read_fields(const NamedFields& fields, Memory& memory) {
  Memory read;
  bool is_complete = true;
  for_each_field(read, [&](std::string_view name, auto& value) {
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&](const NamedField& f) { return f.name == name; });
    using Value = std::remove_cvref_t<decltype(value)>;
    const Value* found = field == fields.end() ? nullptr : std::get_if<Value>(&field->value);
    if (found)
      value = *found;
    else
      is_complete = false;
  });
  if (is_complete) memory = std::move(read);
  return is_complete;
}

}  // namespace lacuna
