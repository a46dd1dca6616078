// SPDX-License-Identifier: MIT
// Outcomes that are not bugs of the caller's program: said by value, never thrown.
#pragma once

#include <cstdint>

namespace masu {

enum class [[nodiscard]] Status : std::uint8_t{
    ok,
    stopped,           // the visitor or sink asked to stop: what was delivered stands
    out_of_memory,     // the allocator refused; the object is as it was before the call
    too_many_objects,  // more objects than the index type can name
    size_mismatch,     // two spans that belong together differ in length
    not_finite,        // a parameter that must be finite is NaN or infinite
    out_of_range,      // a parameter outside its documented range
    stale_handle,      // the handle names an object that was erased, or never existed
    damaged,           // a buffer is cut off or altered, or never was an index
    wrong_format,      // a buffer of another index, type, version or machine, or misaligned
};

// A sentence fragment for messages: "the handle names an erased object".
constexpr const char* describe(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::stopped: return "stopped by the visitor";
    case Status::out_of_memory: return "the allocator refused the memory";
    case Status::too_many_objects: return "more objects than the index type can name";
    case Status::size_mismatch: return "two spans that belong together differ in length";
    case Status::not_finite: return "a parameter is NaN or infinite";
    case Status::out_of_range: return "a parameter is outside its range";
    case Status::stale_handle: return "the handle names an erased object";
    case Status::damaged: return "the buffer is cut off or altered";
    case Status::wrong_format: return "the buffer holds another type or version, or is misaligned";
  }
  return "unknown status";
}

}  // namespace masu
