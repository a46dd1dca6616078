// SPDX-License-Identifier: MIT
// What an update of a world reports: pairs, contacts and events, as structured arrays.
#include <vector>

#include "bindings.hpp"
#include "contact_records.hpp"
#include "drawing.hpp"
#include "world.hpp"
#include "world_docs.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;

// A contact of a pair, with the handles of the pair.
template <int D>
struct ContactRow : HandlePair, WorldContact<D, double> {};

template <class R, class Build>
const py::dtype& dtype_of(Build&& build) {
  static const py::dtype* const type = new py::dtype(build(RecordType<R>()).dtype());
  return *type;
}

const py::dtype& pair_dtype() {
  using P = WorldPair;
  return dtype_of<P>([](RecordType<P> r) {
    return r.member("a", &P::a)
        .member("b", &P::b)
        .member("id", &P::id)
        .member("status", &P::status);
  });
}
const py::dtype& ended_dtype() {
  using P = EndedPair;
  return dtype_of<P>([](RecordType<P> r) {
    return r.member("a", &P::a)
        .member("b", &P::b)
        .member("user_data_a", &P::user_data_a)
        .member("user_data_b", &P::user_data_b);
  });
}
template <int D>
const py::dtype& world_impact_dtype() {
  using I = WorldImpact<D, double>;
  return dtype_of<I>([](RecordType<I> r) {
    return r.member("a", &I::a)
        .member("b", &I::b)
        .member("hit", &I::hit)
        .member("t", &I::t)
        .member("normal", &I::normal)
        .member("point_a", &I::point_a)
        .member("point_b", &I::point_b)
        .member("status", &I::status);
  });
}
template <int D>
const py::dtype& contact_dtype() {
  using C = ContactRow<D>;
  return dtype_of<C>([](RecordType<C> r) {
    return r.member("a", &C::a)
        .member("b", &C::b)
        .member("distance", &C::distance)
        .member("normal", &C::normal)
        .member("point_a", &C::point_a)
        .member("point_b", &C::point_b)
        .member("sub_shape_a", &C::sub_shape_a)
        .member("sub_shape_b", &C::sub_shape_b)
        .member("status", &C::status);
  });
}

py::handle events_type;   // masu.Events
py::handle corners_type;  // masu.Corners

// Handles as integers.
py::array_t<std::uint64_t> numbers(std::span<const Handle> handles) {
  return py::array_t<std::uint64_t>(static_cast<py::ssize_t>(handles.size()),
                                    reinterpret_cast<const std::uint64_t*>(handles.data()));
}

// A copy of a list of the world, made under its lock, for arrays that are made after it.
template <class R>
std::vector<R> copied(std::span<const R> items) {
  return {items.begin(), items.end()};
}
template <class R>
py::object records_of(const py::dtype& type, const std::vector<R>& items) {
  return copy_records(type, std::span<const R>(items));
}

// The events of one update: the next one, perhaps by another thread, replaces those of the world.
template <int D>
struct EventLists {
  std::vector<WorldPair> began;
  std::vector<EndedPair> ended;
  std::vector<WorldImpact<D, double>> crossed, impacts;
  std::vector<Handle> left;

  template <class World>
  void take(const World& world) {
    began = copied<WorldPair>(world.began());
    ended = copied<EndedPair>(world.ended());
    crossed = copied<WorldImpact<D, double>>(world.crossed());
    impacts = copied<WorldImpact<D, double>>(world.impacts());
    left = copied<Handle>(world.left());
  }
};

template <int D>
py::object update(PyWorld<D>& self) {
  EventLists<D> lists;
  std::vector<Shape> dropped;  // destroyed with the GIL and without the lock
  {
    const py::gil_scoped_release no_gil;
    check(self.change([&](auto& world) {
      const Status status = world.update().status;
      if (status != Status::ok) return status;
      dropped = self.take_dropped();
      lists.take(world);
      return status;
    }),
          "update");
  }
  return events_type(records_of(pair_dtype(), lists.began), records_of(ended_dtype(), lists.ended),
                     records_of(world_impact_dtype<D>(), lists.crossed),
                     records_of(world_impact_dtype<D>(), lists.impacts), numbers(lists.left));
}

template <int D>
py::object pairs_of(const PyWorld<D>& self) {
  return records_of(pair_dtype(), self.read_without_gil([](const auto& world) {
    return copied<WorldPair>(world.pairs());
  }));
}

// Calls each(world, pair, contact) for all contacts.
template <int D, class Each>
void for_each_contact(const PyWorld<D>& self, Each&& each) {
  self.read_without_gil([&](const auto& world) {
    for (const WorldPair& pair : world.pairs()) {
      for (const auto& contact : world.contacts(pair)) each(world, pair, contact);
    }
  });
}

template <int D>
py::object contacts_of(const PyWorld<D>& self) {
  std::vector<ContactRow<D>> rows;
  for_each_contact(self, [&](const auto&, const WorldPair& pair, const auto& contact) {
    rows.push_back({{pair.a, pair.b}, contact});
  });
  return records_of(contact_dtype<D>(), rows);
}

template <int D>
py::object corners_of(const PyWorld<D>& self) {
  std::vector<std::uint32_t> ends{0};
  std::vector<ManifoldPoint<D, double>> corners;
  for_each_contact(self, [&](const auto& world, const WorldPair& pair, const auto& contact) {
    const auto some = world.corners(pair, contact);
    corners.insert(corners.end(), some.begin(), some.end());
    ends.push_back(static_cast<std::uint32_t>(corners.size()));
  });
  const py::array_t<std::uint32_t> indptr(static_cast<py::ssize_t>(ends.size()), ends.data());
  return corners_type(indptr, records_of(corner_dtype<D>(), corners));
}

template <int D>
py::object volumes_of(const PyWorld<D>& self) {
  std::vector<VolumeRow<D>> rows;
  for_each_contact(self, [&](const auto& world, const WorldPair& pair, const auto& contact) {
    const auto v = world.volume(pair, contact);
    rows.push_back({v.status, v.volume, v.centroid, v.area, v.normal});
  });
  return records_of(volume_dtype<D>(), rows);
}

// The outlines of all objects, in the order of handles().
py::object outlines_of(const PyWorld<2>& self, int directions) {
  Outlines outlines(directions);
  const Status status = self.read_without_gil([&](const auto& world) {
    return world.for_each([&](Handle h) {
      const auto object = world.find(h);
      outlines.add(object->shape, object->pose);
    });
  });
  check(status, "outlines");
  return outlines.take();
}

}  // namespace

template <int D>
void bind_world_events(py::module_& module, WorldClass<D>& type) {
  if (!events_type) {
    events_type = named_tuple(module, "Events", "began ended crossed impacts left", kEventsDoc);
    corners_type = named_tuple(module, "Corners", "indptr points", kCornersTypeDoc);
  }
  type.def("update", &update<D>, kUpdateDoc)
      .def("pairs", &pairs_of<D>, kWorldPairsDoc)
      .def("contacts", &contacts_of<D>, kContactsDoc)
      .def("corners", &corners_of<D>, kCornersDoc)
      .def("volumes", &volumes_of<D>, kVolumesDoc);
  if constexpr (D == 2) {
    type.def("outlines", &outlines_of, "directions"_a = 64,
             "The outlines of all objects, for pictures: as `Shape.outline`.");
  }
}

template void bind_world_events<2>(py::module_&, WorldClass<2>&);
template void bind_world_events<3>(py::module_&, WorldClass<3>&);

}  // namespace masu::python
