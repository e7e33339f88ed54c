#include "verify/verify_run.h"

#include "base/file.h"
#include "base/input_error.h"
#include "base/json.h"
#include "base/parallel.h"
#include "verify/step_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace lacuna {

using namespace verify;

namespace {

namespace fs = std::filesystem;

/// Files frames/frame_NNNNNN.ply by number.
std::map<Index, fs::path> find_frames(const fs::path& folder) {
  std::map<Index, fs::path> frames;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    Index number = 0;
    if (name.starts_with("frame_") && name.ends_with(".ply") &&
        std::from_chars(name.data() + 6, name.data() + name.size() - 4, number).ptr ==
            name.data() + name.size() - 4)
      frames[number] = entry.path();
  }
  return frames;
}

Rules rules_from(const Json& run) {
  Rules rules;
  for (const Json& object : run["objects"].items())
    rules.object_names.push_back(object["name"].string_or("?"));
  for (const Json& pair : run["no_contact"].items())
    if (pair.items().size() == 2)
      rules.no_contact.push_back({pair.items()[0].string_or("?"), pair.items()[1].string_or("?")});
  for (const Json& pair : run["stitches"].items())
    if (pair.items().size() == 2) {
      const auto a = static_cast<Index>(pair.items()[0].integer_or(-1));
      const auto b = static_cast<Index>(pair.items()[1].integer_or(-1));
      rules.stitches.push_back({std::min(a, b), std::max(a, b)});
    }
  std::sort(rules.stitches.begin(), rules.stitches.end());
  return rules;
}

/// How `frame` differs from the first; empty if it does not.
std::string difference(const FrameFile& first, const FrameFile& frame) {
  const auto compare = [](const auto& a, const auto& b, const char* what) -> std::string {
    if (a.size() != b.size()) return fmt::format("{} {} instead of {}", b.size(), what, a.size());
    const auto at = std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin();
    return at == static_cast<std::ptrdiff_t>(a.size())
               ? ""
               : fmt::format("number {} of the {} is another", at, what);
  };
  for (std::string text :
       {compare(first.objects, frame.objects, "vertices"),
        compare(first.triangles, frame.triangles, "triangles"), compare(first.edges, frame.edges, "edges"),
        compare(first.offsets, frame.offsets, "offsets")})
    if (!text.empty()) return text;
  return "";
}

class RunCheck {
 public:
  explicit RunCheck(fs::path folder) : folder_(std::move(folder)) {}

  VerifyReport run() {
    const auto files = find_frames(folder_ / "frames");
    if (files.empty())
      throw InputError((folder_ / "frames").string(), "there are no frames here",
                       "give the folder that 'lacuna run' wrote, the one with run.json in it");
    read_run_json();
    check_numbers(files);
    read_limits();
    check_frames(files);
    check_times();
    return std::move(report_);
  }

 private:
  template <class... Arguments>
  void complain(ViolationKind kind, Index frame, fmt::format_string<Arguments...> text,
                Arguments&&... arguments) {
    report_.violations.add(kind, frame,
                           [&] { return fmt::format(text, std::forward<Arguments>(arguments)...); });
  }

  void read_run_json() {
    const fs::path path = folder_ / "run.json";
    if (!fs::exists(path)) {
      report_.notices.emplace_back(
          "run.json is missing: objects have no names, and every pair must keep apart");
      return;
    }
    run_ = parse_json(read_file(path), path.string());
    rules_ = rules_from(run_);
    const std::string outcome = run_["outcome"].string_or("");
    if (outcome == "running") {
      report_.notices.emplace_back("the run has not ended: it is still running, or it was killed");
    } else if (outcome != "finished") {
      const std::string cause = run_["cause"].string_or("");
      report_.notices.push_back(fmt::format("the run did not finish: {}{}{}",
                                            outcome.empty() ? "no outcome" : outcome,
                                            cause.empty() ? "" : ", ", cause));
    }
    if (!run_["contact"].bool_or(true))
      report_.notices.emplace_back(
          "contact was switched off: bodies may have passed through each other between the frames");
    for (const auto& [a, b] : rules_.no_contact)
      report_.notices.push_back(
          a == b ? fmt::format("{} may pass through itself, says run.json", a)
                 : fmt::format("{} and {} may pass through each other, says run.json", a, b));
  }

