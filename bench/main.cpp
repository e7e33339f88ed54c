// Runs all benchmarks and prints each beside the peer's figure, in seconds and in cal.
//   lacuna_bench [--json=FILE] [--benchmark_filter=REGEX] [other options of Google Benchmark]
// LACUNA_TEST_DATA names the folder with ccd-queries/; without it those rows are left out.
#include "calibrate.h"
#include "peers.h"

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace lacuna::bench {

void register_distance_benchmarks();
void register_ccd_benchmarks();
void register_collision_benchmarks();
void register_energy_benchmarks();
void register_shell_benchmarks();
void register_linear_benchmarks();

namespace {

std::string readable(double seconds) {
  const double magnitude = seconds < 1e-6 ? 1e-9 : seconds < 1e-3 ? 1e-6 : seconds < 1 ? 1e-3 : 1;
  const char* unit = seconds < 1e-6 ? "ns" : seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s ";
  return fmt::format("{:.4g} {}", seconds / magnitude, unit);
}

/// One row per benchmark: our time per call, in cal, and how many times faster than the peer, cal for cal.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  explicit TableReporter(double cal) : cal_(cal) {}

  const nlohmann::json& rows() const { return rows_; }

  bool ReportContext(const Context&) override {
    fmt::print("cal of this machine now: {:.4f} s\n", cal_);
    fmt::print("{:<44} {:>12} {:>11} {:>11} {:>8}\n", "", "time", "ncal", "peer", "faster");
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred || run.run_type == Run::RT_Aggregate) continue;
      const bool is_wall = run.benchmark_name().find("real_time") != std::string::npos;
      const auto calls = run.counters.find("calls");
      const double per_iteration = (is_wall ? run.real_accumulated_time : run.cpu_accumulated_time) /
                                   static_cast<double>(run.iterations);
      print(base_name(run.benchmark_name()),
            calls == run.counters.end() ? per_iteration : per_iteration / calls->second.value);
    }
  }

 private:
  static std::string base_name(std::string name) {
    for (const char* suffix : {"/process_time", "/real_time"})
      if (const auto at = name.find(suffix); at != std::string::npos)
        name.erase(at, std::string(suffix).size());
    return name;
  }

  void print(const std::string& name, double seconds) {
    const double in_cal = seconds / cal_;
    const auto peer = peer_figure(name);
    rows_.push_back({{"name", name}, {"seconds", seconds}, {"cal", in_cal}});
    if (peer) {
      rows_.back()["peer"] = peer->name;
      rows_.back()["peer_seconds"] = peer->seconds;
      rows_.back()["peer_cal"] = peer->seconds / peer->cal;
    }
    if (!peer) {
      fmt::print("{:<44} {:>12} {:>11.4g}\n", name, readable(seconds), in_cal * 1e9);
      return;
    }
    const double peer_in_cal = peer->seconds / peer->cal;
    fmt::print("{:<44} {:>12} {:>11.4g} {:>11.4g} {:>7.2f}x\n", name, readable(seconds), in_cal * 1e9,
               peer_in_cal * 1e9, peer_in_cal / in_cal);
  }

  double cal_;
  nlohmann::json rows_ = nlohmann::json::array();
};

/// Takes --json=FILE out of the arguments; empty if there is none.
std::string take_json_file(int& argc, char** argv) {
  constexpr std::string_view option = "--json=";
  for (int i = 1; i < argc; ++i)
    if (const std::string_view argument = argv[i]; argument.starts_with(option)) {
      std::rotate(argv + i, argv + i + 1, argv + argc);
      --argc;
      return std::string(argument.substr(option.size()));
    }
  return {};
}

void write_json(const std::string& file, const nlohmann::json& content) {
  if (const auto folder = std::filesystem::path(file).parent_path(); !folder.empty())
    std::filesystem::create_directories(folder);
  std::ofstream out(file);
  out << content.dump(2) << '\n';
  fmt::print("{} {}\n", out ? "wrote" : "cannot write", file);
}

}  // namespace
}  // namespace lacuna::bench

int main(int argc, char** argv) {
  using namespace lacuna::bench;
  const std::string json_file = take_json_file(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const double cal = measure_cal();
  register_distance_benchmarks();
  register_ccd_benchmarks();
  register_collision_benchmarks();
  register_energy_benchmarks();
  register_shell_benchmarks();
  register_linear_benchmarks();
  TableReporter table(cal);
  benchmark::RunSpecifiedBenchmarks(&table);
  const double cal_after = measure_cal();
  fmt::print("cal after the run: {:.4f} s\n", cal_after);
  if (!json_file.empty())
    write_json(json_file,
               {{"cal_seconds", cal}, {"cal_seconds_after", cal_after}, {"benchmarks", table.rows()}});
  return 0;
}
