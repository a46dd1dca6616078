// SPDX-License-Identifier: MIT
#include <masu/mesh/mesh_decomposition.hpp>

#include <algorithm>
#include <cmath>

#include <masu/core/finite.hpp>
#include <masu/hull/quickhull3.hpp>
#include <masu/mesh/triangle_mesh.hpp>

#include "mesh/cut_candidates.hpp"
#include "mesh/watched_decomposition.hpp"

namespace masu {

namespace detail {

template <class T>
struct ConvexParts3Access {
  static double& depth(ConvexParts3<T>& parts) { return parts.depth_; }
  static Buffer<std::uint32_t>& begin(ConvexParts3<T>& parts) { return parts.begin_; }
  static Buffer<Vec<3, T>>& points(ConvexParts3<T>& parts) { return parts.points_; }
};

namespace {

struct HullOfSubShape {
  Quickhull3<double> builder;
  Hull3<double> hull;
  Buffer<CutPlane> planes;

  explicit HullOfSubShape(Allocator allocator)
      : builder(allocator), hull(allocator), planes(allocator) {}

  // Returns false if out of memory. Flat sub-shapes have no volume.
  bool build(std::span<const Point3d> points, double& volume) {
    volume = 0;
    const Status status = builder.build(points, hull);
    if (status != Status::ok || hull.dimension() < 3) return status != Status::out_of_memory;
    const Point3d& base = points[hull.vertices()[0]];
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
      const auto face = hull.face(f);
      const auto corner = [&](std::size_t k) { return points[hull.vertices()[face[k]]] - base; };
      for (std::size_t k = 2; k < face.size(); ++k) {
        volume += dot(corner(0), cross(corner(k - 1), corner(k)));
      }
    }
    volume /= 6;
    return true;
  }

  bool find_planes() {
    planes.clear();
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
      if (!planes.push_back({hull.plane(f).normal, hull.plane(f).offset})) return false;
    }
    return true;
  }
};

// The vertices of a hull without those that hardly matter. The hull of all points has faces as thin
// as the rounding of points that were in a plane; in this order no vertex lies near those already
// chosen.
class HullCorners {
 public:
  explicit HullCorners(Allocator allocator)
      : all_(allocator), left_(allocator), points_(allocator), some_(allocator) {}

  // The others lie at most `detail` outside the hull of the chosen ones, or a share of the
  // thickness if that is less: a plate keeps both sides. O(n k^2) for k of n. Returns false if out
  // of memory.
  bool find(std::span<const Point3d> points, double detail) {
    points_.clear();
    left_.clear();
    thickness_ = 0;
    double volume = 0;
    if (!all_.build(points, volume) || !points_.reserve(points.size())) return false;
    for (const std::uint32_t v : all_.hull.vertices()) {
      if (!left_.push_back(points[v])) return false;
    }
    if (!take_simplex()) {  // as thin as rounding: all of them
      for (const Point3d& p : left_) (void)points_.push_back(p);  // reserved
      return true;
    }
    constexpr double kOfThickness = 0.002;
    if (kOfThickness * thickness_ < detail) detail = kOfThickness * thickness_;
    while (!left_.empty()) {
      if (!some_.build({points_.data(), points_.size()}, volume) || !some_.find_planes()) {
        return false;
      }
      if (!take_farthest(detail, [&](const Point3d& p) { return beyond(p); })) break;
    }
    return true;
  }
  std::span<const Point3d> points() const { return {points_.data(), points_.size()}; }

 private:
  double beyond(const Point3d& p) const {
    double most = 0;
    for (const CutPlane& plane : some_.planes) {
      const double gap = dot(plane.normal, p) - plane.offset;
      most = gap > most ? gap : most;
    }
    return most;
  }

