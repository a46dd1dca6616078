// SPDX-License-Identifier: MIT
// RestorableIndex: the index of a masu_broad_phase, built from boxes, or restored from its bytes.
#pragma once

#include <cstring>
#include <utility>

#include <masu/broad_phase/bvh.hpp>
#include <masu/broad_phase/index_buffer.hpp>
#include "broad_phase/bvh_buffer.hpp"

namespace masu::c {

template <int D, class T>
class RestorableIndex {
 public:
  explicit RestorableIndex(Allocator allocator)
      : built_(allocator), restored_(allocator), saved_(allocator), allocator_(allocator) {}

  std::size_t size() const { return view().size(); }
  const BvhView<D, T>& view() const { return is_restored_ ? view_ : built_.view(); }

  Status build(BoxSpan<D, T> boxes, const IndexOptions<D, T>& options) {
    is_restored_ = false;
    restored_.release();
    return built_.build(boxes, options);
  }
  // not_updated: it was restored, and the bytes do not say how it was built.
  Status refit(BoxSpan<D, T> boxes) {
    return is_restored_ ? Status::not_updated : built_.refit(boxes);
  }

  // `bytes` stay valid until the next save().
  Status save(std::span<const std::byte>& bytes) {
    const detail::BvhParts<D, T> parts(view());
    if (!saved_.resize(index_size(parts.sections()))) return Status::out_of_memory;
    const std::span<std::byte> out(saved_.data(), saved_.size());
    bytes = out;
    return write_index(out, IndexKind::bvh, D, sizeof(T), parts.sections());
  }
  // Copies the bytes. Nothing changes if it fails.
  Status restore(ByteView bytes) {
    Buffer<std::byte> copy(allocator_);
    if (!copy.resize(bytes.size())) return Status::out_of_memory;
    if (bytes.size() != 0) std::memcpy(copy.data(), bytes.data(), bytes.size());
    BvhView<D, T> view;
    const Status status = map_bvh(ByteView(copy), view);
    if (status != Status::ok) return status;
    restored_ = std::move(copy);
    view_ = view;
    is_restored_ = true;
    return Status::ok;
  }

 private:
  Bvh<D, T> built_;
  Buffer<std::byte> restored_;
  BvhView<D, T> view_;  // of restored_
  bool is_restored_ = false;
  Buffer<std::byte> saved_;
  Allocator allocator_;
};

}  // namespace masu::c
