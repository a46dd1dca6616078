// SPDX-License-Identifier: MIT
// Lines, fields and exact numbers of text files, as masu_io reads them.
#pragma once

#include <io/src/text.hpp>

namespace masu::readers {

using io::describe;
using io::is_blank;
using io::is_small;
using io::next_word;
using io::Number;
using io::NumberError;
using io::parse_number;
using io::Split;
using io::trimmed;

}  // namespace masu::readers
