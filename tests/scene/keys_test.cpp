// Every key of every table, given wrong: the message names the place and the key.
#include "scene/read_copies.h"
#include "scene/read_material.h"
#include "scene/read_motion.h"
#include "scene/read_object.h"
#include "scene/read_pairs.h"
#include "scene/read_selector.h"
#include "scene/read_settings.h"
#include "scene/read_shape.h"
#include "scene/scene_texts.h"

namespace lacuna {
namespace {

using test::scene_text;

std::vector<KeyTable> all_tables() {
  std::vector<KeyTable> all;
  for (const auto& tables :
       {settings_key_tables(), object_key_tables(), material_key_tables(), pair_key_tables(),
        copy_key_tables(), selector_key_tables(), motion_key_tables(), shape_key_tables()})
    all.insert(all.end(), tables.begin(), tables.end());
  return all;
}

/// A scene whose table `heading` holds just `line`.
std::string scene_with(const std::string& heading, const std::string& line) {
  const std::string mesh = "[[object]]\nmesh = { shape = \"sphere\" }\n", box = "[[object]]\nmesh = ";
  if (heading == "The scene") return scene_text(line);
  if (heading == "[contact]" || heading == "[ipc]" || heading == "[cubic]" || heading == "[two-way]" ||
      heading == "[output]" || heading == "[air]")
    return scene_text(heading + "\n" + line);
  if (heading == "[[object]]") return "[[object]]\n" + line + "\n";
  if (heading == "[[half_space]]") return scene_text() + "[[half_space]]\n" + line + "\n";
  if (heading == "[[sphere]]") return scene_text() + "[[sphere]]\n" + line + "\n";
  if (heading == "Values over time")
    return scene_text() + "[[sphere]]\nkind = \"container\"\ncenter = [0, 0, 0]\nradius = [ { " + line +
           " } ]\n";
  for (const auto& [kind_heading, kind] :
       {std::pair{"Solid", "solid"}, {"Shell", "shell"}, {"Rod", "rod"}, {"Particles", "particles"}})
    if (heading == kind_heading) return mesh + kind + " = { " + line + " }\n";
  if (heading == "[[pair]]" || heading == "[[stitch]]") return scene_text() + heading + "\n" + line + "\n";
  if (heading == "Array") return scene_text("", "array = { " + line + " }");
  if (heading == "Stack") return scene_text("", "stack = { " + line + " }");
  if (heading == "Copies") return scene_text("", "copies = [ { " + line + " } ]");
  if (heading == "Fixed vertices") return scene_text("", "fixed = [ { " + line + " } ]");
  if (heading == "Forces") return scene_text("", "force = [ { " + line + " } ]");
  if (heading == "Sphere of vertices") return scene_text("", "fixed = [ { sphere = { " + line + " } } ]");
  if (heading == "Motion") return mesh + "obstacle = {}\nmotion = [ { " + line + " } ]\n";
  if (heading == "Keyframes")
    return mesh + "obstacle = {}\nmotion = [ { keyframes = [ { " + line + " } ] } ]\n";
  if (heading == "Mesh" && line.starts_with("as"))
    return box + "{ shape = \"box\", " + line + " }\nobstacle = {}\n";
  if (heading == "Mesh") return box + "{ " + line + " }\nsolid = {}\n";
  if (heading == "Mesh written out")
    return box + (line.starts_with("vertices") ? "{ " : "{ vertices = [[0, 0, 0]], ") + line +
           " }\nsolid = {}\n";
  if (heading.starts_with("shape"))
    return box + "{ " + heading + (line.empty() ? "" : ", ") + line + " }\nsolid = {}\n";
  ADD_FAILURE() << "no place for the table '" << heading << "'";
  return "";
}

void expect_refused(const std::string& heading, const KeyInfo& info, const std::string& value) {
  const std::string line = info.key + " = " + value;
  SCOPED_TRACE(heading + ": " + line);
  test::expect_words(test::refusal(scene_with(heading, line)), {"scene.toml:", info.key});
}

TEST(SceneKeys, RefuseWhatNoKeyCanBe) {
  for (const KeyTable& table : all_tables()) {
    for (const KeyInfo& info : table.keys) {
      for (const char* value : {"nan", "inf", "-inf", "1e300", "9223372036854775807", "1979-05-27",
                                "[[[[]]]]", "\"no such word\""}) {
        const bool is_text = info.type == "text" || info.key == "name";
        if (is_text && value[0] == '"' && info.key != "shape") continue;
        if (value[0] == '9' && info.range.contains(9e18)) continue;
        expect_refused(table.heading, info, value);
      }
    }
  }
}

TEST(SceneKeys, KeepToTheirRanges) {
  Index checked = 0;
  for (const KeyTable& table : all_tables()) {
    for (const KeyInfo& info : table.keys) {
      const bool is_number = info.type.starts_with("number") || info.type.starts_with("whole number");
      if (!is_number) continue;
      for (const auto& [value, text] : {std::pair{-1.0, "-1"}, {0.0, "0"}, {1e11, "100000000000"}}) {
        if (info.range.contains(value)) continue;
        expect_refused(table.heading, info, text);
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 100);
}

TEST(SceneKeys, SuggestThemselvesWhenMisspelt) {
  for (const KeyTable& table : all_tables()) {
    if (table.heading == "Mesh") continue;  // what a mesh is decides which keys it has
    for (const KeyInfo& info : table.keys) {
      if (table.heading == "Mesh written out" && info.key == "vertices") continue;
      const std::string misspelt = info.key + "q";
      SCOPED_TRACE(table.heading + ": " + misspelt);
      test::expect_words(test::refusal(scene_with(table.heading, misspelt + " = 1")),
                         {"scene.toml:", "'" + misspelt + "'", "did you mean"});
    }
  }
}

TEST(SceneKeys, SayWhenTheyAreMissing) {
  Index checked = 0;
  for (const KeyTable& table : all_tables()) {
    for (const KeyInfo& info : table.keys) {
      if (!info.is_required) continue;
      test::expect_words(test::refusal(scene_with(table.heading, "")),
                         {"scene.toml:", "has no '" + info.key + "'"});
      ++checked;
    }
  }
  EXPECT_GE(checked, 6);
}

TEST(SceneKeys, HaveMeaningsAndDefaultsThatAreAccepted) {
  for (const KeyTable& table : all_tables()) {
    for (const KeyInfo& info : table.keys) {
      EXPECT_FALSE(info.meaning.empty()) << table.heading << ": " << info.key;
      const bool is_settings = table.heading.starts_with("[") || table.heading == "The scene";
      if (!is_settings || table.heading.starts_with("[[") || info.standard.empty()) continue;
      SCOPED_TRACE(info.key + " = " + info.standard);
      EXPECT_NO_THROW(test::parse(scene_with(table.heading, info.key + " = " + info.standard)));
    }
  }
}

}  // namespace
}  // namespace lacuna