  /// What is promised must be there: without its limits a strain proves nothing.
  void read_limits() {
    const fs::path path = folder_ / "limits.ply";
    const Json& promised = run_["limited_triangles"];
    if (!fs::exists(path)) {
      if (promised.integer_or(0) != 0)
        complain(ViolationKind::unreadable, -1,
                 "{} is missing, though run.json says that {} triangles have "
                 "strain limits",
                 path.string(), promised.text());
      return;
    }
    try {
      limits_ = lacuna::read_limits(path);
    } catch (const InputError& error) {
      return complain(ViolationKind::unreadable, -1, "{}: {}", error.where, error.problem);
    }
    report_.limited_triangle_count = count_of(limits_);
    if (promised.is_null())
      report_.notices.emplace_back(
          "run.json does not say how many triangles have strain limits: limits.ply is "
          "taken to hold all of them");
    else if (promised.integer_or(-1) != count_of(limits_))
      complain(ViolationKind::unreadable, -1, "{} holds {} triangles, but run.json says {}", path.string(),
               limits_.size(), promised.text());
  }

  /// Limits belong to triangles of the frames.
  void check_limited(const Elements& elements) {
    std::vector<Triangle> known = elements.triangles;
    const auto sorted = [](Triangle t) {
      std::sort(t.begin(), t.end());
      return t;
    };
    for (Triangle& t : known) t = sorted(t);
    std::sort(known.begin(), known.end());
    for (const LimitedTriangle& triangle : limits_)
      if (!std::binary_search(known.begin(), known.end(), sorted(triangle.vertices)))
        complain(ViolationKind::topology, -1, "limits.ply has a triangle ({}) that is in no frame",
                 fmt::join(triangle.vertices, ", "));
  }

  void check_numbers(const std::map<Index, fs::path>& files) {
    Index expected = 0;
    for (const auto& [number, path] : files) {
      for (; expected < number; ++expected)
        complain(ViolationKind::missing_frame, expected, "there is no frame {}, though there is a frame {}",
                 expected, number);
      expected = number + 1;
    }
    for (const Json& frame : run_["frames"].items()) {
      const std::string file = frame["file"].string_or("");
      if (!fs::exists(folder_ / file))
        complain(ViolationKind::missing_frame, -1, "{} is missing, though run.json lists it", file);
    }
  }

  struct Checked {
    bool is_read = false;
    double time = 0;
    Index step = 0;
    FrameResult result;
    SmallestMargin strain;
  };

  /// The first frame that can be read tells what all others must look like.
  std::optional<FrameFile> first_frame(const std::map<Index, fs::path>& files) const {
    for (const auto& [number, path] : files) {
      try {
        return read_frame(path);
      } catch (const InputError&) {
        continue;  // reported with all others
      }
    }
    return std::nullopt;
  }

  void check_frames(const std::map<Index, fs::path>& files) {
    const std::vector<std::pair<Index, fs::path>> list(files.begin(), files.end());
    report_.frame_count = count_of(list);
    const std::optional<FrameFile> first = first_frame(files);
    const std::optional<Elements> elements = first ? std::optional<Elements>(*first) : std::nullopt;
    if (first) check_limited(*elements);
    std::vector<Checked> checked(list.size());
    for_each_chunk(count_of(list), 1, [&](Index i, Index, Index) {
      const auto& [number, path] = list[static_cast<size_t>(i)];
      checked[static_cast<size_t>(i)] = check_file(path, number, first, elements);
    });
    for (size_t i = 0; i < list.size(); ++i) {
      report_.violations.add_all(checked[i].result.violations);
      report_.smallest.take(checked[i].result.smallest);
      report_.strain.take(checked[i].strain);
      if (checked[i].is_read) stamps_[list[i].first] = {checked[i].time, checked[i].step};
    }
    if (first) count_elements(*first, *elements);
  }

