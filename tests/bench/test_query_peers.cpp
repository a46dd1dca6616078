// SPDX-License-Identifier: MIT
// Two fake peers: one correct, one that loses one result in a hundred.
#include <algorithm>

#include "bench/query/peer_kit.hpp"

namespace masu_bench::query {
namespace {

template <bool kHonest>
class Scan {
 public:
  static constexpr std::uint32_t kKinds = kBoxes;
  static constexpr std::uint32_t kTasks = kBox | kRayFirst | kMove;
  explicit Scan(int dim) : dim_(static_cast<std::size_t>(dim)) {}

  bool build(const Objects<float>& objects) {
    boxes_.assign(objects.data(), objects.data() + objects.size() * 2 * dim_);
    return true;
  }
  void ask(const Questions<float>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (questions.task() == MASU_QUERY_BOX) {
        overlapping(questions[i], answers);
      } else {
        first(questions[i], answers);
      }
      answers.end();
    }
  }
  void move(const Moves<float>& moves, Answers& answers) {
    for (std::size_t k = 0; k < moves.size; ++k) {
      std::copy(moves.min(k), moves.min(k) + 2 * dim_, min(moves.indices[k]));
    }
    for (std::size_t k = 0; k < moves.size; ++k) {
      overlapping(moves.min(k), answers);
      answers.end();
    }
  }

 private:
  float* min(std::size_t i) { return boxes_.data() + i * 2 * dim_; }
  bool lost() { return !kHonest && ++asked_ % 100 == 0; }

  void overlapping(const float* q, Answers& answers) {
    for (std::size_t i = 0; i < boxes_.size() / (2 * dim_); ++i) {
      const bool hit = overlap<float>(q, q + dim_, min(i), min(i) + dim_, static_cast<int>(dim_));
      if (hit && !lost()) answers.add(static_cast<std::uint32_t>(i));
    }
  }
  void first(const float* ray, Answers& answers) {
    float best = -1;
    std::uint32_t id = 0;
    for (std::size_t i = 0; i < boxes_.size() / (2 * dim_); ++i) {
      const float t = enter<float>(ray, min(i), min(i) + dim_, static_cast<int>(dim_));
      if (t >= 0 && (best < 0 || t < best)) best = t, id = static_cast<std::uint32_t>(i);
    }
    if (best >= 0 && !lost()) answers.add(id, best);
  }

  std::size_t dim_;
  std::vector<float> boxes_;
  int asked_ = 0;
};

const masu_query_peer kPeers[] = {make_peer<Scan<true>, float>("honest", "1", kFlat | kSolid),
                                  make_peer<Scan<false>, float>("loses_some", "1", kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
