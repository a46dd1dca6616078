// SPDX-License-Identifier: MIT
// QueryFilterInput: the filter of a query from C.
#pragma once

#include <atomic>

#include <masu/world/query_filter.hpp>

#include "c/call.hpp"
#include "c/layout.hpp"

namespace masu::c {

// Stores the predicate that filter() refers to. Jobs may call it in several threads.
template <int D, class T>
class QueryFilterInput {
 public:
  explicit QueryFilterInput(const masu_query_filter* input) : input_(input) {
    if (input == nullptr) return;
    if (input->size != sizeof(*input)) {
      status_ = MASU_WRONG_FORMAT;
    } else if (input->sensors > MASU_SENSORS_FOUND) {
      status_ = MASU_OUT_OF_RANGE;
    } else {
      read();
    }
  }
  QueryFilterInput(const QueryFilterInput&) = delete;
  QueryFilterInput& operator=(const QueryFilterInput&) = delete;

  masu_status status() const { return status_; }
  const QueryFilter<D, T>& filter() const { return filter_; }
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
      return input_->accept(input_->context, &candidate) != 0;
    } catch (...) {
      threw_.store(true, std::memory_order_relaxed);
      return false;
    }
  }

 private:
  void read() {
    if (input_->filter != nullptr) filter_.filter = cpp(*input_->filter);
    if (input_->sensors != MASU_SENSORS_BY_QUERY) {
      filter_.sensors = input_->sensors == MASU_SENSORS_FOUND;
    }
    if (input_->accept != nullptr) filter_.accept = *this;
  }

  const masu_query_filter* input_;
  masu_status status_ = MASU_OK;
  QueryFilter<D, T> filter_{};
  mutable std::atomic<bool> threw_ = false;
};

}  // namespace masu::c
