// SPDX-License-Identifier: MIT
// Fake peers for spheres: one correct, one with a tenth of the distances wrong, one with the right
// distances and wrong normals, one slow.
#include <time.h>

#include "bench/narrow/peer_kit.hpp"

namespace masu_bench::narrow {
namespace {

enum class Nature { honest, wrong_distances, wrong_normals, slow };

template <Nature kNature>
class Balls {
 public:
  static bool takes(const Task& task) {
    return task.solid() && task.kinds(MASU_NARROW_SPHERE, MASU_NARROW_SPHERE) &&
           (task.asks(MASU_NARROW_DISTANCE) || task.asks(MASU_NARROW_PENETRATION));
  }
  explicit Balls(const Task& task) : task_(task) {}

  void ask(std::size_t i, Answer& answer) {
    const Query& q = task_.query(i);
    double d[3], squared = 0;
    for (int a = 0; a < 3; ++a) {
      d[a] = q.b.position[a] - q.a.position[a];
      squared += d[a] * d[a];
    }
    const double radii =
        task_.raw.shapes[task_.shape_a(i)].size[0] + task_.raw.shapes[task_.shape_b(i)].size[0];
    const double between = std::sqrt(squared);
    answer.distance = between - radii;
    if (kNature == Nature::wrong_distances && i % 10 == 0) answer.distance *= 1.01;
    answer.hit = answer.distance <= 0 ? 1 : 0;
    const double sign = kNature == Nature::wrong_normals ? -1 : 1;
    set_normal(answer, sign * d[0] / between, sign * d[1] / between, sign * d[2] / between);
    if (kNature == Nature::slow) spin();
  }

 private:
  // A hundredth of a second of the processor.
  static void spin() {
    const clock_t end = clock() + CLOCKS_PER_SEC / 100;
    while (clock() < end) continue;
  }

  Task task_;
};

const masu_narrow_peer kPeers[] = {
    make_peer<Balls<Nature::honest>>("honest", "1", sizeof(double)),
    make_peer<Balls<Nature::wrong_distances>>("wrong:distances", "1", sizeof(double)),
    make_peer<Balls<Nature::wrong_normals>>("wrong:normals", "1", sizeof(double)),
    make_peer<Balls<Nature::slow>>("slow", "1", sizeof(double))};

}  // namespace
}  // namespace masu_bench::narrow

MASU_NARROW_EXPORT_PEERS(masu_bench::narrow::kPeers)
