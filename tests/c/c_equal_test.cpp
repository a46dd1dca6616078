// SPDX-License-Identifier: MIT
// Worlds in C report the same as in C++, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "scenes/generators/pcg32.hpp"
#include "tests/c/api.hpp"
#include "tests/world/world_model.hpp"

namespace masu::test {
namespace {

template <class CppType, class CType>
CppType as(const CType& c) {
  return std::bit_cast<CppType>(c);
}

template <class K>
class CEqual : public ::testing::Test {
 protected:
  static constexpr int kD = K::kD;
  using T = typename K::Real;
  using A = Api<kD, T>;

  CEqual() : world_({.detail = ContactDetail::areas}), c_(nullptr, MASU_AREAS), random_(31) {
    EXPECT_EQ(masu_results_create(nullptr, &results_), MASU_OK);
  }
  ~CEqual() override { EXPECT_EQ(masu_results_destroy(results_), MASU_OK); }

  RandomBodies<kD, T> bodies() { return {random_, 7}; }

  // An object as both report it.
  struct NewObject {
    ShapeView<kD, T> shape;
    Transform<kD, T> pose;
    ObjectOptions options;
    masu_object_options c_options;
  };
  NewObject random_object() {
    NewObject g{bodies().shape(), bodies().transform(), {}, masu_object_options_default()};
    ObjectOptions& o = g.options;
    o.user_data = random_.below(1000);
    o.filter = bodies().filter();
    o.sensor = random_.below(6) == 0;
    o.continuous = random_.below(4) == 0;
    o.fixed = random_.below(6) == 0;
    if (random_.below(4) == 0) o.layer = static_cast<std::uint8_t>(random_.below(3));
    g.c_options.user_data = o.user_data;
    g.c_options.filter = {o.filter.category, o.filter.mask};
    g.c_options.layer = o.layer;
    g.c_options.sensor = o.sensor;
    g.c_options.continuous = o.continuous;
    g.c_options.fixed = o.fixed;
    return g;
  }
  void add() {
    const NewObject g = random_object();
    const InsertResult r = world_.add(g.shape, g.pose, g.options);
    masu_handle made;
    const auto c_transform = c_pose(g.pose);
    const auto s = c_shape(g.shape);
    ASSERT_EQ(A::add(c_, &s, &c_transform, &g.c_options, &made), masu_status(r.status));
    ASSERT_TRUE(same(made, r.handle));
    handles_.push_back(r.handle);
  }
  // Up to four, with shapes and options each or one for all; now and then one that is refused.
  void add_many() {
    const std::size_t count = random_.below(5);
    const std::size_t shape_count = random_.below(2) == 0 ? 1 : count;
    const std::uint32_t with_options = random_.below(3);
    const std::size_t option_count = with_options == 0 ? 0 : with_options == 1 ? 1 : count;
    std::vector<Transform<kD, T>> poses;
    std::vector<ShapeView<kD, T>> shapes;
    std::vector<ObjectOptions> options;
    std::vector<typename A::Pose> c_transform;
    std::vector<typename A::Shape> c_shapes;
    std::vector<masu_object_options> c_options;
    for (std::size_t k = 0; k < std::max(count, std::size_t(1)); ++k) {
      NewObject g = random_object();
      if (k == 2 && random_.below(4) == 0)
        g.pose.translation[0] = std::numeric_limits<T>::infinity();
      if (k < count) poses.push_back(g.pose), c_transform.push_back(c_pose(g.pose));
      if (k < shape_count) c_shapes.push_back(c_shape(g.shape));
      if (k < option_count) c_options.push_back(g.c_options);
      shapes.push_back(k < shape_count || k == 0 ? g.shape : shapes[0]);
      options.push_back(option_count == 0  ? ObjectOptions{}
                        : k < option_count ? g.options
                                           : options[0]);
    }
    shapes.resize(count);
    options.resize(count);
    std::vector<Handle> handles(count);
    std::vector<masu_handle> made(count);
    const Status status = world_.add_many(shapes, poses, handles, options);
    ASSERT_EQ(A::add_many(c_, c_shapes.data(), shape_count, c_transform.data(), c_options.data(),
                          option_count, count, made.data()),
              masu_status(status));
    for (std::size_t k = 0; k < count; ++k) {
      ASSERT_TRUE(same(made[k], status == Status::ok ? handles[k] : Handle{}));
      if (status == Status::ok) handles_.push_back(handles[k]);
    }
  }
  Handle any() { return handles_[random_.below(std::uint32_t(handles_.size()))]; }
  void change() {
    const Handle h = any();
    const auto pose = bodies().transform();
    const auto c_transform = c_pose(pose);
    switch (random_.below(8)) {
      case 0: {
        const auto shape = bodies().shape();
        const auto s = c_shape(shape);
        ASSERT_EQ(A::set_shape(c_, c_handle(h), &s), masu_status(world_.set_shape(h, shape)));
        break;
      }
      case 1: {
        const Filter f = bodies().filter();
        ASSERT_EQ(masu_world_set_filter(c_, c_handle(h), {f.category, f.mask}),
                  masu_status(world_.set_filter(h, f)));
        break;
      }
      case 2:
        ASSERT_EQ(masu_world_set_layer(c_, c_handle(h), 2, 3),
                  masu_status(world_.set_layer(h, 2, 3)));
        break;
      case 3: ASSERT_EQ(masu_world_remove(c_, c_handle(h)), masu_status(world_.remove(h))); break;
      case 4:
        ASSERT_EQ(A::teleport(c_, c_handle(h), &c_transform),
                  masu_status(world_.teleport(h, pose)));
        break;
      case 5:
        ASSERT_EQ(masu_world_set_user_data(c_, c_handle(h), 5),
                  masu_status(world_.set_user_data(h, 5)));
        break;
      default:
        ASSERT_EQ(A::move(c_, c_handle(h), &c_transform), masu_status(world_.move(h, pose)));
        break;
    }
  }
  // Every third object a little, those that are gone too: both stop there.
  void move_many() {
    std::vector<Handle> handles;
    std::vector<Transform<kD, T>> transforms;
    for (std::size_t i = 0; i < handles_.size(); i += 3) {
      handles.push_back(handles_[i]);
      transforms.push_back(bodies().transform());
    }
    std::vector<masu_handle> c_handles;
    std::vector<typename A::Pose> poses;
    for (const Handle h : handles) c_handles.push_back(c_handle(h));
    for (const auto& p : transforms) poses.push_back(c_pose(p));
    ASSERT_EQ(A::move_many(c_, c_handles.data(), poses.data(), poses.size()),
              masu_status(world_.move_many(handles, transforms)));
  }

