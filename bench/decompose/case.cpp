// SPDX-License-Identifier: MIT
#include "case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <scenes/readers/weld.hpp>

#include "bench/common/cpu_limit.hpp"
#include "bench/common/shared_object.hpp"
#include "judge.hpp"
#include "ours.hpp"
#include "scenes/generators/carved_solid.hpp"

namespace masu_bench::decompose {
namespace {

std::vector<const masu_decompose_peer*> find_methods(const std::filesystem::path& peers) {
  std::vector<const masu_decompose_peer*> list;
  for (const auto& own : our_methods()) list.push_back(&own);
  for (const auto& file : peer_files(peers, sizeof(double))) {
    auto* open =
        reinterpret_cast<masu_decompose_peers_function>(open_symbol(file, MASU_DECOMPOSE_PEERS));
    if (open == nullptr) continue;
    std::size_t count = 0;
    const masu_decompose_peer* found = open(&count);
    for (std::size_t i = 0; i < count; ++i) list.push_back(&found[i]);
  }
  return list;
}

class Case {
 public:
  explicit Case(const CaseSpec& spec) : spec_(spec) {
    if (spec.row == "file") {
      auto mesh = masu::readers::weld(masu::readers::read_mesh(spec.mesh));
      solid_ = {std::move(mesh.vertices), std::move(mesh.corners)};
    } else {
      solid_ = masu::scenes::carved(spec.row, spec.seed, spec.fineness);
    }
    for (const auto& v : solid_.vertices) coordinates_.insert(coordinates_.end(), v.v, v.v + 3);
    seen_ = {coordinates_.data(), solid_.vertices.size(), solid_.corners.data(),
             solid_.corners.size() / 3};
  }

  // In a process of its own, so that the limit can end it.
  Row measure(const masu_decompose_peer& peer) const {
    Row row = start(peer);
    const std::unique_ptr<void, void (*)(void*)> self{peer.create(&seen_), peer.destroy};
    masu_decompose_answer answer{};
    std::vector<double> samples;
    const double end = now(Clock::wall) + spec_.budget;
    do {
      const CpuLimit limit(spec_.limit);
      const double begin = now(Clock::thread);
      peer.run(self.get(), &answer);
      samples.push_back(now(Clock::thread) - begin);
    } while (samples.size() < 1001 && now(Clock::wall) < end);
    row.status = answer.status;
    row.parts = answer.part_count;
    row.seconds = median(samples);
    row.least_seconds = *std::min_element(samples.begin(), samples.end());
    row.samples = static_cast<int>(samples.size());
    const Verdict v = Judge(seen_).verdict(answer);
    row.beyond = v.beyond;
    row.uncovered = v.uncovered;
    row.volume = v.volume;
    return row;
  }

  Row start(const masu_decompose_peer& peer) const {
    Row row;
    row.row = spec_.row;
    row.triangles = seen_.triangle_count;
    row.method = peer.name;
    row.version = peer.version;
    return row;
  }

 private:
  const CaseSpec& spec_;
  masu::scenes::CarvedSolid solid_{};
  std::vector<double> coordinates_{};
  masu_decompose_solid seen_{};
};

}  // namespace

std::vector<Row> run_case(const CaseSpec& spec) {
  const Case solid(spec);
  std::vector<Row> rows;
  for (const masu_decompose_peer* peer : find_methods(spec.peer_folder)) {
    if (!takes_any(peer->name, spec.ours, spec.peers)) continue;
    try {
      rows.push_back(in_child<Row>([&] { return std::vector<Row>{solid.measure(*peer)}; }).front());
    } catch (const TimeLimit&) {
      rows.push_back(solid.start(*peer));
      rows.back().status = fmt::format("killed after {:g} s", spec.limit);
    } catch (const std::runtime_error& e) {
      rows.push_back(solid.start(*peer));
      rows.back().status = e.what();
    }
  }
  return rows;
}

std::set<std::string> known_rows() {
  std::set<std::string> names{"file"};
  for (const std::string_view name : masu::scenes::kCarvedNames) names.emplace(name);
  return names;
}

void check_usage(const std::vector<std::string>& rows, const CaseSpec& spec) {
  check_names("--rows", rows, known_rows());
  KnownNames names;
  for (const masu_decompose_peer* m : find_methods(spec.peer_folder)) names.add(m->name);
  check_names("--ours", spec.ours, names.ours);
  check_names("--peers", spec.peers, names.peers);
}

}  // namespace masu_bench::decompose
