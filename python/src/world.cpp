// SPDX-License-Identifier: MIT
// masu.World2D and masu.World3D: objects and snapshots.
#include "world.hpp"

#include <algorithm>

#include "bindings.hpp"
#include "jobs.hpp"
#include "poses.hpp"
#include "world_docs.hpp"

namespace masu::python {

namespace {

using namespace pybind11::literals;
using Number = std::uint64_t;  // a handle in Python

ContactDetail read_detail(const std::string& text) {
  for (int i = 0; i <= static_cast<int>(ContactDetail::volumes); ++i) {
    if (text == name(static_cast<ContactDetail>(i))) return static_cast<ContactDetail>(i);
  }
  throw py::value_error("detail: 'boxes', 'touch', 'points', 'areas' or 'volumes'");
}

template <int D>
std::unique_ptr<PyWorld<D>> make_world(const std::string& detail, double margin,
                                       const std::optional<std::vector<double>>& period,
                                       std::uint32_t handle_salt, int threads) {
  WorldOptions<double> options{.detail = read_detail(detail), .margin = margin};
  options.handle_salt = handle_salt;
  if (!(margin >= 0 && margin <= 1e300)) check(Status::out_of_range, "margin");
  if (period) {
    if (period->size() != D) throw py::value_error("period: one length for each axis is expected");
    for (int a = 0; a < D; ++a) {
      const double length = (*period)[std::size_t(a)];
      if (!(length >= 0 && length <= 1e300)) check(Status::out_of_range, "period");
      options.period[a] = length;
    }
  }
  return std::make_unique<PyWorld<D>>(options, thread_count(threads));
}

// Options of an object, from the keywords of add() and add_many().
struct Keywords {
  ObjectOptions options;

  explicit Keywords(const py::kwargs& given) {
    for (const auto& [key, value] : given) {
      const auto name = key.cast<std::string>();
      try {
        take(name, value);
      } catch (const py::cast_error&) {
        throw py::type_error(name + ": a wrong type, or a number that does not fit");
      }
    }
  }

