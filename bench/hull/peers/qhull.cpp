// SPDX-License-Identifier: MIT
// Qhull, reentrant, with its default options: facets are merged where rounding makes them doubtful.
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <cstdio>
#include <vector>

#include "../peer_kit.hpp"

namespace masu_bench::hull {
namespace {

class Method {
 public:
  Method(int dim, const double* coordinates, std::size_t count)
      : dim_(dim),
        count_(static_cast<int>(count)),
        points_(coordinates, coordinates + count * static_cast<std::size_t>(dim)),
        silence_(std::fopen("/dev/null", "w")) {}
  ~Method() {
    release();
    if (silence_ != nullptr) std::fclose(silence_);
  }
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  bool run() {
    release();
    qh_zero(&state_, silence_);
    char command[] = "qhull Pp";
    made_ = true;
    return qh_new_qhull(&state_, dim_, count_, points_.data(), False, command, nullptr, silence_) ==
           0;
  }

  masu_hull_result result() {
    qhT* const qh = &state_;
    vertices_.clear();
    vertexT* vertex = nullptr;
    FORALLvertices vertices_.insert(vertices_.end(), vertex->point, vertex->point + dim_);
    const auto facets = static_cast<std::size_t>(qh->num_facets);
    return {vertices_.data(), static_cast<std::size_t>(qh->num_vertices), dim_ == 3 ? facets : 0,
            0};
  }

 private:
  void release() {
    if (!made_) return;
    int blocks = 0;
    int bytes = 0;
    qh_freeqhull(&state_, !qh_ALL);
    qh_memfreeshort(&state_, &blocks, &bytes);
    made_ = false;
  }

  int dim_;
  int count_;
  std::vector<coordT> points_;
  std::FILE* silence_;
  qhT state_{};
  bool made_ = false;
  std::vector<double> vertices_;
};

bool takes(int, std::size_t) {
  return true;
}

}  // namespace
}  // namespace masu_bench::hull

extern "C" __attribute__((visibility("default"))) const masu_hull_peer* masu_hull_peers(
    size_t* count) {
  using namespace masu_bench::hull;
  static const masu_hull_peer peer = make_peer<Method, takes>("qhull", qh_version, 8);
  *count = 1;
  return &peer;
}
