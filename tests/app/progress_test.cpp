#include "app/progress.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

namespace lacuna::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

RunProgress half_way() {
  RunProgress state;
  state.time = 1;
  state.end_time = 2;
  state.remaining = {88, 92};
  state.report.step = 1234;
  state.report.time = 1;
  state.report.dt = 1e-3;
  state.report.iterations = 7;
  state.report.contacts = 12345;
  state.report.min_gap = 3.21e-5;
  state.report.limited_by = "contact cloth-sphere";
  return state;
}

TEST(Progress, DurationsAreShort) {
  EXPECT_EQ(duration_text(0), "0.0 s");
  EXPECT_EQ(duration_text(0.012), "12 ms");
  EXPECT_EQ(duration_text(0.84), "0.8 s");
  EXPECT_EQ(duration_text(9.96), "10 s");
  EXPECT_EQ(duration_text(59.6), "1:00 min");
  EXPECT_EQ(duration_text(187), "3:07 min");
  EXPECT_EQ(duration_text(7500), "2:05 h");
  EXPECT_EQ(duration_text(infinity), "?");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::quiet_NaN()), "?");
}

TEST(Progress, NumbersAreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(12345), "12 345");
  EXPECT_EQ(grouped(-123456), "-123 456");
  EXPECT_EQ(grouped(1234567), "1 234 567");
}

TEST(Progress, LengthsHaveAUnitThatFits) {
  EXPECT_EQ(length_text(1.5), "1.5 m");
  EXPECT_EQ(length_text(0.99999), "1 m");
  EXPECT_EQ(length_text(3.21e-5), "32.1 um");
  EXPECT_EQ(length_text(-2e-3), "-2 mm");
  EXPECT_EQ(length_text(0), "0 m");
  EXPECT_EQ(length_text(infinity), "-");
}

TEST(Progress, RemainingTimeIsARangeWhileItIsNotSure) {
  RunProgress state = half_way();
  EXPECT_EQ(state.fraction(), 0.5);
  EXPECT_TRUE(plain_line(state).starts_with(" 50 %  eta 1:30 min  "));
  state.remaining = {60, 300};
  EXPECT_TRUE(plain_line(state).starts_with(" 50 %  eta 1 to 5 min  ")) << plain_line(state);
  const Json event = parse_json(step_event(state), "event");
  EXPECT_NEAR(event["remaining_seconds"].number_or(0), std::sqrt(60.0 * 300), 1e-9);
  EXPECT_EQ(event["remaining_range"].items().at(1).number_or(0), 300);
  EXPECT_TRUE(plain_line({}).starts_with("  0 %  eta ?  "));
}

TEST(Progress, MemoryHasAUnitThatFits) {
  EXPECT_EQ(memory_text(45'300'000), "45 MB");
  EXPECT_EQ(memory_text(999'600'000), "1 GB");
  EXPECT_EQ(memory_text(12'340'000'000), "12.3 GB");
}

TEST(Progress, TheEndSaysWhatTheRunHasCost) {
  RunRecord record;
  record.cpu_seconds = 187;
  record.peak_memory = 1'200'000'000;
  EXPECT_EQ(cost_text(record), "3:07 min of processor time, at most 1.2 GB of memory");
  EXPECT_EQ(parse_json(ended_event(record, "out"), "event")["cpu_seconds"].number_or(0), 187);
}

TEST(Progress, NamesCannotDriveTheTerminal) {
  RunProgress state = half_way();
  state.report.limited_by = "contact of 'a\x1b[2J\n'";
  EXPECT_TRUE(plain_line(state).ends_with("limited by contact of 'a\\x1b[2J\\x0a'")) << plain_line(state);
}

TEST(Progress, LineSaysEverythingIfThereIsRoom) {
  const std::string all =
      " 50 %  eta 1:30 min  step 1 234  t 1 s  7 it  12 345 contacts  gap 32.1 um  limited by contact "
      "cloth-sphere";
  EXPECT_EQ(plain_line(half_way()), all);
  EXPECT_EQ(terminal_line(half_way(), 200), all);
}

TEST(Progress, StretchIsShownWhereThereAreThinThings) {
  EXPECT_EQ(plain_line(half_way()).find("stretch"), std::string::npos);
  RunProgress state = half_way();
  state.report.max_stretch = 1.032;
  EXPECT_NE(plain_line(state).find("gap 32.1 um  stretch 3.2 %  limited by"), std::string::npos)
      << plain_line(state);
  state.report.max_stretch = 0.99;
  EXPECT_NE(plain_line(state).find("stretch -1 %"), std::string::npos) << plain_line(state);
}

TEST(Progress, NarrowTerminalKeepsWhatMattersMost) {
  for (int width = 0; width < 120; ++width)
    EXPECT_LE(static_cast<int>(terminal_line(half_way(), width).size()), width);
  EXPECT_EQ(terminal_line(half_way(), 30), " 50 %  eta 1:30 min");
  EXPECT_EQ(terminal_line(half_way(), 3), "");
}

TEST(Progress, HundredPercentMeansDone) {
  RunProgress state = half_way();
  state.time = 1.9999;
  EXPECT_TRUE(plain_line(state).starts_with(" 99 %"));
  state.time = 2;
  state.remaining = {0, 0};
  EXPECT_TRUE(plain_line(state).starts_with("100 %  step ")) << plain_line(state);
  state.end_time = 20;
  for (int n = 1; n < 20; ++n) {
    state.time = n;
    EXPECT_TRUE(plain_line(state).starts_with(fmt::format("{:3} %", 5 * n))) << plain_line(state);
  }
}

TEST(Progress, EventsAreOneLineOfJsonEach) {
  RunInfo info;
  info.title = "two\nlines";
  RunRecord record;
  record.info = info;
  record.info.continue_command = "lacuna run a.toml --resume";
  record.outcome = RunOutcome::failed;
  record.cause = "stuck";
  for (const std::string& event : {started_event(info, "out/a"), step_event(half_way()),
                                   warning_event("careful"), ended_event(record, "out/a")}) {
    EXPECT_EQ(event.find('\n'), std::string::npos);
    EXPECT_TRUE(parse_json(event, "event")["event"].is_string()) << event;
  }
  const Json step = parse_json(step_event(half_way()), "event");
  EXPECT_EQ(step["event"].string_or(""), "step");
  EXPECT_EQ(step["fraction"].number_or(0), 0.5);
  EXPECT_EQ(step["contacts"].integer_or(0), 12345);
  const Json ended = parse_json(ended_event(record, "out/a"), "event");
  EXPECT_EQ(ended["event"].string_or(""), "failed");
  EXPECT_EQ(ended["continue"].string_or(""), "lacuna run a.toml --resume");
}

/// What a Progress prints into a file.
template <class Body>
std::string printed(ProgressStyle style, Body&& body) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  {
    Progress progress(style, file.get());
    body(progress);
  }
  std::string text(static_cast<size_t>(std::ftell(file.get())), '\0');
  std::rewind(file.get());
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file.get()), text.size());
  return text;
}

