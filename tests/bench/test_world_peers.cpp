// SPDX-License-Identifier: MIT
// Fake indices: one correct, one that loses one result in a hundred. Fake peers that find pairs are
// those of bench broad.
#include <algorithm>
#include <vector>

#include "bench/query/peer_kit.hpp"

namespace masu_bench::query {
namespace {

template <bool kHonest>
class Scan {
 public:
  static constexpr std::uint32_t kKinds = kPoints;
  static constexpr std::uint32_t kTasks = kKnn;
  explicit Scan(int dim) : dim_(static_cast<std::size_t>(dim)) {}

  bool build(const Objects<float>& objects) {
    points_.assign(objects.data(), objects.data() + objects.size() * dim_);
    return true;
  }
  void ask(const Questions<float>& questions, Answers& answers) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      std::vector<std::pair<float, std::uint32_t>> all;
      for (std::uint32_t p = 0; p < points_.size() / dim_; ++p) {
        float sum = 0;
        for (std::size_t a = 0; a < dim_; ++a) {
          const float gap = points_[p * dim_ + a] - questions[i][a];
          sum += gap * gap;
        }
        all.push_back({sum, p});
      }
      const std::size_t k = std::min<std::size_t>(questions.raw.k, all.size());
      std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k), all.end());
      const bool lost = !kHonest && i % 100 == 99;
      for (std::size_t j = lost ? 1 : 0; j < k; ++j) answers.add(all[j].second, all[j].first);
      answers.end();
    }
  }

 private:
  std::size_t dim_;
  std::vector<float> points_;
};

const masu_query_peer kPeers[] = {make_peer<Scan<true>, float>("honest", "1", kFlat | kSolid),
                                  make_peer<Scan<false>, float>("loses_some", "1", kFlat | kSolid)};

}  // namespace
}  // namespace masu_bench::query

MASU_QUERY_EXPORT_PEERS(masu_bench::query::kPeers)