  // Takes the first of the farthest points, unless it is near.
  template <class Distance>
  bool take_farthest(double least, Distance&& distance) {
    std::size_t best = 0;
    double most = least;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const double d = distance(left_[i]);
      if (d > most) most = d, best = i;
    }
    if (!(most > least)) return false;
    (void)points_.push_back(left_[best]);  // reserved
    left_[best] = left_.back();
    left_.pop_back();
    return true;
  }

  // The height of the last corner above the others is the thickness, or a large part of it.
  bool take_simplex() {
    if (left_.empty()) return false;
    const Point3d base = left_[0];
    (void)points_.push_back(base);
    left_[0] = left_.back();
    left_.pop_back();
    if (!take_farthest(0, [&](const Point3d& p) { return length(p - base); })) return false;
    Point3d along = points_[1] - base;
    along = along * (1 / length(along));
    if (!take_farthest(0, [&](const Point3d& p) { return length(cross(along, p - base)); })) {
      return false;
    }
    Point3d normal = cross(along, points_[2] - base);
    normal = normal * (1 / length(normal));
    const auto height = [&](const Point3d& p) { return std::fabs(dot(normal, p - base)); };
    if (!take_farthest(0, height)) return false;
    thickness_ = height(points_[3]);
    return true;
  }

  HullOfSubShape all_;
  Buffer<Point3d> left_;
  Buffer<Point3d> points_;
  HullOfSubShape some_;
  double thickness_ = 0;
};

class Decomposer {
 public:
  Decomposer(Allocator allocator, double diagonal, const MeshDecompositionOptions& options,
             CutEffort effort)
      : slack_(1e-9 * diagonal),
        deepest_(options.tolerance * diagonal),
        most_excess_(options.volume_tolerance),
        max_parts_(options.max_parts),
        sub_shapes_(allocator, slack_),
        candidates_(allocator, effort),
        hull_(allocator),
        corners_(allocator),
        parts_(allocator) {}

  Status run(std::span<const Point3d> vertices, std::span<const std::uint32_t> corners,
             const WatchParts* watch) {
    if (!sub_shapes_.add(vertices, corners) || !take_from(0)) return Status::out_of_memory;
    while (true) {
      Part* part = worst();
      if (part == nullptr) break;
      if (parts_.size() >= max_parts_) return Status::not_converged;
      if (watch != nullptr && !(*watch)(parts_.size())) return Status::stopped;
      const MeshSubShape sub_shape = part->sub_shape;
      CutPlane best{};
      bool found = false;
      if (!choose(*part, best, found)) return Status::out_of_memory;
      if (!found) {
        part->stuck = true;
        continue;
      }
      *part = parts_.back();
      parts_.pop_back();
      const std::size_t from = sub_shapes_.count();
      bool clean = true;
      if (!sub_shapes_.cut(sub_shape, best, clean) || !take_from(from))
        return Status::out_of_memory;
    }
    for (const Part& p : parts_) {
      if (p.stuck) return Status::not_converged;
    }
    return Status::ok;
  }

  double depth() const {
    double most = 0;
    for (const Part& p : parts_) most = p.depth > most ? p.depth : most;
    return most;
  }

  template <class T>
  bool deliver(ConvexParts3<T>& made) {
    made.clear();
    auto& begin = ConvexParts3Access<T>::begin(made);
    auto& points = ConvexParts3Access<T>::points(made);
    if (!begin.push_back(0)) return false;
    for (const Part& p : parts_) {
      if (!corners_.find(sub_shapes_.vertices(p.sub_shape), kDetail * deepest_)) return false;
      for (const Point3d& c : corners_.points()) {
        if (!points.push_back(vec_cast<T>(c))) return false;
      }
      if (!keep_vertices(points, begin.back())) return false;
      if (!begin.push_back(static_cast<std::uint32_t>(points.size()))) return false;
    }
    ConvexParts3Access<T>::depth(made) = depth();
    return true;
  }

 private:
  // The share of the tolerance from which on vertices of a hull matter.
  static constexpr double kDetail = 0.01;

