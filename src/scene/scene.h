// What a scene file says, in SI units, checked value by value but not yet built: no vertex arrays, no masses.
// docs/scene.md lists every key. read_scene() makes it from TOML, build_model() turns it into a Model. The
// parts have headers of their own: objects.h (with mesh_source.h, materials.h and motions.h),
// contact_settings.h, and the settings of each solver, such as ipc_settings.h.
#pragma once

#include "base/words.h"
#include "mesh/file/frame_file.h"
#include "scene/air_settings.h"
#include "scene/contact_settings.h"
#include "scene/cubic_settings.h"
#include "scene/ipc_settings.h"
#include "scene/objects.h"
#include "scene/playback.h"
#include "scene/solvers.h"
#include "scene/two_way_settings.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lacuna {

/// The direction opposite to gravity. Meshes are not rotated.
enum class UpAxis : std::uint8_t { y, z };
template <>
inline constexpr auto words<UpAxis> = make_words<UpAxis>({{"y", UpAxis::y}, {"z", UpAxis::z}});

/// quasi_static: no inertia; each step ends in equilibrium.
enum class Integrator : std::uint8_t { implicit_euler, newmark, bdf2, quasi_static };
template <>
inline constexpr auto words<Integrator> = make_words<Integrator>({{"implicit-euler",
                                                                   Integrator::implicit_euler},
                                                                  {"newmark", Integrator::newmark},
                                                                  {"bdf2", Integrator::bdf2},
                                                                  {"static", Integrator::quasi_static}});

/// How results are written.
struct OutputSettings {
  StaticParts static_parts = StaticParts::automatic;
};

struct Scene {
  std::filesystem::path file;
  std::string title;
  std::string source;  ///< the text that was read, then those of the scenes it extends
  /// Everything that shapes the motion, after `extends` and --set (scene/motion_text.h).
  std::string motion_text;
  std::vector<std::string> notes;  ///< for the user: old names of keys
  SolverKind solver = SolverKind::ipc;
  double duration = 1;        ///< s
  double step = 0.01;         ///< s: as written in the scene; see planned_step()
  std::optional<double> fps;  ///< frames per second of video, at most one per step
  Playback playback;          ///< `step` and `fps` are in seconds of video, all else in seconds of simulation
  /// `fps`, or the rate closest to 25 whose interval is a whole number of steps.
  double frames_per_second() const;
  /// s: the step of a run. Frames are states that a solver has computed, never interpolated ones, so steps
  /// must end on the times of frames. If the interval between frames is not a multiple of `step`, it is
  /// divided evenly into steps that are shorter, or longer by at most 1 %; if it is shorter than a step,
  /// every step has its frame.
  double planned_step() const;
  double detail = 1;  ///< factor on every shape's resolution
  UpAxis up = UpAxis::y;
  Vec3 gravity{0, -9.81, 0};        ///< m/s^2, unless it changes:
  Curve<Vec3> gravity_over_time{};  ///< without keys: it does not
  Integrator integrator = Integrator::implicit_euler;
  AirSettings air;
  ContactSettings contact;
  IpcSettings ipc;         ///< read by the solver `ipc` alone
  CubicSettings cubic;     ///< read by the solver `cubic` alone
  TwoWaySettings two_way;  ///< read by the solver `two-way` alone
  OutputSettings output;
  std::vector<SceneObject> objects;
  std::vector<HalfSpace> half_spaces;
  std::vector<RoundWall> round_walls;
  std::vector<PairSettings> pairs;
  std::vector<StitchGroup> stitches;
  std::vector<std::array<std::string, 2>> no_contact;  ///< names of objects that pass through each other
};

}  // namespace lacuna
