// SPDX-License-Identifier: MIT
#include "ours.hpp"

#include <masu/core/version.hpp>
#include <masu/narrow_phase/face_clipping.hpp>
#include <masu/narrow_phase/muller_preparata.hpp>
#include <stdexcept>

#include "peer_kit.hpp"

namespace masu_bench::volume {
namespace {

template <class Find>
class Ours {
 public:
  Ours(const Pair* pairs, std::size_t count) : bodies_(2 * count), poses_(2 * count) {
    for (std::size_t i = 0; i < count; ++i) {
      for (int k = 0; k < 2; ++k) {
        const masu_volume_body& from = pairs[i].body[k];
        std::vector<masu::Vec3d> points;
        for (std::size_t v = 0; v < from.vertex_count; ++v) {
          const double* p = from.vertices + 3 * v;
          points.push_back({p[0], p[1], p[2]});
        }
        const std::vector<std::uint32_t> three(from.triangle_count, 3);
        if (bodies_[2 * i + k].build_hull(points, {from.triangles, 3 * from.triangle_count},
                                          three) != masu::Status::ok) {
          throw std::runtime_error("a body of the scene is none");
        }
        const double* t = pairs[i].position[k];
        const double* q = pairs[i].rotation[k];
        poses_[2 * i + k] = {{t[0], t[1], t[2]}, {q[0], q[1], q[2], q[3]}};
      }
    }
  }

  void ask(std::size_t pair, std::vector<double>& vertices) {
    const std::size_t a = 2 * pair;
    if (find_.find(bodies_[a], poses_[a], bodies_[a + 1], poses_[a + 1], volume_) !=
        masu::Status::ok) {
      return;
    }
    for (const auto& p : volume_.polytope().vertices()) {
      vertices.insert(vertices.end(), {p[0], p[1], p[2]});
    }
  }

 private:
  std::vector<masu::ConvexPolyhedron<double>> bodies_;
  std::vector<masu::Transform3d> poses_;
  Find find_;
  masu::ContactVolume<3, double> volume_;
};

constexpr masu_volume_peer kOurs[] = {
    make_peer<Ours<masu::MullerPreparata<3, double>>>("masu:muller_preparata", "this"),
    make_peer<Ours<masu::FaceClipping<3, double>>>("masu:face_clipping", "this")};

}  // namespace

std::span<const masu_volume_peer> our_methods() {
  return kOurs;
}

}  // namespace masu_bench::volume
