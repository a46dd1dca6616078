// SPDX-License-Identifier: MIT
// Walls and movers in C give the results of C++, bit for bit.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include <masu/corridor/mover_batch.hpp>
#include <masu/corridor/wall_query_batch.hpp>

#include "scenes/generators/pcg32.hpp"
#include "tests/c/api.hpp"

namespace masu::test {
namespace {

// Each job by a thread of its own.
const masu_jobs kThreads = {
    [](void*, std::uint32_t count, void (*job)(void*, std::uint32_t), void* data) {
      std::vector<std::thread> threads;
      for (std::uint32_t i = 0; i < count; ++i) threads.emplace_back(job, data, i);
      for (std::thread& t : threads) t.join();
    },
    nullptr, 4};

template <class K>
class CCorridor : public ::testing::Test {
 protected:
  using T = typename K::Real;
  using A = Api<2, T>;
  using P = Vec<2, T>;
  static constexpr double kSide = 10;

  CCorridor() {
    EXPECT_EQ(masu_results_create(nullptr, &results_), MASU_OK);
    const P corners[] = {{0, 0}, {T(kSide), 0}, {T(kSide), T(kSide)}, {0, T(kSide)}};
    for (int i = 0; i < 4; ++i) walls_.push_back({corners[i], corners[(i + 1) % 4]});
    for (int i = 0; i < 30; ++i) {
      const P a = random_point();
      walls_.push_back({a, a + random_displacement(1.5)});
    }
    walls_.push_back(walls_[2]);  // a duplicate
    walls_.push_back({random_point(), {T(NAN), 0}});
  }
  ~CCorridor() override { EXPECT_EQ(masu_results_destroy(results_), MASU_OK); }

  P random_point() {
    return {T(random_.between(0.5, kSide - 0.5)), T(random_.between(0.5, kSide - 0.5))};
  }
  P random_displacement(double size) {
    return {T(random_.between(-size, size)), T(random_.between(-size, size))};
  }
  static typename A::Vec c(const P& p) { return c_vec(p); }
  template <class C, class Cpp>
  static const C* as(const Cpp* p) {
    return reinterpret_cast<const C*>(p);
  }
  template <class C, class S>
  static bool equal(const C& x, const Vec<2, S>& y) {
    return std::bit_cast<Vec<2, S>>(x) == y;
  }

  static void expect_equal(const masu_chain_fault& x, const ChainFault& y) {
    EXPECT_EQ(x.count, y.count);
    ASSERT_EQ(x.named, y.named().size());
    for (std::size_t i = 0; i < x.named; ++i) EXPECT_EQ(x.walls[i], y.named()[i]);
  }
  static void expect_equal(const masu_wall_hit& x, const WallHit<T>& y) {
    EXPECT_EQ(x.status, std::uint8_t(y.status));
    EXPECT_EQ(x.hit != 0, y.hit);
    EXPECT_EQ(x.wall, y.wall);
    EXPECT_EQ(x.t, y.t);
    EXPECT_TRUE(equal(x.normal, y.normal));
  }
  static void expect_equal(const typename A::NearestWall& x, const NearestWall<T>& y) {
    EXPECT_EQ(x.wall, y.wall);
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_TRUE(equal(x.point, y.point));
    EXPECT_EQ(x.stats.tests, y.stats.tests);
  }
  static void expect_equal(const typename A::Mover& x, const Mover<T>& y) {
    EXPECT_TRUE(equal(x.position, y.position));
    ASSERT_EQ(x.passing_count, y.passing.size());
    for (std::size_t i = 0; i < y.passing.size(); ++i) EXPECT_EQ(x.passing[i], y.passing[i]);
  }
  static void expect_equal(const typename A::MoveResult& x, const MoveResult<T>& y) {
    EXPECT_EQ(x.status, std::uint8_t(y.status));
    EXPECT_EQ(x.contacts, y.contacts);
    EXPECT_TRUE(equal(x.displacement, y.displacement));
    EXPECT_EQ(x.overlap, y.overlap);
  }

