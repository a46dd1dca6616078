// SPDX-License-Identifier: MIT
// Who is right when methods are run on a scene too large for brute force: the set that most
// libraries agree on. Methods of one library are one voice.
#pragma once

#include <map>
#include <set>
#include <string>

#include "check.hpp"

namespace masu_bench {

class Jury {
 public:
  void vote(const std::string& library, const Fingerprint& print) {
    votes_[print].insert(library);
    if (votes_[print].size() > votes_[verdict_].size()) verdict_ = print;
  }
  // Equal counts of voices are decided for the one that reached it first.
  const Fingerprint& verdict() const { return verdict_; }
  // Two libraries agree.
  bool certain() const {
    const auto found = votes_.find(verdict_);
    return found != votes_.end() && found->second.size() > 1;
  }

 private:
  std::map<Fingerprint, std::set<std::string>> votes_;
  Fingerprint verdict_;
};

}  // namespace masu_bench
