// SPDX-License-Identifier: MIT
// Poses of objects as arrays.
#pragma once

#include <vector>

#include <masu/core/rotation_matrix.hpp>

#include "arrays.hpp"
#include "errors.hpp"

namespace masu::python {

// The poses of an argument: one, or one for each row.
template <int D>
class Poses {
 public:
  using Pose = Transform<D, double>;
  static constexpr py::ssize_t kNumbers = sizeof(Pose) / sizeof(double);  // of a row
  static_assert(sizeof(Pose) == (D == 2 ? 4 : 7) * sizeof(double));

  // None: the identity. A row of D numbers is a position, one of kNumbers numbers a position and a
  // rotation (cosine and sine, or a quaternion x, y, z, w), a square of D + 1 a homogeneous matrix.
  Poses(py::handle source, const char* name) {
    if (source.is_none()) return;
    const Reading reading{name, true, true};
    const Floats floats = read_floats(source, reading);
    const auto ndim = floats.array.ndim();
    const auto last = ndim == 0 ? 0 : floats.array.shape(ndim - 1);
    const bool square = ndim >= 2 && last == D + 1 && floats.array.shape(ndim - 2) == D + 1;
    if (square && ndim <= 3) {
      take_matrices(floats, ndim == 2, name);
    } else if (last == kNumbers) {
      take_rows(read_rows(floats.array, reading, kNumbers));
    } else {
      take_positions(read_rows(floats.array, reading, D));
    }
  }

  bool single() const { return single_; }
  std::size_t size() const { return single_ ? 1 : poses_.size(); }
  const Pose& operator[](std::size_t i) const { return single_ ? one_ : poses_[i]; }
  // All poses, one after another.
  std::span<const Pose> all() const { return single_ ? std::span(&one_, 1) : std::span(poses_); }

 private:
  void resize(const Rows& rows) {
    single_ = rows.single;
    poses_.resize(single_ ? 0 : rows.size);
  }
  Pose& slot(std::size_t i) { return single_ ? one_ : poses_[i]; }

  void take_rows(const Rows& rows) {
    resize(rows);
    const ReleaseForMany no_gil(rows.size);
    for (std::size_t i = 0; i < rows.size; ++i) slot(i) = rows.at<Pose>(i);
  }
  void take_positions(const Rows& rows) {
    resize(rows);
    const ReleaseForMany no_gil(rows.size);
    for (std::size_t i = 0; i < rows.size; ++i) slot(i) = {rows.at<Vec<D, double>>(i), {}};
  }
  void take_matrices(const Floats& floats, bool single, const char* name) {
    constexpr std::size_t kEntries = (D + 1) * (D + 1);
    const py::array_t<double, py::array::c_style> a(floats.array);
    single_ = single;
    const std::size_t count = static_cast<std::size_t>(a.size()) / kEntries;
    poses_.resize(single ? 0 : count);
    const ReleaseForMany no_gil(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::span<const double, kEntries> m(a.data() + i * kEntries, kEntries);
      const auto result = transform_from_row_major<D, double>(m);
      if (result.status == Status::wrong_format) {
        throw StatusError{result.status, name, "a matrix is no rotation and translation"};
      }
      check(result.status, name);
      slot(i) = result.transform;
    }
  }

  bool single_ = true;
  Pose one_{};
  std::vector<Pose> poses_;
};

// How many results two or more batches of poses give: all that are not single have one length.
struct Broadcast {
  bool single = true;
  std::size_t size = 1;

  template <int D>
  void add(const Poses<D>& poses) {
    if (poses.single()) return;
    if (!single && poses.size() != size) check(Status::size_mismatch, "poses");
    single = false;
    size = poses.size();
  }
};

}  // namespace masu::python
