// SPDX-License-Identifier: MIT
// Checks that a picture is well-formed XML.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace masu::cli {

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Tags close in the order in which they opened, attributes are quoted, text has no bare signs.
inline testing::AssertionResult well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size();) {
    if (xml[at] == '>') return testing::AssertionFailure() << "bare > at " << at;
    if (xml[at] == '&' && xml.find(';', at) > at + 4) {
      return testing::AssertionFailure() << "bare & at " << at;
    }
    if (xml[at] != '<') {
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    if (end == xml.npos) return testing::AssertionFailure() << "open tag at " << at;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.find('<') != tag.npos || count(tag, "\"") % 2 != 0) {
      return testing::AssertionFailure() << "bad tag " << tag;
    }
    const std::string name = tag.substr(0, tag.find(' '));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != name) {
        return testing::AssertionFailure() << "closes " << name;
      }
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end + 1;
  }
  if (!open.empty()) return testing::AssertionFailure() << open.back() << " stays open";
  return testing::AssertionSuccess();
}

}  // namespace masu::cli
