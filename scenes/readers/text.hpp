// SPDX-License-Identifier: MIT
// Lines, fields and exact numbers of text files.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace masu::readers {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

constexpr std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
  return s;
}

// Takes the text before the next `separator`, and it, off `rest`. False when nothing is left.
// An empty text has no parts; "a," has two by commas, the second empty.
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

// Takes the next word, by blanks, off `rest`.
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

// The nearest T to a decimal, correctly rounded whatever the locale; the whole text must be one.
template <class T>
Number parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) {
    return {0, NumberError::not_a_number};
  }
  if (error == std::errc::result_out_of_range) return {0, NumberError::out_of_range};
  return {static_cast<double>(value), NumberError::none};
}

inline Number parse_number(std::string_view text, bool single) {
  return single ? parse_number<float>(text) : parse_number<double>(text);
}

constexpr const char* describe(NumberError error) {
  return error == NumberError::out_of_range ? "does not fit the number type" : "is not a number";
}

}  // namespace masu::readers
