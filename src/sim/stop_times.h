// How far each vertex may go along a direction, if not all have to stop where the first pair comes too close:
// the motion x + min(t, stop) p, in which every vertex has a stop of its own.
//
// Time runs from 0 to 1. What a pair or an element ends, it ends for its own vertices, and all that are still
// moving are tested again with those that now stand in their way. Earlier events come first, many of about
// the same time at once, so that hardly anything stops because of something that has stopped before. In the
// end every pair and every element has been tested along the very path that its vertices take, leg by leg
// (geometry/stopping_motion.h): the promises of a common step bound hold, for the path and for its end.
//
// A vertex that stops holds its neighbours back: they follow by no more than a part of their distance.
// Otherwise elements that the direction leaves as they are would be crushed on the way. Vertices of one
// script stop together, so that obstacles keep their shape.
#pragma once

#include "contact/contact_detector.h"
#include "sim/motion_bound.h"
#include "sim/scripted_vertices.h"

namespace lacuna {

class StopTimes {
 public:
  /// The surface is that of the detector.
  StopTimes(const Model& model, const Surface& surface);

  /// For the motion from x along p. False if vertices went on holding each other back for so long that in the
  /// end all had to stop.
  bool find(ContactDetector& detector, const Elements& elements, const ScriptedVertices& scripted,
            Positions x, Positions p, const MotionLimits& limits);
  /// Per vertex of the model, in [0, 1].
  std::span<const double> times() const { return stop_; }
  /// What ends the motion of some vertex first; a time of 1 if nothing does.
  const DirectionBound& first() const { return first_; }

 private:
  /// All that may end a motion, numbered: pairs by kind, then walls, then elements.
  class Tests {
   public:
    void list(ContactDetector* detector, const Surface& surface, const Elements& elements, Positions x,
              Positions p, const MotionLimits& limits);
    Index count() const { return begin_.back(); }
    /// Unused places are -1; all are, if the test cannot end any motion.
    const std::array<Index, 4>& vertices(Index test) const { return vertices_[static_cast<size_t>(test)]; }
    PairHit first_hit(Index test, const StoppingMotion& motion, double from) const;
    bool stays_apart(Index test, const StoppingMotion& motion, double distance) const;
    DirectionBound bound(Index test, double time) const;

   private:
    static constexpr size_t walls = 4, elements = 5, kinds = 6;
    size_t kind_of(Index test) const;
    std::array<Index, 4> find_vertices(Index test) const;
    const Pair& pair(size_t kind, Index place) const { return (*pairs_[kind])[static_cast<size_t>(place)]; }

    ContactDetector* detector_ = nullptr;
    const Surface* surface_ = nullptr;
    const Elements* elements_ = nullptr;
    MotionLimits limits_;
    std::array<const std::vector<Pair>*, 4> pairs_{};
    std::span<const WallPair> walls_;
    std::array<Index, kinds + 1> begin_{};
    std::vector<std::array<Index, 4>> vertices_;
  };

  void list_neighbours();
  void list_tests_of_vertices();
  void lower(Index vertex, double time);
  void hold_back_others();
  void stop_at_hits(double until);
  void test_again();

  const Model& model_;
  const Surface& surface_;
  VertexElements neighbours_;  // other vertices of each vertex's elements
  std::vector<double> script_stop_;

  Tests tests_;
  VertexElements tests_of_;
  StoppingMotion motion_;
  const ScriptedVertices* scripted_ = nullptr;
  std::vector<double> stop_;
  std::vector<double> hit_;       // per test: when it ends the motion, as the stops are
  std::vector<double> distance_;  // per test of a pair, m, before the motion
  std::vector<Index> pending_;    // tests that do
  std::vector<Index> changed_;    // vertices that stop earlier since the last tests
  std::vector<std::uint8_t> is_changed_, is_listed_;
  std::vector<Index> queue_, again_;
  DirectionBound first_;
};

}  // namespace lacuna
