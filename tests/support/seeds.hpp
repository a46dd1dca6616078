// SPDX-License-Identifier: MIT
// Seeds of tests that may run for days, in pieces: piece 0 is the one that every run tests, and
// MASU_PIECE=N takes other seeds. tools/pieces.py runs pieces and adds up their cases.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

namespace masu::test {

inline std::uint64_t piece() {
  const char* text = std::getenv("MASU_PIECE");
  return text == nullptr ? 0 : std::stoull(text);
}

// Returns a seed of this piece, in place of one that a test would always have.
inline std::uint64_t seed_of_piece(std::uint64_t seed) {
  return seed + (piece() << 24);
}

// Counts of cases: those of every run, and those of a piece, which takes seconds.
template <class Number>
Number by_piece(Number plain, Number of_piece) {
  return piece() == 0 ? plain : of_piece;
}

// Prints how many cases a test has compared.
inline void count_cases(std::uint64_t cases) {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  std::cout << "cases of " << test->test_suite_name() << '.' << test->name() << ": " << cases
            << '\n';
}

}  // namespace masu::test
