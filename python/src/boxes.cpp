// SPDX-License-Identifier: MIT
// masu.pairs() and masu.pairs_between().
#include "arrays.hpp"
#include "bindings.hpp"
#include "errors.hpp"
#include "jobs.hpp"

#include <masu/broad_phase/auto_finder.hpp>

namespace masu::python {

namespace {

using namespace pybind11::literals;

template <int D, class T>
Period<D, T> read_period(const py::object& period) {
  Period<D, T> r{};
  if (period.is_none()) return r;
  const auto lengths = period.cast<std::vector<double>>();
  if (lengths.size() != D) throw py::value_error("period: one length for each axis is expected");
  for (int a = 0; a < D; ++a) r.length[a] = static_cast<T>(lengths[std::size_t(a)]);
  return r;
}

// Runs a search without the GIL and returns its pairs.
template <int D, class T, class Search>
py::array_t<std::uint32_t> list_pairs(const py::object& period, int threads, std::size_t size,
                                      Search&& search) {
  PairOptions<D, T> options{.period = read_period<D, T>(period)};
  PairList pairs;
  {
    const py::gil_scoped_release no_gil;
    CallThreads pool(threads, size);
    options.jobs = pool.jobs();
    AutoFinder<D, T> finder;
    check(search(finder, pairs, options).status, "boxes");
  }
  return own_pairs(std::move(pairs));
}

py::array_t<std::uint32_t> pairs(const py::object& source, const py::object& period, int threads,
                                 bool copy) {
  const Boxes boxes = read_boxes(source, {"boxes", copy});
  return with_kind(boxes.dimension, boxes.floats.is_double, [&]<int D, class T>() {
    return list_pairs<D, T>(period, threads, boxes.size,
                            [&](auto& finder, auto& to, auto& options) {
                              return finder.find_pairs(boxes.span<D, T>(), to, options);
                            });
  });
}

py::array_t<std::uint32_t> pairs_between(const py::object& source_a, const py::object& source_b,
                                         const py::object& period, int threads, bool copy) {
  Boxes a = read_boxes(source_a, {"a", copy});
  Boxes b = read_boxes(source_b, {"b", copy}, a.dimension);
  // float32 converts to float64 exactly, not the other way.
  if (a.floats.is_double && !b.floats.is_double) b = read_boxes(source_b, {"b", copy, true});
  if (!a.floats.is_double && b.floats.is_double) a = read_boxes(source_a, {"a", copy, true});
  return with_kind(a.dimension, a.floats.is_double, [&]<int D, class T>() {
    return list_pairs<D, T>(
        period, threads, a.size + b.size, [&](auto& finder, auto& to, auto& options) {
          return finder.find_pairs_between(a.span<D, T>(), b.span<D, T>(), to, options);
        });
  });
}

constexpr char kPairsDoc[] = R"(Find all pairs of boxes that overlap.

Boxes are closed: those that only touch overlap, too. A box with a NaN, or with min > max on an
axis, overlaps nothing.

Parameters
----------
boxes : array_like, shape (n, 2 D) or (n, 2, D), with D = 2 or 3
    Rows ``[min..., max...]``, float32 or float64. Other numbers are converted to float64. Read in
    place where the numbers of a corner are adjacent and rows do not overlap, else copied.
period : sequence of D floats, optional
    The length of each axis that wraps around; 0 for others.
threads : int, optional
    Threads that search; 0: one for each processor. The result does not depend on it.
copy : bool, optional
    False: raise ValueError where `boxes` would have to be copied.

Returns
-------
ndarray of uint32, shape (k, 2)
    Each pair ``(i, j)`` once, with i < j, in an order that depends on the boxes alone.

Raises
------
masu.Error
    out_of_range: an invalid period; too_many_objects: more than 2^31 boxes.

Notes
-----
Typically O(n log n + k). The method is chosen by the input, as in `masu::AutoFinder`.

Examples
--------
>>> import masu
>>> masu.pairs([[0, 0, 2, 2], [1, 1, 3, 3], [5, 5, 6, 6]])
array([[0, 1]], dtype=uint32)
)";

constexpr char kPairsBetweenDoc[] = R"(Find all pairs of a box of `a` and a box of `b` that overlap.

Parameters
----------
a, b : array_like, shape (n, 2 D) or (n, 2, D)
    As in `masu.pairs`. If one is float64, so is the search.
period, threads, copy : optional
    As in `masu.pairs`.

Returns
-------
ndarray of uint32, shape (k, 2)
    Each pair ``(i, j)`` once: i is an index into `a`, j one into `b`.

Examples
--------
>>> import masu
>>> masu.pairs_between([[0, 0, 2, 2]], [[5, 5, 6, 6], [1, 1, 3, 3]])
array([[0, 1]], dtype=uint32)
)";

}  // namespace

void bind_boxes(py::module_& module) {
  module.def("pairs", &pairs, "boxes"_a, py::kw_only(), "period"_a = py::none(), "threads"_a = 1,
             "copy"_a = true, kPairsDoc);
  module.def("pairs_between", &pairs_between, "a"_a, "b"_a, py::kw_only(), "period"_a = py::none(),
             "threads"_a = 1, "copy"_a = true, kPairsBetweenDoc);
}

}  // namespace masu::python