  void compare_lists() {
    std::size_t n = 0;
    const masu_pair* pairs = masu_world_pairs(c_, &n);
    ASSERT_EQ(n, world_.pairs().size());
    for (std::size_t i = 0; i < n; ++i) {
      const WorldPair& p = world_.pairs()[i];
      ASSERT_TRUE(same(pairs[i].a, p.a) && same(pairs[i].b, p.b));
      ASSERT_EQ(pairs[i].id, p.id);
      ASSERT_EQ(pairs[i].status, std::uint8_t(p.status));
      ASSERT_NO_FATAL_FAILURE(compare_contacts(pairs[i], p));
    }
    ASSERT_EQ(masu_world_stayed(c_, &n), pairs);
    ASSERT_EQ(n, world_.stayed().size());
    ASSERT_EQ(masu_world_began(c_, &n), pairs + world_.stayed().size());
    ASSERT_EQ(n, world_.began().size());
    began_ += n;
    const masu_ended_pair* ended = masu_world_ended(c_, &n);
    ASSERT_EQ(n, world_.ended().size());
    for (std::size_t i = 0; i < n; ++i) {
      const EndedPair& e = world_.ended()[i];
      ASSERT_TRUE(same(ended[i].a, e.a) && same(ended[i].b, e.b));
      ASSERT_EQ(ended[i].user_data_a, e.user_data_a);
      ASSERT_EQ(ended[i].user_data_b, e.user_data_b);
    }
    ASSERT_NO_FATAL_FAILURE(compare_impacts(A::crossed(c_, &n), n, world_.crossed()));
    ASSERT_NO_FATAL_FAILURE(compare_impacts(A::impacts(c_, &n), n, world_.impacts()));
  }
  // `n` is read after it was written.
  void compare_impacts(const typename A::PairImpact* c, const std::size_t& n,
                       std::span<const WorldImpact<kD, T>> cpp) {
    ASSERT_EQ(n, cpp.size());
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_TRUE(same(c[i].a, cpp[i].a) && same(c[i].b, cpp[i].b));
      ASSERT_EQ(c[i].first.impact.t, cpp[i].t);
      ASSERT_EQ(c[i].first.impact.hit != 0, cpp[i].hit);
      ASSERT_EQ((as<Vec<kD, T>>(c[i].first.impact.normal)), cpp[i].normal);
      ASSERT_EQ(c[i].first.sub_shape_b, cpp[i].sub_shape_b);
      ++impacts_;
    }
  }
  void compare_contacts(const masu_pair& c_pair, const WorldPair& pair) {
    std::size_t n = 0;
    const masu_pair copy = c_pair;  // that lies elsewhere
    const auto* contacts = A::contacts(c_, &copy, &n);
    ASSERT_EQ(n, world_.contacts(pair).size());
    for (std::size_t i = 0; i < n; ++i) {
      const auto& c = world_.contacts(pair)[i];
      ASSERT_EQ(contacts[i].sub_shape_a, c.sub_shape_a);
      ASSERT_EQ(contacts[i].sub_shape_b, c.sub_shape_b);
      ASSERT_EQ(contacts[i].separation.distance, c.distance);
      ASSERT_EQ(contacts[i].separation.upper, c.upper);
      ASSERT_EQ((as<Vec<kD, T>>(contacts[i].separation.normal)), c.normal);
      ASSERT_EQ((as<Vec<kD, T>>(contacts[i].separation.point_b)), c.point_b);
      std::size_t corners = 0;
      const auto* corner = A::corners(c_, &copy, i, &corners);
      ASSERT_EQ(corners, world_.corners(pair, c).size());
      for (std::size_t k = 0; k < corners; ++k) {
        ASSERT_EQ((as<Vec<kD, T>>(corner[k].point_b)), world_.corners(pair, c)[k].point_b);
        ASSERT_EQ(corner[k].distance, world_.corners(pair, c)[k].distance);
        ASSERT_EQ(corner[k].feature_id, world_.corners(pair, c)[k].feature_id);
      }
      corners_ += corners;
    }
    ASSERT_EQ(A::corners(c_, &copy, n, &n), nullptr);
  }

