#include "scene/shape_table.h"

namespace lacuna {

namespace {

/// Index of a type among the alternatives of MeshSource.
template <class Shape, size_t i = 0>
constexpr size_t alternative_of() {
  if constexpr (std::is_same_v<std::variant_alternative_t<i, MeshSource>, Shape>) {
    return i;
  } else {
    return alternative_of<Shape, i + 1>();
  }
}

template <class Shape>
ShapeEntry shape(std::string name, std::string text, Fields<Shape> fields) {
  return {std::move(name), std::move(text), alternative_of<Shape>(), infos(fields),
          [fields](const Value& value, const TableTopic& topic, ReadContext& context) -> MeshSource {
            Shape read;
            read_table(value, topic, fields, read, context);
            return read;
          }};
}

constexpr Range length = above_zero(1e6);
constexpr Range count = between(1, 1e6);

template <class Shape>
Field<Shape> metres(std::string key, double Shape::*member, std::string meaning) {
  return field(std::move(key), member, length, "m", std::move(meaning));
}

template <class Shape>
Field<Shape> resolution(Index Shape::*member, std::string meaning) {
  return field("resolution", member, count, "", std::move(meaning));
}

/// Points of the plane, at least two.
template <class Shape>
Field<Shape> points(std::string key, std::vector<Vec2> Shape::*member, std::string meaning) {
  return {{std::move(key), "list of pairs", "m", "", std::move(meaning), any_number},
          [member](const Value& value, const KeyInfo& info, Shape& shape, ReadContext&) {
            read_into(value, info, shape.*member);
            if ((shape.*member).size() < 2) fail_value(value, info, "a list of at least two pairs");
          }};
}

template <class Shape>
Field<Shape> vectors(std::string key, std::vector<Vec3> Shape::*member, std::string unit,
                     std::string standard, std::string meaning) {
  return {{std::move(key), "list of vectors", std::move(unit), std::move(standard), std::move(meaning),
           any_number},
          [member](const Value& value, const KeyInfo& info, Shape& shape, ReadContext&) {
            read_into(value, info, shape.*member);
          }};
}

std::vector<ShapeEntry> blocks() {
  using H = HexahedronShape;
  return {
      shape<UnitTetShape>(
          "tet", "Solid or surface. One tet with corners at the origin and at 1 m along each axis.", {}),
      shape<H>("hexahedron", "Solid or surface. A convex block of six tets.",
               {{{"corners", "list of eight vectors", "m", "unit cube from the origin",
                  "in the order of a box: x fastest, then y, then z", any_number},
                 [](const Value& value, const KeyInfo& info, H& h, ReadContext&) {
                   read_into(value, info, h.corners);
                 }}}),
      shape<BoxShape>("box", "Solid or surface, centred.",
                      {field("size", &BoxShape::size, length, "m", "edge lengths"),
                       field("resolution", &BoxShape::resolution, count, "", "cells along x, y, z")}),
      shape<MatShape>("mat", "Solid or surface. A square plate in the xz plane, one layer of cells.",
                      {metres("size", &MatShape::size, "side length"),
                       metres("thickness", &MatShape::thickness, "along y"),
                       field("nodes", &MatShape::nodes, between(2, 1e5), "", "vertices along each side")}),
      shape<SpikeShape>("spike", "Solid or surface. A pyramid of two tets, base in y = 0, apex above.",
                        {metres("width", &SpikeShape::width, "of the square base"),
                         metres("height", &SpikeShape::height, "of the apex")}),
      shape<WedgeShape>("wedge", "Solid or surface. A prism of three tets, base in y = 0, ridge along z.",
                        {metres("width", &WedgeShape::width, "of the base, along x"),
                         metres("height", &WedgeShape::height, "of the ridge"),
                         metres("length", &WedgeShape::length, "along z")}),
      shape<CliffShape>("cliff", "Surface. A frustum with its top in y = 0.",
                        {metres("width", &CliffShape::width, "of the top"),
                         metres("foot_width", &CliffShape::foot_width, "of the bottom"),
                         metres("height", &CliffShape::height, "height")}),
      shape<InternalEdgesShape>("internal-edges",
                                "Surface. A block whose flat top, y = 0, has triangles of all sizes.",
                                {metres("width", &InternalEdgesShape::width, "of the square"),
                                 metres("height", &InternalEdgesShape::height, "height")}),
      shape<CrackShape>(
          "crack", "Surface. A block with a V-shaped groove along z in its top, y = 0.",
          {metres("width", &CrackShape::width, "along x"), metres("length", &CrackShape::length, "along z"),
           metres("height", &CrackShape::height, "height"),
           metres("crack_width", &CrackShape::crack_width, "of the groove, at the top"),
           metres("crack_depth", &CrackShape::crack_depth, "of the groove")}),
      shape<HoleShape>("hole", "Surface. A square frame around a hole with vertical walls, top in y = 0.",
                       {metres("width", &HoleShape::width, "outer side length"),
                        metres("hole_width", &HoleShape::hole_width, "inner side length"),
                        metres("height", &HoleShape::height, "height")}),
      shape<ArchStoneShape>(
          "arch-stone", "Solid or surface. The stones of a round arch in the xy plane, springings at y = 0.",
          {field("count", &ArchStoneShape::count, between(1, 1e4), "", "stones of the arch"),
           field("index", &ArchStoneShape::index, between(-1, 1e4), "",
                 "one stone, counted from 0 at +x over the crown; -1: all"),
           metres("radius", &ArchStoneShape::radius, "of the inner side"),
           metres("thickness", &ArchStoneShape::thickness, "radially"),
           metres("depth", &ArchStoneShape::depth, "along z"),
           field("rise", &ArchStoneShape::rise, between(1, 120), "degrees",
                 "from a springing to the crown; 90 is a semicircle"),
           field("gap", &ArchStoneShape::gap, from_zero(1e3), "m", "between neighbours")}),
  };
}

std::vector<ShapeEntry> round_shapes() {
  using L = LatheShape;
  return {
      shape<SphereShape>(
          "sphere", "Solid or surface.",
          {metres("radius", &SphereShape::radius, "radius"),
           resolution(&SphereShape::resolution, "edges per radius: 10 n^2 + 2 surface vertices, 20 n^3 tets"),
           field("spikes", &SphereShape::spikes, between(0, 1e4), "",
                 "pointed cones spread over it; each needs several edges across"),
           field("spike_height", &SphereShape::spike_height, from_zero(1e6), "m",
                 "of the spikes, beyond the radius, which it must not exceed; many spikes must be lower")}),
      shape<CylinderShape>("cylinder", "Solid or surface, axis y.",
                           {metres("radius", &CylinderShape::radius, "radius"),
                            metres("height", &CylinderShape::height, "along y"),
                            resolution(&CylinderShape::resolution, "edges per radius")}),
      shape<TorusShape>("torus", "Solid or surface, lies in the xz plane.",
                        {metres("radius", &TorusShape::radius, "of the centre circle"),
                         metres("tube_radius", &TorusShape::tube_radius, "of the tube, below radius"),
                         resolution(&TorusShape::resolution, "edges per tube radius")}),
      shape<SpindleShape>("spindle", "Solid or surface. A smooth tapered body along x, nose at +x.",
                          {metres("length", &SpindleShape::length, "along x"),
                           metres("radius", &SpindleShape::radius, "largest radius"),
                           field("peak", &SpindleShape::peak, between(0.1, 0.9), "",
                                 "position of the largest radius, from the nose"),
                           resolution(&SpindleShape::resolution, "edges per radius")}),
      shape<L>(
          "lathe",
          "A profile revolved about y: an open or closed surface, or with a wall a solid or its surface, "
          "such as "
          "a plate, a glass or a bottle.",
          {required(points("profile", &L::profile,
                           "corners [radius, y] from the bottom up; the first and "
                           "the last may be on the axis, radius 0")),
           field("wall", &L::wall, from_zero(1e6), "m",
                 "thickness, to the left of the profile; 0: a surface"),
           points("inner", &L::inner,
                  "the other side of a wall of uneven thickness: a point for each corner"),
           resolution(&L::resolution, "edges per largest radius")}),
      shape<MannequinShape>("mannequin",
                            "Surface. A body with elliptical sections, soles at y = 0, wide along x.",
                            {metres("height", &MannequinShape::height, "from the soles to the crown"),
                             resolution(&MannequinShape::resolution, "edges per radius of the hips")}),
      shape<TubeShape>("tube", "Surface. A pipe with walls, axis y.",
                       {metres("radius", &TubeShape::radius, "outer radius"),
                        metres("inner_radius", &TubeShape::inner_radius, "inner radius"),
                        metres("height", &TubeShape::height, "along y"),
                        resolution(&TubeShape::resolution, "edges per outer radius")}),
      shape<ConeShape>(
          "cone", "Surface, base below.",
          {metres("radius", &ConeShape::radius, "of the base"),
           field("top_radius", &ConeShape::top_radius, from_zero(1e6), "m", "0 is a pointed cone"),
           metres("height", &ConeShape::height, "along y"),
           resolution(&ConeShape::resolution, "edges per base radius")}),
      shape<CapsuleShape>("capsule", "Surface, along y.",
                          {metres("radius", &CapsuleShape::radius, "radius"),
                           metres("height", &CapsuleShape::height, "from tip to tip"),
                           resolution(&CapsuleShape::resolution, "edges per radius")}),
      shape<BowlShape>("bowl", "Open surface: half a sphere, rim at y = 0.",
                       {metres("radius", &BowlShape::radius, "radius"),
                        resolution(&BowlShape::resolution, "edges per radius")}),
      shape<FunnelShape>("funnel", "Open surface: a cone above y = 0, a spout below.",
                         {metres("radius", &FunnelShape::radius, "of the upper rim"),
                          metres("spout_radius", &FunnelShape::spout_radius, "of the spout"),
                          metres("height", &FunnelShape::height, "of the cone"),
                          metres("spout_height", &FunnelShape::spout_height, "of the spout"),
                          resolution(&FunnelShape::resolution, "edges per radius")}),
      shape<SleeveShape>("sleeve", "Open surface: a thin cylinder around y.",
                         {metres("radius", &SleeveShape::radius, "radius"),
                          metres("height", &SleeveShape::height, "along y"),
                          field("around", &SleeveShape::around, between(3, 1e6), "", "edges around"),
                          field("along", &SleeveShape::along, between(0, 1e6), "",
                                "rows from end to end; 0 makes nearly equilateral triangles")}),
      shape<DiskShape>("disk", "Open surface in the xz plane, normal +y.",
                       {metres("radius", &DiskShape::radius, "radius"),
                        resolution(&DiskShape::resolution, "edges per radius")}),
  };
}

std::vector<ShapeEntry> thin_shapes() {
  using G = GridShape;
  using U = UnstructuredGridShape;
  using K = RibbonKnotShape;
  using R = RibbonShape;
  using B = RodBundleShape;
  using N = NetShape;
  using P = ParticleBoxShape;
  return {
      shape<G>("grid", "Open surface: a rectangle in the xz plane, normal +y.",
               {field("size", &G::size, length, "m", "along x and z"),
                field("resolution", &G::resolution, count, "", "cells along x and z"),
                choice("pattern", &G::pattern, "diagonals of the cells")}),
      shape<U>("unstructured-grid", "The same without preferred directions.",
               {field("size", &U::size, length, "m", "along x and z"),
                metres("edge_length", &U::edge_length, "mean"),
                field("seed", &U::seed, between(0, 1e12), "", "random seed; each gives another mesh")}),
      shape<PanelShape>(
          "panel",
          "Open surface: a piece of cloth in the xz plane, normal +y, with texture coordinates as its rest "
          "shape.",
          {required(points("outline", &PanelShape::outline, "corners [x, z] in order, in either direction")),
           metres("edge_length", &PanelShape::edge_length, "mean; sides of equal length are cut equally"),
           field("seed", &PanelShape::seed, between(0, 1e12), "", "random seed; each gives another mesh")}),
      shape<R>(
          "ribbon", "Open surface: a strip along a smooth curve, with the flat strip as texture coordinates.",
          {vectors("points", &R::points, "m", "[[-0.5, 0, 0], [0.5, 0, 0]]", "of the middle line, in order"),
           vectors("normals", &R::normals, "", "[[0, 1, 0]]", "of the surface: one, or one for each point"),
           metres("width", &R::width, "of the strip"),
           metres("edge_length", &R::edge_length, "mean; half the width if that is less"),
           field("seed", &R::seed, between(0, 1e12), "", "random seed; each gives another mesh")}),
      shape<K>("ribbon-knot",
               "Open surface: two ribbons in a loose reef knot, flat in the xz plane. Pull the ends along -x "
               "and +x "
               "to tighten it.",
               {metres("width", &K::width, "of the ribbons"),
                metres("length", &K::length, "of the whole, along x: at least 13.8 widths"),
                metres("edge_length", &K::edge_length, "mean; at most half the width"),
                metres("gap", &K::gap, "between the ribbons where they cross, at most the width"),
                field("index", &K::index, between(-1, 1), "", "one ribbon, 0 at -x or 1 at +x; -1: both"),
                field("seed", &K::seed, between(0, 1e12), "", "random seed; each gives another mesh")}),
      shape<RodShape>("rod", "Edges along a line, centred.",
                      {metres("length", &RodShape::length, "end to end"),
                       field("segments", &RodShape::segments, count, "", "edges"),
                       field("axis", &RodShape::axis, any_number, "", "direction")}),
      shape<B>("rod-bundle", "Edges: parallel rods in a round bundle, centred.",
               {field("rows", &B::rows, between(3, 1e4), "",
                      "of the lattice; row j has int(2 sqrt(((n-1)/2)^2 - (j-(n-1)/2)^2)) rods"),
                metres("pitch", &B::pitch, "between neighbours"), metres("length", &B::length, "end to end"),
                field("segments", &B::segments, count, "", "edges of each rod"),
                field("axis", &B::axis, any_number, "", "direction"),
                field("length_jitter", &B::length_jitter, from_zero(1e6), "m",
                      "largest random shortening at the start of each rod; the ends along axis stay aligned"),
                field("seed", &B::seed, between(0, 1e12), "", "of the shortenings")}),
      shape<N>(
          "net", "Edges: rods along x and along z that cross, around y = 0.",
          {field("size", &N::size, length, "m", "lengths of the rods along x and along z"),
           field("counts", &N::counts, count, "", "rods along x and rods along z"),
           field("segments", &N::segments, count, "",
                 "edges of each rod: at least two for each rod it crosses; approximate if joined"),
           metres("weave", &N::weave, "height over and under alternate crossings"),
           field("joined", &N::joined, any_number, "", "rods share vertices where they cross, at y = 0")}),
      shape<P>(
          "particles", "Points on a lattice, centred.",
          {field("counts", &P::counts, count, "", "along x, y, z"),
           metres("spacing", &P::spacing, "between neighbours"),
           choice("pattern", &P::pattern, "the lattice"),
           field("jitter", &P::jitter, from_zero(1e6), "m", "largest random displacement of a coordinate"),
           field("seed", &P::seed, between(0, 1e12), "", "of the random displacements")}),
  };
}

}  // namespace

const std::vector<ShapeEntry>& shape_table() {
  static const std::vector<ShapeEntry> table = [] {
    std::vector<ShapeEntry> all = blocks();
    for (auto& more : {round_shapes(), thin_shapes()}) all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return table;
}

}  // namespace lacuna
