// SPDX-License-Identifier: MIT
// Two shapes at one pose or many, and batches of such queries.
#pragma once

#include "jobs.hpp"
#include "poses.hpp"
#include "shapes.hpp"
#include "world/query_batches.hpp"

namespace masu::python {

// Two shapes and their poses.
template <int D>
struct Two {
  const WorldShape<D, double>& a;
  const WorldShape<D, double>& b;
  Poses<D> pose_a;
  Poses<D> pose_b;
  Broadcast count;

  Two(const Shape& shape_a, const Shape& shape_b, const py::object& of_a, const py::object& of_b)
      : a(shape_a.view<D>("a")),
        b(shape_b.view<D>("b")),
        pose_a(of_a, "pose_a"),
        pose_b(of_b, "pose_b") {
    count.add(pose_a);
    count.add(pose_b);
  }
};

// Calls f(two) for the dimension of the shapes.
template <class F>
py::object with_two(const Shape& a, const Shape& b, const py::object& pose_a,
                    const py::object& pose_b, F&& f) {
  if (a.dimension() == 2) return f(Two<2>(a, b, pose_a, pose_b));
  return f(Two<3>(a, b, pose_a, pose_b));
}

// Runs ask(i) -> Status for each query, without the GIL; throws the first refusal.
template <class Ask>
void ask_each(std::size_t count, int threads, const char* subject, Ask&& ask) {
  const py::gil_scoped_release no_gil;
  CallThreads pool(threads, count);
  detail::FirstRefusal refused;
  detail::for_each_query(count, pool.jobs(), [&](std::size_t i) {
    const Status status = ask(i);
    if (status != Status::not_converged) refused.note(i, status);
  });
  check(refused.status(), subject);
}

}  // namespace masu::python
