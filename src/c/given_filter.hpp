// SPDX-License-Identifier: MIT
// GivenFilter: the filter of a query from C.
#pragma once

#include <atomic>

#include <masu/world/query_filter.hpp>

#include "c/call.hpp"
#include "c/layout.hpp"

namespace masu::c {

// Stores the predicate that wanted() refers to. Jobs may call it in several threads.
template <int D, class T>
class GivenFilter {
 public:
  explicit GivenFilter(const masu_query_filter* given) : given_(given) {
    if (given == nullptr) return;
    if (given->size != sizeof(*given)) {
      status_ = MASU_WRONG_FORMAT;
    } else if (given->sensors > MASU_SENSORS_FOUND) {
      status_ = MASU_OUT_OF_RANGE;
    } else {
      read();
    }
  }
  GivenFilter(const GivenFilter&) = delete;
  GivenFilter& operator=(const GivenFilter&) = delete;

  masu_status status() const { return status_; }
  const QueryFilter<D, T>& wanted() const { return wanted_; }
  masu_status code(masu_status status) const {
    return threw_.load(std::memory_order_relaxed) ? MASU_THREW : status;
  }

  bool operator()(const QueryCandidate<D, T>& c) const {
    if (threw_.load(std::memory_order_relaxed)) return false;
    masu_query_candidate candidate{plain(c.object), c.sub_shape, 0, double(c.t), {}, {}};
    for (int a = 0; a < D; ++a) {
      candidate.point[a] = double(c.point[a]);
      candidate.normal[a] = double(c.normal[a]);
    }
    try {
      return given_->accept(given_->context, &candidate) != 0;
    } catch (...) {
      threw_.store(true, std::memory_order_relaxed);
      return false;
    }
  }

 private:
  void read() {
    if (given_->filter != nullptr) wanted_.filter = cpp(*given_->filter);
    if (given_->sensors != MASU_SENSORS_BY_QUERY) {
      wanted_.sensors = given_->sensors == MASU_SENSORS_FOUND;
    }
    if (given_->accept != nullptr) wanted_.accept = *this;
  }

  const masu_query_filter* given_;
  masu_status status_ = MASU_OK;
  QueryFilter<D, T> wanted_{};
  mutable std::atomic<bool> threw_ = false;
};

}  // namespace masu::c