TEST(Progress, PipeGetsOneLinePerSecondAtMost) {
  const std::string text = printed(ProgressStyle::plain, [](Progress& progress) {
    for (int i = 0; i < 1000; ++i) progress.stepped(half_way());
  });
  EXPECT_GE(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 10);
}

TEST(Progress, JsonGetsEveryStepAndQuietNone) {
  const auto steps = [](Progress& progress) {
    for (int i = 0; i < 20; ++i) progress.stepped(half_way());
  };
  const std::string text = printed(ProgressStyle::json, steps);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);
  EXPECT_EQ(printed(ProgressStyle::quiet, steps), "");
}

TEST(Progress, QuietStillTellsOfFailure) {
  RunRecord record;
  record.outcome = RunOutcome::finished;
  EXPECT_EQ(printed(ProgressStyle::quiet, [&](Progress& p) { p.ended(record, "out"); }), "");
  record.outcome = RunOutcome::failed;
  record.cause = "stuck";
  record.info.continue_command = "lacuna run a.toml --resume";
  const std::string text = printed(ProgressStyle::quiet, [&](Progress& p) { p.ended(record, "out"); });
  EXPECT_NE(text.find("stuck"), std::string::npos);
  EXPECT_NE(text.find("resume with"), std::string::npos);
}

TEST(Progress, WhereGoingOnIsOfNoUseTheAdviceStandsAlone) {
  RunRecord record;
  record.outcome = RunOutcome::failed;
  record.cause = "stuck";
  record.advice = "pull harder";
  const std::string text = printed(ProgressStyle::plain, [&](Progress& p) { p.ended(record, "out"); });
  EXPECT_NE(text.find("pull harder"), std::string::npos);
  EXPECT_EQ(text.find("resume with"), std::string::npos);
  const Json ended = parse_json(ended_event(record, "out"), "event");
  EXPECT_EQ(ended["advice"].string_or(""), "pull harder");
  EXPECT_EQ(ended["continue"].string_or("?"), "");
}

TEST(Progress, SummaryHasTheLargestStretch) {
  RunRecord record;
  record.outcome = RunOutcome::finished;
  const auto ended = [&] {
    return printed(ProgressStyle::plain, [&](Progress& p) { p.ended(record, "out"); });
  };
  EXPECT_EQ(ended().find("stretch"), std::string::npos);
  EXPECT_TRUE(parse_json(ended_event(record, "out"), "event")["max_stretch"].is_null());
  record.totals.max_stretch = 1.0588;
  EXPECT_NE(ended().find("smallest gap -, largest stretch 5.88 %; 0.0 s of processor time, at most 0 MB of "
                         "memory; results in out"),
            std::string::npos)
      << ended();
}

TEST(Progress, TerminalLineIsClearedBeforeOtherLines) {
  const std::string text = printed(ProgressStyle::terminal, [](Progress& progress) {
    progress.stepped(half_way());
    progress.warned("careful");
  });
  EXPECT_TRUE(text.ends_with("\r\x1b[Knote: careful\n"));
}

}  // namespace
}  // namespace lacuna::test