 private:
  void take(const std::string& key, py::handle value) {
    if (key == "user_data") {
      options.user_data = value.cast<std::uint64_t>();
    } else if (key == "category") {
      options.filter.category = value.cast<std::uint64_t>();
    } else if (key == "mask") {
      options.filter.mask = value.cast<std::uint64_t>();
    } else if (key == "layer") {
      options.layer = value.cast<std::uint8_t>();
    } else if (key == "sensor") {
      options.sensor = value.cast<bool>();
    } else if (key == "continuous") {
      options.continuous = value.cast<bool>();
    } else if (key == "fixed") {
      options.fixed = value.cast<bool>();
    } else if (key == "margin") {
      options.margin = value.cast<double>();
    } else if (key == "group") {
      options.group = value.cast<std::int32_t>();
    } else {
      throw py::type_error("no such option of an object: '" + key + "'");
    }
  }
};

template <int D>
const Transform<D, double>& one_pose(const Poses<D>& poses) {
  if (!poses.single()) throw py::value_error("pose: a single pose is expected");
  return poses[0];
}

template <int D>
Number add(PyWorld<D>& self, const Shape& shape, const py::object& pose, const py::kwargs& given) {
  const WorldShape<D, double>& view = shape.view<D>("shape");
  const Poses<D> poses(pose, "pose");
  const Keywords keywords(given);
  Shape mine = shape;
  const InsertResult made = self.change_briefly([&](auto& world) {
    const InsertResult r = world.add(view, one_pose(poses), keywords.options);
    if (r.status == Status::ok) self.keep(r.handle, mine);
    return r;
  });
  check(made.status, "add");
  return handle_number(made.handle);
}

// The shapes of add_many(), one for each pose. Copies: what reads the other arguments may empty the
// caller's list.
std::vector<Shape> read_shapes(const py::object& source, std::size_t count) {
  if (py::isinstance<Shape>(source)) return std::vector<Shape>(count, source.cast<const Shape&>());
  std::vector<Shape> shapes;
  for (const py::handle shape : source) {
    shapes.push_back(shape.cast<const Shape&>());
    if (shapes.size() > count) break;  // it may have no end
  }
  if (shapes.size() != count) check(Status::size_mismatch, "shapes and poses");
  return shapes;
}

template <int D>
py::array add_many(PyWorld<D>& self, const py::object& shape, const py::object& pose,
                   const py::kwargs& given) {
  const Poses<D> poses(pose, "poses");
  const bool one = py::isinstance<Shape>(shape);
  std::vector<Shape> mine = read_shapes(shape, poses.size());
  std::vector<WorldShape<D, double>> views;
  if (one) {
    views.push_back(shape.cast<const Shape&>().view<D>("shapes"));
  } else {
    for (const Shape& s : mine) views.push_back(s.view<D>("shapes"));
  }
  const Keywords keywords(given);
  Buffer<Handle> handles;
  if (!handles.resize(poses.size())) check(Status::out_of_memory);
  {
    const py::gil_scoped_release no_gil;
    const std::span<Handle> to(handles.data(), handles.size());
    check(self.change([&](auto& world) {
      const Status status = one ? world.add_many(views[0], poses.all(), to, keywords.options)
                                : world.add_many(views, poses.all(), to, keywords.options);
      for (std::size_t i = 0; status == Status::ok && i < mine.size(); ++i) {
        self.keep(to[i], mine[i]);
      }
      return status;
    }),
          "add_many");
  }
  const auto size = static_cast<py::ssize_t>(handles.size());
  return own<Number>(std::move(handles), {size});
}

template <int D>
void move(PyWorld<D>& self, Number handle, const py::object& pose) {
  const Poses<D> poses(pose, "pose");
  check(self.change_briefly(
            [&](auto& world) { return world.move(handle_of(handle), one_pose(poses)); }),
        "move");
}

template <int D>
void teleport(PyWorld<D>& self, Number handle, const py::object& pose) {
  const Poses<D> poses(pose, "pose");
  check(self.change_briefly(
            [&](auto& world) { return world.teleport(handle_of(handle), one_pose(poses)); }),
        "teleport");
}

template <int D>
void move_many(PyWorld<D>& self, const py::object& handles, const py::object& pose) {
  const std::vector<Handle> list = read_handles(handles);
  const Poses<D> poses(pose, "poses");
  const py::gil_scoped_release no_gil;
  check(self.change([&](auto& world) { return world.move_many(list, poses.all()); }), "move_many");
}

template <int D>
void set_shape(PyWorld<D>& self, Number handle, const Shape& shape) {
  const WorldShape<D, double>& view = shape.view<D>("shape");
  Shape mine = shape;
  check(self.change_briefly([&](auto& world) {
    const Status status = world.set_shape(handle_of(handle), view);
    if (status == Status::ok) self.keep(handle_of(handle), mine);
    return status;
  }),
        "set_shape");
}

template <int D>
void set_bounds(PyWorld<D>& self, const py::object& source) {
  const Boxes box = read_boxes(source, {"bounds", true, true}, D, true);
  if (!box.single) throw py::value_error("bounds: a single box is expected");
  const Aabb<D, double> bounds = box.span<D, double>()[0];
  check(self.change_briefly([&](auto& world) { return world.set_bounds(bounds); }), "set_bounds");
}

template <int D>
void remove(PyWorld<D>& self, Number handle) {
  check(self.change_briefly([&](auto& world) {
    const Status status = world.remove(handle_of(handle));
    if (status == Status::ok) self.drop(handle_of(handle).index);
    return status;
  }),
        "remove");
}

template <int D>
void clear(PyWorld<D>& self) {
  check(self.change_briefly([&](auto& world) {
    const Status status = world.clear();
    if (status == Status::ok) self.drop_all();
    return status;
  }),
        "clear");
}

template <int D>
py::array handles(const PyWorld<D>& self) {
  Buffer<Handle> found;
  const auto note = [&](Handle h) { return found.push_back(h); };
  const Status status =
      self.read_without_gil([&](const auto& world) { return world.for_each(note); });
  if (status == Status::stopped) check(Status::out_of_memory);
  const auto size = static_cast<py::ssize_t>(found.size());
  return own<Number>(std::move(found), {size});
}

// The poses of objects as rows of position and rotation.
template <int D>
py::array poses_of(const PyWorld<D>& self, const py::object& handles) {
  const std::vector<Handle> list = read_handles(handles);
  py::array_t<double> made({static_cast<py::ssize_t>(list.size()), Poses<D>::kNumbers});
  auto* const to = reinterpret_cast<Transform<D, double>*>(made.mutable_data());
  check(self.read_without_gil([&](const auto& world) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto object = world.find(list[i]);
      if (!object) return Status::stale_handle;
      to[i] = object->pose;
    }
    return Status::ok;
  }),
        "poses");
  return made;
}

