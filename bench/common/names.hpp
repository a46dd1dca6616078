// SPDX-License-Identifier: MIT
// Methods by the names that users ask for them by.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace masu_bench {

// Names of ours are "masu" and "masu:...".
inline bool is_ours(std::string_view method) {
  return method == "masu" || method.starts_with("masu:");
}

// By its name, ours without "masu:", its maker ("box2d" of "box2d:tree"), or "all".
bool takes(const std::string& method, const std::string& wanted);
bool takes_any(const std::string& method, const std::vector<std::string>& ours,
               const std::vector<std::string>& peers);

// All that may be asked for.
struct KnownNames {
  std::set<std::string> ours{"all", "none"};
  std::set<std::string> peers{"all", "none"};

  void add(const std::string& method);
};

// Throws std::invalid_argument, with what there is, for a name that there is not.
void check_names(const char* option, const std::vector<std::string>& wanted,
                 const std::set<std::string>& known);

}  // namespace masu_bench
