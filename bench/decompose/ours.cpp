// SPDX-License-Identifier: MIT
#include "ours.hpp"

#include <masu/mesh/mesh_decomposition.hpp>

#include "peer_kit.hpp"

namespace masu_bench::decompose {
namespace {

class Ours {
 public:
  explicit Ours(const Solid& solid)
      : corners_(solid.triangles, solid.triangles + 3 * solid.triangle_count) {
    for (std::size_t i = 0; i < solid.vertex_count; ++i) {
      const double* p = solid.vertices + 3 * i;
      vertices_.push_back({p[0], p[1], p[2]});
    }
  }

  const char* cut(Parts& parts) {
    const masu::Status status = masu::decompose<double>(vertices_, corners_, made_);
    for (std::size_t i = 0; i < made_.size(); ++i) {
      parts.start();
      for (const masu::Vec3d& p : made_.part(i)) parts.add(p[0], p[1], p[2]);
    }
    return name(status);
  }

 private:
  std::vector<masu::Vec3d> vertices_{};
  std::vector<std::uint32_t> corners_;
  masu::ConvexParts3<double> made_{};
};

constexpr masu_decompose_peer kOurs[] = {make_peer<Ours>("masu", "this")};

}  // namespace

std::span<const masu_decompose_peer> our_methods() {
  return kOurs;
}

}  // namespace masu_bench::decompose
