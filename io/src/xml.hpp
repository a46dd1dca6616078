// SPDX-License-Identifier: MIT
// Elements and attributes of XML, with line numbers in messages.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <masu/core/vec.hpp>
#include <pugixml.hpp>

#include "read_error.hpp"
#include "text.hpp"

namespace masu::io {

class Xml {
 public:
  // Throws ReadError unless it is XML whose root element has this name.
  Xml(std::string_view text, const std::string& name, const char* root, std::uint64_t most_bytes)
      : text_(text), name_(name) {
    if (text.size() > most_bytes) {
      throw ReadError(ReadStatus::too_large, name + ": is larger than the limit of " +
                                                 std::to_string(most_bytes) + " bytes");
    }
    const pugi::xml_parse_result result =
        document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!result) fail(static_cast<std::size_t>(result.offset), result.description());
    root_ = document_.document_element();
    if (std::string_view(root_.name()) != root) {
      fail(root_,
           std::string("the root element is <") + root_.name() + ">, expected <" + root + ">");
    }
  }

  pugi::xml_node root() const { return root_; }

  [[noreturn]] void fail(const pugi::xml_node& node, const std::string& what) const {
    fail(static_cast<std::size_t>(node.offset_debug()), what);
  }
  [[noreturn]] void fail(const pugi::xml_node& node, ReadStatus status,
                         const std::string& what) const {
    throw ReadError(status, where(static_cast<std::size_t>(node.offset_debug())) + what);
  }

  std::string attribute(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_attribute a = node.attribute(name);
    if (!a) fail(node, std::string("<") + node.name() + ">: has no attribute '" + name + "'");
    return a.value();
  }

  pugi::xml_node child(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_node c = node.child(name);
    if (!c) fail(node, std::string("<") + node.name() + ">: has no <" + name + ">");
    return c;
  }

  double number(const pugi::xml_node& node, const char* name) const {
    const std::string text = attribute(node, name);
    return number_of(node, name, trimmed(text));
  }
  double number(const pugi::xml_node& node, const char* name, double otherwise) const {
    return node.attribute(name) ? number(node, name) : otherwise;
  }

  double positive(const pugi::xml_node& node, const char* name) const {
    const double value = number(node, name);
    if (!(value > 0)) fail(node, label(node, name) + "is not above 0");
    return value;
  }

  // Reads three numbers separated by blanks.
  Vec<3, double> vector(const pugi::xml_node& node, const char* name) const {
    const std::string text = attribute(node, name);
    std::string_view rest = text;
    Vec<3, double> v{};
    for (int a = 0; a < 3; ++a) {
      const std::string_view word = word_of(rest);
      if (word.empty()) fail(node, label(node, name) + "has fewer than 3 numbers");
      v[a] = number_of(node, name, word);
    }
    if (!word_of(rest).empty()) fail(node, label(node, name) + "has more than 3 numbers");
    return v;
  }
  Vec<3, double> vector(const pugi::xml_node& node, const char* name,
                        const Vec<3, double>& otherwise) const {
    return node.attribute(name) ? vector(node, name) : otherwise;
  }

 private:
  static std::string label(const pugi::xml_node& node, const char* name) {
    return std::string("<") + node.name() + ">: " + name + ": ";
  }

  // Attributes may span several lines.
  static std::string_view word_of(std::string_view& rest) {
    constexpr std::string_view kBlanks = " \t\r\n";
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
    rest.remove_prefix(word.size());
    return word;
  }

  double number_of(const pugi::xml_node& node, const char* name, std::string_view word) const {
    const Number n = parse_number(word, false);
    const std::string start = label(node, name) + "'" + std::string(word) + "' ";
    if (n.error != NumberError::none) fail(node, start + describe(n.error));
    if (!std::isfinite(n.value)) fail(node, start + "is not finite");
    return n.value;
  }

  std::string where(std::size_t offset) const {
    const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n');
    return name_ + ":" + std::to_string(lines + 1) + ": ";
  }
  [[noreturn]] void fail(std::size_t offset, const std::string& what) const {
    throw ReadError(ReadStatus::malformed, where(offset) + what);
  }

  std::string_view text_;
  const std::string& name_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace masu::io
