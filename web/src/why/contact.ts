// SPDX-License-Identifier: MIT
import type {Why} from '../shell/why';

export const why: Why = {
  text: [
    'Two convex shapes overlap exactly if their Minkowski difference contains the origin. GJK searches the origin with triangles or tetrahedra whose corners are support points, so it never computes the whole difference. EPA then grows a polytope until its face nearest to the origin is on the border: that is the penetration depth.',
    'A walk over Voronoi regions starts at the pair of features of the last frame. If shapes have moved a little, it ends after a step or two.',
  ],
  complexity: 'GJK and EPA take a number of support points that is small in practice, each O(log vertices) or O(1) when warm; a warm walk takes O(1).',
  source: 'L, the lecture: GJK (L17), walks over Voronoi regions (L15, L16), three kinds of contact (L13, L19), hulls (L21, L22).',
  cpp: `const auto s = masu::penetration(crate, {}, ball, pose_of_ball);
const auto area = masu::manifold(crate, {}, ball, pose_of_ball);`,
  js: `const shapes = masu.shapes(2);
shapes.signedDistance(a, poseA, b, poseB);`,
  guide: 'docs/contact.md',
  code: 'include/masu/narrow_phase/gjk.hpp',
};
