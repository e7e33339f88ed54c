#include "mesh/file/frame_file.h"

#include "base/file.h"
#include "base/input_error.h"
#include "mesh/file/bytes.h"
#include "mesh/file/ply_data.h"
#include "mesh/file/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lacuna {
namespace {

constexpr std::string_view header_end = "\nend_header\n";
constexpr std::uint64_t vertex_bytes = 61, triangle_bytes = 13, edge_bytes = 8;
constexpr const char* damaged_hint = "the file is damaged or not a lacuna frame; run again with --resume";

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string header(const FrameFile& frame) {
  std::string text = fmt::format("ply\nformat binary_little_endian 1.0\ncomment time {}\ncomment step {}\n",
                                 frame.time, frame.step);
  for (const PlacedHalfSpace& h : frame.half_spaces)
    text += fmt::format("comment half_space {} {} {} {} {} {} {}\n", h.point.x(), h.point.y(), h.point.z(),
                        h.normal.x(), h.normal.y(), h.normal.z(), one_line(h.name));
  for (const PlacedSphere& s : frame.spheres)
    text += fmt::format("comment sphere {} {} {} {} {} {} {} {} {}\n", word_of(s.kind), s.center.x(),
                        s.center.y(), s.center.z(), s.radius, s.axis.x(), s.axis.y(), s.axis.z(),
                        one_line(s.name));
  if (!frame.static_hash.empty())
    text += fmt::format("comment static ../{} {}\n", static_file_name, frame.static_hash);
  text += fmt::format("element vertex {}\n", frame.positions.size());
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz"})
    text += fmt::format("property double {}\n", name);
  text += "property int object\nproperty double offset\nproperty uchar kinematic\n";
  if (!frame.triangles.empty())
    text += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", frame.triangles.size());
  if (!frame.edges.empty())
    text += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", frame.edges.size());
  return text + "end_header\n";
}

/// The comments of a header. `time` and `step` are required.
class Comments {
 public:
  explicit Comments(std::string file) : file_(std::move(file)) {}

  void take(std::string_view comment) {
    Scanner words(comment, file_);
    const std::string_view what = words.line_word();
    if (what == "time") {
      time_ = words.parse_real(words.line_word());
    } else if (what == "step") {
      step_ = words.parse_integer(words.line_word());
    } else if (what == "half_space") {
      PlacedHalfSpace& h = half_spaces.emplace_back();
      for (Vec3* vector : {&h.point, &h.normal})
        for (int i = 0; i < 3; ++i) (*vector)[i] = words.parse_real(words.line_word());
      h.name = words.line_rest();
    } else if (what == "sphere") {
      take_sphere(words);
    } else if (what == "static") {
      words.line_word();  // where it is: always the same
      static_hash_ = words.line_word();
      if (static_hash_.empty()) throw InputError(file_, "'comment static' has no checksum", damaged_hint);
    }
  }

  FrameStamp stamp() const {
    if (std::isnan(time_)) throw InputError(file_, "the header has no 'comment time'", damaged_hint);
    if (step_ < 0 || step_ > std::numeric_limits<Index>::max())
      throw InputError(file_, "the header has no valid 'comment step'", damaged_hint);
    return {time_, static_cast<Index>(step_), static_hash_};
  }

  std::vector<PlacedHalfSpace> half_spaces;
  std::vector<PlacedSphere> spheres;

 private:
  void take_sphere(Scanner& words) {
    PlacedSphere& s = spheres.emplace_back();
    const std::string_view kind = words.line_word();
    const auto known = value_of_word<RoundKind>(kind);
    if (!known)
      throw InputError(file_, fmt::format("'comment sphere' has the unknown kind '{}'", kind), damaged_hint);
    s.kind = *known;
    const auto real = [&] { return words.parse_real(words.line_word()); };
    for (int i = 0; i < 3; ++i) s.center[i] = real();
    s.radius = real();
    for (int i = 0; i < 3; ++i) s.axis[i] = real();
    s.name = words.line_rest();
  }

  std::string file_;
  double time_ = std::nan("");
  std::int64_t step_ = -1;
  std::string static_hash_;
};

class FrameParser {
 public:
  FrameParser(std::string_view bytes, const std::string& name)
      : name_(name), ply_(read_ply_data(bytes, name)) {}

