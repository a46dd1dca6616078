// SPDX-License-Identifier: MIT
#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace masu_bench {
namespace {

std::string maker_of(const std::string& method) {
  return method.substr(0, method.find(':'));
}
// Returns the name of one of our methods as users write it.
std::string own_name(const std::string& method) {
  const auto colon = method.find(':');
  return colon == std::string::npos ? method : method.substr(colon + 1);
}

}  // namespace

bool takes(const std::string& method, const std::string& requested) {
  if (requested == "all") return true;
  if (is_ours(method)) return own_name(method) == requested;
  return method == requested || maker_of(method) == requested;
}

bool takes_any(const std::string& method, const std::vector<std::string>& ours,
               const std::vector<std::string>& peers) {
  const auto& requested = is_ours(method) ? ours : peers;
  return std::any_of(requested.begin(), requested.end(),
                     [&](const std::string& name) { return takes(method, name); });
}

void KnownNames::add(const std::string& method) {
  if (is_ours(method)) {
    ours.insert(own_name(method));
  } else {
    peers.insert({method, maker_of(method)});
  }
}

void check_names(const char* option, const std::vector<std::string>& requested,
                 const std::set<std::string>& known) {
  for (const std::string& name : requested) {
    if (known.contains(name)) continue;
    throw std::invalid_argument(
        fmt::format("{}: unknown '{}', expected one of {}", option, name, fmt::join(known, " ")));
  }
}

}  // namespace masu_bench
