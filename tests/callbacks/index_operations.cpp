// SPDX-License-Identifier: MIT
// Operations of static and dynamic indices, in 2D.
#include <memory>

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/dynamic_bvh.hpp>
#include <masu/broad_phase/hash_grid.hpp>
#include <masu/broad_phase/incremental_sweep_and_prune.hpp>
#include <masu/broad_phase/kd_tree.hpp>
#include <masu/broad_phase/linear_orthtree.hpp>
#include <masu/broad_phase/registered_orthtree.hpp>
#include <masu/broad_phase/uniform_grid.hpp>

#include "tests/callbacks/operation.hpp"

namespace masu::test {
namespace {

using enum UserCode;
using Box2 = Aabb<2, float>;
constexpr std::size_t kBoxes = 60;
const Ray<2, float> kRay{{0, 0}, {1, 1}};

// --- Static indices
// --------------------------------------------------------------------------------

template <class Index>
std::shared_ptr<const Index> built() {
  const auto index = std::make_shared<Index>();
  EXPECT_EQ(index->build(random_boxes<2>(kBoxes)), Status::ok);
  return index;
}
std::shared_ptr<const BvhView<2, float>> built_view() {
  const auto tree = built<Bvh<2, float>>();
  return {tree, &tree->view()};
}

template <class Make>
void add_queries(std::vector<Operation>& list, const std::string& of, Make make) {
  using Index = std::remove_reference_t<decltype(*make())>;
  using Id = typename Index::Id;
  const auto add = [&](const char* name, auto&& search) {
    list.push_back({of + "::" + name, {visitor}, [make, search](Probe& p) {
                      const auto index = make();
                      p.attempt(*index, [&](Digest& d) { search(p, *index, d); });
                    }});
  };
  add("for_each_overlapping", [](Probe& p, const Index& index, Digest& d) {
    d << index.for_each_overlapping(window<2>(kBoxes), [&](Id id) { p.visit(), d << id; });
  });
  if constexpr (requires(const Index& i) { i.size(), i.nearest(Box2{}, {}); }) {
    add("for_each_within", [](Probe& p, const Index& index, Digest& d) {
      d << index.for_each_within(Box2{{3, 3}, {4, 4}}, 3,
                                 [&](Id id) -> bool { return d << id, p.visit(); });
    });
    add("for_each_on_ray", [](Probe& p, const Index& index, Digest& d) {
      d << index.for_each_on_ray(kRay, [&](Id id, float t) { p.visit(), d << id << t; });
    });
  }
  constexpr auto kMiss = [](Id, float, float) -> std::optional<float> { return std::nullopt; };
  if constexpr (requires(const Index& i) { i.ray_cast(kRay, kMiss); }) {
    add("ray_cast", [](Probe& p, const Index& index, Digest& d) {
      d << index.ray_cast(kRay, [&](Id id, float enter, float) -> std::optional<float> {
        p.visit();
        return id % 3 == 0 ? std::nullopt : std::optional<float>(enter + 0.5f);
      });
    });
  }
  if constexpr (requires(const Index& i) { i.cell_count(); }) {
    add("for_each_cell", [](Probe& p, const Index& index, Digest& d) {
      index.for_each_cell(
          [&](const Box2& box, int depth, std::size_t n) { p.visit(), d << box << depth << n; },
          [&](Id id) { p.visit(), d << id; });
    });
  } else {
    add("for_each_node", [](Probe& p, const Index& index, Digest& d) {
      index.for_each_node(
          [&](const Box2& box, int depth, std::size_t n) { p.visit(), d << box << depth << n; },
          [&](Id id) { p.visit(), d << id; });
    });
  }
}

template <class Index>
void add_build(std::vector<Operation>& list, const std::string& of) {
  list.push_back({of + "::build",
                  {trace},
                  [](Probe& p) {
                    Index index;
                    const auto boxes = random_boxes<2>(kBoxes);
                    p.attempt(index, [&](Digest& d) {
                      d << index.build(boxes, {}, p.trace()) << index.size();
                      d << index.for_each_overlapping(window<2>(kBoxes),
                                                      [&](std::uint32_t id) { d << id; });
                    });
                  },
                  true,
                  false});
}

// --- Dynamic indices
// -------------------------------------------------------------------------------

template <class Index>
struct Filled {
  Index index;
  std::vector<Handle> handles{kBoxes};
  Filled() { EXPECT_EQ(index.insert_many(random_boxes<2>(kBoxes), handles), Status::ok); }
};

template <class Index>
void add_dynamic(std::vector<Operation>& list, const std::string& of) {
  // A search that changes nothing; `codes` is what it takes.
  const auto add = [&](const char* name, std::vector<UserCode> codes, auto&& search) {
    list.push_back({of + "::" + name, std::move(codes), [search](Probe& p) {
                      Filled<Index> x;
                      p.attempt(x.index, [&](Digest& d) { search(p, x, d); });
                    }});
  };
  constexpr bool kTraced = requires(const Index& i, PairTarget sink, Probe p) {
    i.find_pairs_between(i, sink, p.trace());
  };
  const std::vector<UserCode> both =
      kTraced ? std::vector<UserCode>{visitor, trace} : std::vector<UserCode>{visitor};
  const auto sink_of = [](Probe& p, Digest& d) {
    return [&](std::uint32_t a, std::uint32_t b) { p.visit(), d << a << b; };
  };
  add("find_pairs", {visitor, trace},
      [=](Probe& p, auto& x, Digest& d) { d << x.index.find_pairs(sink_of(p, d), p.trace()); });
  // It forgets what has moved only at the end.
  add("find_pairs_of_moved", {visitor, trace}, [=](Probe& p, auto& x, Digest& d) {
    d << x.index.find_pairs_of_moved(sink_of(p, d), p.trace());
  });
  add("find_pairs_between", both, [=](Probe& p, auto& x, Digest& d) {
    Filled<Index> y;
    if constexpr (kTraced) {
      d << x.index.find_pairs_between(y.index, sink_of(p, d), p.trace());
    } else {
      d << x.index.find_pairs_between(y.index, sink_of(p, d));
    }
  });
  add("search_moved", {visitor, trace}, [](Probe& p, auto& x, Digest& d) {
    QueryStats stats;
    const auto begin = [&](std::uint32_t i) { return d << i, p.visit(); };
    const auto report = [&](std::uint32_t i, std::uint32_t j) { return d << i << j, p.visit(); };
    d << x.index.search_moved(stats, begin, report, begin, p.trace()) << stats;
  });
  const auto handles = [](Probe& p, Digest& d) { return [&](Handle h) { p.visit(), d << h; }; };
  add("for_each_overlapping", both, [=](Probe& p, auto& x, Digest& d) {
    const auto visit = handles(p, d);
    if constexpr (requires { x.index.cell_edge(); }) {
      d << x.index.for_each_overlapping(window<2>(kBoxes), visit, {}, {}, p.trace());
    } else if constexpr (kTraced) {
      d << x.index.for_each_overlapping(window<2>(kBoxes), visit, {}, p.trace());
    } else {
      d << x.index.for_each_overlapping(window<2>(kBoxes), visit);
    }
  });
  if constexpr (requires(const Index& i) { i.nearest(Box2{}, {}); }) {
    add("for_each_within", both, [=](Probe& p, auto& x, Digest& d) {
      const Box2 box{{3, 3}, {4, 4}};
      const auto visit = handles(p, d);
      if constexpr (kTraced) {
        d << x.index.for_each_within(box, 2, visit, {}, p.trace());
      } else {
        d << x.index.for_each_within(box, 2, visit);
      }
    });
    add("for_each_on_ray", both, [](Probe& p, auto& x, Digest& d) {
      const auto visit = [&](Handle h, float t) { p.visit(), d << h << t; };
      if constexpr (kTraced) {
        d << x.index.for_each_on_ray(kRay, visit, {}, p.trace());
      } else {
        d << x.index.for_each_on_ray(kRay, visit);
      }
    });
  }
  if constexpr (requires(const Index& i) { i.pairs_of(Handle{}, [](Handle) {}); }) {
    add("pairs_of", {visitor}, [=](Probe& p, auto& x, Digest& d) {
      for (const Handle h : x.handles) d << x.index.pairs_of(h, handles(p, d));
    });
  }
  if constexpr (requires(const Index& i) { i.for_each([](Handle, const auto&) {}); }) {
    add("for_each", {visitor}, [](Probe& p, auto& x, Digest& d) {
      x.index.for_each([&](Handle h, const auto& object) { p.visit(), d << h << object.box; });
    });
  }
  if constexpr (requires(const Index& i) { i.height(); }) {
    add("for_each_node", {visitor}, [=](Probe& p, auto& x, Digest& d) {
      x.index.for_each_node(
          [&](const Box2& b, int depth, std::size_t n) { p.visit(), d << b << depth << n; },
          handles(p, d));
    });
  } else {
    add("for_each_cell", {visitor}, [=](Probe& p, auto& x, Digest& d) {
      x.index.for_each_cell(
          [&](const Box2& b, int depth, std::size_t n) { p.visit(), d << b << depth << n; },
          handles(p, d));
    });
  }
}

// A call that changes an index, and reports its steps.
template <class Index, class Change>
void add_change(std::vector<Operation>& list, const std::string& name, Change change) {
  list.push_back({name,
                  {trace},
                  [change](Probe& p) {
                    Filled<Index> x;
                    p.attempt(x.index, [&](Digest&) { change(p, x); });
                  },
                  true,
                  false});
}
template <class Index>
void add_changes(std::vector<Operation>& list, const std::string& of) {
  const auto moved = [](std::size_t k) { return random_boxes<2>(kBoxes, 2)[k]; };
  add_change<Index>(list, of + "::insert",
                    [](Probe& p, auto& x) { (void)x.index.insert({}, 0, {}, p.trace()); });
  add_change<Index>(list, of + "::insert_many", [](Probe& p, auto& x) {
    std::vector<Handle> more(kBoxes);
    EXPECT_EQ(x.index.insert_many(random_boxes<2>(kBoxes, 3), more, {}, p.trace()), Status::ok);
  });
  add_change<Index>(list, of + "::move", [=](Probe& p, auto& x) {
    for (std::size_t k = 0; k < 9; ++k) (void)x.index.move(x.handles[k], moved(k), p.trace());
  });
  add_change<Index>(list, of + "::erase", [](Probe& p, auto& x) {
    for (std::size_t k = 0; k < 9; ++k) (void)x.index.erase(x.handles[k], p.trace());
  });
}

void add_dynamic_bvh(std::vector<Operation>& list) {
  using Tree = DynamicBvh<2>;
  add_dynamic<Tree>(list, "DynamicBvh");
  add_changes<Tree>(list, "DynamicBvh");
  add_change<Tree>(list, "DynamicBvh::update", [](Probe& p, auto& x) {
    const Box2 box{{9, 9}, {10, 10}};
    for (std::size_t k = 0; k < 9; ++k) (void)x.index.update(x.handles[k], box, 7, {}, p.trace());
  });
  list.push_back({"DynamicBvh::move_many",
                  {visitor, trace},
                  [](Probe& p) {
                    Filled<Tree> x;
                    const auto boxes = random_boxes<2>(kBoxes, 2);
                    p.attempt(x.index, [&](Digest& d) {
                      const auto box_of = [&](std::size_t k) { return p.visit(), boxes[k]; };
                      x.index.move_many(x.handles, box_of, p.trace());
                      for (const Handle h : x.handles) d << x.index.find(h)->box;
                      CountPairs pairs;
                      (void)x.index.find_pairs(pairs);
                      d << pairs.count;
                    });
                  },
                  true,
                  false});
  const auto add_search = [&](const char* name, std::vector<UserCode> codes, auto&& search) {
    list.push_back({name, std::move(codes), [search](Probe& p) {
                      Filled<Tree> x;
                      p.attempt(x.index, [&](Digest& d) { search(p, x.index, d); });
                    }});
  };
  add_search("DynamicBvh::nearest", {trace}, [](Probe& p, const Tree& tree, Digest& d) {
    Tree::Neighbor found[5];
    d << tree.nearest(Box2{{3, 3}, {4, 4}}, found, {}, p.trace()) << found;
  });
  add_search("DynamicBvh::ray_cast", {trace}, [](Probe& p, const Tree& tree, Digest& d) {
    d << tree.ray_cast(kRay, {}, p.trace());
  });
  add_search("DynamicBvh::for_each_near", {visitor, trace},
             [](Probe& p, const Tree& tree, Digest& d) {
               const auto gap = [&](const Box2& box) { return p.visit(), double(box.min[0]); };
               const auto visit = [&](Handle h) { return p.visit(), d << h, 4.0; };
               d << tree.for_each_near(gap, 4.0, visit, {}, p.trace());
             });
}

void add_incremental_sweep(std::vector<Operation>& list) {
  using Sweep = IncrementalSweepAndPrune<2>;
  list.push_back({"IncrementalSweepAndPrune::update",
                  {trace},
                  [](Probe& p) {
                    Filled<Sweep> x;
                    p.attempt(x, [&](Digest& d) {
                      (void)x.index.update(p.trace());
                      d << x.index.added() << x.index.removed();
                    });
                  },
                  true,
                  false});
  const auto add = [&](const char* name, auto&& search) {
    list.push_back({name, {visitor}, [search](Probe& p) {
                      Filled<Sweep> x;
                      EXPECT_EQ(x.index.update().status, Status::ok);
                      p.attempt(x.index, [&](Digest& d) { search(p, x.index, d); });
                    }});
  };
  add("IncrementalSweepAndPrune::find_pairs", [](Probe& p, const Sweep& sweep, Digest& d) {
    d << sweep.find_pairs([&](std::uint32_t a, std::uint32_t b) { p.visit(), d << a << b; });
  });
  add("IncrementalSweepAndPrune::for_each_overlapping", [](Probe& p, const Sweep& sweep,
                                                           Digest& d) {
    d << sweep.for_each_overlapping(window<2>(kBoxes), [&](Handle h) { return d << h, p.visit(); });
  });
}

}  // namespace

void add_index_operations(std::vector<Operation>& list) {
  add_queries(list, "Bvh", built<Bvh<2, float>>);
  add_queries(list, "BvhView", built_view);
  add_queries(list, "KdTree", built<KdTree<2, float>>);
  add_queries(list, "UniformGrid", built<UniformGrid<2, float>>);
  add_build<Bvh<2, float>>(list, "Bvh");
  add_build<KdTree<2, float>>(list, "KdTree");
  add_build<UniformGrid<2, float>>(list, "UniformGrid");
  add_dynamic<HashGrid<2>>(list, "HashGrid");
  add_changes<HashGrid<2>>(list, "HashGrid");
  add_dynamic<RegisteredOrthtree<2>>(list, "RegisteredOrthtree");
  add_dynamic_bvh(list);
  add_incremental_sweep(list);
  const auto add = [&](const char* name, auto&& search) {
    list.push_back({name, {visitor}, [search](Probe& p) {
                      Filled<RegisteredOrthtree<2>> x;
                      p.attempt(x.index, [&](Digest& d) { search(p, x, d); });
                    }});
  };
  add("RegisteredOrthtree::for_each_containing", [](Probe& p, auto& x, Digest& d) {
    for (const auto& box : random_boxes<2>(kBoxes)) {
      d << x.index.for_each_containing(box.min, [&](Handle h) { p.visit(), d << h; });
    }
  });
  add("RegisteredOrthtree::neighbors_within", [](Probe& p, auto& x, Digest& d) {
    for (const Handle h : x.handles) {
      d << x.index.neighbors_within(h, 1, [&](Handle other) { p.visit(), d << other; });
    }
  });
}

}  // namespace masu::test
