// SPDX-License-Identifier: MIT
// Many queries whose results are rows of indices. Knows nothing of Python.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "world/query_batches.hpp"

namespace masu::python {

// Moves the rows of `sorted`, which are in the order of `keys`, to those of their queries.
inline Status unsort_rows(const detail::QueryKeys& keys, const QueryBatch<std::uint32_t>& sorted,
                          QueryBatch<std::uint32_t>& found, const JobSystem& jobs) {
  const std::size_t count = keys.size();
  if (!found.first.resize(count + 1) || !found.items.resize(sorted.items.size())) {
    return found.clear(), Status::out_of_memory;
  }
  for (std::size_t i = 0; i < count; ++i) {
    found.first[keys[i].item] = sorted.first[i + 1] - sorted.first[i];
  }
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < count; ++i) end += std::exchange(found.first[i], end);
  found.first[count] = end;
  detail::for_each_query(count, jobs, [&](std::size_t i) {
    const auto row = sorted[i];
    std::copy(row.begin(), row.end(), found.items.data() + found.first[keys[i].item]);
  });
  return Status::ok;
}

// Runs ask(i, report) -> Status for each query: report(id) for each result. Rows are ascending.
// Runs queries in an order along a curve of position_of(i): queries that follow each other then
// read the same nodes.
template <int D, class T, class PositionOf, class Ask>
Status collect_rows(std::size_t count, QueryBatch<std::uint32_t>& found, const JobSystem& jobs,
                    PositionOf&& position_of, Ask&& ask) {
  detail::QueryKeys keys, scratch;
  if (!detail::order_queries<D, T>(count, position_of, keys, scratch)) {
    return detail::collect(count, found, jobs, ask, std::less<>());
  }
  QueryBatch<std::uint32_t> sorted;
  const auto ask_key = [&](std::size_t i, auto&& report) { return ask(keys[i].item, report); };
  const Status status = detail::collect(count, sorted, jobs, ask_key, std::less<>());
  return status == Status::ok ? unsort_rows(keys, sorted, found, jobs) : status;
}

}  // namespace masu::python
