// SPDX-License-Identifier: MIT
#include "numbers.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "nearest_word.hpp"

namespace masu::cli {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The digits without the point, and the number of zeros to append; "2.5e3": 25 and 2.
struct Decimal {
  std::string digits;
  long shift = 0;
};

std::optional<Decimal> decimal_of(std::string_view text) {
  constexpr std::size_t kLongest = 400;
  if (text.size() > kLongest) return {};
  Decimal d;
  std::size_t i = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) d.digits += text[i];
  if (d.digits.empty()) return {};
  if (i < text.size() && text[i] == '.') {
    const std::size_t point = i++;
    for (; i < text.size() && is_digit(text[i]); ++i) d.digits += text[i];
    d.shift = static_cast<long>(point + 1) - static_cast<long>(i);
    if (d.shift == 0) return {};
  }
  if (i == text.size()) return d;
  if (text[i] != 'e' && text[i] != 'E') return {};
  ++i;
  if (i < text.size() && text[i] == '+') ++i;
  long exponent = 0;
  const auto read = std::from_chars(text.data() + i, text.data() + text.size(), exponent);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return {};
  d.shift += std::clamp(exponent, -1000l, 1000l);
  return d;
}

}  // namespace

std::optional<std::uint64_t> whole_number_of(std::string_view text) {
  std::optional<Decimal> d = decimal_of(text);
  if (!d) return {};
  std::string& digits = d->digits;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  for (; d->shift < 0 && !digits.empty(); ++d->shift) {
    if (digits.back() != '0') return {};
    digits.pop_back();
  }
  if (digits.empty()) return 0;
  if (digits.size() + static_cast<std::size_t>(d->shift) > 20) return {};
  digits.append(static_cast<std::size_t>(d->shift), '0');
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc()) return {};
  return value;
}

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string list = fmt::format("{{{}}}", fmt::join(words, ","));
  return {[words = std::move(words)](const std::string& text) {
            const Words known(words.begin(), words.end());
            if (std::find(known.begin(), known.end(), text) != known.end()) return std::string();
            return unknown_word("value", text, known);
          },
          list};
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const bool bounded = most != std::numeric_limits<std::uint64_t>::max();
  const std::string range =
      fmt::format("from {} to {}", least, bounded ? fmt::format("{}", most) : "2^64 - 1");
  return {[=](std::string& text) {
            const std::optional<std::uint64_t> value = whole_number_of(text);
            if (!value || *value < least || *value > most) {
              return fmt::format("'{}' is not a whole number {}, such as 1000 or 1e3", text, range);
            }
            text = fmt::format("{}", *value);
            return std::string();
          },
          bounded ? range : ""};
}

}  // namespace masu::cli
