// SPDX-License-Identifier: MIT
// Status: result codes, returned and never thrown.
#pragma once

#include <cstdint>

namespace masu {

// `ok`, or why a call has no (complete) result. describe() returns a text for it.
enum class [[nodiscard]] Status : std::uint8_t{
    ok,                // done
    stopped,           // the visitor or sink stopped the call; earlier results are valid
    out_of_memory,     // an allocation failed; the object is unchanged
    too_many_objects,  // more objects than 32-bit indices can name
    size_mismatch,     // two spans that belong together differ in length
    not_finite,        // a parameter that must be finite is NaN or infinite
    out_of_range,      // a parameter outside its documented range
    stale_handle,      // the handle refers to an object that was erased or never existed
    damaged,           // a buffer that is truncated or corrupted, or is no index
    not_converged,     // the iteration limit was reached; the result has bounds but is not exact
    unbounded,         // there is no finite result
    wrong_format,      // a buffer of another index, type, version or machine, or misaligned
    not_positive,      // a size that must be above zero is zero or less
    not_unit,          // a rotation, or a normal, whose length is not 1
    no_points,         // a shape without points
    flat,              // points in one plane (3D) or on one line (2D) where a solid is required
    bad_index,         // an index that is out of range
    open_surface,      // faces that do not close a surface, or three of which share an edge
    inverted,          // faces whose loops run clockwise, seen from outside
    not_convex,        // a point lies in front of the plane of a face
    apart,             // shapes that must overlap have no point in common
    touching,          // the shapes have points in common, but their insides do not overlap
    busy,              // the call is not allowed from a callback of the same object
    not_updated,       // there are changes that need an update() first
};

// Returns a sentence fragment for messages: "the handle refers to an erased object".
constexpr const char* describe(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::stopped: return "the visitor or sink stopped the call";
    case Status::out_of_memory: return "a memory allocation failed";
    case Status::too_many_objects: return "more objects than 32-bit indices can name";
    case Status::size_mismatch: return "two spans that belong together differ in length";
    case Status::not_finite: return "a parameter is NaN or infinite";
    case Status::out_of_range: return "a parameter is outside its range";
    case Status::stale_handle: return "the handle refers to an erased object";
    case Status::damaged: return "the buffer is truncated or corrupted";
    case Status::not_converged: return "the iteration limit was reached";
    case Status::unbounded: return "there is no finite result";
    case Status::wrong_format: return "the buffer holds another type or version, or is misaligned";
    case Status::not_positive: return "a size must be above zero";
    case Status::not_unit: return "the length of a rotation or normal is not 1";
    case Status::no_points: return "there are no points";
    case Status::flat: return "the points lie in one plane or on one line";
    case Status::bad_index: return "an index is out of range";
    case Status::open_surface: return "the faces do not close a surface";
    case Status::inverted: return "the faces point inwards";
    case Status::not_convex: return "the shape is not convex";
    case Status::apart: return "the shapes are apart";
    case Status::touching: return "the shapes touch and do not overlap";
    case Status::busy: return "the object cannot be changed from its own callback";
    case Status::not_updated: return "there are changes that need an update() first";
  }
  return "unknown status";
}

// Returns the name of the enumerator, for files and other languages.
constexpr const char* name(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::stopped: return "stopped";
    case Status::out_of_memory: return "out_of_memory";
    case Status::too_many_objects: return "too_many_objects";
    case Status::size_mismatch: return "size_mismatch";
    case Status::not_finite: return "not_finite";
    case Status::out_of_range: return "out_of_range";
    case Status::stale_handle: return "stale_handle";
    case Status::damaged: return "damaged";
    case Status::not_converged: return "not_converged";
    case Status::unbounded: return "unbounded";
    case Status::wrong_format: return "wrong_format";
    case Status::not_positive: return "not_positive";
    case Status::not_unit: return "not_unit";
    case Status::no_points: return "no_points";
    case Status::flat: return "flat";
    case Status::bad_index: return "bad_index";
    case Status::open_surface: return "open_surface";
    case Status::inverted: return "inverted";
    case Status::not_convex: return "not_convex";
    case Status::apart: return "apart";
    case Status::touching: return "touching";
    case Status::busy: return "busy";
    case Status::not_updated: return "not_updated";
  }
  return "unknown";
}

}  // namespace masu