  Ray<kD, T> ray() {
    Ray<kD, T> r{bodies().random_point(), bodies().random_point(), T(2)};
    for (int a = 0; a < kD; ++a) r.direction[a] -= T(3.5);
    return r;
  }
  void compare_hit(const typename A::RayHit& c, const WorldRayHit<kD, T>& hit) {
    ASSERT_EQ(c.status, std::uint8_t(hit.status));
    ASSERT_TRUE(same(c.object, hit.object));
    ASSERT_EQ(c.sub_shape, hit.sub_shape);
    ASSERT_EQ(c.cast.hit != 0, hit.hit);
    ASSERT_EQ(c.cast.t, hit.t);
    ASSERT_EQ((as<Vec<kD, T>>(c.cast.normal)), hit.normal);
    ASSERT_EQ(c.stats.tests, hit.stats.tests);
    hits_ += hit.hit ? 1 : 0;
  }
  void compare_rays() {
    const Ray<kD, T> r = ray();
    const auto c_ray = std::bit_cast<typename A::Ray>(r);
    const Filter f = bodies().filter();
    const masu_filter filter_of_c{f.category, f.mask};
    masu_query_filter c_filter = masu_query_filter_default();
    c_filter.filter = &filter_of_c;
    typename A::RayHit hit;
    ASSERT_EQ(A::ray_cast(c_, &c_ray, &c_filter, &hit), MASU_OK);
    ASSERT_NO_FATAL_FAILURE(compare_hit(hit, world_.ray_cast(r, f)));
    Buffer<WorldRayHit<kD, T>> all;
    ASSERT_EQ(world_.ray_cast_all(r, all).status, Status::ok);
    ASSERT_EQ(A::ray_cast_all(c_, &c_ray, nullptr, results_), MASU_OK);
    std::size_t n = 0;
    const std::uint32_t* first = nullptr;
    const auto* hits = A::hits(results_, &first, &n);
    ASSERT_EQ(n, all.size());
    ASSERT_EQ(first[0], 0u);
    ASSERT_EQ(first[1], n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_NO_FATAL_FAILURE(compare_hit(hits[i], all[i]));
    std::size_t seen = 0;
    const auto count = [](void* context, const typename A::RayHit*) {
      ++*static_cast<std::size_t*>(context);
      return 1;
    };
    ASSERT_EQ(A::for_each_on_ray(c_, &c_ray, nullptr, count, &seen), MASU_OK);
    ASSERT_EQ(seen, n);
    typename A::RayHit many[2];
    const typename A::Ray rays[2] = {c_ray, c_ray};
    ASSERT_EQ(A::ray_cast_many(c_, rays, 2, &c_filter, nullptr, many), MASU_OK);
    ASSERT_EQ(many[1].cast.t, hit.cast.t);
  }

  static int take(void* context, masu_handle h) {
    static_cast<std::vector<Handle>*>(context)->push_back({h.index, h.generation});
    return 1;
  }
  void compare_poses() {
    const auto shape = bodies().shape();
    const auto pose = bodies().transform();
    const auto c_s = c_shape(shape);
    const auto c_transform = c_pose(pose);
    const auto point = c_vec(pose.translation);
    const Aabb<kD, T> box{pose.translation, pose.translation + Vec<kD, T>::all(T(1.5))};
    const auto c_box = std::bit_cast<typename A::Aabb>(box);
    std::vector<Handle> c_found;
    std::vector<Handle> found;
    const auto visit = [&](Handle h) { found.push_back(h); };
    ASSERT_EQ(A::touching(c_, &c_s, &c_transform, nullptr, &take, &c_found), MASU_OK);
    ASSERT_EQ(world_.for_each_touching(shape, pose, visit).status, Status::ok);
    ASSERT_EQ(A::at(c_, &point, nullptr, &take, &c_found), MASU_OK);
    ASSERT_EQ(world_.for_each_at(pose.translation, visit).status, Status::ok);
    ASSERT_EQ(A::overlapping(c_, &c_box, nullptr, &take, &c_found), MASU_OK);
    ASSERT_EQ(world_.for_each_overlapping(box, visit).status, Status::ok);
    ASSERT_EQ(c_found, found);
    found_ += found.size();

    typename A::CastHit cast;
    const auto displacement = c_vec(Vec<kD, T>::all(T(3)));
    ASSERT_EQ(A::shape_cast(c_, &c_s, &c_transform, &displacement, nullptr, &cast), MASU_OK);
    const auto expected = world_.shape_cast(shape, pose, Vec<kD, T>::all(T(3)));
    ASSERT_TRUE(same(cast.object, expected.object));
    ASSERT_EQ(cast.impact.t, expected.t);
    typename A::Nearest nearest;
    ASSERT_EQ(A::closest_to(c_, &c_s, &c_transform, nullptr, &nearest), MASU_OK);
    const auto nearest_cpp = world_.closest_to(shape, pose);
    ASSERT_TRUE(same(nearest.a, nearest_cpp.a));
    ASSERT_EQ(nearest.separation.separation.distance, nearest_cpp.distance);
    ASSERT_EQ(A::closest_pair(c_, &nearest), MASU_OK);
    ASSERT_TRUE(same(nearest.b, world_.closest_pair().b));
  }
  void compare_near() {
    const Vec<kD, T> point = bodies().random_point();
    const auto c_point = c_vec(point);
    typename A::Neighbor c_found[5];
    Neighbor<T> found[5];
    std::size_t n = 0;
    ASSERT_EQ(A::nearest(c_, &c_point, nullptr, c_found, 5, &n), MASU_OK);
    const auto r = world_.nearest(point, found);
    ASSERT_EQ(n, r.stats.results);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_TRUE(same(c_found[i].object, found[i].id));
      ASSERT_EQ(c_found[i].distance_squared, found[i].distance_squared);
    }
    T sum = 0;
    const auto add_distance = [](void* context, masu_handle, const typename A::SurfacePoint* p) {
      *static_cast<T*>(context) += p->distance;
      return 1;
    };
    T expected = 0;
    ASSERT_EQ(A::within(c_, &c_point, T(2), nullptr, add_distance, &sum), MASU_OK);
    (void)world_.for_each_within(point, T(2),
                                 [&](Handle, const auto& p) { expected += p.distance; });
    ASSERT_EQ(sum, expected);

    const typename A::Vec points[2] = {c_point, c_vec(bodies().random_point())};
    ASSERT_EQ(A::nearest_many(c_, points, 2, 3, nullptr, nullptr, results_), MASU_OK);
    const std::uint32_t* first = nullptr;
    const auto* items = A::neighbors(results_, &first, &n);
    ASSERT_EQ(first[2], n);
    ASSERT_EQ(first[1], std::min<std::size_t>(3, world_.size()));
    ASSERT_TRUE(same(items[0].object, found[0].id));
    const Aabb<kD, T> box{point, point + Vec<kD, T>::all(T(2))};
    const auto c_box = std::bit_cast<typename A::Aabb>(box);
    ASSERT_EQ(A::overlapping_many(c_, &c_box, 1, nullptr, nullptr, results_), MASU_OK);
    QueryBatch<Handle> batch;
    ASSERT_EQ(world_.overlapping_many(std::span(&box, 1), batch), Status::ok);
    const masu_handle* handles = masu_results_handles(results_, &n);
    ASSERT_EQ(n, batch[0].size());
    ASSERT_EQ(masu_results_first(results_, nullptr)[1], n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(same(handles[i], batch[0][i]));
  }

  void compare_handles(const QueryBatch<Handle>& batch) {
    std::size_t n = 0;
    const std::uint32_t* first = masu_results_first(results_, &n);
    ASSERT_EQ(n, batch.first.size());
    ASSERT_TRUE(std::equal(first, first + n, batch.first.begin()));
    const masu_handle* handles = masu_results_handles(results_, &n);
    ASSERT_EQ(n, batch.items.size());
    for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(same(handles[i], batch.items[i]));
    listed_ += n;
  }
  void compare_many() {
    constexpr std::size_t kMany = 4;
    WorldShape<kD, T> shapes[kMany];
    Transform<kD, T> poses[kMany];
    Vec<kD, T> points[kMany];
    Ray<kD, T> rays[kMany];
    typename A::Shape c_shapes[kMany];
    for (std::size_t i = 0; i < kMany; ++i) {
      const auto view = bodies().shape();
      shapes[i] = {view};
      c_shapes[i] = c_shape(view);
      poses[i] = bodies().transform();
      points[i] = bodies().random_point();
      rays[i] = ray();
    }
    const auto* c_transform = reinterpret_cast<const typename A::Pose*>(poses);
    const auto* c_points = reinterpret_cast<const typename A::Vec*>(points);
    const auto* c_rays = reinterpret_cast<const typename A::Ray*>(rays);
    const Filter f = bodies().filter();
    const masu_filter filter_of_c{f.category, f.mask};
    masu_query_filter c_filter = masu_query_filter_default();
    c_filter.filter = &filter_of_c;

    QueryBatch<Handle> batch;
    ASSERT_EQ(world_.touching_many(shapes, poses, batch, f), Status::ok);
    ASSERT_EQ(A::touching_many(c_, c_shapes, c_transform, kMany, &c_filter, nullptr, results_),
              MASU_OK);
    ASSERT_NO_FATAL_FAILURE(compare_handles(batch));
    ASSERT_EQ(world_.at_many(points, batch, f), Status::ok);
    ASSERT_EQ(A::at_many(c_, c_points, kMany, &c_filter, nullptr, results_), MASU_OK);
    ASSERT_NO_FATAL_FAILURE(compare_handles(batch));
    ASSERT_EQ(world_.touching_in_many(world_, batch), Status::ok);
    ASSERT_EQ(A::touching_in_many(c_, c_, nullptr, results_), MASU_OK);
    ASSERT_NO_FATAL_FAILURE(compare_handles(batch));

    QueryBatch<WorldRayHit<kD, T>> all;
    ASSERT_EQ(world_.ray_cast_all_many(rays, all, f), Status::ok);
    ASSERT_EQ(A::ray_cast_all_many(c_, c_rays, kMany, &c_filter, nullptr, results_), MASU_OK);
    std::size_t n = 0;
    const std::uint32_t* first = nullptr;
    const auto* hits = A::hits(results_, &first, &n);
    ASSERT_EQ(n, all.items.size());
    ASSERT_TRUE(std::equal(first, first + kMany + 1, all.first.begin()));
    for (std::size_t i = 0; i < n; ++i) ASSERT_NO_FATAL_FAILURE(compare_hit(hits[i], all.items[i]));

    QueryBatch<Neighbor<T>> near;
    ASSERT_EQ(world_.within_many(points, T(2), near, f), Status::ok);
    ASSERT_EQ(A::within_many(c_, c_points, kMany, T(2), &c_filter, nullptr, results_), MASU_OK);
    const auto* neighbors = A::neighbors(results_, &first, &n);
    ASSERT_EQ(n, near.items.size());
    ASSERT_TRUE(std::equal(first, first + kMany + 1, near.first.begin()));
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_TRUE(same(neighbors[i].object, near.items[i].id));
      ASSERT_EQ(neighbors[i].distance_squared, near.items[i].distance_squared);
    }

    typename A::CastHit casts[kMany];
    WorldCastHit<kD, T> expected_casts[kMany];
    ASSERT_EQ(A::shape_cast_many(c_, c_shapes, c_transform, c_points, kMany, &c_filter, nullptr,
                                 results_, casts),
              MASU_OK);
    ASSERT_EQ(world_.shape_cast_many(shapes, poses, points, expected_casts, f), Status::ok);
    typename A::Nearest nearest[kMany];
    WorldNearest<kD, T> expected_nearest[kMany];
    ASSERT_EQ(
        A::closest_to_many(c_, c_shapes, c_transform, kMany, &c_filter, nullptr, results_, nearest),
        MASU_OK);
    ASSERT_EQ(world_.closest_to_many(shapes, poses, expected_nearest, f), Status::ok);
    for (std::size_t i = 0; i < kMany; ++i) {
      ASSERT_TRUE(same(casts[i].object, expected_casts[i].object));
      ASSERT_EQ(casts[i].impact.t, expected_casts[i].t);
      ASSERT_TRUE(same(nearest[i].a, expected_nearest[i].a));
      ASSERT_EQ(nearest[i].separation.separation.distance, expected_nearest[i].distance);
    }
  }