template <int D>
std::string save(const PyWorld<D>& self) {
  std::string bytes;
  const py::gil_scoped_release no_gil;
  check(self.read([&](const auto& world) { return world.save(bytes); }), "snapshot");
  return bytes;
}

template <int D>
void restore(PyWorld<D>& self, const py::bytes& bytes) {
  char* data = nullptr;
  py::ssize_t size = 0;
  if (PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) != 0) throw py::error_already_set();
  const ByteView view(std::as_bytes(std::span(data, static_cast<std::size_t>(size))));
  const py::gil_scoped_release no_gil;
  check(self.change([&](auto& world) {
    const Status status = world.restore(view);
    // The shapes of objects that are not in the snapshot are released.
    if (status == Status::ok) {
      self.drop_if([&](std::uint32_t slot) { return !world.handle_in(slot); });
    }
    return status;
  }),
        "restore");
}

template <int D>
py::tuple state(const PyWorld<D>& self) {
  const auto& o = self.options();
  py::list period;
  for (int a = 0; a < D; ++a) period.append(o.period[a]);
  // Both under one lock; with the GIL, since copies of shapes need it.
  std::string bytes;
  typename PyWorld<D>::Kept shapes;
  check(self.read_briefly([&](const auto& world) {
    shapes = self.kept();
    return world.save(bytes);
  }),
        "snapshot");
  py::dict kept;
  for (const auto& [slot, shape] : shapes) kept[py::int_(slot)] = shape;
  return py::make_tuple(name(o.detail), o.margin, period, o.handle_salt, self.threads(),
                        py::bytes(bytes), kept);
}

template <int D>
std::unique_ptr<PyWorld<D>> from_state(const py::tuple& s) {
  auto made =
      make_world<D>(s[0].cast<std::string>(), s[1].cast<double>(), s[2].cast<std::vector<double>>(),
                    s[3].cast<std::uint32_t>(), s[4].cast<int>());
  typename PyWorld<D>::Kept kept;
  if (!py::isinstance<py::dict>(s[6])) throw py::type_error("World: a damaged state");
  for (const auto& [slot, shape] : s[6].cast<py::dict>()) {
    kept.emplace(slot.template cast<std::uint32_t>(), shape.template cast<const Shape&>());
  }
  const std::string bytes = s[5].cast<std::string>();
  const auto shape_of = [&](Handle h, std::uint64_t) {
    const auto found = kept.find(h.index);
    return found == kept.end() ? WorldShape<D, double>{} : found->second.template view<D>("shape");
  };
  check(made->change([&](auto& world) { return world.restore(bytes, shape_of); }), "World");
  made->set_kept(std::move(kept));
  return made;
}

// Binds a setter of World with one argument.
template <int D, class Argument, class Set>
void bind_setter(WorldClass<D>& type, const char* name, const char* argument, const char* doc,
                 Set set) {
  type.def(
      name,
      [name, set](PyWorld<D>& self, Number handle, Argument value) {
        check(
            self.change_briefly([&](auto& world) { return set(world, handle_of(handle), value); }),
            name);
      },
      "handle"_a, py::arg(argument), doc);
}

template <int D>
void bind_setters(WorldClass<D>& type) {
  bind_setter<D, std::uint64_t>(type, "set_user_data", "user_data", "Set the user data.",
                                [](auto& w, Handle h, auto v) { return w.set_user_data(h, v); });
  bind_setter<D, bool>(type, "set_sensor", "sensor", "Set whether the object is a sensor.",
                       [](auto& w, Handle h, bool v) { return w.set_sensor(h, v); });
  bind_setter<D, bool>(type, "set_continuous", "continuous", "Set whether its path is swept.",
                       [](auto& w, Handle h, bool v) { return w.set_continuous(h, v); });
  bind_setter<D, bool>(type, "set_fixed", "fixed", "Set whether the object is fixed.",
                       [](auto& w, Handle h, bool v) { return w.set_fixed(h, v); });
  bind_setter<D, double>(type, "set_margin", "margin", "Set the margin of the object.",
                         [](auto& w, Handle h, double v) { return w.set_margin(h, v); });
  bind_setter<D, std::int32_t>(type, "set_group", "group", "Set the group of the object.",
                               [](auto& w, Handle h, auto v) { return w.set_group(h, v); });
}