  Checked check_file(const fs::path& path, Index number, const std::optional<FrameFile>& first,
                     const std::optional<Elements>& elements) const {
    Checked checked;
    FrameFile frame;
    try {
      frame = read_frame(path);
    } catch (const InputError& error) {
      checked.result.violations.add(ViolationKind::unreadable, number,
                                    [&] { return error.where + ": " + error.problem; });
      return checked;
    }
    const std::string other = difference(*first, frame);
    checked.result = check_frame(frame, other.empty() ? *elements : Elements(frame), rules_, number);
    StrainResult strain = check_strain(frame, limits_, rules_, number);
    checked.result.violations.add_all(strain.violations);
    checked.strain = std::move(strain.smallest);
    if (!other.empty())
      checked.result.violations.add(ViolationKind::topology, number,
                                    [&] { return "unlike the first frame: " + other; });
    checked.is_read = true;
    checked.time = frame.time;
    checked.step = frame.step;
    return checked;
  }

  void count_elements(const FrameFile& frame, const Elements& elements) {
    report_.vertex_count = count_of(frame.positions);
    report_.triangle_count = count_of(frame.triangles);
    report_.free_edge_count = count_of(frame.edges);
    report_.particle_count = count_of(elements.particles);
    std::vector<Index> objects = frame.objects;
    std::sort(objects.begin(), objects.end());
    report_.object_count = static_cast<Index>(std::unique(objects.begin(), objects.end()) - objects.begin());
  }

  void check_times() {
    const StepCheck steps = check_steps(folder_ / "steps.jsonl");
    report_.violations.add_all(steps.violations);
    report_.step_count = count_of(steps.times);
    if (steps.has_limits && limits_.empty())
      complain(ViolationKind::unreadable, -1,
               "steps.jsonl tells of strain limits, but limits.ply does not say which");
    if (!steps.is_present)
      report_.notices.emplace_back("steps.jsonl is missing: nothing is known about the steps");
    const FrameStamp* before = nullptr;
    for (const auto& [number, stamp] : stamps_) {
      if (before && !(stamp.time > before->time && stamp.step > before->step))
        complain(ViolationKind::time_order, number, "step {} at {} s does not lie after step {} at {} s",
                 stamp.step, stamp.time, before->step, before->time);
      before = &stamp;
      if (steps.is_present) check_step_of(number, stamp, steps);
    }
    if (stamps_.empty()) return;
    report_.first_time = stamps_.begin()->second.time;
    report_.last_time = stamps_.rbegin()->second.time;
    check_listed_times();
  }

  void check_step_of(Index number, const FrameStamp& stamp, const StepCheck& steps) {
    if (stamp.step == 0) return;
    const auto found = steps.times.find(stamp.step);
    if (found == steps.times.end())
      complain(ViolationKind::step_log, number, "its step {} is not in steps.jsonl", stamp.step);
    else if (found->second != stamp.time)
      complain(ViolationKind::time_order, number, "its time is {} s, but step {} ended at {} s", stamp.time,
               stamp.step, found->second);
  }

  void check_listed_times() {
    Index number = 0;
    for (const Json& frame : run_["frames"].items()) {
      const auto found = stamps_.find(number++);
      if (found != stamps_.end() && frame["time"].number_or(found->second.time) != found->second.time)
        complain(ViolationKind::time_order, found->first, "its time is {} s, but run.json says {}",
                 found->second.time, frame["time"].text());
    }
  }

  fs::path folder_;
  Json run_;
  Rules rules_;
  std::vector<LimitedTriangle> limits_;
  std::map<Index, FrameStamp> stamps_;
  VerifyReport report_;
};

}  // namespace

std::string_view violation_title(ViolationKind kind) {
  static constexpr std::string_view titles[violation_kind_count] = {
      "unreadable files",           "missing frames",
      "times out of order",         "changes of the mesh",
      "numbers not finite",         "edges through triangles",
      "gaps below the offset",      "vertices behind a half-space",
      "strains beyond their limit", "faults in the step log"};
  return titles[static_cast<size_t>(kind)];
}

void Violations::add_all(const Violations& others) {
  for (size_t kind = 0; kind < violation_kind_count; ++kind) {
    std::int64_t room = std::max<std::int64_t>(0, shown - totals[kind]);
    for (const Violation& violation : others.list)
      if (static_cast<size_t>(violation.kind) == kind && room-- > 0) list.push_back(violation);
    totals[kind] += others.totals[kind];
  }
}

std::int64_t Violations::total() const {
  std::int64_t sum = 0;
  for (std::int64_t count : totals) sum += count;
  return sum;
}

VerifyReport verify_run(const fs::path& folder) { return RunCheck(folder).run(); }

}  // namespace lacuna
