#include "scene/read_sphere.h"

#include "scene/read_curve.h"
#include "scene/read_motion.h"

namespace lacuna {

namespace {

enum class SphereKind : std::uint8_t { obstacle, container, bowl };

}  // namespace

template <>
inline constexpr auto words<SphereKind> = make_words<SphereKind>({{"obstacle", SphereKind::obstacle},
                                                                  {"container", SphereKind::container},
                                                                  {"bowl", SphereKind::bowl}});

namespace {

/// All keys of a sphere, of any kind.
struct SphereDraft {
  std::string name;
  SphereKind kind = SphereKind::obstacle;
  Vec3 center{0, 0, 0};
  Curve<double> radius;
  std::optional<Vec3> axis;
  std::optional<double> friction;
  std::vector<Motion> motions;
};

const Fields<SphereDraft>& sphere_fields() {
  using D = SphereDraft;
  static const Fields<D> fields = {
      {{"name", "text", "", "\"sphere0\" ...", "used in messages and --set", {}},
       [](const Value& value, const KeyInfo& info, D& d, ReadContext&) {
         read_into(value, info, d.name);
         if (d.name.empty()) fail_value(value, info, "a name of at least one letter");
       }},
      choice("kind", &D::kind,
             "obstacle: a solid ball, which vertices, edges and triangles stay out of; container: everything "
             "stays inside; bowl: a half-sphere that continues along `axis` as a tube, inside which "
             "everything stays"),
      required(field("center", &D::center, any_number, "m", "at the start")),
      required(Field<D>{{"radius", "number, or list of tables", "m", "",
                         "that of a container or bowl may change; see Values over time", above_zero(1e6)},
                        [](const Value& value, const KeyInfo& info, D& d, ReadContext& context) {
                          read_curve(value, info, d.radius, context);
                        }}),
      field("axis", &D::axis, any_number, "", "up", "where a bowl opens, any nonzero length"),
      field("friction", &D::friction, from_zero(100), "", "that of [contact]",
            "coefficient; a pair with an object has the mean of the two"),
      motion_field<D>("of the centre: move, or keyframes without rotation"),
  };
  return fields;
}

SceneObject ball_of(const SphereDraft& draft, const Place& place) {
  SceneObject ball;
  ball.name = draft.name;
  ball.mesh = ExplicitShape{.vertices = {Vec3::Zero()}, .edges = {}, .triangles = {}, .tets = {}};
  ball.placement.translate = draft.center;
  ball.kind = Obstacle{};
  ball.offset = 2 * draft.radius.at(0);
  ball.friction = draft.friction;
  ball.motions = draft.motions;
  ball.is_ball = true;
  ball.place = place;
  return ball;
}

RoundWall wall_of(const SphereDraft& draft, const Vec3& up, const Place& place) {
  return {.name = draft.name,
          .kind = draft.kind == SphereKind::bowl ? RoundKind::bowl : RoundKind::container,
          .center = draft.center,
          .radius = draft.radius,
          .axis = draft.axis.value_or(up),
          .friction = draft.friction,
          .motions = draft.motions,
          .place = place};
}

/// Checks across several keys.
void check_sphere(const SphereDraft& draft, const Value& value) {
  const auto place_of = [&](const char* key) { return value.as<ValueTable>()->find(key)->place.text(); };
  if (draft.kind == SphereKind::obstacle && !draft.radius.is_constant())
    throw InputError(
        place_of("radius"),
        fmt::format("the radius of the solid ball '{}' cannot change, only its centre can move", draft.name),
        "give one number; a container or bowl can change its radius, and an obstacle with a "
        "sphere mesh can follow a motion = [ { sequence = ... } ] of larger ones");
  if (draft.axis && draft.kind != SphereKind::bowl)
    throw InputError(
        place_of("axis"),
        fmt::format("'axis' goes with kind = \"bowl\" only, '{}' is the same on all sides", draft.name),
        "remove it, or make the sphere a bowl");
  if (draft.axis && draft.axis->norm() == 0)
    throw InputError(place_of("axis"), "'axis' is [0, 0, 0], which has no direction",
                     "for example axis = [0, 1, 0]");
  require_translations(draft.motions, "a sphere",
                       "use move, or keyframes without rotate; an obstacle with a sphere mesh can rotate");
}

}  // namespace

void read_sphere(const Value& value, size_t number, const Vec3& up, std::vector<SceneObject>& balls,
                 std::vector<RoundWall>& walls, ReadContext& context) {
  SphereDraft draft;
  draft.name = fmt::format("sphere{}", number);
  const size_t errors_before = context.errors.size();
  read_table(value, {"sphere", {}}, sphere_fields(), draft, context);
  if (context.errors.size() > errors_before) return;
  check_sphere(draft, value);
  if (draft.kind == SphereKind::obstacle)
    balls.push_back(ball_of(draft, value.place));
  else
    walls.push_back(wall_of(draft, up, value.place));
}

void require_translations(const std::vector<Motion>& motions, const std::string& what,
                          const std::string& alternative) {
  for (const Motion& motion : motions) {
    const auto* keys = std::get_if<Keyframes>(&motion.kind);
    const bool turns = keys != nullptr && std::any_of(keys->keys.begin(), keys->keys.end(),
                                                      [](const auto& k) { return !k.rotate_deg.isZero(0); });
    if (turns || (keys == nullptr && !std::holds_alternative<Move>(motion.kind)))
      throw InputError(motion.place.text(), what + " can only move, not rotate or deform", alternative);
  }
}

KeyTable sphere_key_table() {
  return {"[[sphere]]",
          "An exact sphere, without a mesh, fixed or moving. It collides with everything except obstacles. A "
          "container or bowl is a wall seen from inside, and a vertex keeps half its offset from it. A solid "
          "ball is an object like any other, and can be named in `no_contact`: an obstacle of one particle "
          "with an offset of twice the radius, as which frames show it.",
          infos(sphere_fields())};
}

}  // namespace lacuna
