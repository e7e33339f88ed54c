#include "verify/promises.h"

#include "base/hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lacuna::verify {
namespace {

constexpr std::int64_t known_format = 2;

/// The recorder's message for a file that it cannot write: "out/run.json: cannot be written: ...".
bool is_output_error(const std::string& cause) { return cause.find(": cannot be ") != std::string::npos; }

class PromiseReader {
 public:
  PromiseReader(const Json& run, Violations& violations) : run_(run), violations_(violations) {}

  Promises read() {
    Promises p;
    check_format();
    p.outcome = outcome();
    p.cause = run_["cause"].string_or("");
    p.can_go_on = !run_["continue"].string_or("").empty();
    if (!run_["contact"].is_bool()) missing("contact");
    p.has_contact = run_["contact"].bool_or(true);
    p.step_count = count(run_["totals"], "steps", "totals");
    p.step = number(run_, "step", "");
    p.duration = number(run_, "duration", "");
    p.limited_triangle_count = count(run_, "limited_triangles", "");
    p.limits_hash = run_["limits_hash"].string_or("");
    p.static_hash = run_["static_hash"].string_or("");
    if (run_["objects"].items().empty()) missing("objects");
    for (const Json& object : run_["objects"].items()) p.objects.push_back(read_object(object));
    for (const Json& half_space : run_["half_spaces"].items())
      p.half_spaces.push_back(read_half_space(half_space));
    if (run_["half_spaces"].is_null()) missing("half_spaces");
    for (const Json& sphere : run_["spheres"].items()) p.spheres.push_back(read_sphere(sphere));
    for (const Json& frame : run_["frames"].items())
      p.frames.push_back({frame["file"].string_or(""), frame["time"].number_or(std::nan("")),
                          static_cast<Index>(frame["step"].integer_or(-1)), frame["hash"].string_or("")});
    for (const Json& pair : run_["no_contact"].items())
      if (pair.items().size() == 2)
        p.no_contact.push_back({pair.items()[0].string_or("?"), pair.items()[1].string_or("?")});
    for (const Json& loss : run_["lost"].items()) complain("lost by the run: {}", loss.string_or("?"));
    return p;
  }

 private:
  template <class... Arguments>
  void complain(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    violations_.add(ViolationKind::missing_record, -1,
                    [&] { return fmt::format(text, std::forward<Arguments>(arguments)...); });
  }
  void missing(const std::string& what) {
    complain("run.json lacks '{}': it is damaged, or of an earlier version", what);
  }

  void check_format() {
    const std::int64_t format = run_["format"].integer_or(-1);
    if (format < 0)
      missing("format");
    else if (format != known_format)
      complain("run.json has format {}, but this version of lacuna knows format {}", format, known_format);
  }

  /// Empty if it is unknown.
  std::string outcome() {
    std::string word = run_["outcome"].string_or("");
    for (const char* known : {"running", "finished", "interrupted", "failed"})
      if (word == known) return word;
    if (word.empty())
      missing("outcome");
    else
      complain("run.json has the unknown outcome '{}'", word);
    return "";
  }

  static std::string path(const std::string& of, const char* key) {
    return of.empty() ? key : of + "." + key;
  }

