// SPDX-License-Identifier: MIT
#include "distributed_pairs_impl.hpp"

namespace masu::distributed {

DistributedStats& DistributedStats::operator+=(const DistributedStats& o) {
  boxes += o.boxes;
  received += o.received;
  sent += o.sent;
  bytes += o.bytes;
  migrated += o.migrated;
  tests += o.tests;
  found += o.found;
  pairs += o.pairs;
  repartitioned |= o.repartitioned;
  return *this;
}

template class DistributedPairs<2, float>;
template class DistributedPairs<2, double>;
template class DistributedPairs<3, float>;
template class DistributedPairs<3, double>;

}  // namespace masu::distributed
