// SPDX-License-Identifier: MIT
// Compares two hulls: every number and every bit of every plane.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include <masu/hull/hull3.hpp>

namespace masu::test {

template <class T>
void expect_same(const Hull3<T>& a, const Hull3<T>& b) {
  ASSERT_EQ(a.dimension(), b.dimension());
  ASSERT_TRUE(std::ranges::equal(a.vertices(), b.vertices()));
  ASSERT_EQ(a.face_count(), b.face_count());
  ASSERT_EQ(a.edge_count(), b.edge_count());
  for (std::size_t f = 0; f < a.face_count(); ++f) {
    ASSERT_TRUE(std::ranges::equal(a.face(f), b.face(f))) << "face " << f;
    ASSERT_EQ(a.first_edge(f), b.first_edge(f));
    ASSERT_EQ(std::memcmp(&a.plane(f), &b.plane(f), sizeof(a.plane(f))), 0) << "plane " << f;
  }
  for (std::uint32_t e = 0; e < a.edge_count(); ++e) {
    ASSERT_EQ(a.twin(e), b.twin(e));
    ASSERT_EQ(a.face_of(e), b.face_of(e));
  }
}

}  // namespace masu::test
