// SPDX-License-Identifier: MIT
// Structured arrays of the library's own types: the compiler says where their members are, so no
// layout is written here.
#pragma once

#include <array>

#include <masu/core/handle.hpp>

#include "arrays.hpp"

namespace masu::python {

// The type that NumPy has for a member.
template <class M>
struct FormatOf;
template <>
struct FormatOf<double> {
  static py::object make() { return py::str("f8"); }
};
template <>
struct FormatOf<bool> {
  static py::object make() { return py::str("?"); }
};
template <>
struct FormatOf<std::uint32_t> {
  static py::object make() { return py::str("u4"); }
};
template <>
struct FormatOf<std::uint64_t> {
  static py::object make() { return py::str("u8"); }
};
template <>
struct FormatOf<Status> {
  static py::object make() { return py::str("u1"); }
};
// As the integers of handle_number().
template <>
struct FormatOf<Handle> {
  static py::object make() { return py::str("u8"); }
};
template <int D>
struct FormatOf<Vec<D, double>> {
  static py::object make() { return py::make_tuple("f8", py::make_tuple(D)); }
};

template <std::size_t N>
struct FormatOf<std::array<std::uint32_t, N>> {
  static py::object make() { return py::make_tuple("u4", py::make_tuple(N)); }
};

// Builds the dtype of R from pointers to those of its members that Python shows.
template <class R>
class RecordType {
 public:
  template <class Base, class M>
  RecordType& member(const char* name, M Base::*which) {
    const R& r = sample_;
    const auto offset =
        reinterpret_cast<const std::byte*>(&(r.*which)) - reinterpret_cast<const std::byte*>(&r);
    names_.append(name);
    formats_.append(FormatOf<M>::make());
    offsets_.append(offset);
    return *this;
  }
  py::dtype dtype() const { return py::dtype(names_, formats_, offsets_, sizeof(R)); }

 private:
  R sample_{};
  py::list names_, formats_, offsets_;
};

// Makes records of type R, to be filled: `data` points to the first. Their members are attributes,
// too.
template <class R>
py::object new_records(const py::dtype& type, std::size_t count, bool single, R*& data) {
  std::vector<py::ssize_t> shape;
  if (!single) shape.push_back(static_cast<py::ssize_t>(count));
  py::array a(type, shape);
  data = static_cast<R*>(a.mutable_data());
  return a.attr("view")(py::module_::import("numpy").attr("recarray"));
}
// A copy of the library's records.
template <class R>
py::object copy_records(const py::dtype& type, std::span<const R> items) {
  R* data = nullptr;
  py::object made = new_records<R>(type, items.size(), false, data);
  std::copy(items.begin(), items.end(), data);
  return made;
}
// The record itself of an array without axes.
inline py::object unboxed_record(const py::object& records) {
  const bool is_single = records.attr("ndim").cast<int>() == 0;
  return is_single ? py::object(records[py::make_tuple()]) : records;
}

// A handle as an integer: the generation in the high half, the slot in the low half.
inline std::uint64_t handle_number(Handle h) {
  return std::uint64_t(h.generation) << 32 | h.index;
}
inline Handle handle_of(std::uint64_t number) {
  return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
}

}  // namespace masu::python