  // Removes those of the points from `first` on that are no vertices of their hull: a corner in the
  // middle of an edge, if it was chosen before the ends. In T: rounding has moved them.
  template <class T>
  static bool keep_vertices(Buffer<Vec<3, T>>& points, std::size_t first) {
    const std::size_t count = points.size() - first;
    Hull3<T> hull(points.allocator());
    const Status status =
        Quickhull3<T>(points.allocator()).build({points.data() + first, count}, hull);
    if (status != Status::ok || hull.dimension() < 3) return status != Status::out_of_memory;
    if (hull.vertices().size() == count) return true;
    Buffer<std::uint32_t> kept(points.allocator());
    if (!kept.reserve(count)) return false;
    for (const std::uint32_t v : hull.vertices()) (void)kept.push_back(v);
    std::sort(kept.begin(), kept.end());
    for (std::size_t i = 0; i < kept.size(); ++i) points[first + i] = points[first + kept[i]];
    points.set_size(first + kept.size());
    return true;
  }

  struct Part {
    MeshSubShape sub_shape;
    double volume;  // of its hull
    double excess;  // excess of that over the solid's volume
    double depth;
    bool stuck;
  };

  SubShapeView view_of_sub_shape(const MeshSubShape& p) const {
    return {sub_shapes_.vertices(p),
            sub_shapes_.corners(p),
            {hull_.planes.data(), hull_.planes.size()}};
  }

  // Makes the sub-shapes from `from` on parts, except flat ones.
  bool take_from(std::size_t from) {
    for (std::size_t i = from; i < sub_shapes_.count(); ++i) {
      Part part{sub_shapes_.sub_shape(i), 0, 0, 0, false};
      if (!hull_.build(sub_shapes_.vertices(part.sub_shape), part.volume)) return false;
      if (part.volume <= 0) continue;
      if (!hull_.find_planes()) return false;
      part.depth = pocket_depth(view_of_sub_shape(part.sub_shape), slack_);
      part.excess = part.volume - volume_of(sub_shapes_.vertices(part.sub_shape),
                                            sub_shapes_.corners(part.sub_shape));
      if (!parts_.push_back(part)) return false;
    }
    return true;
  }

  // Returns the part to cut next: the one with the deepest pocket if that is too deep, else, if the
  // hulls together are too large, the one with the largest excess; nullptr if there is none.
  Part* worst() {
    Part* deepest = nullptr;
    Part* largest = nullptr;
    double volume = 0;
    double excess = 0;
    for (Part& p : parts_) {
      volume += p.volume;
      excess += p.excess;
      if (p.stuck) continue;
      if (deepest == nullptr || p.depth > deepest->depth) deepest = &p;
      if (largest == nullptr || p.excess > largest->excess) largest = &p;
    }
    if (deepest != nullptr && deepest->depth > deepest_) return deepest;
    return excess > most_excess_ * (volume - excess) ? largest : nullptr;
  }

  // Chooses the plane that saves most; if none saves much, as on a ring, whose halves also fill the
  // middle, the plane that halves the longest side.
  bool choose(const Part& part, CutPlane& best, bool& found) {
    double volume = 0;
    if (!hull_.build(sub_shapes_.vertices(part.sub_shape), volume) || !hull_.find_planes() ||
        !candidates_.find(view_of_sub_shape(part.sub_shape), slack_)) {
      return false;
    }
    constexpr double kWorthwhile = 0.02;
    double most = 0;
    for (const CutPlane& plane : candidates_.planes()) {
      Trial trial;
      if (!try_out(part, plane, trial)) return false;
      if (!trial.possible || trial.gain <= most) continue;
      most = trial.gain;
      best = plane;
      found = true;
    }
    if (most > kWorthwhile * part.excess) return true;
    Trial half;
    if (!try_out(part, candidates_.half(), half)) return false;
    if (half.possible) best = candidates_.half(), found = true;
    return true;
  }

