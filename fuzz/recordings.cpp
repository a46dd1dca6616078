// SPDX-License-Identifier: MIT
// Recordings of arbitrary bytes: each frame is read, or the file is refused with an InputError.
#include <apps/masu/replay/recording_reader.hpp>
#include <scenes/readers/input_error.hpp>

#include "fuzz/temp_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const masu::fuzz::TempFile file({data + 1, size - 1}, ".csv");
  const bool with_shape = data[0] % 2 != 0;
  try {
    masu::cli::RecordingReader reader(file.path(), with_shape ? "circle:1" : "", data[0] / 2 % 2);
    MASU_ASSERT(reader.dim() == 2 || reader.dim() == 3);
    for (int frame = 0; frame < 50 && reader.next(); ++frame) {
      for (std::uint32_t slot = 0; slot < reader.slots(); ++slot) (void)reader.id(slot);
    }
  } catch (const masu::readers::InputError& e) {
    MASU_ASSERT(e.what()[0] != 0);
  }
  return 0;
}
