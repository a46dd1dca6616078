// SPDX-License-Identifier: MIT
// A scene whose numbers are in golden_scene.inc: the tests of the npm package repeat it in
// wasm/test/golden.js, and compare with the same file.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <masu/shapes/ellipsoid.hpp>
#include <masu/shapes/triangle.hpp>
#include <masu/world/world.hpp>
#include "scenes/generators/pcg32.hpp"
#include "tests/narrow_phase/answer_hash.hpp"

namespace masu::test {
namespace {

constexpr std::size_t kObjects = 200;
constexpr std::size_t kFrames = 40;

// What there was in all frames, and hashes: of the world at the end, of the contacts of all frames
// with their corners, and of the volumes at the end, of which so many were not empty.
struct Totals {
  std::uint64_t world = 0;
  std::size_t pairs = 0;
  std::size_t contacts = 0;
  std::size_t corners = 0;
  std::uint64_t answers = 0;
  std::size_t solids = 0;
  std::uint64_t volumes = 0;
};

template <int D, class T>
struct GoldenScene {
  using Doubles = Vec<D, double>;

  scenes::Pcg32 random{2026};
  World<D, T> world;
  std::vector<Handle> handles;
  std::vector<Doubles> positions;
  std::vector<Rotation<D, T>> rotations;
  AnswerHash answers;
  Totals totals;

  explicit GoldenScene(ContactDetail detail) : world({.detail = detail}) {}

  Doubles vector(double low, double high) {
    Doubles v{};
    for (int a = 0; a < D; ++a) v[a] = random.between(low, high);
    return v;
  }
  static Vec<D, T> rounded(const Doubles& v) {
    Vec<D, T> r{};
    for (int a = 0; a < D; ++a) r[a] = T(v[a]);
    return r;
  }
  Vec<D, T> some(double low, double high) { return rounded(vector(low, high)); }

  Rotation<D, T> random_rotation() {
    double q[D == 2 ? 2 : 4];
    double squared = 0;
    do {
      squared = 0;
      for (double& x : q) x = random.between(-1, 1), squared += x * x;
    } while (squared > 1 || squared < 0.01);
    const double length = std::sqrt(squared);
    if constexpr (D == 2) {
      return {T(q[0] / length), T(q[1] / length)};
    } else {
      return {T(q[0] / length), T(q[1] / length), T(q[2] / length), T(q[3] / length)};
    }
  }
  ShapeView<D, T> shape(std::size_t i) {
    if (i % 5 == 0) return Sphere<D, T>{T(random.between(0.25, 0.75))}.view();
    if (i % 5 == 1) return Box<D, T>{some(0.25, 0.75)}.view();
    if (i % 5 == 4) return Ellipsoid<D, T>{some(0.25, 0.75)}.view();
    const Vec<D, T> a = some(-0.5, 0.5);
    const Vec<D, T> b = some(-0.5, 0.5);
    if (i % 5 == 2) return Capsule<D, T>{a, b, T(0.25)}.view();
    return Triangle<D, T>{a, b, some(-0.5, 0.5)}.view();
  }

  // Statuses by their words: numbers are a language's own.
  static void note(Status status, AnswerHash& hash) {
    for (const char* c = name(status); *c != 0; ++c) hash.add(std::uint64_t(*c));
  }
  void note(const Separation<D, T>& s) {
    note(s.status, answers);
    answers.add(s.distance), answers.add(s.lower), answers.add(s.upper);
    answers.add(s.normal), answers.add(s.point_a), answers.add(s.point_b);
  }
  void note_contacts() {
    for (const WorldPair& pair : world.pairs()) {
      answers.add(std::uint64_t(pair.a.index)), answers.add(std::uint64_t(pair.b.index));
      for (const auto& contact : world.contacts(pair)) {
        answers.add(std::uint64_t(contact.sub_shape_a)),
            answers.add(std::uint64_t(contact.sub_shape_b));
        note(contact.separation());
        for (const auto& corner : world.corners(pair, contact)) {
          answers.add(corner.point_a), answers.add(corner.point_b), answers.add(corner.distance);
          ++totals.corners;
        }
        ++totals.contacts;
      }
    }
    totals.pairs += world.pairs().size();
  }

  static void note(std::span<const VolumeLoop> loops, AnswerHash& hash) {
    for (const VolumeLoop& loop : loops) {
      hash.add(std::uint64_t(loop.first)), hash.add(std::uint64_t(loop.count));
      hash.add(std::uint64_t(loop.source.body)), hash.add(std::uint64_t(loop.source.face));
    }
  }
  void note_volumes() {
    AnswerHash hash;
    for (const WorldPair& pair : world.pairs()) {
      for (const auto& contact : world.contacts(pair)) {
        const WorldVolume<D, T> v = world.volume(pair, contact);
        note(v.status, hash);
        hash.add(v.volume), hash.add(v.centroid), hash.add(v.area), hash.add(v.normal);
        for (const auto& p : v.vertices) hash.add(p);
        note(v.faces, hash), note(v.cuts, hash);
        for (const std::uint32_t i : v.indices) hash.add(std::uint64_t(i));
        totals.solids += v.status == Status::ok ? 1 : 0;
      }
    }
    totals.volumes = hash.value();
  }

  Totals run() {
    for (std::size_t i = 0; i < kObjects; ++i) {
      const ShapeView<D, T> made = shape(i);
      positions.push_back(vector(-4, 4));
      rotations.push_back(random_rotation());
      handles.push_back(world.add(made, {rounded(positions[i]), rotations[i]}));
    }
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
      for (std::size_t i = frame % 3; i < kObjects; i += 3) {
        positions[i] = positions[i] + vector(-0.25, 0.25);
        EXPECT_EQ(world.move(handles[i], {rounded(positions[i]), rotations[i]}), Status::ok);
      }
      EXPECT_EQ(world.update().status, Status::ok);
      note_contacts();
    }
    totals.world = world.hash();
    totals.answers = answers.value();
    return totals;
  }
};

template <int D, class T>
void expect(const Totals& known) {
  const Totals totals = GoldenScene<D, T>(ContactDetail::areas).run();
  EXPECT_EQ(totals.world, known.world);
  EXPECT_EQ(totals.pairs, known.pairs);
  EXPECT_EQ(totals.contacts, known.contacts);
  EXPECT_EQ(totals.corners, known.corners);
  EXPECT_EQ(totals.answers, known.answers);

  GoldenScene<D, T> deep(ContactDetail::volumes);
  EXPECT_EQ(deep.run().answers, known.answers);
  deep.note_volumes();
  EXPECT_EQ(deep.totals.solids, known.solids);
  EXPECT_EQ(deep.totals.volumes, known.volumes);
}

TEST(GoldenScene, has_the_numbers_of_webassembly) {
#define GOLDEN_SCENE(dimension, scalar, ...) expect<dimension, scalar>({__VA_ARGS__});
#include "tests/world/golden_scene.inc"
#undef GOLDEN_SCENE
}

}  // namespace
}  // namespace masu::test