template <int D>
void bind_objects(WorldClass<D>& type) {
  const auto none = py::none();
  type.def("add", &add<D>, "shape"_a, "pose"_a = none, kAddDoc)
      .def("add_many", &add_many<D>, "shapes"_a, "poses"_a, kAddManyDoc)
      .def("move", &move<D>, "handle"_a, "pose"_a, kMoveDoc)
      .def("move_many", &move_many<D>, "handles"_a, "poses"_a,
           "Move many objects, faster than one by one. Stops at the first that is refused.")
      .def("teleport", &teleport<D>, "handle"_a, "pose"_a,
           "Move an object without a sweep: it touches nothing on the way.")
      .def("set_shape", &set_shape<D>, "handle"_a, "shape"_a, "Replace the shape of an object.")
      .def("set_bounds", &set_bounds<D>, "box"_a,
           "Set the region in which objects should stay: ``Events.left`` reports those that leave "
           "it. At first it is everywhere.")
      .def("remove", &remove<D>, "handle"_a,
           "Remove an object. Its handle is stale then; its pairs end at the next update().")
      .def("clear", &clear<D>, "Remove all objects.")
      .def("handles", &handles<D>, "The handles of all objects (n,), in the order of their slots.")
      .def("poses", &poses_of<D>, "handles"_a,
           "The poses of objects: rows of position and rotation, (n, 4) in 2D, (n, 7) in 3D.")
      .def("__len__",
           [](const PyWorld<D>& self) {
             return self.read_briefly([](const auto& world) { return world.size(); });
           })
      .def(
          "__contains__",
          [](const PyWorld<D>& self, Number handle) {
            return self.read_briefly(
                [&](const auto& world) { return world.contains(handle_of(handle)); });
          },
          "handle"_a)
      .def("__repr__", [](const PyWorld<D>& self) {
        const std::size_t size = self.read_briefly([](const auto& world) { return world.size(); });
        return "<masu.World" + std::to_string(D) + "D of " + std::to_string(size) + " objects>";
      });
}

template <int D>
void bind_world(py::module_& module, const char* name) {
  WorldClass<D> type(module, name, kWorldDoc, collected<D>());
  type.def(py::init(&make_world<D>), py::kw_only(), "detail"_a = "points", "margin"_a = 0.0,
           "period"_a = py::none(), "handle_salt"_a = 0, "threads"_a = 1);
  bind_objects<D>(type);
  bind_setters<D>(type);
  bind_world_filters<D>(module, type);
  bind_world_events<D>(module, type);
  bind_world_queries<D>(module, type);
  type.def(
          "snapshot", [](const PyWorld<D>& self) { return py::bytes(save(self)); }, kSnapshotDoc)
      .def("restore", &restore<D>, "snapshot"_a, kRestoreDoc)
      .def(
          "hash",
          [](const PyWorld<D>& self) {
            return self.read_without_gil([](const auto& world) { return world.hash(); });
          },
          "A hash of the state: worlds with equal hashes have the same future, on every machine.")
      .def(py::pickle(&state<D>, &from_state<D>));
}

}  // namespace

std::vector<Handle> read_handles(const py::object& source) {
  const py::array given = py::array::ensure(source);
  const char kind = given ? given.dtype().kind() : ' ';
  // An empty list has no integers to tell its type by.
  if (!given || (kind != 'u' && kind != 'i' && given.size() != 0)) {
    PyErr_Clear();
    throw py::type_error("handles: expected integers, as add() returns them");
  }
  if (given.ndim() != 1) throw py::value_error("handles: expected an array (n,)");
  if (kind == 'i' && given.size() != 0 && given.attr("min")().cast<std::int64_t>() < 0) {
    throw py::value_error("handles: negative numbers are not handles");
  }
  const py::array_t<Number, py::array::c_style | py::array::forcecast> numbers(given);
  std::vector<Handle> list(static_cast<std::size_t>(numbers.size()));
  std::transform(numbers.data(), numbers.data() + numbers.size(), list.begin(), &handle_of);
  return list;
}

void bind_worlds(py::module_& module) {
  module.attr("NO_HANDLE") = handle_number(Handle{});
  bind_world<2>(module, "World2D");
  bind_world<3>(module, "World3D");
}

}  // namespace masu::python
