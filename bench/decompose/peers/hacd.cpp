// SPDX-License-Identifier: MIT
// HACD as included in Bullet: triangles are clusters, and adjacent ones that form the least concave
// cluster are joined until that one is too concave or there are few enough.
#include <HACD/hacdHACD.h>

#include <algorithm>
#include <cmath>

#include "../peer_kit.hpp"

namespace {

using namespace masu_bench::decompose;
using Point = HACD::Vec3<HACD::Real>;

// Concavity is measured in mesh units. Its authors' defaults are for meshes of a size of about
// 1000, so every mesh is scaled to that: then a tolerance of a hundredth is 10.
constexpr double kDiagonal = 1000;

struct Settings {
  size_t clusters;   // minimum
  double concavity;  // maximum
  bool more_points;  // where it measures concavity: points on faces and adjacent clusters too
};

template <const Settings& settings>
class Hacd {
 public:
  explicit Hacd(const Solid& solid) {
    double square = 0;
    for (size_t k = 0; k < 3; ++k) {
      double high = low_[k] = solid.vertices[k];
      for (size_t i = 0; i < solid.vertex_count; ++i) {
        low_[k] = std::min(low_[k], solid.vertices[3 * i + k]);
        high = std::max(high, solid.vertices[3 * i + k]);
      }
      square += (high - low_[k]) * (high - low_[k]);
    }
    scale_ = kDiagonal / std::sqrt(square);
    for (size_t i = 0; i < solid.vertex_count; ++i) {
      const double* p = solid.vertices + 3 * i;
      points_.emplace_back((p[0] - low_[0]) * scale_, (p[1] - low_[1]) * scale_,
                           (p[2] - low_[2]) * scale_);
    }
    for (size_t i = 0; i < solid.triangle_count; ++i) {
      const uint32_t* t = solid.triangles + 3 * i;
      triangles_.emplace_back(long(t[0]), long(t[1]), long(t[2]));
    }
  }

  const char* cut(Parts& parts) {
    // Both input and working memory.
    std::vector<Point> points = points_;
    std::vector<HACD::Vec3<long>> triangles = triangles_;
    HACD::HACD hacd;
    hacd.SetPoints(points.data());
    hacd.SetNPoints(points.size());
    hacd.SetTriangles(triangles.data());
    hacd.SetNTriangles(triangles.size());
    hacd.SetCompacityWeight(0.1);
    hacd.SetVolumeWeight(0.0);
    hacd.SetNClusters(settings.clusters);
    hacd.SetNVerticesPerCH(100);
    hacd.SetConcavity(settings.concavity);
    hacd.SetAddExtraDistPoints(settings.more_points);
    hacd.SetAddNeighboursDistPoints(settings.more_points);
    hacd.SetAddFacesPoints(settings.more_points);
    if (!hacd.Compute()) return "failed";
    for (size_t c = 0; c < hacd.GetNClusters(); ++c) {
      std::vector<Point> corners(hacd.GetNPointsCH(c));
      std::vector<HACD::Vec3<long>> faces(hacd.GetNTrianglesCH(c));
      hacd.GetCH(c, corners.data(), faces.data());
      parts.start();
      for (const Point& p : corners) {
        parts.add(p.X() / scale_ + low_[0], p.Y() / scale_ + low_[1], p.Z() / scale_ + low_[2]);
      }
    }
    return "ok";
  }

 private:
  double low_[3]{};
  double scale_ = 1;
  std::vector<Point> points_;
  std::vector<HACD::Vec3<long>> triangles_;
};

constexpr Settings kDemo{2, 100, false};
constexpr Settings kTolerance{1, 10, true};
constexpr Settings kAsMany{32, 1e9, true};

constexpr masu_decompose_peer kPeers[] = {make_peer<Hacd<kDemo>>("hacd", "3.24"),
                                          make_peer<Hacd<kTolerance>>("hacd:tolerance", "3.24"),
                                          make_peer<Hacd<kAsMany>>("hacd:32", "3.24")};

}  // namespace

MASU_DECOMPOSE_EXPORT_PEERS(kPeers)
