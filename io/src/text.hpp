// SPDX-License-Identifier: MIT
// Lines, fields and exact numbers of text files.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace masu::io {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

constexpr std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

// Removes the text before the next `separator`, and the separator, from `rest`. Returns false if
// nothing is left. An empty text has no parts; "a," has two by commas, the second empty.
class Split {
 public:
  Split(std::string_view text, char separator)
      : rest_(text), separator_(separator), more_(!text.empty()) {}

  bool next(std::string_view& part) {
    if (!more_) return false;
    const std::size_t end = rest_.find(separator_);
    part = rest_.substr(0, end);
    more_ = end != std::string_view::npos;
    rest_ = more_ ? rest_.substr(end + 1) : std::string_view();
    return true;
  }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
  char separator_;
  bool more_;
};

// Removes and returns the next word, separated by blanks.
inline std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  std::size_t end = 0;
  while (end < rest.size() && !is_blank(rest[end])) ++end;
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

enum class NumberError { none, not_a_number, out_of_range };

struct Number {
  double value = 0;
  NumberError error = NumberError::none;
};

// Returns whether a decimal is below 1: from_chars() does not say whether an out-of-range number is
// an underflow or an overflow.
inline bool is_small(std::string_view decimal) {
  const std::size_t mark = std::min(decimal.find_first_of("eE"), decimal.size());
  const std::string_view digits = decimal.substr(0, mark);
  const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
  const auto first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
  std::string_view exponent = decimal.substr(std::min(mark + 1, decimal.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::int64_t e = 0;
  const auto read = std::from_chars(exponent.data(), exponent.data() + exponent.size(), e);
  if (read.ec == std::errc::result_out_of_range) return exponent.starts_with('-');
  // Its magnitude is 10^(e + point - first), one more if the point stands before `first`.
  return e < first - point;
}

// Returns the T nearest to a decimal, correctly rounded and independent of the locale, so zero on
// underflow; the whole text must be a number.
template <class T>
Number parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) {
    return {0, NumberError::not_a_number};
  }
  if (error == std::errc::result_out_of_range) {
    if (!is_small(text)) return {0, NumberError::out_of_range};
    value = text[0] == '-' ? T(-0.0) : T(0);
  }
  return {static_cast<double>(value), NumberError::none};
}

inline Number parse_number(std::string_view text, bool single) {
  return single ? parse_number<float>(text) : parse_number<double>(text);
}

constexpr const char* describe(NumberError error) {
  return error == NumberError::out_of_range ? "does not fit the number type" : "is not a number";
}

}  // namespace masu::io