  // Chains of the walls, by both.
  void order() {
    ChainReport report;
    ASSERT_EQ(chains_.build(walls_, {}, &report), Status::ok);
    masu_wall_chains* made = nullptr;
    masu_chain_report c_report;
    ASSERT_EQ(A::wall_chains_create(as<typename A::Wall>(walls_.data()), walls_.size(), nullptr,
                                    nullptr, &c_report, &made),
              MASU_OK);
    std::size_t n = 0;
    const auto* vertices = A::wall_chains_vertices(made, &n);
    ASSERT_EQ(n, chains_.vertices().size());
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_TRUE(equal(vertices[i], chains_.vertices()[i]));
      std::uint32_t source = 0;
      int flipped = 0;
      const auto wall = std::uint32_t(i);
      const masu_status s = masu_wall_chains_source(made, wall, &source, &flipped);
      ASSERT_EQ(s, chains_.has_wall(wall) ? MASU_OK : MASU_BAD_INDEX);
      if (s != MASU_OK) continue;
      EXPECT_EQ(source, chains_.source(wall));
      EXPECT_EQ(flipped != 0, chains_.flipped(wall));
    }
    const masu_wall_chain* list = masu_wall_chains_list(made, &n);
    ASSERT_EQ(n, chains_.chains().size());
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(list[i].first, chains_.chains()[i].first);
      EXPECT_EQ(list[i].count, chains_.chains()[i].count);
      EXPECT_EQ(list[i].kind, std::uint8_t(chains_.chains()[i].kind));
      EXPECT_EQ(list[i].depth, chains_.chains()[i].depth);
    }
    EXPECT_EQ(c_report.walls, report.walls);
    EXPECT_EQ(c_report.retained, report.retained);
    EXPECT_EQ(c_report.pieces, report.pieces);
    EXPECT_EQ(report.duplicates.count, 1u);
    EXPECT_EQ(report.not_finite.count, 1u);
    expect_equal(c_report.not_finite, report.not_finite);
    expect_equal(c_report.duplicates, report.duplicates);
    expect_equal(c_report.crossings, report.crossings);
    expect_equal(c_report.open_ends, report.open_ends);
    expect_equal(c_report.junctions, report.junctions);
    EXPECT_EQ(c_report.open_chains, report.open_chains);
    EXPECT_EQ(c_report.outlines, report.outlines);
    EXPECT_EQ(masu_wall_chains_destroy(made), MASU_OK);
  }

  void ask(const masu_chain_tree* c_tree, const ChainTree<T>& tree) {
    ASSERT_EQ(masu_chain_tree_wall_count(c_tree), tree.wall_count());
    ASSERT_EQ(masu_chain_tree_vertex_count(c_tree), tree.vertex_count());
    constexpr std::size_t kMany = 40;
    std::vector<P> points, displacements;
    std::vector<Ray<2, T>> rays;
    for (std::size_t i = 0; i < kMany; ++i) {
      points.push_back(random_point());
      displacements.push_back(random_displacement(4));
      rays.push_back({points[i], displacements[i], T(2)});
    }
    const auto* c_points = as<typename A::Vec>(points.data());
    const auto* c_displacements = as<typename A::Vec>(displacements.data());
    const auto* c_rays = as<typename A::Ray>(rays.data());
    std::vector<typename A::NearestWall> c_near(kMany);
    std::vector<masu_wall_hit> c_hits(kMany), c_casts(kMany);
    ASSERT_EQ(
        A::tree_nearest_many(c_tree, c_points, kMany, T(3), &kThreads, results_, c_near.data()),
        MASU_OK);
    ASSERT_EQ(A::tree_ray_cast_many(c_tree, c_rays, kMany, nullptr, results_, c_hits.data()),
              MASU_OK);
    ASSERT_EQ(A::tree_circle_cast_many(c_tree, c_points, T(0.2), c_displacements, kMany, &kThreads,
                                       results_, c_casts.data()),
              MASU_OK);
    for (std::size_t i = 0; i < kMany; ++i) {
      const NearestWall<T> near = tree.nearest(points[i], T(3));
      expect_equal(c_near[i], near);
      typename A::NearestWall c_one;
      ASSERT_EQ(A::tree_nearest(c_tree, c_points + i, T(3), &c_one), MASU_OK);
      expect_equal(c_one, near);
      const WallHit<T> hit = tree.ray_cast(rays[i]);
      expect_equal(c_hits[i], hit);
      masu_wall_hit c_hit;
      ASSERT_EQ(A::tree_ray_cast(c_tree, c_rays + i, &c_hit), MASU_OK);
      expect_equal(c_hit, hit);
      hits_ += hit.hit ? 1 : 0;
      expect_equal(c_casts[i], tree.circle_cast(points[i], T(0.2), displacements[i]));
      const P half{T(0.3), T(0.1)};
      const auto c_half = c(half);
      ASSERT_EQ(
          A::tree_capsule_cast(c_tree, c_points + i, &c_half, T(0.1), c_displacements + i, &c_hit),
          MASU_OK);
      expect_equal(c_hit, tree.capsule_cast(points[i], half, T(0.1), displacements[i]));
      ASSERT_EQ(
          A::tree_capsule_cast(c_tree, c_points + i, nullptr, T(0.2), c_displacements + i, &c_hit),
          MASU_OK);
      expect_equal(c_hit, c_casts[i], 0);
      std::vector<std::pair<std::uint32_t, double>> c_within, within;
      const auto take = [](void* to, std::uint32_t wall, double square) {
        static_cast<decltype(c_within)*>(to)->push_back({wall, square});
        return 1;
      };
      ASSERT_EQ(A::tree_within(c_tree, c_points + i, T(1), take, &c_within), MASU_OK);
      (void)tree.for_each_within(points[i], T(1), [&](std::uint32_t wall, T square) {
        within.push_back({wall, double(square)});
      });
      EXPECT_EQ(c_within, within);
    }
  }
  static void expect_equal(const masu_wall_hit& x, const masu_wall_hit& y, int) {
    EXPECT_EQ(x.wall, y.wall);
    EXPECT_EQ(x.t, y.t);
  }

