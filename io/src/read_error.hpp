// SPDX-License-Identifier: MIT
// Errors inside the readers: an exception, which the public functions convert to a ReadResult.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include <masu/io/result.hpp>

namespace masu::io {

struct ReadError : std::runtime_error {
  ReadError(ReadStatus s, const std::string& message) : std::runtime_error(message), status(s) {}
  ReadStatus status;
};

// Returns a result with this message; out_of_memory if there is no memory for it.
inline ReadResult failed(ReadStatus status, const char* message) noexcept {
  ReadResult result{status, {}};
  try {
    result.message = message;
  } catch (...) {
    result.status = ReadStatus::out_of_memory;
  }
  return result;
}

// Runs `read(output)` on an empty `output`, which is empty again if it fails.
template <class Output, class Read>
ReadResult result_of(Output& output, Read&& read) noexcept {
  ReadResult result;
  try {
    output = Output();
    read(output);
    return result;
  } catch (const ReadError& e) {
    result = failed(e.status, e.what());
  } catch (const std::bad_alloc&) {
    result = failed(ReadStatus::out_of_memory, "out of memory");
  } catch (const std::length_error&) {
    result = failed(ReadStatus::out_of_memory, "out of memory");
  } catch (const std::exception& e) {
    result = failed(ReadStatus::malformed, e.what());  // thrown by a third-party library
  } catch (...) {
    result = failed(ReadStatus::malformed, "the file could not be read");
  }
  output = Output();
  return result;
}

}  // namespace masu::io
