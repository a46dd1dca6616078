// SPDX-License-Identifier: MIT
// Subjects: an object of each class whose const members are safe in many threads.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/callbacks/operation.hpp"

namespace masu::test {

struct Subject {
  virtual ~Subject() = default;
  // Calls const members with the same arguments each time. Hashes all results.
  virtual std::uint64_t ask() const = 0;
};
template <class Object, class Ask>
struct SubjectOf : Subject {
  std::shared_ptr<const Object> object;
  Ask asks;
  SubjectOf(std::shared_ptr<const Object> of, Ask query) : object(std::move(of)), asks(query) {}
  std::uint64_t ask() const override {
    Digest d;
    asks(*object, d);
    return d.value();
  }
};

struct SubjectKind {
  std::vector<std::string> classes;  // whose const members ask() calls
  // Makes an object and changes it, by a seed.
  std::function<std::unique_ptr<Subject>(std::uint64_t seed)> make;
};

// make(seed) returns a std::shared_ptr<Object>; ask(object, digest) is given a const object.
template <class Make, class Ask>
void add_subject(std::vector<SubjectKind>& list, std::vector<std::string> classes, Make make,
                 Ask ask) {
  using Object = typename std::invoke_result_t<Make, std::uint64_t>::element_type;
  list.push_back({std::move(classes), [make, ask](std::uint64_t seed) -> std::unique_ptr<Subject> {
                    return std::make_unique<SubjectOf<Object, Ask>>(make(seed), ask);
                  }});
}

void add_index_subjects(std::vector<SubjectKind>& list);
void add_body_subjects(std::vector<SubjectKind>& list);
void add_hull_subjects(std::vector<SubjectKind>& list);
void add_wall_subjects(std::vector<SubjectKind>& list);
void add_world_subjects(std::vector<SubjectKind>& list);

}  // namespace masu::test
