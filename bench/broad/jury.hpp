// SPDX-License-Identifier: MIT
// Decides which result is right on scenes too large for brute force: the set that most libraries
// agree on. Methods of one library have one vote.
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
  // Returns the set with the most votes; on a tie the one that reached the count first.
  const Fingerprint& verdict() const { return verdict_; }
  // Returns whether two libraries agree.
  bool certain() const {
    const auto found = votes_.find(verdict_);
    return found != votes_.end() && found->second.size() > 1;
  }

 private:
  std::map<Fingerprint, std::set<std::string>> votes_;
  Fingerprint verdict_;
};

}  // namespace masu_bench
