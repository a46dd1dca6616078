// SPDX-License-Identifier: MIT
// The pictures of `masu contact`, read by other libraries: SVG, PNG by stb, glTF by tinygltf.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#include <tiny_gltf.h>

#include "contact_fixture.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

// Words that --help shows for each kind, as they are.
TEST_F(Contact, every_kind_in_help_is_drawn) {
  const std::string help = masu("contact --help").out;
  for (const char* kind :
       {"point", "circle", "sphere", "segment", "capsule", "triangle", "box", "ellipse",
        "ellipsoid", "cylinder", "cone", "half_space", "polygon", "polyhedron"}) {
    const std::size_t line =
        help.find(std::string("\n  ") + kind + (kind == std::string("point") ? " " : ":"));
    ASSERT_NE(line, help.npos) << kind;
    const std::size_t end = help.find('\n', line + 1);
    const std::string example =
        help.substr(help.rfind(' ', end) + 1, end - help.rfind(' ', end) - 1);
    for (const std::string other : {"segment", "half_space"}) {
      const int dim = contact(example + " " + example)["dim"];
      const std::string b = other == "segment"
                                ? (dim == 2 ? "segment:0,0/5,1" : "segment:0,0,0/5,1,2")
                                : (dim == 2 ? "half_space:1,1" : "half_space:1,1,1");
      contact(example + " " + b + " --draw k.svg");
      const std::string svg = read("k.svg");
      EXPECT_TRUE(well_formed(svg)) << example << " " << b;
      EXPECT_EQ(svg.find("nan"), std::string::npos) << example << " " << b;
      EXPECT_LT(svg.size(), 120'000u) << example << " " << b;
    }
  }
}

TEST_F(Contact, pictures_show_shapes_and_contacts) {
  contact("box:2x2 circle:0.5@3,0 --draw apart.svg");
  contact("box:2x2 circle:0.5@1.25,0 --draw deep.svg --title 'x < y & z'");
  const std::string apart = read("apart.svg"), deep = read("deep.svg");
  EXPECT_NE(apart.find(">distance 1.5</text>"), std::string::npos);
  EXPECT_EQ(count(apart, "class=\"overlap\""), 0u);
  EXPECT_NE(deep.find(">depth 0.25</text>"), std::string::npos);
  EXPECT_EQ(count(deep, "class=\"overlap\""), 1u);
  EXPECT_NE(deep.find(">x &lt; y &amp; z</text>"), std::string::npos);
  EXPECT_TRUE(well_formed(deep));
  // The same picture of the same words, in float too: they differ by less than its units.
  contact("box:2x2 circle:0.5@3,0 --draw again.svg --scalar float");
  EXPECT_EQ(read("again.svg"), apart);
  contact("box:2x2x2 box:1x1x1@0,1.25,0 --draw face.svg");
  EXPECT_EQ(count(read("face.svg"), "class=\"corner\""), 4u);
  contact("half_space:1,0 half_space:1,0 --draw all.svg");
  EXPECT_NE(read("all.svg").find("status unbounded"), std::string::npos);
}

TEST_F(Contact, meshes_are_drawn_with_what_touches) {
  contact(MASU_ROOT "/examples/shapes/corner.obj sphere:0.5@1.4,1.4,0.5 --draw m.svg --draw m.glb");
  EXPECT_EQ(count(read("m.svg"), "class=\"overlap\""), 4u);
  EXPECT_TRUE(well_formed(read("m.svg")));
  EXPECT_EQ(read("m.glb").substr(0, 4), "glTF");
}

TEST_F(Contact, pictures_that_cannot_be_drawn) {
  for (const auto& [arguments, message] :
       {std::pair("box:1x1 point --draw p.jpg",
                  "p.jpg: pictures must end in .svg, .png, .gltf or .glb"),
        std::pair("box:1x1 point --draw p.glb", "p.glb: glTF is for shapes in 3D"),
        std::pair("box:1x1 point --draw no/such.svg", "no/such.svg: cannot be written")}) {
    const Ran run = masu(std::string("contact ") + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  }
  EXPECT_EQ(files(), 0u);
}

// ./masu.sh pictures has nothing to do: a function of tools/pictures.sh draws what is in a folder
// of docs/pictures.
class Pictures : public Contact {
 protected:
  void expect_up_to_date(const std::string& draw, const std::string& folder,
                         std::size_t most_bytes) {
    const std::string script =
        "cd " MASU_ROOT " && . tools/pictures.sh && " + draw + " " MASU_CLI " " + path("");
    ASSERT_EQ(std::system(("bash -c '" + script + "'").c_str()), 0);
    for (const auto& drawn : std::filesystem::directory_iterator(path(""))) {
      const std::string name = drawn.path().filename().string();
      std::ifstream file(MASU_ROOT "/docs/pictures/" + folder + "/" + name);
      const std::string stored(std::istreambuf_iterator<char>(file), {});
      EXPECT_TRUE(read(name) == stored) << name << ": run ./masu.sh pictures";
      EXPECT_LT(stored.size(), most_bytes) << name;
    }
  }
};

TEST_F(Pictures, of_contacts_are_up_to_date) {
  expect_up_to_date("draw_contacts", "contact", 12'000);
  EXPECT_GE(files(), 8u);
}
TEST_F(Pictures, of_shapes_are_up_to_date) {
  expect_up_to_date("draw_shapes", "shapes", 70'000);
  EXPECT_EQ(files(), 2u);
  for (const std::string name : {"flat.svg", "solid.svg"}) {
    EXPECT_TRUE(well_formed(read(name))) << name;
    EXPECT_EQ(read(name).find("nan"), std::string::npos) << name;
    for (const char* word : {"Point", "TaperedCapsule", "Rounded&lt;Box&gt;", "HalfSpace"}) {
      EXPECT_EQ(count(read(name), word), 1u) << name << " " << word;
    }
  }
}
TEST_F(Pictures, of_shapes_are_svg) {
  EXPECT_EQ(masu("shapes").out.rfind("  point", 0), 0u);
  for (const char* bad :
       {"shapes --draw shapes.png", "shapes --dim 2", "shapes --dim 4 --draw x.svg"}) {
    EXPECT_EQ(masu(bad).exit_code, 2) << bad;
  }
  EXPECT_EQ(files(), 0u);
}

struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;

  explicit Pixels(const std::string& png) {
    int channels = 0;
    std::uint8_t* data = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                                               int(png.size()), &width, &height, &channels, 3);
    if (data == nullptr) return;
    rgb.assign(data, data + 3 * width * height);
    stbi_image_free(data);
  }
  // The share of pixels that fit.
  template <class Fits>
  double share(Fits&& fits) const {
    int found = 0;
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3)
      found += fits(rgb[i], rgb[i + 1], rgb[i + 2]);
    return found / double(width * height);
  }
};

bool blue(int r, int, int b) {
  return b > r + 40;
}
bool orange(int r, int, int b) {
  return r > b + 40;
}
bool white(int r, int g, int b) {
  return r > 250 && g > 250 && b > 250;
}

TEST_F(Contact, png_shows_both_shapes_where_they_are) {
  contact("box:2x2 circle:1@5,0 --draw flat.png");
  const Pixels flat(read("flat.png"));
  ASSERT_GT(flat.width, 500);
  // The frame is 7.98 wide: of its width the box has 2, the circle's area is pi to the box's 4.
  const double of_box = flat.share(blue), of_circle = flat.share(orange);
  EXPECT_NEAR(of_circle / of_box, 3.1416 / 4, 0.1);
  contact("sphere:1 sphere:1@3,0,0 --draw solid.png");
  const Pixels solid(read("solid.png"));
  EXPECT_NEAR(solid.share(orange) / solid.share(blue), 1, 0.15);
  EXPECT_GT(solid.share(white), 0.4);
}

// Letters stand as high as those of a page, and consist of strokes of ink on white.
TEST_F(Contact, png_text_is_large_enough_to_read) {
  contact("box:2x2 circle:1@5,0 --title Hxg --draw words.png");
  const Pixels picture(read("words.png"));
  int top = 1000, bottom = 0, left = 10000, right = 0, ink = 0;
  for (int y = 0; y < 85; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = picture.rgb.data() + 3 * (y * picture.width + x);
      if (p[0] > 80 || p[1] > 80 || p[2] > 90) continue;
      top = std::min(top, y), bottom = std::max(bottom, y), ++ink;
      left = std::min(left, x), right = std::max(right, x);
    }
  }
  EXPECT_GT(bottom - top, 30) << "from the top of H to the foot of g";
  EXPECT_GT(right - left, 50);
  const double share = ink / double((bottom - top + 1) * (right - left + 1));
  EXPECT_GT(share, 0.15);
  EXPECT_LT(share, 0.6) << "no blocks";
  // What is not ASCII is a letter all the same.
  contact("box:2x2 circle:1@5,0 --title \xc3\xa9 --draw accent.png");
  EXPECT_NE(read("accent.png"), read("words.png"));
}

