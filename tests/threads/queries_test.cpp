// SPDX-License-Identifier: MIT
// Const members of one object in several threads, while another thread makes and changes other
// objects of the same class: the answers are those of one thread. ThreadSanitizer looks for races.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <thread>

#include "in_headers.hpp"
#include "tests/threads/subject.hpp"

#ifndef MASU_STARTS_THREADS
#error "Give this test the label threads: ThreadSanitizer runs the tests with that label only."
#endif

namespace masu::test {
namespace {

std::vector<SubjectKind> all_subjects() {
  std::vector<SubjectKind> list;
  add_index_subjects(list);
  add_body_subjects(list);
  add_hull_subjects(list);
  add_wall_subjects(list);
  add_world_subjects(list);
  return list;
}

constexpr int kThreads = 3;  // that ask
constexpr int kTimes = 4;    // each of them
constexpr std::uint64_t kSeeds = 4;

TEST(ConstQueries, in_many_threads_equal_those_of_one) {
  std::uint64_t asked = 0;
  std::size_t classes = 0;
  for (const SubjectKind& kind : all_subjects()) {
    SCOPED_TRACE(kind.classes[0]);
    classes += kind.classes.size();
    std::vector<std::uint64_t> expected;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      expected.push_back(kind.make(seed)->ask());
    }
    // Objects that no thread has asked before: a first query may prepare something.
    for (int round = 0; round < 3; ++round) {
      const auto subject = kind.make(1);
      std::atomic<int> waiting{0};
      std::atomic<std::uint64_t> wrong{0};
      const auto wait = [&] {
        ++waiting;
        while (waiting < kThreads + 1) std::this_thread::yield();
      };
      std::vector<std::thread> threads;
      for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&] {
          wait();
          for (int i = 0; i < kTimes; ++i) wrong += subject->ask() == expected[0] ? 0 : 1;
        });
      }
      threads.emplace_back([&] {
        wait();
        for (std::uint64_t seed = 2; seed <= kSeeds; ++seed) {
          wrong += kind.make(seed)->ask() == expected[seed - 1] ? 0 : 1;
        }
      });
      for (std::thread& thread : threads) thread.join();
      EXPECT_EQ(wrong, 0u);
      asked += kThreads * kTimes + kSeeds - 1;
    }
  }
  std::cout << classes << " classes, asked " << asked << " times\n";
}

// Every class that promises it in its comment.
TEST(ConstQueries, are_of_every_class_whose_comment_promises_it) {
  std::vector<std::string> listed;
  for (const SubjectKind& kind : all_subjects()) {
    listed.insert(listed.end(), kind.classes.begin(), kind.classes.end());
  }
  for (const char* promised : kSafeInHeaders) {
    EXPECT_EQ(std::ranges::count(listed, promised), 1) << promised;
  }
}

}  // namespace
}  // namespace masu::test