  Index count(const Json& parent, const char* key, const std::string& of) {
    const std::int64_t value = parent[key].integer_or(-1);
    if (value < 0 || value > std::numeric_limits<Index>::max()) missing(path(of, key));
    return static_cast<Index>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<Index>::max()));
  }
  double number(const Json& parent, const char* key, const std::string& of) {
    if (!parent[key].is_number()) missing(path(of, key));
    return parent[key].number_or(0);
  }
  Vec3 vector(const Json& parent, const char* key, const std::string& of) {
    Vec3 result = Vec3::Zero();
    const Json::Array& items = parent[key].items();
    if (items.size() != 3) missing(path(of, key));
    for (size_t i = 0; i < std::min<size_t>(items.size(), 3); ++i)
      result[static_cast<int>(i)] = items[i].number_or(std::nan(""));
    return result;
  }

  PromisedObject read_object(const Json& json) {
    PromisedObject o;
    o.name = json["name"].string_or("?");
    const std::string of = "objects." + o.name;
    o.vertices = count(json, "vertices", of);
    o.triangles = count(json, "triangles", of);
    o.edges = count(json, "edges", of);
    o.particles = count(json, "particles", of);
    o.prescribed = count(json, "prescribed", of);
    o.offset = number(json, "offset", of);
    return o;
  }

  PromisedHalfSpace read_half_space(const Json& json) {
    PromisedHalfSpace h;
    h.start.name = json["name"].string_or("?");
    const std::string of = "half_spaces." + h.start.name;
    h.start.point = vector(json, "point", of);
    h.start.normal = vector(json, "normal", of);
    h.is_moving = json["moving"].bool_or(false);
    return h;
  }

  PromisedSphere read_sphere(const Json& json) {
    PromisedSphere s;
    s.start.name = json["name"].string_or("?");
    const std::string of = "spheres." + s.start.name;
    const auto kind = value_of_word<RoundKind>(json["kind"].string_or(""));
    if (!kind) missing(path(of, "kind"));
    s.start.kind = kind.value_or(RoundKind::container);
    s.start.center = vector(json, "center", of);
    s.start.radius = number(json, "radius", of);
    s.start.axis = vector(json, "axis", of);
    s.is_moving = json["moving"].bool_or(false);
    s.is_changing = json["changing"].bool_or(false);
    return s;
  }

  const Json& run_;
  Violations& violations_;
};

/// A name as the comment of a frame keeps it: on one line, without blanks at its ends.
std::string as_comment(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  const size_t begin = name.find_first_not_of(' '), end = name.find_last_not_of(' ');
  return begin == std::string::npos ? "" : name.substr(begin, end - begin + 1);
}

class ContentCheck {
 public:
  ContentCheck(const FrameFile& frame, const Promises& promises, Index number, Violations& violations)
      : frame_(frame), promises_(promises), number_(number), violations_(violations) {}

  void run() {
    check_objects();
    check_half_spaces();
    check_spheres();
  }

 private:
  template <class... Arguments>
  void complain(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    violations_.add(ViolationKind::topology, number_,
                    [&] { return fmt::format(text, std::forward<Arguments>(arguments)...); });
  }

  void check_objects() {
    const std::vector<PromisedObject>& promised = promises_.objects;
    std::vector<PromisedObject> found(promised.size());
    std::vector<bool> is_used(frame_.positions.size());
    const auto of = [&](Index v) -> PromisedObject* {
      const auto object = static_cast<size_t>(frame_.objects[static_cast<size_t>(v)]);
      return object < found.size() ? &found[object] : nullptr;
    };
    Index strangers = 0, mixed = 0;
    const auto take = [&](std::span<const Index> corners, Index PromisedObject::*counter) {
      PromisedObject* object = of(corners[0]);
      for (const Index v : corners) {
        is_used[static_cast<size_t>(v)] = true;
        if (of(v) != object) ++mixed;
      }
      if (object) ++(object->*counter);
    };
    for (const Triangle& t : frame_.triangles) take(t, &PromisedObject::triangles);
    for (const Edge& e : frame_.edges) take(e, &PromisedObject::edges);
    for (Index v = 0; v < count_of(frame_.positions); ++v) {
      PromisedObject* object = of(v);
      if (object == nullptr) {
        ++strangers;
        continue;
      }
      ++object->vertices;
      if (!is_used[static_cast<size_t>(v)]) ++object->particles;
      if (frame_.is_kinematic[static_cast<size_t>(v)]) ++object->prescribed;
      if (frame_.offsets[static_cast<size_t>(v)] !=
          promised[static_cast<size_t>(object - found.data())].offset)
        object->offset = 1;
    }
    if (strangers > 0) complain("{} vertices belong to no object of run.json", strangers);
    if (mixed > 0) complain("{} corners of elements belong to another object than their element", mixed);
    for (size_t o = 0; o < promised.size(); ++o) compare(promised[o], found[o]);
  }

