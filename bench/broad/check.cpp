// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace masu_bench {
namespace {

std::uint64_t key_of(masu_peer_pair p) {
  const std::uint64_t low = std::min(p.a, p.b);
  return low << 32 | std::max(p.a, p.b);
}

// The finalizer of SplitMix64: a bijection that scatters adjacent keys.
std::uint64_t scatter(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::string first_of(const char* what, const std::vector<std::uint64_t>& keys) {
  return fmt::format("{} {} (first: {} {})", keys.size(), what, keys[0] >> 32,
                     keys[0] & 0xffffffffu);
}

}  // namespace

Fingerprint fingerprint(std::span<const masu_peer_pair> pairs) {
  Fingerprint f;
  for (const masu_peer_pair p : pairs) f.sum += scatter(key_of(p));
  f.count = pairs.size();
  return f;
}

std::vector<std::uint64_t> sorted_keys(std::span<const masu_peer_pair> pairs) {
  std::vector<std::uint64_t> keys;
  keys.reserve(pairs.size());
  for (const masu_peer_pair p : pairs) keys.push_back(key_of(p));
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::string difference(const std::vector<std::uint64_t>& truth,
                       const std::vector<std::uint64_t>& found) {
  std::vector<std::uint64_t> missing;
  std::vector<std::uint64_t> extra;
  std::set_difference(truth.begin(), truth.end(), found.begin(), found.end(),
                      std::back_inserter(missing));
  std::set_difference(found.begin(), found.end(), truth.begin(), truth.end(),
                      std::back_inserter(extra));
  std::string text;
  if (!missing.empty()) text = first_of("missing", missing);
  if (!extra.empty()) text += (text.empty() ? "" : ", ") + first_of("too many", extra);
  return text;
}

}  // namespace masu_bench
