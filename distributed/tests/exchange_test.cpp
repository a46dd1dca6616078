// SPDX-License-Identifier: MIT
// exchange(): every record arrives once, also where a round is divided.
#include "../src/exchange.hpp"

#include "ranks.hpp"

namespace masu::distributed::test {
namespace {

struct Parcel {
  std::uint64_t number;
  int from, to;
  friend auto operator<=>(const Parcel&, const Parcel&) = default;
};

TEST(Exchange, DeliversEachRecordOnce) {
  const int rank = rank_of_this(), ranks = number_of_ranks();
  scenes::Pcg32 random(5, 1 + rank);
  for (const std::size_t most_bytes : {detail::kMostBytes, std::size_t(1000), std::size_t(24)}) {
    for (const bool to_one : {false, true}) {
      std::vector<Parcel> sent(random.below(3) == 0 ? 0 : random.below(200));
      std::vector<int> to;
      for (std::size_t i = 0; i < sent.size(); ++i) {
        sent[i] = {i, rank, to_one ? ranks - 1 : int(random.below(ranks))};
        to.push_back(sent[i].to);
      }
      const auto all_sent = gathered(sent);
      const auto arrived = detail::exchange(MPI_COMM_WORLD, sent, to, most_bytes);
      for (const Parcel& p : arrived) EXPECT_EQ(p.to, rank);
      EXPECT_EQ(gathered(arrived), all_sent);
    }
  }
}

}  // namespace
}  // namespace masu::distributed::test