  /// `found.offset` is nonzero where a vertex has an offset other than recorded.
  void compare(const PromisedObject& promised, const PromisedObject& found) {
    const auto check = [&](Index is, Index should_be, const char* what) {
      if (is != should_be)
        complain("'{}' has {} {}, but run.json says {}", promised.name, is, what, should_be);
    };
    check(found.vertices, promised.vertices, "vertices");
    check(found.triangles, promised.triangles, "triangles");
    check(found.edges, promised.edges, "segments");
    check(found.particles, promised.particles, "particles");
    if (found.prescribed > promised.prescribed)
      complain("'{}' has {} kinematic vertices, but run.json says that its scripts hold {}", promised.name,
               found.prescribed, promised.prescribed);
    if (found.offset != 0)
      complain("'{}' has vertices with an offset other than {} m, the value in run.json", promised.name,
               promised.offset);
  }

  void check_half_spaces() {
    const std::vector<PromisedHalfSpace>& promised = promises_.half_spaces;
    if (frame_.half_spaces.size() != promised.size())
      return complain("it has {} half-spaces, but run.json says {}", frame_.half_spaces.size(),
                      promised.size());
    for (size_t i = 0; i < promised.size(); ++i) {
      const PlacedHalfSpace &is = frame_.half_spaces[i], &start = promised[i].start;
      if (as_comment(is.name) != as_comment(start.name))
        complain("it has the half-space '{}' where run.json has '{}'", is.name, start.name);
      else if (is.normal != start.normal)
        complain("'{}' does not face the way run.json says", is.name);
      else if (is.point != start.point && (!promised[i].is_moving || frame_.step == 0))
        complain("'{}' is not where run.json says", is.name);
    }
  }

  void check_spheres() {
    const std::vector<PromisedSphere>& promised = promises_.spheres;
    if (frame_.spheres.size() != promised.size())
      return complain("it has {} containers and bowls, but run.json says {}", frame_.spheres.size(),
                      promised.size());
    for (size_t i = 0; i < promised.size(); ++i) {
      const PlacedSphere &is = frame_.spheres[i], &start = promised[i].start;
      const bool is_start = frame_.step == 0;
      if (as_comment(is.name) != as_comment(start.name))
        complain("it has the sphere '{}' where run.json has '{}'", is.name, start.name);
      else if (is.kind != start.kind || is.axis != start.axis)
        complain("'{}' is not the {} that run.json describes", is.name, word_of(start.kind));
      else if (is.center != start.center && (!promised[i].is_moving || is_start))
        complain("'{}' is not where run.json says", is.name);
      else if (is.radius != start.radius && (!promised[i].is_changing || is_start))
        complain("'{}' has the radius {} m, but run.json says {} m", is.name, is.radius, start.radius);
    }
  }

  const FrameFile& frame_;
  const Promises& promises_;
  Index number_;
  Violations& violations_;
};

}  // namespace

RunState Promises::state() const {
  if (outcome.empty()) return RunState::unknown;
  if (outcome == "failed" && !(can_go_on && is_output_error(cause))) return RunState::failed;
  return outcome == "finished" ? RunState::finished : RunState::incomplete;
}

Promises read_promises(const Json& run, Violations& violations) {
  return PromiseReader(run, violations).read();
}

void check_contents(const FrameFile& frame, const Promises& promises, Index number, Violations& violations) {
  ContentCheck(frame, promises, number, violations).run();
}

std::string hash_text(std::string_view bytes) { return fmt::format("{:016x}", hash_of(bytes)); }

}  // namespace lacuna::verify
