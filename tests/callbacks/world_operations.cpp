// SPDX-License-Identifier: MIT
// Operations of a World, in 2D.
#include <masu/shapes/box.hpp>
#include <masu/shapes/convex_polygon.hpp>
#include <masu/shapes/sphere.hpp>
#include <masu/world/world.hpp>

#include "tests/callbacks/operation.hpp"

namespace masu::test {
namespace {

using enum UserCode;
using Filter2 = QueryFilter<2, float>;
using Candidate = QueryCandidate<2, float>;
using Pose = Transform2f;

constexpr std::size_t kFew = 40;
constexpr std::size_t kMany = 9000;    // several jobs of each kind
constexpr std::size_t kQueries = 200;  // several jobs

// Circles and boxes; some are sensors, or of a shape that the world refers to.
struct Scene {
  ConvexPolygon<float> polygon;
  World<2> world;
  std::vector<Handle> handles;
  std::vector<Pose> moved;

  explicit Scene(std::size_t count, const JobSystem& jobs = {})
      : world({.detail = ContactDetail::points, .jobs = jobs}) {
    const Vec2f corners[] = {{0, 0}, {1, 0}, {0, 1}};
    EXPECT_EQ(polygon.build(corners), Status::ok);
    const auto boxes = random_boxes<2>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Pose pose{boxes[i].min, {}};
      const ObjectOptions options{.user_data = i, .sensor = i % 7 == 0, .continuous = i % 11 == 0};
      if (i % 13 == 0) {
        handles.push_back(world.add(polygon, pose, options));
      } else if (i % 2 == 0) {
        handles.push_back(world.add(Circle<float>{0.6f}, pose, options));
      } else {
        handles.push_back(world.add(Box<2, float>{{0.5f, 0.6f}}, pose, options));
      }
      const float far = float(i % 9) / 9;  // sweeps are short
      moved.push_back({boxes[i].min + Vec2f{far, 1 - far}, {}});
    }
    EXPECT_EQ(world.update().status, Status::ok);
  }
  void move_all() {
    for (std::size_t i = 0; i < moved.size(); ++i) {
      EXPECT_EQ(world.move(handles[i], moved[i]), Status::ok);
    }
  }
};

void add_events(Digest& d, const World<2>& world) {
  d << world.hash() << world.began().size() << world.ended().size();
  for (const EndedPair& pair : world.ended()) d << pair.a << pair.b;
  for (const auto& impact : world.impacts()) d << impact.a << impact.b << impact.t;
  for (const auto& impact : world.crossed()) d << impact.a << impact.b << impact.t;
}

const Vec2f kPoint{3, 3};
const Aabb2f kBox{{1, 1}, {6, 6}};
const Ray<2, float> kRay{{-1, -1}, {1, 1}};
const Circle<float> kCircle{2};
const Pose kPose{{3, 3}, {}};

// A query that calls a visitor, or a predicate of its filter.
void add_queries(std::vector<Operation>& list) {
  const auto add = [&](const char* name, auto&& query) {
    list.push_back({std::string("WorldQueries::") + name, {visitor}, [query](Probe& p) {
                      Scene x(kFew);
                      p.attempt(x.world, [&](Digest& d) {
                        const auto accept = [&](const Candidate& c) {
                          p.visit();
                          return c.object.index % 5 != 0;
                        };
                        const Filter2 filter{.accept = accept};
                        query(p, x.world, filter, d);
                      });
                    }});
  };
  const auto visit = [](Probe& p, Digest& d) {
    return [&](Handle h) { return d << h, p.visit(); };
  };
  add("for_each",
      [=](Probe& p, auto& world, const Filter2&, Digest& d) { d << world.for_each(visit(p, d)); });
  add("ray_cast", [](Probe&, auto& world, const Filter2& filter, Digest& d) {
    d << world.ray_cast(kRay, filter);
  });
  add("for_each_on_ray", [](Probe& p, auto& world, const Filter2& filter, Digest& d) {
    d << world.for_each_on_ray(
        kRay, [&](const auto& hit) { return d << hit.object << hit.t, p.visit(); }, filter);
  });
  add("ray_cast_all", [](Probe&, auto& world, const Filter2& filter, Digest& d) {
    Buffer<WorldRayHit<2, float>> hits;
    d << world.ray_cast_all(kRay, hits, filter) << hits;
  });
  add("shape_cast", [](Probe&, auto& world, const Filter2& filter, Digest& d) {
    d << world.shape_cast(kCircle, Pose{{-3, -3}, {}}, Vec2f{9, 9}, filter);
  });
  add("for_each_touching", [=](Probe& p, auto& world, const Filter2& filter, Digest& d) {
    d << world.for_each_touching(kCircle, kPose, visit(p, d), filter);
  });
  add("for_each_at", [=](Probe& p, auto& world, const Filter2& filter, Digest& d) {
    d << world.for_each_at(kPoint, visit(p, d), filter);
  });
  add("for_each_overlapping", [=](Probe& p, auto& world, const Filter2& filter, Digest& d) {
    d << world.for_each_overlapping(kBox, visit(p, d), filter);
  });
  add("for_each_image_overlapping", [](Probe& p, auto& world, const Filter2& filter, Digest& d) {
    d << world.for_each_image_overlapping(
        kBox, [&](Handle h, const Vec2f& shift) { return d << h << shift, p.visit(); }, filter);
  });
  add("nearest", [](Probe&, auto& world, const Filter2& filter, Digest& d) {
    Neighbor<float> found[4];
    d << world.nearest(kPoint, found, filter) << found;
  });
  add("for_each_within", [](Probe& p, auto& world, const Filter2& filter, Digest& d) {
    const auto each = [&](Handle h, const auto& at) { return d << h << at.distance, p.visit(); };
    d << world.for_each_within(kPoint, 3, each, filter);
  });
  add("closest_to", [](Probe&, auto& world, const Filter2& filter, Digest& d) {
    d << world.closest_to(kCircle, Pose{{-9, 3}, {}}, filter).distance;
  });
  add("for_each_touching_in", [](Probe& p, auto& world, const Filter2&, Digest& d) {
    d << world.for_each_touching_in(world,
                                    [&](Handle a, Handle b) { return d << a << b, p.visit(); });
  });
}

// What batches ask.
struct Questions {
  std::vector<Vec2f> points, translations;
  std::vector<Ray<2, float>> rays;
  std::vector<Aabb2f> boxes;
  std::vector<WorldShape<2, float>> shapes;
  std::vector<Pose> poses;

