// SPDX-License-Identifier: MIT
// masu.decompose() and masu.contact_volume().
#include <optional>

#include "bindings.hpp"
#include "contact_records.hpp"
#include "mesh/watched_decomposition.hpp"
#include "two_shapes.hpp"
#include "world/volume_finder.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

py::handle decomposition_type;  // masu.Decomposition

template <int D>
VolumeRow<D> volume_of(const detail::PlacedShape<D, double>& a,
                       const detail::PlacedShape<D, double>& b) {
  // Keeps its memory from pair to pair.
  thread_local detail::VolumeFinder<D, double> finder(default_allocator());
  const Status status = finder.find(a, b);
  if (status != Status::ok) return {.status = status};
  const auto& found = finder.volume();
  return {status, found.volume(), found.centroid(), found.area(), found.normal()};
}

py::object contact_volume(const Shape& a, const Shape& b, const py::object& pose_a,
                          const py::object& pose_b, int threads) {
  return with_two(a, b, pose_a, pose_b, [&]<int D>(const Two<D>& two) {
    const auto& view_a = a.convex<D>("a");
    const auto& view_b = b.convex<D>("b");
    VolumeRow<D>* out = nullptr;
    const py::object made = new_records(volume_dtype<D>(), two.count.size, two.count.single, out);
    ask_each(two.count.size, threads, "contact_volume", [&](std::size_t i) {
      out[i] = volume_of<D>({view_a, two.pose_a[i]}, {view_b, two.pose_b[i]});
      const bool empty = out[i].status == Status::apart || out[i].status == Status::touching;
      return empty ? Status::ok : out[i].status;
    });
    return unboxed_record(made);
  });
}

// Reports progress to Python, and stops where Ctrl-C or the report raises an exception.
class PartsReport {
 public:
  PartsReport(const py::object& progress, std::size_t most)
      : report_(py::module_::import("masu._progress").attr("Reporter")(progress, most)) {}
  PartsReport(const PartsReport&) = delete;
  PartsReport& operator=(const PartsReport&) = delete;
  ~PartsReport() {
    try {
      report_.attr("close")();
    } catch (py::error_already_set& e) {
      e.discard_as_unraisable("masu.decompose");
    }
  }

  bool operator()(std::size_t parts) {
    const py::gil_scoped_acquire gil;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      report_(parts);
    } catch (py::error_already_set& e) {
      raised_.emplace(e);
    }
    return !raised_;
  }
  void rethrow() const {
    if (raised_) throw py::error_already_set(*raised_);
  }

 private:
  py::object report_;
  std::optional<py::error_already_set> raised_;
};

py::object decompose_mesh(const py::object& vertices, const py::object& triangles,
                          std::size_t max_parts, double tolerance, double volume_tolerance,
                          const py::object& progress) {
  const Rows rows = read_rows(vertices, {"vertices", true, true}, 3);
  const auto corners = read_indices(triangles, "triangles", 3);
  const auto points = list_points<3>(rows);
  ConvexParts3<double> parts;
  PartsReport report(progress, max_parts);
  Status status = Status::ok;
  {
    const py::gil_scoped_release no_gil;
    const detail::WatchParts watch(report);
    status = detail::decompose_watched<double>(points, corners, parts,
                                               {max_parts, tolerance, volume_tolerance}, &watch);
  }
  report.rethrow();
  check_result(status, "decompose");
  py::list lists;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = parts.part(i);
    lists.append(py::array_t<double>({part.size(), std::size_t(3)}, part.data()->v));
  }
  return decomposition_type(lists, parts.depth(), status == Status::ok);
}

constexpr char kVolumeDoc[] = R"(Compute the volume that two convex polytopes share.

Parameters
----------
a, b : Shape
    Polygons, polyhedra, boxes or, in 2D, triangles, without a radius.
pose_a, pose_b, threads
    As in `distance`.

Returns
-------
record, or recarray of shape (n,)
    Fields: ``volume`` (in 2D the area), its ``centroid``; ``area`` and ``normal`` of the cut, where
    the two surfaces meet: the normal is that of its mean plane, from a to b. All are 0 where the
    shapes do not overlap; ``status`` is that of 'apart' or 'touching' then.

Raises
------
masu.Error
    out_of_range: a shape that is no polytope; flat: one without an interior.

Examples
--------
>>> import masu
>>> masu.contact_volume(masu.box([1, 1]), masu.box([1, 1]), pose_b=[[1.5, 0], [9, 0]]).volume
array([1., 0.])
)";

constexpr char kDecomposeDoc[] = R"(Decompose a closed mesh into convex parts, approximately.

The parts cover the solid and exceed it by about the tolerance. Takes seconds for a few thousand
triangles.

Parameters
----------
vertices : array_like, shape (n, 3)
triangles : array_like of int, shape (m, 3)
    Counterclockwise seen from outside. The surface must be closed and not cross itself.
max_parts : int, optional
tolerance : float, optional
    The largest depth of a pocket that remains, as a share of the diagonal of the mesh's box.
volume_tolerance : float, optional
    Excess of the parts' volume over that of the solid, as a share.
progress : bool or callable, optional
    Called before each cut with the number of parts and `max_parts`; True: tqdm's bar, if it is
    installed. An exception stops, as Ctrl-C does. If `max_parts` does not suffice, a second attempt
    begins with one part again.

Returns
-------
Decomposition ``(parts, depth, converged)``
    ``parts`` is a list of point arrays (k, 3), for `convex_polyhedron`; ``depth`` the depth of the
    deepest pocket left. ``converged`` is False where `max_parts` did not suffice: the parts are
    valid, but deeper pockets remain.

Raises
------
masu.Error
    open_surface, inverted: no closed surface that faces outward; bad_index; not_finite.

Examples
--------
>>> import masu
>>> hull = masu.convex_hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
>>> len(masu.decompose([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], hull.triangles).parts)
1
)";

}  // namespace

void bind_solids(py::module_& module) {
  decomposition_type = named_tuple(module, "Decomposition", "parts depth converged",
                                   "Convex parts of a mesh, each an array of points.");
  const auto none = py::none();
  module.def("contact_volume", &contact_volume, "a"_a, "b"_a, "pose_a"_a = none, "pose_b"_a = none,
             py::kw_only(), "threads"_a = 1, kVolumeDoc);
  const MeshDecompositionOptions options;
  module.def("decompose", &decompose_mesh, "vertices"_a, "triangles"_a, py::kw_only(),
             "max_parts"_a = options.max_parts, "tolerance"_a = options.tolerance,
             "volume_tolerance"_a = options.volume_tolerance, "progress"_a = py::none(),
             kDecomposeDoc);
}

}  // namespace masu::python
