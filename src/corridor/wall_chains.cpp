// SPDX-License-Identifier: MIT
#include <masu/corridor/wall_chains.hpp>

#include "corridor/chain_layout.hpp"
#include "corridor/loop_nesting.hpp"
#include "corridor/wall_cutting.hpp"
#include "corridor/wall_edges.hpp"
#include "shapes/check_numbers.hpp"

namespace masu {

void ChainFault::name(std::uint32_t wall) {
  std::size_t index = named_;
  while (index > 0 && walls_[index - 1] > wall) --index;
  if (index > 0 && walls_[index - 1] == wall) return;
  if (index == kMostNamed) return;
  if (named_ < kMostNamed) ++named_;
  for (std::size_t i = named_ - 1; i > index; --i) walls_[i] = walls_[i - 1];
  walls_[index] = wall;
}

namespace {

template <class T>
using Walls = std::span<const Segment<2, T>>;

template <class T>
bool is_finite_wall(const Segment<2, T>& wall) {
  return is_finite(wall.a) && is_finite(wall.b);
}

template <class T>
Status check_input(Walls<T> walls, double weld, ChainReport& report) {
  report.walls = walls.size();
  if (walls.size() > detail::kMostWalls) return Status::too_many_objects;
  if (!(weld >= 0) || !is_finite(weld)) return Status::out_of_range;
  double largest = 0;
  Status status = Status::ok;
  for (std::uint32_t i = 0; i < walls.size(); ++i) {
    const auto& [a, b] = walls[i];
    if (!is_finite_wall(walls[i])) {
      report.not_finite.add(i);
      continue;
    }
    for (const T x : {a[0], a[1], b[0], b[1]}) {
      if (detail::check_number(x) != Status::ok) status = Status::out_of_range;
      largest = std::max(largest, std::abs(double(x)));
    }
  }
  report.retained = report.walls - report.not_finite.count;
  return weld > 0 && weld < largest * 0x1p-48 ? Status::out_of_range : status;
}

template <class T>
class ChainBuilder {
 public:
  ChainBuilder(double weld, Allocator allocator, ChainReport& report)
      : weld_(weld), allocator_(allocator), report_(report), draft_(allocator) {}

  detail::ChainDraft<T>& draft() { return draft_; }

  Status run(Walls<T> walls, bool split) {
    const auto get = [&](std::size_t i, detail::WallPiece<T>& piece) {
      return piece_of(walls, i, piece);
    };
    Status status = link(walls.size(), get, weld_, report_.duplicates);
    report_.retained -= report_.zero_length.count + report_.duplicates.count;
    if (status != Status::ok) return status;
    if (draft_.chains.empty()) return Status::no_points;
    detail::SlotTree<T> tree(allocator_);
    if (split) {
      status = this->split(tree);
    } else if (count_loops() > 1 && !tree.build(draft_)) {
      status = Status::out_of_memory;
    }
    if (status != Status::ok) return status;
    if (count_loops() > 1 && !detail::LoopNesting<T>(allocator_).run(draft_, tree)) {
      return Status::out_of_memory;
    }
    count_kinds();
    return Status::ok;
  }

 private:
  // -0 becomes 0.
  static bool piece_of(Walls<T> walls, std::size_t i, detail::WallPiece<T>& piece) {
    if (!is_finite_wall(walls[i])) return false;
    const Vec<2, T> a = walls[i].a + Vec<2, T>{};
    const Vec<2, T> b = walls[i].b + Vec<2, T>{};
    const auto source = static_cast<std::uint32_t>(i);
    piece = detail::less_xy(b, a) ? detail::WallPiece<T>{b, a, source | detail::kFlippedWall, -1}
                                  : detail::WallPiece<T>{a, b, source, 1};
    return true;
  }

  template <class Get>
  Status link(std::size_t count, Get& get, double weld, ChainFault& again) {
    detail::WallEdges<T> edges(allocator_);
    const Status taken = edges.take(count, get, weld, report_, again);
    if (taken != Status::ok) return taken;
    detail::ChainDraft<T> draft(allocator_);
    detail::ChainWalk<T> walk(edges.vertices(), edges.edges(), allocator_);
    const Status walked = walk.run(draft);
    if (walked != Status::ok) return walked;
    if (!detail::ChainLayout<T>(allocator_).run(draft)) return Status::out_of_memory;
    draft_ = std::move(draft);
    return Status::ok;
  }

  // Cuts walls at vertices inside them. Exactly on a wall there are only its own vertices once it
  // is cut at all of them; a wall that bent may have come near others.
  Status split(detail::SlotTree<T>& tree) {
    constexpr int kMostRounds = 8;
    for (int round = 0;; ++round) {
      if (!tree.build(draft_)) return Status::out_of_memory;
      detail::WallTouches<T> touches(draft_, weld_, allocator_);
      Status status = touches.run(tree, report_);
      if (status != Status::ok) return status;
      if (touches.cuts().empty() || round == kMostRounds) {
        for (const auto& cut : touches.cuts()) report_.unsplit.add(draft_.source(cut.slot));
        count_crossing_loops(touches);
        return Status::ok;
      }
      detail::WallCutting<T> cutting(allocator_);
      status = cutting.run(draft_, touches.cuts(), report_);
      if (status != Status::ok) return status;
      const auto pieces = cutting.pieces();
      const auto get = [&](std::size_t i, detail::WallPiece<T>& piece) {
        piece = pieces[i];
        return true;
      };
      status = link(pieces.size(), get, 0, report_.overlaps);
      if (status != Status::ok) return status;
    }
  }

  void count_crossing_loops(const detail::WallTouches<T>& touches) {
    for (std::size_t c = 0; c < draft_.chains.size(); ++c) {
      report_.crossing_loops += draft_.chains[c].loop() && touches.crosses(c);
    }
  }
  std::size_t count_loops() const {
    return static_cast<std::size_t>(std::count_if(draft_.chains.begin(), draft_.chains.end(),
                                                  [](const WallChain& c) { return c.loop(); }));
  }
  void count_kinds() {
    for (const WallChain& chain : draft_.chains) {
      report_.open_chains += chain.kind == ChainKind::open;
      report_.outlines += chain.kind == ChainKind::outline;
      report_.holes += chain.kind == ChainKind::hole;
    }
  }

  double weld_;
  Allocator allocator_;
  ChainReport& report_;
  detail::ChainDraft<T> draft_;
};

}  // namespace

template <class T>
Status WallChains<T>::build(Walls<T> walls, const ChainOptions<T>& options, ChainReport* report) {
  ChainReport own;
  ChainReport& filled = report != nullptr ? *report : own;
  filled = {};
  const double weld = options.weld;
  if (const Status s = check_input(walls, weld, filled); s != Status::ok) return s;
  ChainBuilder<T> builder(weld, vertices_.allocator(), filled);
  const Status status = builder.run(walls, options.split_junctions);
  if (status != Status::ok) return status;
  vertices_ = std::move(builder.draft().points);
  sources_ = std::move(builder.draft().sources);
  chains_ = std::move(builder.draft().chains);
  return Status::ok;
}

template <class T>
std::uint32_t WallChains<T>::chain_of(std::uint32_t slot) const {
  return detail::chain_with(chains_, slot);
}

template class WallChains<float>;
template class WallChains<double>;

}  // namespace masu