  explicit Questions(std::size_t count) {
    for (const auto& box : random_boxes<2>(count, 5)) {
      points.push_back(box.min);
      translations.push_back({1, 2});
      rays.push_back({box.min, {1, 0.5f}});
      boxes.push_back(box);
      shapes.push_back(world_shape(kCircle));
      poses.push_back({box.min, {}});
    }
  }
};
template <class Item>
Digest& operator<<(Digest& d, const QueryBatch<Item>& batch) {
  for (std::size_t i = 0; i < batch.size(); ++i) d << batch[i];
  return d;
}

void add_batches(std::vector<Operation>& list) {
  const auto add = [&](const char* name, std::vector<UserCode> codes, auto&& ask) {
    list.push_back({std::string("WorldQueries::") + name, std::move(codes), [ask](Probe& p) {
                      Scene x(p.size(kFew, 500));
                      const Questions q(p.size(9, kQueries));
                      p.attempt(x.world, [&](Digest& d) {
                        const auto accept = [&](const Candidate& c) {
                          p.visit();
                          return c.object.index % 5 != 0;
                        };
                        ask(x.world, q, Filter2{.accept = accept}, p.jobs(), d);
                      });
                    }});
  };
  const std::vector<UserCode> both{visitor, jobs};
  add("ray_cast_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    std::vector<WorldRayHit<2, float>> hits(q.rays.size());
    d << world.ray_cast_many(q.rays, hits, filter, jobs) << hits;
  });
  add("ray_cast_all_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    QueryBatch<WorldRayHit<2, float>> found;
    d << world.ray_cast_all_many(q.rays, found, filter, jobs) << found;
  });
  add("shape_cast_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    std::vector<WorldCastHit<2, float>> hits(q.shapes.size());
    d << world.shape_cast_many(q.shapes, q.poses, q.translations, hits, filter, jobs) << hits;
  });
  add("touching_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    QueryBatch<Handle> found;
    d << world.touching_many(q.shapes, q.poses, found, filter, jobs) << found;
  });
  add("at_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    QueryBatch<Handle> found;
    d << world.at_many(q.points, found, filter, jobs) << found;
  });
  add("within_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    QueryBatch<Neighbor<float>> found;
    d << world.within_many(q.points, 2, found, filter, jobs) << found;
  });
  add("closest_to_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    std::vector<WorldNearest<2, float>> found(q.shapes.size());
    d << world.closest_to_many(q.shapes, q.poses, found, filter, jobs);
    for (const auto& f : found) d << f.a << f.b << f.distance;
  });
  add("touching_in_many", {jobs}, [](auto& world, auto&, auto&&, auto&& jobs, Digest& d) {
    QueryBatch<Handle> found;
    d << world.touching_in_many(world, found, jobs) << found;
  });
  add("overlapping_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    QueryBatch<Handle> found;
    d << world.overlapping_many(BoxSpan<2, float>(q.boxes), found, filter, jobs) << found;
  });
  add("nearest_many", both, [](auto& world, auto& q, auto&& filter, auto&& jobs, Digest& d) {
    QueryBatch<Neighbor<float>> found;
    d << world.nearest_many(q.points, 3, found, filter, jobs) << found;
  });
}

