#include "verify/verify_run.h"

#include "base/file.h"
#include "base/grouped.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "verify/frame_list.h"
#include "verify/step_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace lacuna {

using namespace verify;

namespace {

namespace fs = std::filesystem;

/// True also if it cannot be reached: the reader reports why.
bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::status(path, ignored).type() != fs::file_type::not_found;
}

Rules rules_from(const Promises& promises) {
  Rules rules;
  for (const PromisedObject& object : promises.objects) rules.object_names.push_back(object.name);
  rules.no_contact = promises.no_contact;
  return rules;
}

/// How `frame` differs from the first; empty if it does not.
std::string difference(const FrameFile& first, const FrameFile& frame) {
  const auto compare = [](const auto& a, const auto& b, const char* what) -> std::string {
    if (a.size() != b.size()) return fmt::format("{} {} instead of {}", b.size(), what, a.size());
    const auto at = std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin();
    return at == static_cast<std::ptrdiff_t>(a.size()) ? ""
                                                       : fmt::format("number {} of the {} differs", at, what);
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
    read_run_json();  // before the frames are listed: while the run goes on, they get ahead of it
    FrameList list = find_frames(folder_ / "frames");
    std::map<Index, fs::path>& files = list.files;
    if (files.empty())
      throw InputError((folder_ / "frames").string(), "there are no frames here",
                       "give the folder that 'lacuna run' wrote, the one with run.json in it");
    for (const std::string& name : list.strangers)
      complain(ViolationKind::altered, -1, "frames/{}: not written by the run: no frame has such a name",
               name);
    check_promised(files);
    check_numbers(files);
    read_limits();
    read_static();
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

  /// Without it the expected contents of the frames are unknown.
  void read_run_json() {
    const fs::path path = folder_ / "run.json";
    if (!is_there(path))
      return complain(ViolationKind::missing_record, -1,
                      "run.json is missing: the expected contents of the frames are unknown");
    Json run;
    try {
      run = parse_json(read_file(path), path.string());
    } catch (const InputError& error) {
      return complain(ViolationKind::missing_record, -1, "{}: {}", error.where, error.problem);
    }
    promises_ = read_promises(run, report_.violations);
    rules_ = rules_from(*promises_);
    report_.state = promises_->state();
    report_.cause = promises_->cause;
    if (!promises_->has_contact)
      report_.notices.emplace_back(
          "contact was switched off: bodies may have passed through each other between the frames");
    note_no_contact();
  }

  void note_no_contact() {
    constexpr size_t most_named = 10;
    const size_t count = rules_.no_contact.size(), named = std::min(count, most_named);
    for (size_t i = 0; i < named; ++i) {
      const auto& [a, b] = rules_.no_contact[i];
      report_.notices.push_back(
          a == b ? fmt::format("{} may pass through itself, says run.json", a)
                 : fmt::format("{} and {} may pass through each other, says run.json", a, b));
    }
    if (count > named) report_.notices.push_back(fmt::format("and {} more", grouped(count - named)));
  }

  /// Recorded limits must exist: without them a strain proves nothing.
  void read_limits() {
    const fs::path path = folder_ / "limits.ply";
    const Index promised = promises_ ? promises_->limited_triangle_count : 0;
    if (!is_there(path)) {
      if (promised != 0)
        complain(ViolationKind::unreadable, -1,
                 "{} is missing, though run.json says that {} triangles have "
                 "strain limits",
                 path.string(), promised);
      return;
    }
    try {
      const std::string bytes = read_file(path);
      limits_ = parse_limits(bytes, path.string());
      if (promises_ && promises_->limits_hash != hash_text(bytes))
        complain(ViolationKind::altered, -1, "{} differs from the file that the run wrote", path.string());
    } catch (const InputError& error) {
      return complain(ViolationKind::unreadable, -1, "{}: {}", error.where, error.problem);
    }
    report_.limited_triangle_count = count_of(limits_);
    if (promises_ && promised != count_of(limits_))
      complain(ViolationKind::unreadable, -1, "{} holds {} triangles, but run.json says {}", path.string(),
               limits_.size(), promised);
  }

  /// Without the parts that never move nothing is proven of what moves beside them.
  void read_static() {
    const fs::path path = folder_ / static_file_name;
    const std::string promised = promises_ ? promises_->static_hash : "";
    if (!is_there(path)) {
      if (!promised.empty())
        complain(ViolationKind::unreadable, -1,
                 "{} is missing, though run.json says that it shows the parts that never move",
                 path.string());
      return;
    }
    if (promised.empty() && promises_ && promises_->has_ended()) {
      static_problem_ = "was not written by the run";
      return complain(ViolationKind::altered, -1, "{} was not written by the run: run.json does not list it",
                      path.string());
    }
    try {
      const std::string bytes = read_file(path);
      static_hash_ = hash_text(bytes);
      static_parts_ = parse_frame(bytes, path.string());
    } catch (const InputError& error) {
      return complain(ViolationKind::unreadable, -1, "{}: {}", error.where, error.problem);
    }
    if (!promised.empty() && promised != static_hash_)
      complain(ViolationKind::altered, -1, "{} differs from the file that the run wrote", path.string());
  }

  /// Puts a frame together with static.ply, if it refers to that.
  FrameFile whole_frame(const std::string& bytes, const fs::path& path) const {
    FrameFile frame = parse_frame(bytes, path.string());
    if (frame.static_hash.empty()) return frame;
    if (!static_parts_)
      throw InputError(path.string(), fmt::format("it refers to static.ply, which {}", static_problem_));
    add_static(*static_parts_, frame);
    return frame;
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

  /// Adds those that the listing left out.
  void check_promised(std::map<Index, fs::path>& files) {
    if (!promises_) return;
    for (const PromisedFrame& frame : promises_->frames) {
      promised_frames_[frame.file] = &frame;
      const fs::path path = folder_ / frame.file;
      std::error_code ignored;
      if (!fs::exists(path, ignored))
        complain(ViolationKind::missing_frame, -1, "{} is missing, though run.json lists it", frame.file);
      else if (const Index number = frame_number(path.filename().string());
               number >= 0 && find_promised(path) == &frame)
        files.try_emplace(number, path);
    }
  }

  void check_numbers(const std::map<Index, fs::path>& files) {
    Index before = -1;
    for (const auto& [number, path] : files) {
      const std::int64_t missing = std::int64_t{number} - before - 1;
      if (missing == 1)
        complain(ViolationKind::missing_frame, before + 1, "there is no frame {}, though there is a frame {}",
                 before + 1, number);
      else if (missing > 1)
        complain(ViolationKind::missing_frame, before + 1,
                 "frames {} to {} are missing, though there is a frame {}", before + 1, number - 1, number);
      before = number;
    }
    if (!promises_ || !promises_->has_ended()) return;  // run.json is behind
    for (const auto& [number, path] : files)
      if (find_promised(path) == nullptr)
        complain(ViolationKind::altered, number, "not written by the run: run.json does not list it");
  }

  const PromisedFrame* find_promised(const fs::path& path) const {
    const auto at = promised_frames_.find("frames/" + path.filename().string());
    return at == promised_frames_.end() ? nullptr : at->second;
  }

  struct Checked {
    bool is_read = false;
    double time = 0;
    Index step = 0;
    FrameResult result;
    SmallestMargin strain;
  };

  /// The first readable frame defines what all others must look like.
  std::optional<FrameFile> first_frame(const std::map<Index, fs::path>& files) const {
    for (const auto& [number, path] : files) {
      try {
        return whole_frame(read_file(path), path);
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
      add_exceptions(report_.exceptions, checked[i].result.exceptions);
      report_.smallest.take(checked[i].result.smallest);
      report_.strain.take(checked[i].strain);
      if (checked[i].is_read) stamps_[list[i].first] = {checked[i].time, checked[i].step};
    }
    if (first) count_elements(*first, *elements);
  }

  Checked check_file(const fs::path& path, Index number, const std::optional<FrameFile>& first,
                     const std::optional<Elements>& elements) const {
    Checked checked;
    Violations& violations = checked.result.violations;
    FrameFile frame;
    std::string hash;
    try {
      const std::string bytes = read_file(path);
      hash = hash_text(bytes);
      frame = whole_frame(bytes, path);
    } catch (const InputError& error) {
      violations.add(ViolationKind::unreadable, number, [&] { return error.where + ": " + error.problem; });
      return checked;
    }
    const std::string other = difference(*first, frame);
    checked.result = check_frame(frame, other.empty() ? *elements : Elements(frame), rules_, number);
    StrainResult strain = check_strain(frame, limits_, rules_, number);
    violations.add_all(strain.violations);
    checked.strain = std::move(strain.smallest);
    if (!other.empty())
      violations.add(ViolationKind::topology, number,
                     [&] { return "differs from the first frame: " + other; });
    if (!frame.static_hash.empty() && frame.static_hash != static_hash_)
      violations.add(ViolationKind::altered, number,
                     [] { return "static.ply differs from the file that this frame refers to"; });
    if (promises_) check_contents(frame, *promises_, number, violations);
    if (const PromisedFrame* promised = find_promised(path))
      compare(frame, hash, *promised, number, violations);
    checked.is_read = true;
    checked.time = frame.time;
    checked.step = frame.step;
    return checked;
  }

  static void compare(const FrameFile& frame, const std::string& hash, const PromisedFrame& promised,
                      Index number, Violations& violations) {
    if (frame.time != promised.time || frame.step != promised.step)
      violations.add(ViolationKind::time_order, number, [&] {
        return fmt::format("it is of step {} at {} s, but run.json says step {} at {} s", frame.step,
                           frame.time, promised.step, promised.time);
      });
    if (hash != promised.hash)
      violations.add(ViolationKind::altered, number,
                     [] { return "it differs from the file that the run wrote"; });
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
      complain(ViolationKind::unreadable, -1, "steps.jsonl reports strain limits, but limits.ply lists none");
    if (steps.is_present && promises_) check_step_count(steps);
    const FrameStamp* before = nullptr;
    for (const auto& [number, stamp] : stamps_) {
      if (before && !(stamp.time > before->time && stamp.step > before->step))
        complain(ViolationKind::time_order, number, "step {} at {} s is not after step {} at {} s",
                 stamp.step, stamp.time, before->step, before->time);
      before = &stamp;
      if (steps.is_present) check_step_of(number, stamp, steps);
    }
    if (stamps_.empty()) return;
    report_.first_time = stamps_.begin()->second.time;
    report_.last_time = stamps_.rbegin()->second.time;
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

  /// While a run goes on its log is ahead of run.json.
  void check_step_count(const StepCheck& steps) {
    const Promises& p = *promises_;
    if (!steps.failure.empty()) {
      if (p.outcome == "finished" || p.outcome == "interrupted")
        complain(ViolationKind::step_log, -1, "run.json says '{}', but the last step in steps.jsonl {}",
                 p.outcome, steps.failure);
      report_.state = RunState::failed;
      if (report_.cause.empty()) report_.cause = "its last step " + steps.failure;
    }
    if (p.has_ended() ? p.step_count != report_.step_count : p.step_count > report_.step_count)
      complain(ViolationKind::step_log, -1, "steps.jsonl has {} steps, but run.json says {}",
               report_.step_count, p.step_count);
    const double end = steps.times.empty() ? 0 : steps.times.rbegin()->second;
    // A millionth of a step hides the rounding of a time that is a sum of steps.
    if (p.outcome == "finished" && end < p.duration - 1e-6 * p.step)
      complain(ViolationKind::step_log, -1,
               "run.json says 'finished', but the last step ends at {} s of {} s", end, p.duration);
  }

  fs::path folder_;
  std::optional<Promises> promises_;                             // none without a run.json
  std::map<std::string, const PromisedFrame*> promised_frames_;  // by file
  Rules rules_;
  std::vector<LimitedTriangle> limits_;
  std::optional<FrameFile> static_parts_;  // what static.ply shows
  std::string static_hash_;                // of its bytes
  std::string_view static_problem_ = "is missing or damaged";
  std::map<Index, FrameStamp> stamps_;
  VerifyReport report_;
};

}  // namespace

VerifyReport verify_run(const fs::path& folder) { return RunCheck(folder).run(); }

}  // namespace lacuna
