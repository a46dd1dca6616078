// SPDX-License-Identifier: MIT
// Arrays of NumPy: boxes and points as views of their memory, results that own the library's.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <masu/core/box_span.hpp>
#include <masu/core/buffer.hpp>
#include <masu/core/pair.hpp>

namespace masu::python {

namespace py = pybind11;

// An array of float32 or float64 whose last axes have the memory layout that the library reads:
// the caller's array, or a copy.
struct Floats {
  py::array array;
  bool is_double = true;

  const std::byte* data() const { return static_cast<const std::byte*>(array.data()); }
  py::ssize_t scalar_size() const { return is_double ? 8 : 4; }
};

// Whether a call may copy its argument, and to which type it must convert.
struct Reading {
  const char* name;                    // of the argument, for messages
  bool may_copy = true;                // the argument `copy`
  std::optional<bool> as_double = {};  // the type of the numbers; none: that of the array
};

// Converts the argument to an array of float32 or float64, native and aligned. Integers, booleans
// and float16 become float64. Raises TypeError for other types; ValueError where a copy would be
// needed and is refused.
Floats read_floats(py::handle source, const Reading& reading);

// Boxes of an argument: rows of 2 D numbers, lower corner first, or D numbers in each of two
// corners.
struct Boxes {
  Floats floats;
  int dimension = 0;
  bool single = false;  // one box, without the axis that counts boxes
  const std::byte* min = nullptr;
  const std::byte* max = nullptr;
  std::size_t stride = 0;
  std::size_t size = 0;

  template <int D, class T>
  BoxSpan<D, T> span() const {
    return {reinterpret_cast<const T*>(min), reinterpret_cast<const T*>(max), stride, size};
  }
};
// `dimension` 0: 2 or 3, as the array has it.
Boxes read_boxes(py::handle source, const Reading& reading, int dimension = 0,
                 bool may_be_single = false);

// Rows of a fixed number of contiguous scalars: points, directions, poses.
struct Rows {
  Floats floats;
  bool single = false;  // one row, without the axis that counts rows
  const std::byte* data = nullptr;
  std::size_t stride = 0;
  std::size_t size = 0;

  // Row i as a Vec<D, T>, or any other type that consists of the row's numbers.
  template <class Row>
  const Row& at(std::size_t i) const {
    return *reinterpret_cast<const Row*>(data + i * stride);
  }
};
Rows read_rows(py::handle source, const Reading& reading, py::ssize_t columns);
// Rows (n, 2) or (n, 3), and how many columns they have.
struct Points : Rows {
  int dimension = 0;
};
Points read_points(py::handle source, const Reading& reading);
// Releases the GIL where a loop over items takes more than some microseconds.
class ReleaseForMany {
 public:
  explicit ReleaseForMany(std::size_t items) {
    if (items >= kMany) no_gil_.emplace();
  }

 private:
  static constexpr std::size_t kMany = 1000;
  std::optional<py::gil_scoped_release> no_gil_;
};

// A copy of rows of float64 as points, one after another.
template <int D>
std::vector<Vec<D, double>> list_points(const Rows& rows) {
  std::vector<Vec<D, double>> points(rows.size);
  const ReleaseForMany no_gil(rows.size);
  for (std::size_t i = 0; i < rows.size; ++i) points[i] = rows.at<Vec<D, double>>(i);
  return points;
}

// A copy of rows of indices, one after another: other threads may change the argument while the
// library reads. An index that does not fit becomes kNoIndex, which no list has. Raises TypeError
// for other types than integers, ValueError for another shape.
constexpr std::uint32_t kNoIndex = 0xffffffff;
std::vector<std::uint32_t> read_indices(py::handle source, const char* name, py::ssize_t columns);

// An array that owns the buffer's memory, without a copy.
template <class Scalar, class Item>
py::array_t<Scalar> own(Buffer<Item>&& buffer, py::array::ShapeContainer shape) {
  if (buffer.empty()) return py::array_t<Scalar>(std::move(shape));
  auto kept = std::make_unique<Buffer<Item>>(std::move(buffer));
  auto* const data = reinterpret_cast<Scalar*>(kept->data());
  py::capsule owner(kept.get(), [](void* p) { delete static_cast<Buffer<Item>*>(p); });
  kept.release();
  return py::array_t<Scalar>(std::move(shape), data, owner);
}
template <class Item>
py::array_t<Item> own(Buffer<Item>&& buffer) {
  const auto size = static_cast<py::ssize_t>(buffer.size());
  return own<Item>(std::move(buffer), {size});
}
// Pairs as an array of two columns.
inline py::array_t<std::uint32_t> own_pairs(PairList&& pairs) {
  const auto size = static_cast<py::ssize_t>(pairs.size());
  return own<std::uint32_t>(std::move(pairs), {size, py::ssize_t(2)});
}

// An array without axes is a scalar of Python.
inline py::object unboxed(const py::array& a) {
  return a.ndim() == 0 ? py::object(a.attr("item")()) : py::object(a);
}

// Calls f.operator()<D, T>() for the dimension and scalar of an argument.
template <class F>
auto with_kind(int dimension, bool is_double, F&& f) {
  if (dimension == 2) {
    return is_double ? f.template operator()<2, double>() : f.template operator()<2, float>();
  }
  return is_double ? f.template operator()<3, double>() : f.template operator()<3, float>();
}

// Makes a named tuple type of module masu, which lives as long as the interpreter.
py::handle named_tuple(py::module_& module, const char* name, const char* fields, const char* doc);

}  // namespace masu::python