struct Listener {
  Probe* probe;
  void on_begin(const WorldPair&) { probe->visit(); }
  void on_end(const EndedPair&) { probe->visit(); }
  void on_stay(const WorldPair&) { probe->visit(); }
  void on_impact(const WorldImpact<2, float>&) { probe->visit(); }
  void on_cross(const WorldImpact<2, float>&) { probe->visit(); }
};

void add_frames(std::vector<Operation>& list) {
  list.push_back({"World::update", {visitor, jobs}, [](Probe& p) {
                    Scene x(p.size(kFew, kMany), p.jobs());
                    x.move_all();
                    bool done = false;
                    p.attempt(x.world, [&](Digest& d) {
                      // If a listener throws, the world is as after an update.
                      if (p.with_jobs()) {
                        d << x.world.update().status;
                      } else if (!done) {
                        done = true;
                        (void)x.world.update(Listener{&p});
                      }
                      add_events(d, x.world);
                    });
                  }});
  // Some objects may have moved: the repeated call moves the others.
  list.push_back({"World::move_many", {jobs}, [](Probe& p) {
                    Scene x(kMany, p.jobs());
                    std::vector<Handle> handles;
                    std::vector<Pose> poses;
                    // Those without sweeps, of shapes that are stored by value.
                    for (std::size_t i = 0; i < kMany; ++i) {
                      if (i % 13 == 0 || i % 11 == 0 || i % 7 == 0) continue;
                      handles.push_back(x.handles[i]);
                      poses.push_back(x.moved[i]);
                    }
                    p.attempt(x.world, [&](Digest& d) {
                      d << x.world.move_many(handles, poses);
                      for (const Handle h : x.handles) {
                        d << x.world.find(h)->pose.translation << x.world.find(h)->box;
                      }
                    });
                    Digest d;
                    d << x.world.update().status;
                    add_events(d, x.world);
                    p.add_consequences(d);
                    EXPECT_TRUE(x.world.validate());
                  }});
  list.push_back({"World::set_pair_filter", {visitor}, [](Probe& p) {
                    Scene x(kFew);
                    x.move_all();
                    const auto accept = [&](const PairCandidate& c) {
                      p.visit();
                      return (c.a.index + c.b.index) % 3 != 0;
                    };
                    EXPECT_EQ(x.world.set_pair_filter(accept), Status::ok);
                    p.attempt(x.world, [&](Digest& d) {
                      d << x.world.update().status;
                      add_events(d, x.world);
                    });
                  }});
  list.push_back({"World::for_each_pair_of", {visitor}, [](Probe& p) {
                    Scene x(kFew);
                    p.attempt(x.world, [&](Digest& d) {
                      for (const Handle h : x.handles) {
                        d << x.world.for_each_pair_of(
                            h, [&](const WorldPair& pair) { p.visit(), d << pair.a << pair.b; });
                      }
                    });
                  }});
  list.push_back({"World::restore", {visitor}, [](Probe& p) {
                    Scene x(kFew), y(kFew / 2);
                    std::vector<std::byte> bytes;
                    EXPECT_EQ(x.world.save(bytes), Status::ok);
                    const std::uint64_t before = y.world.hash();
                    p.attempt(y.world, [&](Digest& d) {
                      EXPECT_EQ(y.world.hash(), before) << "it was unchanged";
                      d << y.world.restore(ByteView(bytes), [&](Handle, std::uint64_t) {
                        p.visit();
                        return world_shape(x.polygon);
                      });
                      d << y.world.hash();
                    });
                  }});
  list.push_back({"World::draw", {visitor}, [](Probe& p) {
                    Scene x(kFew);
                    p.attempt(x.world, [&](Digest& d) {
                      struct Context {
                        Probe& probe;
                        Digest& digest;
                      } context{p, d};
                      DebugDraw<2, float> draw;
                      draw.context = &context;
                      draw.box = [](void* c, const Aabb2f& box, DrawKind kind) {
                        static_cast<Context*>(c)->digest << box << kind;
                        static_cast<Context*>(c)->probe.visit();
                      };
                      draw.line = [](void* c, const Vec2f& from, const Vec2f& to, DrawKind kind) {
                        static_cast<Context*>(c)->digest << from << to << kind;
                        static_cast<Context*>(c)->probe.visit();
                      };
                      x.world.draw(draw);
                    });
                  }});
}

}  // namespace

void add_world_operations(std::vector<Operation>& list) {
  add_queries(list);
  add_batches(list);
  add_frames(list);
}

}  // namespace masu::test
