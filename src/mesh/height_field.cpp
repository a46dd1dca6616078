// SPDX-License-Identifier: MIT
#include "mesh/height_field.hpp"

#include "shapes/check_numbers.hpp"

#include "core/instantiate.hpp"
#include "core/opaque-inl.hpp"
#include "mesh/body_access.hpp"

namespace masu::detail {

// Sets everything except the heights, which stay uninitialized.
template <int D, class T>
Status HeightFieldData<D, T>::prepare(const Cell& samples, const Spacing& spacing,
                                      std::size_t count) {
  std::uint64_t expected = 1;
  std::uint64_t cells = 1;
  Cell size;
  for (int a = 0; a < kAxes; ++a) {
    size[a] = samples[a] < 2 ? 0 : samples[a] - 1;
    if (const Status s = axes_[a].build(size[a], spacing[a]); s != Status::ok) return s;
    expected *= samples[a];
    cells *= size[a];
  }
  if (expected != count) return Status::size_mismatch;
  if (cells > std::uint64_t(1) << 30) return Status::too_many_objects;
  levels_.set(size);
  samples_ = samples;
  std::size_t blocks = 0;
  for (int level = 1; level < levels_.count; ++level) {
    first_[level] = blocks;
    std::size_t n = 1;
    for (int a = 0; a < kAxes; ++a) n *= levels_.size[level][a];
    blocks += n;
  }
  return heights_.resize(count) && blocks_.resize(blocks) ? Status::ok : Status::out_of_memory;
}

template <int D, class T>
template <class HeightOf>
Status HeightFieldData<D, T>::build(const Cell& samples, const Spacing& spacing, std::size_t count,
                                    HeightOf&& height_of) {
  HeightFieldData made(heights_.allocator());
  if (const Status s = made.prepare(samples, spacing, count); s != Status::ok) return s;
  for (std::size_t i = 0; i < count; ++i) {
    if (const Status s = height_of(i, made.heights_[i]); s != Status::ok) return s;
    if (const Status s = check_number(made.heights_[i]); s != Status::ok) return s;
  }
  Block all;
  for (int a = 0; a < kAxes; ++a) all.last[a] = made.cells()[a] - 1;
  all.empty = false;
  made.update(all);
  *this = std::move(made);
  return Status::ok;
}

template <int D, class T>
Status HeightFieldData<D, T>::set_heights(const Cell& first, const Cell& count,
                                          std::span<const T> heights) {
  std::uint64_t expected = 1;
  for (int a = 0; a < kAxes; ++a) {
    if (first[a] > samples_[a] || count[a] > samples_[a] - first[a]) return Status::bad_index;
    expected *= count[a];
  }
  if (heights.size() != expected) return Status::size_mismatch;
  for (const T h : heights) {
    if (const Status s = check_number(h); s != Status::ok) return s;
  }
  if (expected == 0) return Status::ok;
  Block samples{first, first, false};
  Block changed{first, first, false};
  for (int a = 0; a < kAxes; ++a) {
    samples.last[a] += count[a] - 1;
    changed.first[a] -= changed.first[a] == 0 ? 0 : 1;
    changed.last[a] = std::min(samples.last[a], cells()[a] - 1);
  }
  const T* next = heights.data();
  (void)for_each_cell(samples, [&](const Cell& s) {
    heights_[number(s, samples_)] = *next++;
    return true;
  });
  update(changed);
  return Status::ok;
}

template <int D, class T>
Status HeightFieldData<D, T>::set_hole(const Cell& cell, bool hole) {
  for (int a = 0; a < kAxes; ++a) {
    if (cell[a] >= cells()[a]) return Status::bad_index;
  }
  if (holes_.empty()) {
    if (!hole) return Status::ok;
    if (!holes_.resize((std::size_t(cell_count()) + 63) / 64)) return Status::out_of_memory;
    std::fill(holes_.begin(), holes_.end(), std::uint64_t(0));
  }
  const std::uint32_t c = cell_number(cell);
  const std::uint64_t bit = std::uint64_t(1) << (c % 64);
  holes_[c / 64] = hole ? holes_[c / 64] | bit : holes_[c / 64] & ~bit;
  update({cell, cell, false});
  return Status::ok;
}

template <int D, class T>
auto HeightFieldData<D, T>::cells_under(const Aabb<D, T>& box) const -> Block {
  Aabb<kAxes, T> shadow;
  for (int a = 0; a < kAxes; ++a) shadow.min[a] = box.min[2 * a], shadow.max[a] = box.max[2 * a];
  return cells_in<kAxes, T>(axes_, shadow);
}

template <int D, class T>
auto HeightFieldData<D, T>::heights_at(int level, const Cell& cell) const -> Heights {
  if (level != 0) return blocks_[first_[level] + number(cell, levels_.size[level])];
  Heights h{std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()};
  if (hole(cell)) return h;
  for (int k = 0; k < 1 << kAxes; ++k) {
    Cell sample = cell;
    for (int a = 0; a < kAxes; ++a) sample[a] += std::uint32_t(k) >> a & 1;
    h.low = std::min(h.low, height(sample));
    h.high = std::max(h.high, height(sample));
  }
  return h;
}

template <int D, class T>
Aabb<D, T> HeightFieldData<D, T>::box_at(int level, const Cell& cell) const {
  const Heights h = heights_at(level, cell);
  Aabb<D, T> box;
  box.min[1] = h.low;
  box.max[1] = h.high;
  for (int a = 0; a < kAxes; ++a) {
    box.min[2 * a] = axes_[a].border(cell[a] << level);
    box.max[2 * a] = axes_[a].border(std::min((cell[a] + 1) << level, cells()[a]));
  }
  return box;
}

// Updates the blocks above cells whose heights have changed.
template <int D, class T>
void HeightFieldData<D, T>::update(const Block& cells) {
  Block range = cells;
  for (int level = 1; level < levels_.count; ++level) {
    for (int a = 0; a < kAxes; ++a) range.first[a] /= 2, range.last[a] /= 2;
    (void)for_each_cell(range, [&](const Cell& cell) {
      Heights h{std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()};
      for (int k = 0; k < 1 << kAxes; ++k) {
        Cell child;
        bool inside = true;
        for (int a = 0; a < kAxes; ++a) {
          child[a] = 2 * cell[a] + (std::uint32_t(k) >> a & 1);
          inside &= child[a] < levels_.size[level - 1][a];
        }
        if (!inside) continue;
        const Heights below = heights_at(level - 1, child);
        h.low = std::min(h.low, below.low);
        h.high = std::max(h.high, below.high);
      }
      blocks_[first_[level] + number(cell, levels_.size[level])] = h;
      return true;
    });
  }
}

}  // namespace masu::detail

