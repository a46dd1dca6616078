// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include <pugixml.hpp>
#include <scenes/readers/svg_geometry.hpp>
#include <scenes/readers/wall_formats.hpp>
#include <scenes/readers/xml_text.hpp>

namespace masu::readers {
namespace {

using Point = Vec<2, double>;

// Returns the name without its prefix: files of Inkscape may name every element "svg:path".
std::string_view local_name(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  return name.substr(name.find(':') == name.npos ? 0 : name.find(':') + 1);
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class SvgReader {
 public:
  SvgReader(std::size_t file_bytes, const WallOptions& options, WallTable& table)
      : options_(options),
        writer_(table),
        location_(table.source),
        most_chords_(kFewChords + kChordsPerByte * file_bytes),
        chords_left_(most_chords_) {}

  void read(const pugi::xml_node& root) {
    if (local_name(root) != "svg") {
      writer_.fail("is not an SVG: its root is '" + std::string(root.name()) + "'");
    }
    add_children(root, {}, options_.part.empty(), 0);
    if (!options_.part.empty() && !found_) {
      writer_.fail("has no element with the id '" + options_.part + "'");
    }
    for (const auto& [name, count] : left_out_) writer_.note_count(count, name);
  }

 private:
  static constexpr int kDeepest = 256;  // nested groups
  // A huge curve of a few bytes may need any number of chords; memory stays in proportion to the
  // file.
  static constexpr std::size_t kFewChords = std::size_t(1) << 20;
  static constexpr std::size_t kChordsPerByte = 16;

  void add_children(const pugi::xml_node& node, const SvgTransform& transform, bool selected,
                    int depth) {
    if (depth > kDeepest) writer_.fail("groups are nested too deeply");
    for (const pugi::xml_node& child : node.children()) {
      if (child.type() == pugi::node_element) add(child, transform, selected, depth);
    }
  }

  void add(const pugi::xml_node& node, const SvgTransform& outer, bool selected, int depth) {
    const std::string_view name = local_name(node);
    if (is_one_of(name, {"defs", "symbol", "clipPath", "mask", "marker", "pattern"})) return;
    if (!options_.part.empty() && options_.part == node.attribute("id").value()) {
      selected = found_ = true;
    }
    const std::string_view style = node.attribute("style").value();
    const bool hidden = std::string_view(node.attribute("display").value()) == "none" ||
                        style.find("display:none") != style.npos ||
                        style.find("display: none") != style.npos;
    if (hidden) {
      ++left_out_["elements that are not displayed"];
      return;
    }
    const auto own = SvgTransform::parse(node.attribute("transform").value());
    if (!own) fail(node, "transform", node.attribute("transform").value());
    const SvgTransform transform = outer.after(*own);
    if (is_one_of(name, {"g", "svg", "a", "switch"})) {
      return add_children(node, transform, selected, depth + 1);
    }
    if (!selected) return;
    if (is_one_of(name, {"text", "image", "use", "foreignObject"})) {
      ++left_out_["elements '" + std::string(name) + "'"];
      return;
    }
    SvgPath path(transform, options_.tolerance, chords_left_);
    const bool outline = draw(node, name, path);
    if (chords_left_ == 0) {
      writer_.fail("its curves take more than " + text_of(std::uint64_t(most_chords_)) +
                   " chords at the tolerance " + text_of(options_.tolerance) +
                   "; give a larger one");
    }
    if (outline) write(node, name, path);
  }

  void write(const pugi::xml_node& node, std::string_view name, const SvgPath& path) {
    writer_.begin_source(std::string(name), node.attribute("id").value());
    for (const SvgPath::Subpath& sub : path.subpaths()) {
      sub.closed ? writer_.add_ring(sub.points) : writer_.add_line(sub.points);
    }
  }

  [[noreturn]] void fail(const pugi::xml_node& node, const char* attribute,
                         std::string_view value) const {
    throw InputError(location_ + ": element '" + node.name() + "' with the id '" +
                     node.attribute("id").value() + "', byte " +
                     std::to_string(node.offset_debug()) + ": " + attribute + ": '" +
                     std::string(value.substr(0, 40)) + "' is damaged");
  }

  // Returns a length without a unit, or in px.
  double number(const pugi::xml_node& node, const char* attribute) const {
    std::string_view text = node.attribute(attribute).value();
    if (text.empty()) return 0;
    if (text.ends_with("px")) text.remove_suffix(2);
    SvgNumbers numbers(text);
    const auto value = numbers.number();
    if (!value || !numbers.done()) fail(node, attribute, node.attribute(attribute).value());
    return *value;
  }

  // Draws an outline; returns false if the element is none.
  bool draw(const pugi::xml_node& node, std::string_view name, SvgPath& path) {
    if (name == "path") {
      const std::string_view damage = path.parse(node.attribute("d").value());
      if (!damage.empty()) fail(node, "d", damage);
    } else if (name == "polygon" || name == "polyline") {
      draw_points(node, path, name == "polygon");
    } else if (name == "line") {
      path.move_to({number(node, "x1"), number(node, "y1")});
      path.line_to({number(node, "x2"), number(node, "y2")});
    } else if (name == "rect") {
      draw_rectangle(node, path);
    } else if (name == "circle") {
      draw_ellipse(node, number(node, "r"), number(node, "r"), path);
    } else if (name == "ellipse") {
      draw_ellipse(node, number(node, "rx"), number(node, "ry"), path);
    } else {
      return false;
    }
    return true;
  }

  void draw_points(const pugi::xml_node& node, SvgPath& path, bool closed) const {
    SvgNumbers numbers(node.attribute("points").value());
    bool first = true;
    while (!numbers.done()) {
      const std::string_view here = numbers.rest();
      const auto x = numbers.number();
      const auto y = x ? numbers.number() : std::nullopt;
      if (!y) fail(node, "points", here);
      first ? path.move_to({*x, *y}) : path.line_to({*x, *y});
      first = false;
    }
    if (closed && !first) path.close();
  }

  void draw_rectangle(const pugi::xml_node& node, SvgPath& path) {
    const Point low{number(node, "x"), number(node, "y")};
    const Point size{number(node, "width"), number(node, "height")};
    if (node.attribute("rx") || node.attribute("ry")) ++left_out_["rounded corners of rectangles"];
    path.move_to(low);
    path.line_to({low[0] + size[0], low[1]});
    path.line_to(low + size);
    path.line_to({low[0], low[1] + size[1]});
    path.close();
  }

  void draw_ellipse(const pugi::xml_node& node, double rx, double ry, SvgPath& path) const {
    const Point center{number(node, "cx"), number(node, "cy")};
    const Point side{rx, 0};
    path.move_to(center + side);
    path.arc_to(rx, ry, 0, false, true, center - side);
    path.arc_to(rx, ry, 0, false, true, center + side);
    path.close();
  }

  const WallOptions& options_;
  WallWriter writer_;
  std::string location_;
  std::map<std::string, std::size_t> left_out_;
  std::size_t most_chords_;
  std::size_t chords_left_;
  bool found_ = false;
};

}  // namespace

void read_svg(std::string_view bytes, const WallOptions& options, WallTable& table) {
  if (!(options.tolerance > 0)) throw InputError("the tolerance must be above 0");
  pugi::xml_document document;
  parse_xml(bytes, table.source, document);
  SvgReader(bytes.size(), options, table).read(document.document_element());
}

}  // namespace masu::readers