  World<kD, T> world_;
  CWorld<kD, T> c_;
  masu_results* results_ = nullptr;
  scenes::Pcg32 random_;
  std::vector<Handle> handles_;
  std::size_t began_ = 0, impacts_ = 0, corners_ = 0, hits_ = 0, found_ = 0, listed_ = 0;
};

TYPED_TEST_SUITE(CEqual, Kinds);

TYPED_TEST(CEqual, random_stories) {
  for (int i = 0; i < 60; ++i) ASSERT_NO_FATAL_FAILURE(this->add());
  for (int frame = 0; frame < 40; ++frame) {
    SCOPED_TRACE(frame);
    ASSERT_NO_FATAL_FAILURE(this->add());
    ASSERT_NO_FATAL_FAILURE(this->add_many());
    for (int i = 0; i < 6; ++i) ASSERT_NO_FATAL_FAILURE(this->change());
    ASSERT_NO_FATAL_FAILURE(this->move_many());
    if (frame == 20) {
      LayerMatrix layers;
      ASSERT_EQ(layers.set(0, 1, false), Status::ok);
      std::uint64_t rows[MASU_LAYERS];
      for (int i = 0; i < MASU_LAYERS; ++i) rows[i] = layers.filter(i).mask;
      ASSERT_EQ(masu_world_set_layers(this->c_, rows), MASU_OK);
      ASSERT_EQ(this->world_.set_layers(layers), Status::ok);
    }
    masu_update_result result;
    ASSERT_EQ(masu_world_update(this->c_, &result), MASU_OK);
    const UpdateResult expected = this->world_.update();
    ASSERT_EQ(result.pairs_tested, expected.pairs_tested);
    ASSERT_EQ(result.stats.results, expected.stats.results);
    ASSERT_EQ(masu_world_hash(this->c_), this->world_.hash());
    ASSERT_EQ(masu_world_size(this->c_), this->world_.size());
    ASSERT_EQ(masu_world_pair_ids(this->c_), this->world_.pair_ids());
    ASSERT_EQ(masu_world_validate(this->c_), 1);
    ASSERT_NO_FATAL_FAILURE(this->compare_lists());
    ASSERT_NO_FATAL_FAILURE(this->compare_rays());
    ASSERT_NO_FATAL_FAILURE(this->compare_poses());
    ASSERT_NO_FATAL_FAILURE(this->compare_near());
    ASSERT_NO_FATAL_FAILURE(this->compare_many());
  }
  EXPECT_GT(this->began_, 50u);
  EXPECT_GT(this->impacts_, 20u);
  EXPECT_GT(this->corners_, 50u);
  EXPECT_GT(this->hits_, 20u);
  EXPECT_GT(this->found_, 50u);
  EXPECT_GT(this->listed_, 500u);
}

}  // namespace
}  // namespace masu::test
