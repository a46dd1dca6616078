// SPDX-License-Identifier: MIT
// DistributedIndex compared with brute force over all boxes.
#include <masu/distributed/distributed_index.hpp>

#include "ranks.hpp"

namespace masu::distributed::test {
namespace {

using scenes::Pcg32;

template <int D, class T>
struct Case {
  std::vector<Aabb<D, T>> boxes;  // of all ranks
  Period<D, T> period;
  std::vector<Aabb<D, T>> windows;  // queries of this rank
  std::vector<Vec<D, T>> points;
  std::vector<Ray<D, T>> rays;
};

template <int D, class T>
Vec<D, T> random_vec(Pcg32& random, int side) {
  Vec<D, T> v;
  for (int a = 0; a < D; ++a) v[a] = static_cast<T>(random.below(4 * side)) / 4;
  return v;
}

template <int D, class T>
Case<D, T> make_case(std::uint64_t seed) {
  Pcg32 random(seed), mine(seed, 1 + rank_of_this());
  const int side = 4 << random.below(4);
  Case<D, T> c;
  c.boxes.resize(random.below(4) == 0 ? random.below(4) : random.below(200));
  for (auto& box : c.boxes) {
    box.min = random_vec<D, T>(random, side);
    box.max = box.min;
    for (int a = 0; a < D; ++a) box.max[a] += static_cast<T>(random.below(5)) / 4;
    if (random.below(12) == 0) box.max[0] += static_cast<T>(side);
    if (random.below(12) == 0) std::swap(box.min[0], box.max[0]);
  }
  if (seed % 2 == 1) c.period.length[0] = static_cast<T>(side) / T(1.5);
  for (std::uint32_t i = mine.below(8); i > 0; --i) {
    const auto p = random_vec<D, T>(mine, side);
    c.points.push_back(p);
    c.windows.push_back({p, p + random_vec<D, T>(mine, side) * T(0.25)});
    const Vec<D, T> direction = random_vec<D, T>(mine, side) - p;
    c.rays.emplace_back();
    c.rays.back().origin = p;
    c.rays.back().direction = direction;
    if (mine.below(2) == 0) c.rays.back().max_t = 1;
  }
  return c;
}

template <int D, class T>
T distance(const Case<D, T>& c, const Vec<D, T>& p, const Aabb<D, T>& box) {
  const auto target = wrap(Aabb<D, T>::of_point(p), c.period);
  return c.period.any() ? distance_squared_wrapped(target, wrap(box, c.period), c.period)
                        : distance_squared(target, box);
}

// Returns the ids of the boxes for which fits(box), ascending.
template <int D, class T, class Fits>
std::vector<std::uint64_t> ids_of(const Case<D, T>& c, Fits&& fits) {
  std::vector<std::uint64_t> ids;
  for (std::size_t i = 0; i < c.boxes.size(); ++i) {
    if (!c.boxes[i].empty() && fits(c.boxes[i])) ids.push_back(id_of(i));
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

template <class Result>
std::vector<Result> row(const QueryRows<Result>& rows, std::size_t i) {
  return {rows[i].begin(), rows[i].end()};
}

template <int D, class T>
void expect_windows(const Case<D, T>& c, const DistributedIndex<D, T>& index) {
  QueryRows<std::uint64_t> found;
  ASSERT_EQ(index.overlapping(c.windows, found), Status::ok);
  for (std::size_t i = 0; i < c.windows.size(); ++i) {
    EXPECT_EQ(row(found, i), ids_of(c, [&](const auto& box) {
                return overlaps_wrapped(wrap(c.windows[i], c.period), wrap(box, c.period),
                                        c.period);
              }));
  }
}

template <int D, class T>
void expect_balls(const Case<D, T>& c, const DistributedIndex<D, T>& index) {
  QueryRows<std::uint64_t> found;
  ASSERT_EQ(index.within(c.points, T(1.25), found), Status::ok);
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    EXPECT_EQ(row(found, i), ids_of(c, [&](const auto& box) {
                return distance(c, c.points[i], box) <= T(1.25) * T(1.25);
              }));
  }
}

template <int D, class T>
void expect_neighbors(const Case<D, T>& c, const DistributedIndex<D, T>& index, std::size_t k) {
  QueryRows<GlobalNeighbor<T>> found;
  ASSERT_EQ(index.nearest(c.points, k, found), Status::ok);
  for (std::size_t i = 0; i < c.points.size(); ++i) {
    std::vector<std::pair<T, std::uint64_t>> all;
    for (std::size_t b = 0; b < c.boxes.size(); ++b) {
      if (!c.boxes[b].empty()) all.push_back({distance(c, c.points[i], c.boxes[b]), id_of(b)});
    }
    std::sort(all.begin(), all.end());
    all.resize(std::min(all.size(), k));
    std::vector<GlobalNeighbor<T>> expected;
    for (const auto& [d, id] : all) expected.push_back({id, d});
    EXPECT_EQ(row(found, i), expected);
  }
}

template <int D, class T>
void expect_ray_hits(const Case<D, T>& c, const DistributedIndex<D, T>& index) {
  std::vector<GlobalRayHit<T>> hits;
  const Status expected = c.period.any() ? Status::out_of_range : Status::ok;
  ASSERT_EQ(index.ray_cast(c.rays, hits), expected);
  if (expected != Status::ok) return;
  for (std::size_t i = 0; i < c.rays.size(); ++i) {
    GlobalRayHit<T> first;
    for (std::size_t b = 0; b < c.boxes.size(); ++b) {
      const auto t = ray_box(c.rays[i], c.boxes[b]);
      if (!t) continue;
      const bool nearer = *t < first.t || (*t == first.t && id_of(b) < first.id);
      if (!first.hit || nearer) first = {true, id_of(b), *t};
    }
    EXPECT_EQ(hits[i], first);
  }
}

template <int D, class T>
void expect_answers_of_brute_force(std::uint64_t seed) {
  const Case<D, T> c = make_case<D, T>(seed);
  const auto mine = share(c.boxes, Deal(seed / 2 % 4), seed);
  DistributedIndex<D, T> index(MPI_COMM_WORLD);
  ASSERT_EQ(index.build(mine.boxes, mine.ids, c.period), Status::ok);
  expect_windows(c, index);
  expect_balls(c, index);
  for (const std::size_t k : {0, 1, 7, 500}) expect_neighbors(c, index, k);
  expect_ray_hits(c, index);
}

TEST(DistributedIndex, AnswersAsBruteForceDoes) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    expect_answers_of_brute_force<2, float>(seed);
    expect_answers_of_brute_force<3, float>(seed + 100);
    expect_answers_of_brute_force<2, double>(seed + 200);
    expect_answers_of_brute_force<3, double>(seed + 300);
  }
}

TEST(DistributedIndex, IsEmptyBeforeItIsBuilt) {
  const DistributedIndex<3, float> index(MPI_COMM_WORLD);
  const std::vector<Vec<3, float>> points(2);
  QueryRows<GlobalNeighbor<float>> nearest;
  EXPECT_EQ(index.nearest(points, 4, nearest), Status::ok);
  EXPECT_TRUE(nearest[1].empty());
  QueryRows<std::uint64_t> found;
  EXPECT_EQ(index.within(points, 1, found), Status::ok);
  EXPECT_TRUE(found[1].empty());
  EXPECT_EQ(index.local_size(), 0u);
}

TEST(DistributedIndex, RefusesBadInputOfOneRankOnAllRanks) {
  const bool last = rank_of_this() == number_of_ranks() - 1;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::uint64_t> ids = {std::uint64_t(rank_of_this())};
  const std::vector<Aabb2f> odd = {{{0, last ? nan : 0}, {1, 1}}};
  DistributedIndex<2, float> index(MPI_COMM_WORLD);
  EXPECT_EQ(index.build(odd, ids), Status::not_finite);
  QueryRows<std::uint64_t> found;
  EXPECT_EQ(index.overlapping(odd, found), Status::ok);
  EXPECT_TRUE(found[0].empty());
  EXPECT_EQ(index.build(std::vector<Aabb2f>{{{0, 0}, {1, 1}}}, ids), Status::ok);
  const std::vector<Vec<2, float>> points = {{0, nan}};
  EXPECT_EQ(index.within(points, last ? -1.0f : 1.0f, found), Status::out_of_range);
  QueryRows<GlobalNeighbor<float>> nearest;
  EXPECT_EQ(index.nearest(points, 1, nearest), Status::ok);
  EXPECT_TRUE(nearest[0].empty());
  std::vector<GlobalRayHit<float>> hits;
  std::vector<Ray<2, float>> rays(1);
  rays[0].direction[1] = last ? nan : 1;
  EXPECT_EQ(index.ray_cast(rays, hits), Status::not_finite);
}

}  // namespace
}  // namespace masu::distributed::test
