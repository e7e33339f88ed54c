#include "scene/read_motion.h"

#include <algorithm>

namespace lacuna {

namespace {

/// All keys of a motion; its kind is decided afterwards.
struct MotionDraft {
  Motion motion;
  std::optional<Vec3> move, spin, about;
  std::vector<Keyframes::Key> keys;
  std::vector<std::filesystem::path> files;
  double fps = MeshSequence{}.fps;
};

const Fields<Keyframes::Key>& key_fields() {
  using Key = Keyframes::Key;
  static const Fields<Key> fields = {
      required(field("time", &Key::time, from_zero(1e9), "s", "time of the pose")),
      field("translate", &Key::translate, any_number, "m", "displacement from the start"),
      field("rotate", &Key::rotate_deg, any_number, "degrees", "Euler angles (z first) about `about`"),
  };
  return fields;
}

void read_keyframes(const Value& value, const KeyInfo& info, MotionDraft& draft, ReadContext& context) {
  for_each_table(value, info, context, [&](const Value& item) {
    Keyframes::Key key;
    read_table(item, {"keyframe", {}}, key_fields(), key, context);
    if (!draft.keys.empty() && key.time <= draft.keys.back().time)
      throw InputError(
          item.place.text(),
          fmt::format("keyframe time {} does not come after {}", key.time, draft.keys.back().time),
          "put the keyframes in the order of their times");
    draft.keys.push_back(key);
  });
  if (draft.keys.empty()) fail_value(value, info, "a list of at least one table");
}

/// "walk_2.obj" before "walk_10.obj".
bool natural_less(const std::filesystem::path& a, const std::filesystem::path& b) {
  const std::string x = a.filename().string(), y = b.filename().string();
  const auto digits = [](const std::string& s, size_t from) {
    return std::min(s.find_first_not_of("0123456789", from), s.size()) - from;
  };
  size_t i = 0, j = 0;
  while (i < x.size() && j < y.size()) {
    const size_t m = digits(x, i), n = digits(y, j);
    if (m > 0 && n > 0 && m != n) return m < n;
    if (x[i] != y[j]) return x[i] < y[j];
    ++i, ++j;
  }
  return x.size() < y.size();
}

/// The files of a folder that match "begin*end", by number.
std::vector<std::filesystem::path> files_like(const std::filesystem::path& pattern, const Place& place) {
  const std::string name = pattern.filename().string();
  const size_t star = name.find('*');
  const std::string begin = name.substr(0, star), end = name.substr(star + 1);
  if (end.find('*') != std::string::npos || star == std::string::npos)
    throw InputError(place.text(), fmt::format("'{}' must have exactly one *, in the file name", name),
                     "write \"walk/*.obj\", or list the files");
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  const std::filesystem::path folder = pattern.has_parent_path() ? pattern.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    const std::string file = entry.path().filename().string();
    if (file.size() + 1 >= name.size() && file.starts_with(begin) && file.ends_with(end))
      files.push_back(entry.path());
  }
  if (files.empty())
    throw InputError(place.text(), fmt::format("no file matches '{}'", pattern.string()),
                     "the path is relative to the scene's folder");
  std::sort(files.begin(), files.end(), natural_less);
  return files;
}

void read_sequence(const Value& value, const KeyInfo& info, MotionDraft& draft, ReadContext& context) {
  if (const auto* text = value.as<std::string>(); text != nullptr && text->find('*') != std::string::npos) {
    draft.files = files_like(context.resolve(*text, value.place), value.place);
    return;
  }
  for (const Value& item : list_of(value, info, 0)) {
    if (item.as<std::string>() == nullptr) fail_value(item, info, "the name of a file");
    draft.files.push_back(context.resolve(*item.as<std::string>(), item.place));
  }
  if (draft.files.empty()) fail_value(value, info, "a list of at least one file");
}

Field<MotionDraft> vector_field(std::string key, std::optional<Vec3> MotionDraft::*member, std::string unit,
                                std::string meaning) {
  return {{std::move(key), "vector [x, y, z]", std::move(unit), "", std::move(meaning), any_number},
          [member](const Value& value, const KeyInfo& info, MotionDraft& draft, ReadContext&) {
            read_into(value, info, draft.*member);
          }};
}

const Fields<MotionDraft>& motion_fields() {
  using Draft = MotionDraft;
  static const Fields<Draft> fields = {
      vector_field("move", &Draft::move, "m/s", "constant velocity"),
      vector_field("spin", &Draft::spin, "degrees/s",
                   "constant angular velocity: its direction is the axis, its size the rate; less than half "
                   "a turn per step"),
      {{"keyframes", "list of tables", "", "", "rigid poses, interpolated linearly; see Keyframes", {}},
       read_keyframes},
      {{"sequence",
        "list of files, or \"walk/*.obj\"",
        "",
        "",
        "meshes with the vertices of this one, which follow them; the first applies at `from`",
        {}},
       read_sequence},
      field("fps", &Draft::fps, above_zero(1e6), "1/s", "meshes of a sequence per second"),
      vector_field("about", &Draft::about, "m",
                   "a point on the axis of spin, or the centre of the keyframes' rotations; by default the "
                   "box centre"),
      {{"from", "number", "s", "0", "start of the motion", from_zero(1e9)},
       [](const Value& value, const KeyInfo& info, Draft& draft, ReadContext&) {
         read_into(value, info, draft.motion.from);
       }},
      {{"to", "number", "s", "",
        "end of the motion, whose last pose is then held; by default the end of the run", from_zero(1e9)},
       [](const Value& value, const KeyInfo& info, Draft& draft, ReadContext&) {
         read_into(value, info, draft.motion.to);
       }},
  };
  return fields;
}

/// The kinds a table has keys of: there must be one.
void choose_kind(const Value& value, MotionDraft& draft) {
  const int kinds = (draft.move ? 1 : 0) + (draft.spin ? 1 : 0) + (draft.keys.empty() ? 0 : 1) +
                    (draft.files.empty() ? 0 : 1);
  if (kinds != 1)
    throw InputError(
        value.place.text(),
        kinds == 0 ? "motion is empty" : "motion has several of move, spin, keyframes and sequence",
        "give one of move, spin, keyframes, sequence; several motions are several tables of the list, "
        "applied one after the other");
  if (draft.about && !draft.spin && draft.keys.empty())
    throw InputError(value.place.text(), "'about' goes with spin and keyframes only", "remove it");
  if (draft.motion.to <= draft.motion.from)
    throw InputError(
        value.place.text(),
        fmt::format("motion ends at {} s, before it begins at {} s", draft.motion.to, draft.motion.from),
        "'to' must be later than 'from'");
  if (draft.spin && draft.spin->norm() == 0)
    throw InputError(value.place.text(), "spin [0, 0, 0] has no axis", "for example spin = [0, 90, 0]");
  if (draft.move) draft.motion.kind = Move{*draft.move};
  if (draft.spin) draft.motion.kind = Spin{*draft.spin, draft.about};
  if (!draft.keys.empty()) draft.motion.kind = Keyframes{draft.keys, draft.about};
  if (!draft.files.empty()) draft.motion.kind = MeshSequence{draft.files, draft.fps};
}

}  // namespace

void read_motions(const Value& value, const KeyInfo& info, std::vector<Motion>& motions,
                  ReadContext& context) {
  for_each_table(value, info, context, [&](const Value& item) {
    const size_t errors_before = context.errors.size();
    MotionDraft draft;
    draft.motion.place = item.place;
    read_table(item, {"motion", {}}, motion_fields(), draft, context);
    if (context.errors.size() > errors_before) return;  // the kind may be missing only because it was wrong
    choose_kind(item, draft);
    motions.push_back(std::move(draft.motion));
  });
}

std::vector<KeyTable> motion_key_tables() {
  return {
      {"Motion",
       "A table of a `motion` list has one of move, spin, keyframes and sequence. Motions of a list "
       "apply one after the other, each to the result of the one before. Within a step vertices "
       "follow the path: arcs in legs of at most 15 degrees, and every keyframe and mesh on the way. Half "
       "a turn or more in one step is refused.",
       infos(motion_fields())},
      {"Keyframes", "A table of `keyframes`. Before the first and after the last time the pose is held.",
       infos(key_fields())}};
}

}  // namespace lacuna
