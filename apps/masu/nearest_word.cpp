// SPDX-License-Identifier: MIT
#include "nearest_word.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace masu::cli {
namespace {

std::string plain(std::string_view word) {
  std::string text;
  for (const char c : word) {
    text += c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

// Number of letters to replace, insert, delete or swap with their neighbor (optimal string
// alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) last[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t change = last[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
      row[k] = std::min({change, last[k] + 1, row[k - 1] + 1});
      const bool swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
      if (swapped) row[k] = std::min(row[k], before[k - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 64;  // longer words are not typing errors
  const std::string target = plain(word);
  if (target.empty() || target.size() > kLongest) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, target.size() / 3) + 1;
  for (const std::string_view k : known) {
    const std::size_t distance = edit_distance(target, plain(k));
    if (distance < least) least = distance, best = k;
  }
  if (!best.empty() || target.size() < 2) return best;
  for (const std::string_view k : known) {
    if (plain(k).starts_with(target)) return k;
  }
  return {};
}

std::string unknown_word(std::string_view kind, std::string_view word,
                         std::span<const std::string_view> known) {
  const std::string_view near = nearest_word(word, known);
  const std::string hint = near.empty() ? "." : fmt::format(": did you mean '{}'?", near);
  return fmt::format("unknown {} '{}'{} Known: {}", kind, word, hint, fmt::join(known, " "));
}

}  // namespace masu::cli