  // The volume that the hulls lose for each part added.
  struct Trial {
    bool possible = false;
    double gain = 0;
  };
  bool try_out(const Part& part, const CutPlane& plane, Trial& trial) {
    const std::size_t from = sub_shapes_.count();
    bool clean = true;
    if (!sub_shapes_.cut(part.sub_shape, plane, clean)) return false;
    double sum = 0;
    std::size_t made = 0;
    for (std::size_t i = from; i < sub_shapes_.count() && clean; ++i) {
      double volume = 0;
      if (!hull_.build(sub_shapes_.vertices(sub_shapes_.sub_shape(i)), volume)) return false;
      sum += volume;
      made += volume > 0 ? 1 : 0;
    }
    sub_shapes_.truncate(from);
    trial.possible = clean && made > 1 && parts_.size() + made - 1 <= max_parts_;
    if (trial.possible) trial.gain = (part.volume - sum) / double(made - 1);
    return true;
  }

  double slack_;
  double deepest_;
  double most_excess_;
  std::size_t max_parts_;
  MeshSubShapes sub_shapes_;
  CutCandidates candidates_;
  HullOfSubShape hull_;
  HullCorners corners_;
  Buffer<Part> parts_;
};

}  // namespace

template <class T>
Status decompose_watched(std::span<const Vec<3, T>> vertices,
                         std::span<const std::uint32_t> corners, ConvexParts3<T>& parts,
                         const MeshDecompositionOptions& options, const WatchParts* watch) {
  parts.clear();
  const Allocator allocator = parts.allocator();
  if (options.max_parts == 0 || !(options.tolerance > 0) || !(options.volume_tolerance > 0)) {
    return Status::out_of_range;
  }
  TriangleMesh<T> mesh(allocator);
  if (const Status s = mesh.build(vertices, corners); s != Status::ok) return s;
  if (const Status s = mesh.check_solid(); s != Status::ok) return s;
  Buffer<Point3d> wide(allocator);
  if (!wide.reserve(vertices.size())) return Status::out_of_memory;
  for (const auto& v : vertices) (void)wide.push_back(vec_cast<double>(v));
  const auto box = mesh.bounds();
  const double diagonal = length(vec_cast<double>(box.max) - vec_cast<double>(box.min));
  Status best = Status::out_of_memory;
  for (const auto effort : {CutEffort::quick, CutEffort::thorough}) {
    Decomposer decomposer(allocator, diagonal, options, effort);
    const Status status = decomposer.run({wide.data(), wide.size()}, corners, watch);
    if (status == Status::stopped) return parts.clear(), status;
    // More planes are not always better: keep the result with the smaller depth.
    const bool better =
        effort == CutEffort::quick || status == Status::ok || decomposer.depth() < parts.depth();
    if (status == Status::out_of_memory || (better && !decomposer.deliver(parts))) {
      parts.clear();
      return Status::out_of_memory;
    }
    if (better) best = status;
    if (status == Status::ok) break;
  }
  return best;
}

template Status decompose_watched(std::span<const Vec<3, float>>, std::span<const std::uint32_t>,
                                  ConvexParts3<float>&, const MeshDecompositionOptions&,
                                  const WatchParts*);
template Status decompose_watched(std::span<const Vec<3, double>>, std::span<const std::uint32_t>,
                                  ConvexParts3<double>&, const MeshDecompositionOptions&,
                                  const WatchParts*);

}  // namespace detail

template <class T>
Status decompose(std::span<const Vec<3, T>> vertices, std::span<const std::uint32_t> corners,
                 ConvexParts3<T>& parts, const MeshDecompositionOptions& options) {
  return detail::decompose_watched<T>(vertices, corners, parts, options, nullptr);
}

template Status decompose(std::span<const Vec<3, float>>, std::span<const std::uint32_t>,
                          ConvexParts3<float>&, const MeshDecompositionOptions&);
template Status decompose(std::span<const Vec<3, double>>, std::span<const std::uint32_t>,
                          ConvexParts3<double>&, const MeshDecompositionOptions&);

}  // namespace masu
