// SPDX-License-Identifier: MIT
// A square matrix, by rows.
#pragma once

#include <masu/core/vec.hpp>

namespace masu {

// A square matrix, mostly of a rotation.
template <int D, class T>
struct Matrix {
  Vec<D, T> row[D];  // by rows

  // Returns the matrix with 1 on the diagonal and 0 elsewhere.
  static constexpr Matrix identity() {
    Matrix m{};
    for (int i = 0; i < D; ++i) m.row[i][i] = 1;
    return m;
  }

  friend constexpr bool operator==(const Matrix&, const Matrix&) = default;

  // Returns column j.
  constexpr Vec<D, T> column(int j) const {
    Vec<D, T> c{};
    for (int i = 0; i < D; ++i) c[i] = row[i][j];
    return c;
  }

  // Returns the product of m and the column vector v.
  friend constexpr Vec<D, T> operator*(const Matrix& m, const Vec<D, T>& v) {
    Vec<D, T> r{};
    for (int i = 0; i < D; ++i) r[i] = dot(m.row[i], v);
    return r;
  }
};

// Returns the transpose of m, times v: the inverse, for a rotation.
template <int D, class T>
constexpr Vec<D, T> transposed_times(const Matrix<D, T>& m, const Vec<D, T>& v) {
  Vec<D, T> r = m.row[0] * v[0];
  for (int i = 1; i < D; ++i) r = r + m.row[i] * v[i];
  return r;
}

// Returns the transpose of a, times b: the frame b as seen from the frame a, for rotations.
template <int D, class T>
constexpr Matrix<D, T> transposed_times(const Matrix<D, T>& a, const Matrix<D, T>& b) {
  Matrix<D, T> r{};
  for (int i = 0; i < D; ++i) {
    for (int k = 0; k < D; ++k) r.row[i] = r.row[i] + b.row[k] * a.row[k][i];
  }
  return r;
}

}  // namespace masu
