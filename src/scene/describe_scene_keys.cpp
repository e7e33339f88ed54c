#include "scene/read_copies.h"
#include "scene/read_material.h"
#include "scene/read_motion.h"
#include "scene/read_object.h"
#include "scene/read_pairs.h"
#include "scene/read_scene.h"
#include "scene/read_selector.h"
#include "scene/read_settings.h"
#include "scene/read_shape.h"

namespace lacuna {

namespace {

constexpr const char* introduction = R"(# Scene files

Printed by `lacuna list --keys` from the reader's own tables; a test compares the two.

A scene is a TOML file. Unknown keys are errors, with line, column and the nearest known key. Units are SI,
angles are in degrees. Axes are right-handed, y is up; `up = "z"` rotates gravity, the default normal of a
half_space and the default axis of a bowl, and nothing else: meshes, shapes and stacks are not rotated.

`dhat`, `epsv` and `tolerance` also take a text like `"1e-3 l"`: this multiple of l, the diagonal in metres of
the rest bounding box of all deformable objects, as in IPC.

A mesh is scaled, rotated, copied (array, stack or copies) and translated, in this order, which gives the rest
shape. `rotate_start` rotates it into the initial shape. Friction and offset of a pair are the means of its two
objects', or of an object's and a half-space's or sphere's, whose offset is 0; `[[pair]]` overrides friction.

Settings of one solver are in the table of its name, `[ipc]`, and a scene may have such a table for each solver. The keys
before the first heading, `[contact]` and all objects belong to the scene, whichever solver runs it: time step, integrator
and gravity say what is simulated, and `dhat`, `friction` and `epsv` which contact is modelled, not how it is solved.

`extends = "other.toml"` starts from another scene, whose path is relative to this one: tables are merged key by
key, objects, half-spaces and spheres of the same name are merged and new ones added, and everything else is replaced. A
new shape, kind or way of copying replaces the old one. `remove = ["ball"]` removes objects.

`--set path.to.key=value` does the same from the command line: `--set contact.dhat=1e-3`,
`--set 'object.ball.translate=[0, 1, 0]'`, `--set object.0.solid.young=1e4`. List items are addressed by name or
by number from 0. Values are written as in TOML; a bare word is a text.

`lacuna list` shows the scenes that can be run by name. The environment variable `LACUNA_SCENES` adds your own
folders, separated by colons.
)";

/// A bar would end the cell.
std::string cell(const std::string& text) {
  std::string escaped;
  for (char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string row(const KeyInfo& info) {
  const std::string standard = info.is_required        ? "required"
                               : info.standard.empty() ? ""
                                                       : "`" + info.standard + "`";
  return fmt::format("| `{}` | {} | {} | {} | {} | {}{} |\n", info.key, cell(info.type), info.unit,
                     cell(standard), info.range.text(), cell(info.meaning),
                     info.may_change_on_resume ? "; `--resume` accepts another value" : "");
}

std::string section(const KeyTable& table) {
  std::string text = fmt::format("\n## {}\n\n", table.heading);
  if (!table.text.empty()) text += table.text + "\n";
  if (table.keys.empty()) return text;
  text += fmt::format("{}| key | type | unit | default | range | meaning |\n|---|---|---|---|---|---|\n",
                      table.text.empty() ? "" : "\n");
  for (const KeyInfo& info : table.keys) text += row(info);
  return text;
}

}  // namespace

std::string describe_scene_keys() {
  std::string text = introduction;
  for (const auto& tables :
       {settings_key_tables(), object_key_tables(), material_key_tables(), pair_key_tables(),
        copy_key_tables(), selector_key_tables(), motion_key_tables(), shape_key_tables()}) {
    for (const KeyTable& table : tables) text += section(table);
  }
  return text;
}

}  // namespace lacuna
