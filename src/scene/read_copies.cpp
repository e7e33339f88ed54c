#include "scene/read_copies.h"

namespace lacuna {

namespace {

struct ArrayDraft {
  std::array<Index, 3> counts{1, 1, 1};
  Vec3 spacing{1, 1, 1};
};

const Fields<ArrayDraft>& array_fields() {
  using A = ArrayDraft;
  static const Fields<A> fields = {
      required(field("counts", &A::counts, between(1, 1e6), "", "copies along x, y, z")),
      field("spacing", &A::spacing, any_number, "m", "between the origins of neighbours"),
  };
  return fields;
}

const Fields<StackParam>& stack_fields() {
  using S = StackParam;
  static const Fields<S> fields = {
      required(field("count", &S::count, between(1, 1e6), "", "copies, upwards (y)")),
      field("gap", &S::gap, from_zero(1e6), "m", "between the boxes of neighbours"),
      field("turn", &S::turn, any_number, "degrees",
            "Euler angles added from copy to copy, about its box centre"),
  };
  return fields;
}

struct CopyDraft {
  Vec3 translate{0, 0, 0}, rotate{0, 0, 0};
};

const Fields<CopyDraft>& copy_fields() {
  using C = CopyDraft;
  static const Fields<C> fields = {
      field("translate", &C::translate, any_number, "m", "origin of the copy, before the object's translate"),
      field("rotate", &C::rotate, any_number, "degrees",
            "Euler angles about the copy's origin, after the object's rotate"),
  };
  return fields;
}

}  // namespace

void read_array(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context) {
  ArrayDraft draft;
  read_table(value, {"array", {}}, array_fields(), draft, context);
  const auto [nx, ny, nz] = draft.counts;
  constexpr double most = 1e6;  // copies of one object
  if (static_cast<double>(nx) * ny * nz > most)
    throw InputError(
        value.place.text(),
        fmt::format("'{}' asks for {} x {} x {} copies; the limit is {:g}", info.key, nx, ny, nz, most),
        "use fewer");
  for (Index k = 0; k < nz; ++k) {
    for (Index j = 0; j < ny; ++j) {
      for (Index i = 0; i < nx; ++i) {
        const Vec3 place(i - 0.5 * (nx - 1), j - 0.5 * (ny - 1), k - 0.5 * (nz - 1));
        object.instances.translations.emplace_back(place.cwiseProduct(draft.spacing));
      }
    }
  }
}

void read_stack(const Value& value, const KeyInfo&, SceneObject& object, ReadContext& context) {
  object.instances.stack.emplace();
  read_table(value, {"stack", {}}, stack_fields(), *object.instances.stack, context);
}

void read_copies(const Value& value, const KeyInfo& info, SceneObject& object, ReadContext& context) {
  for_each_table(value, info, context, [&](const Value& item) {
    CopyDraft draft;
    read_table(item, {"'copies'", {}}, copy_fields(), draft, context);
    object.instances.translations.push_back(draft.translate);
    object.instances.rotations.push_back(draft.rotate);
  });
  if (object.instances.translations.empty()) fail_value(value, info, "a list of at least one table");
}

std::vector<KeyTable> copy_key_tables() {
  return {{"Array", "The table `array`: copies on a lattice centred on the object's position, x fastest.",
           infos(array_fields())},
          {"Stack", "The table `stack`: the first copy is where the mesh is.", infos(stack_fields())},
          {"Copies", "A table of the list `copies`.", infos(copy_fields())}};
}

}  // namespace lacuna