  Mover<T> mover() {
    Mover<T> m;
    m.position = random_point();
    m.radius = T(random_.between(0.05, 0.7));
    if (random_.below(3) == 0) m.half_axis = {T(0.2), T(0.1)};
    if (random_.below(4) == 0) m.filter = {2, 2};
    return m;
  }
  static MoveOptions options(const masu_move_options& o) {
    return {static_cast<Response>(o.response), o.restitution, o.max_contacts};
  }

  scenes::Pcg32 random_{53};
  masu_results* results_ = nullptr;
  std::vector<Segment<2, T>> walls_;
  WallChains<T> chains_;
  std::size_t hits_ = 0;
};

using Planes = ::testing::Types<Kind<2, float>, Kind<2, double>>;
TYPED_TEST_SUITE(CCorridor, Planes);

TYPED_TEST(CCorridor, chains_equal_those_of_cpp) {
  this->order();
}

TYPED_TEST(CCorridor, wall_queries_equal_those_of_cpp_while_chains_are_inserted_and_erased) {
  using C = typename TestFixture::A;
  using VecT = typename TestFixture::P;
  using Real = typename TestFixture::T;
  ASSERT_NO_FATAL_FAILURE(this->order());
  ChainTree<Real> tree;
  ASSERT_EQ(tree.build(this->chains_, {Real(1)}), Status::ok);
  masu_chain_tree* c_tree = nullptr;
  const auto vertices = this->chains_.vertices();
  const auto chains = this->chains_.chains();
  ASSERT_EQ(C::tree_create(reinterpret_cast<const typename C::Vec*>(vertices.data()),
                           vertices.size(), reinterpret_cast<const masu_wall_chain*>(chains.data()),
                           chains.size(), Real(1), nullptr, &c_tree),
            MASU_OK);
  std::vector<WallChain> there(chains.begin(), chains.end());
  for (int step = 0; step < 30; ++step) {
    SCOPED_TRACE(step);
    ASSERT_NO_FATAL_FAILURE(this->ask(c_tree, tree));
    const std::uint32_t which = this->random_.below(std::uint32_t(there.size()));
    if (step % 3 == 0) {
      std::vector<VecT> more = {this->random_point(), this->random_point(), this->random_point()};
      const InsertedChain r = tree.insert(more);
      masu_wall_chain made;
      ASSERT_EQ(
          C::tree_insert(c_tree, reinterpret_cast<const typename C::Vec*>(more.data()), 3, &made),
          MASU_OK);
      ASSERT_EQ(r.status, Status::ok);
      ASSERT_EQ(made.first, r.chain.first);
      ASSERT_EQ(made.count, r.chain.count);
      there.push_back(r.chain);
    } else if (step % 3 == 1) {
      const WallChain erased = there[which];
      const masu_wall_chain c_erased = {erased.first, erased.count, 0, 0};
      ASSERT_EQ(tree.erase(erased), Status::ok);
      ASSERT_EQ(masu_chain_tree_is_wall(c_tree, erased.first), 1);
      ASSERT_EQ(masu_chain_tree_erase(c_tree, &c_erased), MASU_OK);
      ASSERT_EQ(masu_chain_tree_is_wall(c_tree, erased.first), 0);
      ASSERT_EQ(masu_chain_tree_erase(c_tree, &c_erased), MASU_STALE_HANDLE);
      there.erase(there.begin() + which);
    } else {
      const VecT to[] = {this->random_point()};
      const std::uint32_t first = there[which].first;
      ASSERT_EQ(tree.set_vertices(first, to), Status::ok);
      ASSERT_EQ(
          C::tree_set_vertices(c_tree, first, reinterpret_cast<const typename C::Vec*>(to), 1),
          MASU_OK);
      typename C::Vec now;
      ASSERT_EQ(C::tree_vertex(c_tree, first, &now), MASU_OK);
      ASSERT_TRUE(this->equal(now, to[0]));
    }
  }
  EXPECT_GT(this->hits_, 200u);
  EXPECT_EQ(masu_chain_tree_destroy(c_tree), MASU_OK);
}

