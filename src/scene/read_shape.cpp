#include "scene/read_shape.h"

#include "mesh/file/read_mesh.h"
#include "scene/shape_table.h"
#include "scene/suggest.h"

#include <algorithm>
#include <cmath>

namespace lacuna {

namespace {

/// Keys of every `mesh` table.
struct MeshDraft {
  MeshUse use = MeshUse::all;
  std::string shape, file;
};

const Fields<MeshDraft>& mesh_fields() {
  using D = MeshDraft;
  static const Fields<D> fields = {
      {{"shape", "text", "", "", "one of the shapes below, whose keys go into the same table", {}},
       [](const Value& value, const KeyInfo& info, D& draft, ReadContext&) {
         read_into(value, info, draft.shape);
       }},
      {{"file",
        "text",
        "",
        "",
        fmt::format("mesh file ({}), relative to the scene's folder", mesh_extensions()),
        {}},
       [](const Value& value, const KeyInfo& info, D& draft, ReadContext&) {
         read_into(value, info, draft.file);
         if (draft.file.empty()) fail_value(value, info, "the name of a file");
       }},
      choice("as", &D::use,
             "the part of the mesh to use: everything the object can be made of, the surface, or only the "
             "edges or "
             "the corners of its triangles"),
  };
  return fields;
}

template <class Element>
Field<ExplicitShape> element_field(std::string key, std::vector<Element> ExplicitShape::*member,
                                   size_t corners) {
  return {{std::move(key), "list of lists of whole numbers", "", "[]",
           fmt::format("{} vertices each, counted from 0", corners), between(0, 2e9)},
          [member](const Value& value, const KeyInfo& info, ExplicitShape& shape, ReadContext&) {
            read_into(value, info, shape.*member);
            for (size_t i = 0; i < (shape.*member).size(); ++i) {
              auto sorted = (shape.*member)[i];
              std::sort(sorted.begin(), sorted.end());
              if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) continue;
              throw InputError(value.place.text(),
                               fmt::format("element {} of '{}' names a vertex twice", i, info.key),
                               "elements count from 0");
            }
          }};
}

const Fields<ExplicitShape>& explicit_fields() {
  using E = ExplicitShape;
  static const Fields<E> fields = {
      {{"vertices", "list of vectors", "m", "", "positions", any_number},
       [](const Value& value, const KeyInfo& info, E& shape, ReadContext&) {
         read_into(value, info, shape.vertices);
         if (shape.vertices.empty()) fail_value(value, info, "a list of at least one vector");
       }},
      element_field("tets", &E::tets, 4),
      element_field("triangles", &E::triangles, 3),
      element_field("edges", &E::edges, 2),
  };
  return fields;
}

template <class Elements>
void check_indices(const Elements& elements, Index vertex_count, const std::string& name,
                   const Place& place) {
  for (size_t i = 0; i < elements.size(); ++i) {
    const Index largest = *std::max_element(elements[i].begin(), elements[i].end());
    if (largest >= vertex_count)
      throw InputError(place.text(),
                       fmt::format("element {} of '{}' names vertex {}, but there are {} vertices", i, name,
                                   largest, vertex_count),
                       "vertices count from 0");
  }
}

MeshSource read_explicit(const Value& value, ReadContext& context) {
  ExplicitShape shape;
  const size_t errors_before = context.errors.size();
  read_table(value, {"mesh", {"as"}}, explicit_fields(), shape, context);
  if (context.errors.size() > errors_before)
    return shape;  // vertices may be missing only because one was wrong
  const Index n = count_of(shape.vertices);
  check_indices(shape.tets, n, "tets", value.place);
  check_indices(shape.triangles, n, "triangles", value.place);
  check_indices(shape.edges, n, "edges", value.place);
  return shape;
}

MeshSource read_named_shape(const Value& value, const Value& name_value, const std::string& name,
                            ReadContext& context) {
  std::vector<std::string> names;
  for (const ShapeEntry& entry : shape_table()) {
    if (entry.name == name)
      return entry.read(value, {fmt::format("mesh of shape \"{}\"", name), {"shape", "as"}}, context);
    names.push_back(entry.name);
  }
  throw InputError(name_value.place.text(), fmt::format("unknown shape \"{}\"", name),
                   suggestion(name, names));
}

/// The valid keys depend on the kind of mesh; a misspelt key must not hide the kind.
void read_common(const Value& value, MeshDraft& draft, ReadContext& context) {
  for (const Field<MeshDraft>& field : mesh_fields()) {
    const Value* found = value.as<ValueTable>()->find(field.info.key);
    if (found != nullptr) field.read(*found, field.info, draft, context);
  }
}

void fail_no_source(const Value& value) {
  const std::vector<std::string> names = {"shape", "file", "vertices"};
  for (const ValueEntry& entry : value.as<ValueTable>()->entries) {
    const std::string nearest = nearest_word(entry.key, names);
    if (!nearest.empty() && nearest != entry.key)
      throw InputError(entry.place.text(), fmt::format("unknown key '{}' in mesh", entry.key),
                       fmt::format("did you mean '{}'?", nearest));
  }
  throw InputError(
      value.place.text(), "mesh must have exactly one of 'shape', 'file' and 'vertices'",
      R"(for example mesh = { shape = "sphere", radius = 0.5 } or mesh = { file = "ball.msh" })");
}

struct NoKeys {};

}  // namespace

