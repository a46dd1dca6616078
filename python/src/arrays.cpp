// SPDX-License-Identifier: MIT
#include "arrays.hpp"

#include <algorithm>

namespace masu::python {

namespace {

std::string shape_of(const py::array& a) {
  return py::str(py::object(a.attr("shape"))).cast<std::string>();
}

[[noreturn]] void refuse_shape(const Reading& reading, const py::array& a,
                               const std::string& expected) {
  throw py::value_error(std::string(reading.name) + ": expected " + expected + ", got shape " +
                        shape_of(a));
}

[[noreturn]] void refuse_copy(const Reading& reading, const char* why) {
  throw py::value_error(std::string(reading.name) + ": " + why +
                        ": it must be copied, but copy=False");
}

bool native_and_aligned(const py::array& a) {
  const bool aligned = (a.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
  return aligned && a.dtype().attr("isnative").cast<bool>();
}

// A contiguous copy, or the array itself if it is contiguous.
py::array contiguous(const py::array& a, bool as_double) {
  // Raises what NumPy does, such as MemoryError.
  constexpr int kHow = py::array::c_style | py::array::forcecast;
  if (as_double) return py::array_t<double, kHow>(a);
  return py::array_t<float, kHow>(a);
}

// Copies the floats where the library cannot read their layout.
void copy_layout(Floats& floats, const Reading& reading) {
  if (!reading.may_copy) refuse_copy(reading, "its memory has another layout");
  floats.array = py::array(floats.array.attr("copy")("C"));
}

bool contiguous_axis(const Floats& f, int axis) {
  return f.array.strides(axis) == f.scalar_size() || f.array.shape(axis) == 1;
}

// Bytes from one row to the next. Rows must be whole: a search may read the number that follows a
// corner, so rows that repeat or overlap could be read past their end.
bool readable_rows(const Floats& f, py::ssize_t rows, py::ssize_t stride, py::ssize_t row_bytes) {
  return rows <= 1 || (stride >= row_bytes && stride % f.scalar_size() == 0);
}

}  // namespace

Floats read_floats(py::handle source, const Reading& reading) {
  const bool is_array = py::isinstance<py::array>(source);
  py::array a = py::array::ensure(py::reinterpret_borrow<py::object>(source));
  if (!a) {
    PyErr_Clear();
    throw py::type_error(std::string(reading.name) + ": not an array of numbers");
  }
  const char kind = a.dtype().kind();
  const auto size = a.dtype().itemsize();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b') {
    throw py::type_error(std::string(reading.name) + ": numbers of type " +
                         py::str(a.dtype()).cast<std::string>() + " are not supported");
  }
  const bool is_float = kind == 'f' && (size == 4 || size == 8);
  const bool as_double = reading.as_double.value_or(!is_float || size == 8);
  const bool same = is_float && (size == 8) == as_double;
  if (!same || !native_and_aligned(a) || !is_array) {
    if (!reading.may_copy) refuse_copy(reading, "it is not an array of this type");
    a = contiguous(a, as_double);
  }
  return {std::move(a), as_double};
}

Boxes read_boxes(py::handle source, const Reading& reading, int dimension, bool may_be_single) {
  Boxes r{.floats = read_floats(source, reading)};
  const char* const expected = may_be_single
                                   ? "boxes (n, 2 D) or (n, 2, D), or one box (2 D,) or (2, D)"
                                   : "boxes (n, 2 D) or (n, 2, D), with D = 2 or 3";
  const auto ndim = r.floats.array.ndim();
  const auto last = ndim == 0 ? 0 : r.floats.array.shape(ndim - 1);
  const bool rows = last == 4 || last == 6;
  const bool corners = (last == 2 || last == 3) && ndim >= 2 && r.floats.array.shape(ndim - 2) == 2;
  const int axes = rows ? 1 : 2;  // of one box
  r.single = may_be_single && ndim == axes;
  if ((!rows && !corners) || (!r.single && ndim != axes + 1)) {
    refuse_shape(reading, r.floats.array, expected);
  }
  r.dimension = static_cast<int>(rows ? last / 2 : last);
  if (dimension != 0 && r.dimension != dimension) {
    refuse_shape(reading, r.floats.array, "boxes in " + std::to_string(dimension) + "D");
  }
  const auto row_bytes = r.dimension * r.floats.scalar_size();
  const auto size = r.single ? 1 : r.floats.array.shape(0);
  const auto layout = [&] {
    const auto corner = rows ? row_bytes : r.floats.array.strides(ndim - 2);
    // The number after a lower corner may be read even for the last box, so upper corners follow.
    return contiguous_axis(r.floats, static_cast<int>(ndim) - 1) && corner >= row_bytes &&
           (r.single || readable_rows(r.floats, size, r.floats.array.strides(0), row_bytes));
  };
  if (size != 0 && !layout()) copy_layout(r.floats, reading);
  r.size = static_cast<std::size_t>(size);
  r.stride = r.single ? 0 : static_cast<std::size_t>(r.floats.array.strides(0));
  r.min = r.floats.data();
  r.max = r.min + (rows ? row_bytes : r.floats.array.strides(ndim - 2));
  return r;
}

Rows read_rows(py::handle source, const Reading& reading, py::ssize_t columns) {
  Rows r{.floats = read_floats(source, reading)};
  const auto ndim = r.floats.array.ndim();
  r.single = ndim == 1;
  if ((ndim != 1 && ndim != 2) || r.floats.array.shape(ndim - 1) != columns) {
    const std::string c = std::to_string(columns);
    refuse_shape(reading, r.floats.array, "rows (n, " + c + ") or one row (" + c + ",)");
  }
  const auto size = r.single ? 1 : r.floats.array.shape(0);
  const auto row_bytes = columns * r.floats.scalar_size();
  const bool layout =
      contiguous_axis(r.floats, static_cast<int>(ndim) - 1) &&
      (r.single || readable_rows(r.floats, size, r.floats.array.strides(0), row_bytes));
  if (size != 0 && !layout) copy_layout(r.floats, reading);
  r.size = static_cast<std::size_t>(size);
  r.stride = r.single ? 0 : static_cast<std::size_t>(r.floats.array.strides(0));
  r.data = r.floats.data();
  return r;
}

Points read_points(py::handle source, const Reading& reading) {
  const Floats floats = read_floats(source, reading);
  const auto columns = floats.array.ndim() == 2 ? floats.array.shape(1) : 0;
  if (columns != 2 && columns != 3) refuse_shape(reading, floats.array, "rows (n, 2) or (n, 3)");
  return {read_rows(floats.array, reading, columns), static_cast<int>(columns)};
}

std::vector<std::uint32_t> read_indices(py::handle source, const char* name, py::ssize_t columns) {
  const py::array a = py::array::ensure(py::reinterpret_borrow<py::object>(source));
  const char kind = a ? a.dtype().kind() : ' ';
  // An empty list has no integers to tell its type by.
  if (!a || (kind != 'i' && kind != 'u' && a.size() != 0)) {
    PyErr_Clear();
    throw py::type_error(std::string(name) + ": expected integers");
  }
  if (a.ndim() != 2 || a.shape(1) != columns) {
    const std::string expected = "rows (n, " + std::to_string(columns) + ") of integers";
    refuse_shape({name, true, true}, a, expected);
  }
  std::vector<std::uint32_t> indices(static_cast<std::size_t>(a.size()));
  // The conversions to 64 bits lose nothing.
  const auto take = [&]<class Wide>(Wide) {
    const py::array_t<Wide, py::array::c_style | py::array::forcecast> wide(a);
    std::transform(wide.data(), wide.data() + wide.size(), indices.begin(), [](Wide i) {
      return std::in_range<std::uint32_t>(i) ? static_cast<std::uint32_t>(i) : kNoIndex;
    });
  };
  if (kind == 'u') {
    take(std::uint64_t{});
  } else {
    take(std::int64_t{});
  }
  return indices;
}

py::handle named_tuple(py::module_& module, const char* name, const char* fields, const char* doc) {
  py::object type = py::module_::import("collections").attr("namedtuple")(name, fields);
  type.attr("__module__") = "masu";
  type.attr("__doc__") = doc;
  module.attr(name) = type;
  return type.release();
}

}  // namespace masu::python
