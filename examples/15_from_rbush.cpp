// SPDX-License-Identifier: MIT
// Boxes in a tree, with the names of RBush and Flatbush in brackets.
#include <cstdio>
#include <vector>

#include <masu/masu.hpp>

int main() {
  const std::vector<masu::Aabb2f> boxes = {{{0, 0}, {2, 2}}, {{5, 1}, {6, 3}}, {{8, 8}, {9, 9}}};

  masu::DynamicBvh<2, float> tree;  // [new RBush()]
  std::vector<masu::Handle> items(boxes.size());
  if (tree.insert_many(boxes, items) != masu::Status::ok) return 1;  // [tree.load(items)]
  const masu::Handle added = tree.insert({{1, 1}, {3, 3}}, 7);       // [tree.insert(item)]
  const auto name = [&](masu::Handle h) { return int(h.index); };

  const masu::Aabb2f window{{1, 1}, {5, 2}};
  (void)tree.for_each_overlapping(window, [&](masu::Handle h) {  // [tree.search(bbox)]
    std::printf("found %d\n", name(h));
  });
  const bool collides =
      tree.for_each_overlapping(window, [](masu::Handle) { return false; }).status ==
      masu::Status::stopped;  // [tree.collides(bbox)]
  std::printf("collides: %s\n", collides ? "yes" : "no");
  std::vector<masu::DynamicBvh<2, float>::Neighbor> near(2);  // [knn(tree, x, y, k)]
  (void)tree.nearest({{7, 7}, {7, 7}}, near);
  for (const auto& n : near) std::printf("near: %d, %g\n", name(n.id), n.distance_squared);
  if (tree.move(items[2], {{1, 0}, {2, 1}}) != masu::Status::ok) return 1;  // [remove, insert]
  if (tree.erase(added) != masu::Status::ok) return 1;                      // [tree.remove(item)]
  masu::PairList pairs;
  if (tree.find_pairs(pairs).status != masu::Status::ok) return 1;  // [a search for each item]
  for (const auto& [a, b] : pairs) std::printf("%d and %d overlap\n", int(a), int(b));

  masu::Bvh<2, float> still;  // [Flatbush]: built once; ids are indices of the array
  if (still.build(boxes) != masu::Status::ok) return 1;  // [index.finish()]
  (void)still.for_each_overlapping(window, [](auto i) { std::printf("box %d\n", int(i)); });
}
// Output: found 1
// Output: found 0
// Output: found 3
// Output: collides: yes
// Output: near: 2, 2
// Output: near: 1, 17
// Output: 0 and 2 overlap
// Output: box 0
// Output: box 1