TYPED_TEST(CCorridor, movers_move_as_in_cpp_while_walls_move) {
  using C = typename TestFixture::A;
  using VecT = typename TestFixture::P;
  using Real = typename TestFixture::T;
  ASSERT_NO_FATAL_FAILURE(this->order());
  const auto vertices = this->chains_.vertices();
  const auto chains = this->chains_.chains();
  // Solid ones, some that only a few meet, platforms open from below.
  const std::vector<WallKind<Real>> kinds = {
      {{}, {}, 1, 7}, {{2, 2}, {}, 2, 8}, {{}, {0, 1}, 3, 9}};
  std::vector<std::uint32_t> kind_of(vertices.size());
  for (const WallChain& chain : chains) {
    const std::uint32_t kind = chain.loop() ? 0 : this->random_.below(3);
    for (std::uint32_t i = 0; i < chain.count; ++i) kind_of[chain.first + i] = kind;
  }
  Corridor<Real> corridor;
  ASSERT_EQ(corridor.build(vertices, chains, {Real(1), Real(0.001)}, kinds, kind_of), Status::ok);
  masu_corridor_options options = masu_corridor_options_default();
  options.reach = 1;
  options.skin = double(Real(0.001));
  masu_corridor* c_corridor = nullptr;
  ASSERT_EQ(
      C::corridor_create(reinterpret_cast<const typename C::Vec*>(vertices.data()), vertices.size(),
                         reinterpret_cast<const masu_wall_chain*>(chains.data()), chains.size(),
                         reinterpret_cast<const typename C::WallKind*>(kinds.data()), kinds.size(),
                         kind_of.data(), &options, nullptr, &c_corridor),
      MASU_OK);
  for (std::uint32_t w = 0; w < vertices.size(); ++w) {
    typename C::WallKind kind;
    std::uint32_t chain = 0;
    ASSERT_EQ(C::corridor_kind(c_corridor, w, &kind), MASU_OK);
    EXPECT_EQ(kind.material, corridor.kind(w).material);
    EXPECT_EQ(kind.user_data, corridor.kind(w).user_data);
    ASSERT_EQ(masu_corridor_chain_of(c_corridor, w, &chain), MASU_OK);
    EXPECT_EQ(chain, corridor.chain_of(w));
  }

  constexpr std::size_t kMovers = 60;
  std::vector<Mover<Real>> movers;
  for (std::size_t i = 0; i < kMovers; ++i) movers.push_back(this->mover());
  std::vector<typename C::Mover> c_movers;
  for (const Mover<Real>& m : movers) c_movers.push_back(std::bit_cast<typename C::Mover>(m));
  MoverBatch<Real> batch;
  std::size_t contacts = 0, passing = 0, pushed = 0, crushed = 0;
  for (int frame = 0; frame < 60; ++frame) {
    SCOPED_TRACE(frame);
    masu_move_options move_options = masu_move_options_default();
    move_options.response = std::uint32_t(frame) % 3;
    move_options.restitution = 0.5;
    std::vector<VecT> displacements;
    for (std::size_t i = 0; i < kMovers; ++i) displacements.push_back(this->random_displacement(2));
    const auto* c_displacements = reinterpret_cast<const typename C::Vec*>(displacements.data());
    std::vector<MoveResult<Real>> moved(kMovers);
    std::vector<typename C::MoveResult> c_moved(kMovers);
    std::atomic<std::size_t> reported = 0;
    std::size_t expected = 0;
    ASSERT_EQ(batch.move(corridor, movers, displacements, moved, this->options(move_options), {},
                         [&](std::uint32_t, const WallContact&) { ++expected; }),
              Status::ok);
    const auto count = [](void* sum, std::uint32_t mover, const masu_wall_contact* c) {
      EXPECT_LT(mover, 60u);
      EXPECT_NEAR(c->normal.x * c->normal.x + c->normal.y * c->normal.y, 1, 1e-5);
      ++*static_cast<std::atomic<std::size_t>*>(sum);
    };
    ASSERT_EQ(
        C::corridor_move_many(c_corridor, c_movers.data(), c_displacements, kMovers, &move_options,
                              &kThreads, count, &reported, this->results_, c_moved.data()),
        MASU_OK);
    EXPECT_EQ(reported, expected);
    for (std::size_t i = 0; i < kMovers; ++i) {
      SCOPED_TRACE(i);
      this->expect_equal(c_moved[i], moved[i]);
      this->expect_equal(c_movers[i], movers[i]);
      passing += movers[i].passing.size();
      // One by one, and back in place.
      Mover<Real> m = movers[i];
      auto c_m = c_movers[i];
      std::vector<WallContact> walls_hit;
      std::vector<masu_wall_contact> c_walls_hit;
      const auto r = corridor.move(m, displacements[i], this->options(move_options),
                                   [&](const WallContact& w) { walls_hit.push_back(w); });
      const auto take = [](void* to, std::uint32_t mover, const masu_wall_contact* w) {
        EXPECT_EQ(mover, 0u);
        static_cast<std::vector<masu_wall_contact>*>(to)->push_back(*w);
      };
      typename C::MoveResult c_r;
      ASSERT_EQ(C::corridor_move(c_corridor, &c_m, c_displacements + i, &move_options, take,
                                 &c_walls_hit, &c_r),
                masu_status(r.status));
      this->expect_equal(c_r, r);
      this->expect_equal(c_m, m);
      ASSERT_EQ(c_walls_hit.size(), walls_hit.size());
      for (std::size_t k = 0; k < walls_hit.size(); ++k) {
        EXPECT_EQ(c_walls_hit[k].wall, walls_hit[k].wall);
        EXPECT_EQ(c_walls_hit[k].t, walls_hit[k].t);
        EXPECT_TRUE(this->equal(c_walls_hit[k].point, walls_hit[k].point));
        EXPECT_TRUE(this->equal(c_walls_hit[k].normal, walls_hit[k].normal));
      }
      contacts += walls_hit.size();
    }
    // An open chain goes on, and pushes whom it meets.
    std::uint32_t which = this->random_.below(std::uint32_t(chains.size()));
    while (chains[which].loop()) which = (which + 1) % std::uint32_t(chains.size());
    const WallChain& chain = chains[which];
    const masu_wall_chain c_chain = {chain.first, chain.count, 0, 0};
    const VecT step = this->random_displacement(3);
    const auto c_step = this->c(step);
    std::vector<PushResult<Real>> push(kMovers);
    std::vector<typename C::PushResult> c_push(kMovers);
    ASSERT_EQ(corridor.move_walls(chain, step, movers,
                                  [&](std::uint32_t i, const PushResult<Real>& r) { push[i] = r; }),
              Status::ok);
    ASSERT_EQ(C::corridor_move_walls(c_corridor, &c_chain, &c_step, c_movers.data(), kMovers,
                                     frame % 2 == 0 ? c_push.data() : nullptr),
              MASU_OK);
    for (std::size_t i = 0; i < kMovers; ++i) {
      this->expect_equal(c_movers[i], movers[i]);
      if (frame % 2 != 0) continue;
      EXPECT_EQ(c_push[i].status, std::uint8_t(push[i].status));
      EXPECT_EQ(c_push[i].pushed != 0, push[i].pushed);
      EXPECT_EQ(c_push[i].crushed != 0, push[i].crushed);
      EXPECT_TRUE(this->equal(c_push[i].displacement, push[i].displacement));
      EXPECT_EQ(c_push[i].overlap, push[i].overlap);
      pushed += push[i].pushed ? 1 : 0;
      crushed += push[i].crushed ? 1 : 0;
    }
    const VecT back[] = {corridor.walls().vertex(chain.first) + VecT{Real(0.01), 0}};
    ASSERT_EQ(corridor.set_vertices(chain.first, back), Status::ok);
    ASSERT_EQ(C::corridor_set_vertices(c_corridor, chain.first,
                                       reinterpret_cast<const typename C::Vec*>(back), 1),
              MASU_OK);
    if (this->HasFailure()) break;
  }
  ASSERT_NO_FATAL_FAILURE(this->ask(masu_corridor_walls(c_corridor), corridor.walls()));
  EXPECT_GT(contacts, 1000u);
  EXPECT_GT(passing, 10u);
  EXPECT_GT(pushed, 10u);
  EXPECT_GT(crushed, 0u);
  EXPECT_EQ(masu_corridor_destroy(c_corridor), MASU_OK);
}

}  // namespace
}  // namespace masu::test