namespace masu {

template <int D, class T>
auto HeightField<D, T>::search() const -> const Data& {
  return detail::data_or_empty(data_);
}

template <int D, class T>
Status HeightField<D, T>::build(const Cell& samples, const Spacing& spacing,
                                std::span<const T> heights) {
  Data* const data = data_.need();
  if (data == nullptr) return Status::out_of_memory;
  return data->build(samples, spacing, heights.size(), [&](std::size_t i, T& height) {
    height = heights[i];
    return Status::ok;
  });
}

template <int D, class T>
Status HeightField<D, T>::build(const Cell& samples, const Spacing& spacing,
                                std::span<const std::int16_t> heights, T scale, T offset) {
  if (!is_finite(scale) || !is_finite(offset)) return Status::not_finite;
  Data* const data = data_.need();
  if (data == nullptr) return Status::out_of_memory;
  return data->build(samples, spacing, heights.size(), [&](std::size_t i, T& height) {
    const double h = double(heights[i]) * double(scale) + double(offset);
    if (std::fabs(h) > double(std::numeric_limits<T>::max())) return Status::out_of_range;
    height = static_cast<T>(h);
    return Status::ok;
  });
}

template <int D, class T>
Status HeightField<D, T>::set_heights(const Cell& first, const Cell& count,
                                      std::span<const T> heights) {
  Data* const data = data_.need();
  return data == nullptr ? Status::out_of_memory : data->set_heights(first, count, heights);
}

template <int D, class T>
Status HeightField<D, T>::set_hole(const Cell& cell, bool hole) {
  Data* const data = data_.need();
  return data == nullptr ? Status::out_of_memory : data->set_hole(cell, hole);
}

template <int D, class T>
auto HeightField<D, T>::samples() const -> const Cell& {
  return search().samples();
}
template <int D, class T>
auto HeightField<D, T>::cells() const -> const Cell& {
  return search().cells();
}
template <int D, class T>
T HeightField<D, T>::height(const Cell& sample) const {
  return search().height(sample);
}
template <int D, class T>
bool HeightField<D, T>::hole(const Cell& cell) const {
  return search().hole(cell);
}
template <int D, class T>
Vec<D, T> HeightField<D, T>::point(const Cell& sample) const {
  return search().point(sample);
}
template <int D, class T>
std::uint32_t HeightField<D, T>::sub_shape_count() const {
  return search().sub_shape_count();
}
template <int D, class T>
SubShape<D, T> HeightField<D, T>::sub_shape(std::uint32_t id) const {
  return search().sub_shape(id);
}
template <int D, class T>
BodyView<D, T> HeightField<D, T>::view() const {
  return detail::view_of_own<BodyKind::height_field>(*this);
}

#define MASU_INSTANTIATE(D, T)                                  \
  template class detail::HeightFieldData<D, T>;                 \
  template class detail::Opaque<detail::HeightFieldData<D, T>>; \
  template class HeightField<D, T>;
MASU_FOR_2_AND_3_D(MASU_INSTANTIATE)
#undef MASU_INSTANTIATE

}  // namespace masu