  FrameFile parse() {
    Comments comments(name_);
    for (const std::string& comment : ply_.comments) comments.take(comment);
    frame_.time = comments.stamp().time;
    frame_.step = comments.stamp().step;
    frame_.static_hash = comments.stamp().static_hash;
    frame_.half_spaces = std::move(comments.half_spaces);
    frame_.spheres = std::move(comments.spheres);
    frame_.positions = std::move(ply_.mesh.vertices);
    take_properties();
    take_triangles();
    for (const Edge& e : ply_.mesh.edges) check_indices(e, "edge");
    frame_.edges = std::move(ply_.mesh.edges);
    return std::move(frame_);
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const { throw InputError(name_, problem, damaged_hint); }

  const std::vector<double>& property(const std::string& name) const {
    const auto found = ply_.vertex_properties.find(name);
    if (found == ply_.vertex_properties.end()) fail(fmt::format("the vertices have no property '{}'", name));
    if (found->second.size() != frame_.positions.size()) fail("two kinds of vertices in one file");
    return found->second;
  }

  void take_properties() {
    const size_t count = frame_.positions.size();
    const auto &vx = property("vx"), &vy = property("vy"), &vz = property("vz");
    const auto &object = property("object"), &kinematic = property("kinematic");
    frame_.offsets = property("offset");
    frame_.velocities.resize(count);
    frame_.objects.resize(count);
    frame_.is_kinematic.resize(count);
    for (size_t v = 0; v < count; ++v) {
      frame_.velocities[v] = {vx[v], vy[v], vz[v]};
      if (!(object[v] >= 0 && object[v] <= std::numeric_limits<Index>::max()))
        fail(fmt::format("vertex {} belongs to object {}", v, object[v]));
      frame_.objects[v] = static_cast<Index>(object[v]);
      frame_.is_kinematic[v] = kinematic[v] != 0 ? 1 : 0;
    }
  }

  void take_triangles() {
    frame_.triangles.reserve(static_cast<size_t>(ply_.mesh.face_count()));
    for (Index f = 0; f < ply_.mesh.face_count(); ++f) {
      const auto corners = ply_.mesh.face(f);
      if (corners.size() != 3) fail(fmt::format("face {} has {} corners", f, corners.size()));
      check_indices(corners, "face");
      frame_.triangles.push_back({corners[0], corners[1], corners[2]});
    }
  }

  void check_indices(std::span<const Index> vertices, const char* kind) const {
    for (Index v : vertices)
      if (v < 0 || v >= count_of(frame_.positions))
        fail(
            fmt::format("a {} names vertex {}, but there are {} vertices", kind, v, frame_.positions.size()));
  }

  std::string name_;
  PlyData ply_;
  FrameFile frame_;
};

}  // namespace

void add_static(const FrameFile& static_parts, FrameFile& frame) {
  const auto first = static_cast<Index>(frame.positions.size());
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  const auto append_shifted = [&](auto& to, const auto& from) {
    for (auto element : from) {
      for (Index& v : element) v += first;
      to.push_back(element);
    }
  };
  append(frame.positions, static_parts.positions);
  append(frame.velocities, static_parts.velocities);
  append(frame.objects, static_parts.objects);
  append(frame.offsets, static_parts.offsets);
  append(frame.is_kinematic, static_parts.is_kinematic);
  append_shifted(frame.triangles, static_parts.triangles);
  append_shifted(frame.edges, static_parts.edges);
}

std::string format_frame(const FrameFile& frame) {
  Bytes bytes(Encoding::little_endian);
  bytes.reserve(1024 + vertex_bytes * frame.positions.size() + triangle_bytes * frame.triangles.size() +
                edge_bytes * frame.edges.size());
  bytes.add_text(header(frame));
  for (size_t v = 0; v < frame.positions.size(); ++v) {
    bytes.add(frame.positions[v]);
    bytes.add(frame.velocities[v]);
    bytes.add<std::int32_t>(frame.objects[v]);
    bytes.add<double>(frame.offsets[v]);
    bytes.add<std::uint8_t>(frame.is_kinematic[v]);
  }
  for (const Triangle& triangle : frame.triangles) {
    bytes.add<std::uint8_t>(3);
    for (Index v : triangle) bytes.add<std::int32_t>(v);
  }
  for (const Edge& edge : frame.edges)
    for (Index v : edge) bytes.add<std::int32_t>(v);
  return std::move(bytes).string();
}

FrameFile parse_frame(std::string_view bytes, const std::string& name) {
  return FrameParser(bytes, name).parse();
}

FrameFile read_frame(const std::filesystem::path& path) {
  return parse_frame(read_file(path), path.string());
}

bool has_whole_header(std::string_view head) { return head.find(header_end) != std::string_view::npos; }

FrameStamp parse_frame_stamp(std::string_view head, std::uint64_t file_size, const std::string& name) {
  const size_t end = head.find(header_end);
  if (!head.starts_with("ply\n") || end == std::string_view::npos)
    throw InputError(name, "it has no header", damaged_hint);
  Comments comments(name);
  std::uint64_t wanted_size = end + header_end.size();
  for (std::string_view rest = head.substr(0, end); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.starts_with("comment ")) comments.take(line.substr(8));
    if (!line.starts_with("element ")) continue;
    Scanner words(line, name);
    words.line_word();
    const std::string_view kind = words.line_word();
    const std::int64_t count = words.parse_integer(words.line_word());
    wanted_size +=
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<Index>::max())) *
        (kind == "vertex" ? vertex_bytes
         : kind == "face" ? triangle_bytes
                          : edge_bytes);
  }
  if (file_size != wanted_size)
    throw InputError(name, fmt::format("it has {} bytes instead of {}", file_size, wanted_size),
                     damaged_hint);
  return comments.stamp();
}

}  // namespace lacuna