void read_mesh_source(const Value& value, SceneObject& object, ReadContext& context) {
  const ValueTable& table = table_of(value, "mesh");
  const Value *shape = table.find("shape"), *file = table.find("file"), *vertices = table.find("vertices");
  if ((shape ? 1 : 0) + (file ? 1 : 0) + (vertices ? 1 : 0) != 1) fail_no_source(value);
  MeshDraft draft;
  read_common(value, draft, context);
  object.mesh_use = draft.use;
  if (shape != nullptr) {
    object.mesh = read_named_shape(value, *shape, draft.shape, context);
  } else if (file != nullptr) {
    NoKeys none;
    read_table<NoKeys>(value, {"mesh of a file", {"file", "as"}}, {}, none, context);
    object.mesh = MeshFileSource{context.resolve(draft.file, file->place)};
  } else {
    object.mesh = read_explicit(value, context);
  }
}

std::string shape_name(const MeshSource& source) {
  for (const ShapeEntry& entry : shape_table()) {
    if (entry.alternative == source.index()) return entry.name;
  }
  return std::holds_alternative<MeshFileSource>(source) ? "file" : "explicit";
}

MeshSource with_detail(MeshSource source, double detail) {
  const auto scaled = [&](Index count, Index least) {
    return std::max(least, static_cast<Index>(std::lround(std::min(count * detail, 1e9))));
  };
  std::visit(
      [&](auto& shape) {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<Shape, MatShape>) {
          shape.nodes = 1 + scaled(shape.nodes - 1, 1);
        } else if constexpr (std::is_same_v<Shape, SleeveShape>) {
          shape.around = scaled(shape.around, 3);
          if (shape.along > 0) shape.along = scaled(shape.along, 1);
        } else if constexpr (std::is_same_v<Shape, NetShape>) {
          shape.segments =
              scaled(shape.segments, shape.joined ? 1 : 2 * std::max(shape.counts[0], shape.counts[1]));
        } else if constexpr (requires { shape.segments; }) {
          shape.segments = scaled(shape.segments, 1);
        } else if constexpr (requires { shape.edge_length; }) {
          shape.edge_length /= detail;
        } else if constexpr (requires { shape.resolution[0]; }) {
          for (Index& n : shape.resolution) n = scaled(n, 1);
        } else if constexpr (requires { shape.resolution; }) {
          shape.resolution = scaled(shape.resolution, 1);
        }
      },
      source);
  return source;
}

std::vector<KeyTable> shape_key_tables() {
  std::vector<KeyTable> tables = {
      {"Mesh", "The `mesh` table has exactly one of shape, file and vertices.", infos(mesh_fields())},
      {"Mesh written out", "", infos(explicit_fields())}};
  for (const ShapeEntry& entry : shape_table())
    tables.push_back({fmt::format("shape = \"{}\"", entry.name), entry.text, entry.keys});
  return tables;
}

}  // namespace lacuna
