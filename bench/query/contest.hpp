// SPDX-License-Identifier: MIT
// Several indices over the same objects, with the same queries in turn.
#pragma once

#include <memory>

#include "case.hpp"
#include "check.hpp"

namespace masu_bench::query {

class Contest {
 public:
  // Uses the methods that can hold this kind of objects and support one of the tasks, a set
  // of bits.
  Contest(const CaseSpec& spec, const SceneObjects& scene_objects,
          const std::vector<const masu_query_peer*>& methods, std::uint32_t tasks);

  // `new_index`: into a new index each time, whose memory has never been written before.
  void build(const std::string& task, bool new_index = false);
  void ask(const std::string& task, const Batch& batch);
  // Runs this many timed frames, after one of warm-up: the objects at `indices` move by at most
  // `reach` of their shortest edge on every axis, and then each is queried for the boxes that it
  // overlaps.
  void move(const std::string& task, const std::vector<std::uint32_t>& indices, double reach,
            int frames);

  const std::vector<Row>& rows() const { return rows_; }
  bool empty() const { return entrants_.empty(); }

 private:
  struct Entrant {
    const masu_query_peer* peer;
    std::unique_ptr<void, void (*)(void*)> self;
    std::vector<double> samples{};
    double results = 0;
    std::string complaint{};  // the reason if it is wrong

    bool does(masu_query_task task) const { return (peer->tasks >> task & 1) != 0; }
  };

  struct Collected {
    Entrant* entrant;
    Results results;
  };

  int samples() const;
  void play_build(Entrant& e, bool new_index);
  masu_query_answers play(Entrant& e, const Batch& batch, bool timed);
  void judge(const Checker& checker, const std::vector<Collected>& collected) const;
  void step(const std::vector<std::uint32_t>& indices, double reach, std::uint64_t frame,
            Scalars& boxes);
  Row row(const std::string& task, const Entrant& e, double count) const;
  void finish(const std::string& task, masu_query_task kind, double count);

  const CaseSpec& spec_;
  SceneObjects objects_;
  std::vector<Entrant> entrants_;
  std::vector<Row> rows_;
  std::size_t shift_ = 0;
};

}  // namespace masu_bench::query