TEST_F(Contact, L13_gltf_holds_the_contact_as_a_scene) {
  contact("box:2x2x2 box:1x1x1@0,1.25,0 --draw s.gltf --draw s.glb");
  for (const bool binary : {false, true}) {
    tinygltf::Model model;
    tinygltf::TinyGLTF loader;
    std::string error, warning;
    const std::string bytes = read(binary ? "s.glb" : "s.gltf");
    const auto size = static_cast<unsigned>(bytes.size());
    const bool ok =
        binary ? loader.LoadBinaryFromMemory(&model, &error, &warning,
                                             reinterpret_cast<const unsigned char*>(bytes.data()),
                                             size)
               : loader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, "");
    ASSERT_TRUE(ok) << error;
    EXPECT_EQ(warning, "");
    std::map<std::string, tinygltf::Accessor> positions;
    for (const tinygltf::Node& node : model.nodes) {
      const auto& primitive = model.meshes[std::size_t(node.mesh)].primitives[0];
      positions[node.name] = model.accessors[std::size_t(primitive.attributes.at("POSITION"))];
    }
    EXPECT_EQ(positions["A"].count, 36u) << "two triangles a side";
    EXPECT_EQ(positions["A"].maxValues, (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(positions["B"].minValues, (std::vector<double>{-0.5, 0.75, -0.5}));
    EXPECT_EQ(positions["contact area"].count, 6u) << "a square";
    EXPECT_EQ(positions["contact area"].minValues, (std::vector<double>{-0.5, 0.875, -0.5}));
    EXPECT_EQ(positions["point_a"].maxValues[1], 1);
    EXPECT_EQ(positions["point_b"].maxValues[1], 0.75);
  }
}

}  // namespace
}  // namespace masu::cli
