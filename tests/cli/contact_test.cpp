// SPDX-License-Identifier: MIT
// `masu contact`: results known in closed form, flips, files, and refused input.
#include <cmath>

#include "contact_fixture.hpp"

namespace masu::cli {
namespace {

// The shapes' own words, and the distance of their nearest points by hand.
TEST_F(Contact, distances_of_every_kind) {
  const double root2 = std::sqrt(2.0);
  const std::tuple<const char*, const char*, double> cases[] = {
      {"point@3,4", "point@0,0", 5},
      {"point@0,0,3", "sphere:1", 2},
      {"circle:1", "circle:0.5@2,0", 0.5},
      {"segment:0,0/0,2", "point@1,1", 1},
      {"capsule:0.25:0,-1,0/0,1,0", "point@2,0,0", 1.75},
      {"triangle:0,0/2,0/0,2", "point@2,2", root2},
      {"triangle:0,0,0/2,0,0/0,2,0", "point@0.5,0.5,-3", 3},
      {"box:2x4", "point@3,3", std::sqrt(5.0)},
      {"box:2x2~45", "point@3,0", 3 - root2},
      {"box:2x2x2~45y", "point@0,0,3", 3 - root2},
      {"box:2x2+0.5", "point@3,0", 1.5},
      {"box:2x2+0.5", "point@4,4", 3 * root2 - 0.5},
      {"ellipse:2x1", "point@5,0", 3},
      {"ellipsoid:1x2x3", "point@0,5,0", 3},
      {"cylinder:1x4", "point@4,0,0", 3},
      {"cylinder:1x4", "point@0,5,0", 3},
      {"cylinder:1x4~90x", "point@0,0,5", 3},
      {"cone:1x2", "point@0,4,0", 3},
      {"cone:1x2", "point@0,-3,0", 2},
      {"half_space:0,5", "circle:1@7,3", 2},
      {"half_space:0,1,0:0.5@0,1,0", "sphere:1@7,3,0", 0.5},
      {"polygon:0,0/2,0/0,2/0.5,0.5", "point@-1,1", 1},
      {"polyhedron:0,0,0/1,0,0/0,1,0/0,0,1", "point@0.2,0.2,-1", 1},
      // Overlapping: minus the penetration depth.
      {"box:2x2", "circle:0.5@1.25,0", -0.25},
      {"box:2x2x2", "box:1x1x1@0,1.25,0.1", -0.25},
      {"circle:1", "circle:1@1,0", -1},
      {"box:1x1", "box:1x1@1,0", 0}};
  for (const auto& [a, b, expected] : cases) {
    for (const std::string scalar : {"double", "float"}) {
      const json j = contact(std::string(a) + " " + b + " --scalar " + scalar);
      const double off = scalar == "float" ? 1e-6 : 1e-12;
      EXPECT_EQ(j["status"], "ok") << a << " " << b;
      EXPECT_EQ(j["scalar"], scalar);
      EXPECT_NEAR(j["separation"]["distance"], expected, off) << a << " " << b;
      EXPECT_LE(j["separation"]["lower"], expected + 1e-15) << a << " " << b;
      EXPECT_GE(j["separation"]["upper"], expected - 1e-15) << a << " " << b;
      EXPECT_EQ(j["overlapping"], expected <= 0) << a << " " << b;
    }
  }
}

// Boxes that share 0.25 x 1.5 (x 2); the cut is a segment, in 3D a loop.
TEST_F(Contact, L13_volume_of_boxes) {
  const json flat = contact("box:2x2 box:2x2@1.75,0.5 --volume")["volume"];
  EXPECT_EQ(flat["status"], "ok");
  EXPECT_NEAR(flat["area"], 0.375, 1e-15);
  EXPECT_NEAR(flat["cut"]["length"], std::sqrt(1.5 * 1.5 + 0.25 * 0.25), 1e-15);
  EXPECT_EQ(flat["edges"].size(), 4u);
  const json solid =
      contact("box:2x2x2 box:2x2x2@1.75,0.5,0 --volume --volume-mesh v.obj")["volume"];
  EXPECT_NEAR(solid["volume"], 0.75, 1e-15);
  EXPECT_NEAR(solid["centroid"][0], 0.875, 1e-15);
  EXPECT_EQ(solid["cut"]["loops"].size(), 1u);
  EXPECT_EQ(solid["faces"].size(), 6u);
  EXPECT_EQ(solid["vertices"].size(), 8u);
  // The file, read back: the same body, all of it in the first.
  EXPECT_NEAR(contact("v.obj box:2x2x2 --hull --volume")["volume"]["volume"], 0.75, 1e-12);
  contact("box:2x2x2 box:2x2x2@1.75,0.5,0 --volume-mesh v.stl --draw v.svg --draw v.glb");
  EXPECT_EQ(read("v.stl").rfind("solid", 0), 0u);
  EXPECT_EQ(contact("box:2x2 box:2x2@2,0 --volume")["volume"]["status"], "touching");
  EXPECT_EQ(contact("box:2x2 box:2x2@3,0 --volume")["volume"]["status"], "apart");
  for (const char* refused :
       {"box:2x2 circle:1 --volume", "box:2x2 box:2x2 --volume-mesh v.obj",
        "box:2x2x2 box:2x2x2@3,0,0 --volume-mesh v.obj", "box:2x2x2 box:2x2x2 --volume-mesh v.ply",
        "box:2x2x2 half_space:0,1,0 --volume"}) {
    EXPECT_EQ(masu(std::string("contact ") + refused).exit_code, 2) << refused;
  }
}

// Every vector of one is that of the other with a and b exchanged, normals reversed.
TEST_F(Contact, flipped_arguments_give_the_flipped_result) {
  const auto minus = [](const json& v) {
    json r = json::array();
    for (const double x : v) r.push_back(x == 0 ? 0.0 : -x);
    return r;
  };
  for (const auto& [a, b] : {std::pair("box:2x1@0.1,0.2~17", "polygon:0,0/1,0/0,1@0.7,0.3"),
                             std::pair("capsule:0.3:0,0/1,0.4", "ellipse:1x0.5@1,1~30"),
                             std::pair("box:2x2x2~13x5y", "cylinder:0.7x1@0.4,1.2,0.1~20z"),
                             std::pair("cone:1x2@0,0.1,0~70x", "sphere:0.5@3,1,1"),
                             std::pair("half_space:1,2,0", "box:1x1x1@0,0.3,0~10x10y")}) {
    const std::string one = a, two = b;
    const json there = contact(one + " " + two + " --margin 0.5");
    const json back = contact(two + " " + one + " --margin 0.5");
    const json& s = there["separation"];
    EXPECT_EQ(back["separation"]["distance"], s["distance"]) << a;
    EXPECT_EQ(back["separation"]["normal"], minus(s["normal"])) << a;
    EXPECT_EQ(back["separation"]["point_a"], s["point_b"]) << a;
    EXPECT_EQ(back["separation"]["point_b"], s["point_a"]) << a;
    const json& points = there["manifold"]["points"];
    const json& flipped = back["manifold"]["points"];
    ASSERT_EQ(flipped.size(), points.size()) << a;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const json& p = points[points.size() - 1 - i];
      EXPECT_EQ(flipped[i]["point_a"], p["point_b"]) << a;
      EXPECT_EQ(flipped[i]["distance"], p["distance"]) << a;
      const std::string id = p["feature_id"];
      ASSERT_EQ(id.size(), 9u) << id;
      EXPECT_EQ(flipped[i]["feature_id"], id.substr(5) + ":" + id.substr(0, 4)) << a;
    }
    const char* size = there["dim"] == 2 ? "length" : "area";
    EXPECT_EQ(back["manifold"][size], there["manifold"][size]) << a;
  }
}

TEST_F(Contact, L13_contact_areas) {
  // Faces of 2 x 2 and 1 x 1: the smaller; rotated by 45 degrees over a corner: a triangle of it.
  const json whole = contact("box:2x2x2 box:1x1x1@0,1.5,0~45y");
  EXPECT_NEAR(whole["manifold"]["area"], 1, 1e-12);
  EXPECT_EQ(whole["manifold"]["points"].size(), 4u);
  EXPECT_EQ(contact("box:2x2x2 box:1x1x1@0.75,1.5,0")["manifold"]["area"], 0.75);
  EXPECT_EQ(contact("box:2x2 box:2x2@1.5,1.75")["manifold"]["length"], 0.5);
  const json crossed = contact("box:4x1x1~45x box:1x1x4@0,1.35,0~45z");
  EXPECT_EQ(crossed["manifold"]["points"].size(), 1u) << "edges that cross meet in a point";
  EXPECT_EQ(contact("circle:1 circle:1@1.5,0")["manifold"]["points"].size(), 1u);
  EXPECT_TRUE(contact("circle:1 circle:1@2.5,0")["manifold"]["points"].empty());
  EXPECT_EQ(contact("circle:1 circle:1@2.5,0 --margin 0.5")["manifold"]["points"].size(), 1u);
  const json reduced = contact("cylinder:1x1 box:4x4x4@0,2.5,0 --reduce 3");
  EXPECT_EQ(reduced["manifold"]["points"].size(), 3u);
  EXPECT_EQ(reduced["manifold"]["reduced_from"], 16);
  // A regular polygon of 16 corners in a circle of radius 1.
  EXPECT_NEAR(reduced["manifold"]["area"], 8 * std::sin(std::acos(-1.0) / 8), 1e-12);
}

TEST_F(Contact, first_touch_of_motions) {
  const json cast = contact("box:2x2 circle:0.5@4,0 --move -5,0")["shape_cast"];
  EXPECT_EQ(cast["status"], "ok");
  EXPECT_EQ(cast["hit"], true);
  EXPECT_NEAR(cast["t"], 0.5, 1e-9);
  EXPECT_NEAR(cast["position_b"][0], 1.5, 1e-9);
  EXPECT_EQ(contact("box:2x2 circle:0.5@4,0 --move=-2,0")["shape_cast"]["hit"], false);
  const json fall = contact("half_space:0,1,0 box:2x2x2@0,5,0 --move 0,-8,0")["shape_cast"];
  EXPECT_NEAR(fall["t"], 0.5, 1e-9);
  // A rod of half length 2 rotates by a right angle about its center: its end touches when its
  // height, 2 sin, is 1, so at 30 degrees; half of the shortest arc is 45.
  const json rotation = contact("half_space:0,1@0,-1 segment:-2,0/2,0 --to ~90")["time_of_impact"];
  EXPECT_EQ(rotation["hit"], true);
  EXPECT_NEAR(rotation["rotation_b"][1], 0.5, 1e-5);
  EXPECT_LE(rotation["rotation_b"][1], 0.5);
  EXPECT_EQ(contact("point@0,0 circle:1@3,0 --to 3,5~30")["time_of_impact"]["hit"], false);
}

TEST_F(Contact, files_json_and_arguments_agree) {
  const std::string words = contact("box:2x4@1,2~30 circle:0.5@3,3")["separation"].dump();
  write("crate.json",
        R"({"shape": "box", "half_extents": [1, 2], "position": [1, 2], "rotation": 30})");
  write("ball.json", R"({"shape": "circle", "radius": 0.5, "position": [3, 3]})");
  EXPECT_EQ(contact("crate.json ball.json")["separation"].dump(), words);
  EXPECT_EQ(contact("crate.json circle:0.5@3,3")["separation"].dump(), words);
  const Ran piped = masu("contact - ball.json", "cat crate.json |");
  EXPECT_EQ(json::parse(piped.out)["separation"].dump(), words);
  const std::string inline_json = R"('{"shape": "circle", "radius": 0.5, "center": [3, 3]}')";
  EXPECT_NEAR(distance("crate.json " + inline_json), json::parse(words)["distance"], 1e-12);
  EXPECT_EQ(distance("crate.json@0,0~0 point@3,0"), 2) << "a pose behind the name counts";
  // A tetrahedron by points, by faces, and as OBJ.
  write(
      "points.json",
      R"({"shape": "polyhedron", "points": [[0,0,0], [1,0,0], [0,1,0], [0,0,1], [0.1,0.1,0.1]]})");
  write("faces.json", R"({"shape": "polyhedron", "vertices": [[0,0,0], [1,0,0], [0,1,0], [0,0,1]],
                          "faces": [[0,2,1], [0,1,3], [0,3,2], [1,2,3]]})");
  write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  for (const char* file : {"points.json", "faces.json", "t.obj"}) {
    EXPECT_NEAR(distance(std::string(file) + " point@1,1,1"), 2 / std::sqrt(3.0), 1e-12) << file;
  }
  const json obj = contact("t.obj@0,5,0 point@0,0,0 --hull");
  EXPECT_EQ(obj["separation"]["distance"], 5);
  EXPECT_EQ(obj["a"]["note"], "the convex hull of the file's vertices");
}

// An L of two boxes: its notch is empty, its hull's is not; its inside is no surface.
TEST_F(Contact, obj_files_are_surfaces_unless_their_hull_is_asked_for) {
  const std::string corner = MASU_ROOT "/examples/shapes/corner.obj";
  const json near = contact(corner + " sphere:0.25@1.5,1.75,0.5");
  EXPECT_EQ(near["a"]["kind"], "triangle_mesh");
  EXPECT_EQ(near["a"]["triangles"], 20);
  EXPECT_EQ(near["a"]["closed"], true);
  EXPECT_EQ(near["overlapping"], false);
  EXPECT_NEAR(near["separation"]["distance"], 0.25, 1e-12);
  EXPECT_EQ(near["separation"]["normal"], json::parse("[1.0, 0.0, 0.0]"));
  EXPECT_TRUE(near["contacts"].empty());
  EXPECT_FALSE(near.contains("manifold"));
  EXPECT_EQ(contact(corner + " sphere:0.25@1.5,1.75,0.5 --hull")["overlapping"], true);
  EXPECT_EQ(contact(corner + " sphere:0.25@0.5,0.5,0.5")["overlapping"], false) << "inside";
  // Both walls of the notch, to a depth of 0.1; each is two triangles.
  const json both = contact(corner + " sphere:0.5@1.4,1.4,0.5");
  EXPECT_EQ(both["overlapping"], true);
  EXPECT_EQ(both["contacts"].size(), 4u);
  for (const json& c : both["contacts"]) EXPECT_LE(c["depth"], 0.1 + 1e-12);
  const json flipped = contact("sphere:0.5@1.4,1.4,0.5 " + corner);
  ASSERT_EQ(flipped["contacts"].size(), 4u);
  EXPECT_EQ(flipped["contacts"][0]["triangle_b"], both["contacts"][0]["triangle_a"]);
  EXPECT_EQ(flipped["contacts"][0]["point_b"], both["contacts"][0]["point_a"]);
  EXPECT_EQ(contact(corner + " " + corner + "@5,0,0")["separation"]["distance"], 3);
  // A roof of two triangles, written down.
  write("roof.json", R"({"shape": "mesh", "vertices": [[0,0,0], [2,0,0], [2,1,2], [0,1,2]],
                         "triangles": [[0,2,1], [0,3,2]]})");
  const json roof = contact("roof.json point@0.5,2,2");
  EXPECT_EQ(roof["a"]["kind"], "triangle_mesh");
  EXPECT_NEAR(roof["separation"]["distance"], 1, 1e-12);
  write("square.json", R"({"shape": "mesh", "vertices": [[0,0,0], [2,0,0], [2,1,2], [0,1,2]],
                           "triangles": [[0,1,2,3]]})");
  const Ran square = masu("contact square.json point");
  EXPECT_EQ(square.exit_code, 2);
  EXPECT_NE(square.err.find("triangles: 4 corners, expected 3"), std::string::npos) << square.err;
  // Into the notch from above: its floor is at y = 1.
  const json fall = contact(corner + " sphere:0.25@1.5,3,0.5 --move 0,-4,0")["shape_cast"];
  EXPECT_EQ(fall["hit"], true);
  EXPECT_NEAR(fall["t"], 1.75 / 4, 1e-9);
  const Ran reduce = masu("contact " + corner + " point --reduce 4");
  EXPECT_EQ(reduce.exit_code, 2);
  EXPECT_NE(reduce.err.find("applies to convex shapes only: use --hull"), std::string::npos)
      << reduce.err;
}

TEST_F(Contact, statuses_are_results) {
  const json both = contact("half_space:0,1 half_space:0,1@0,-1");
  EXPECT_EQ(both["status"], "unbounded");
  EXPECT_EQ(both["overlapping"], true);
  EXPECT_TRUE(both["separation"]["lower"].is_null()) << "JSON has no infinity";
  EXPECT_EQ(contact("sphere:1 sphere:1@0,0,0")["status"], "ok") << "one in the other";
  EXPECT_EQ(contact("--dim 2 point point")["dim"], 2);
}

TEST_F(Contact, bad_input_names_position_and_field) {
  write("neg.json", R"({"shape": "sphere", "radius": -1})");
  write("typo.json", R"({"shape": "sphere", "radios": 1})");
  write("more.json", R"({"shape": "sphere", "radius": 1, "colour": "red"})");
  write("none.json", R"({"radius": 1})");
  write("cut.json", "{\"shape\": \"sphere\",\n \"radius\": ");
  write("list.json", "[1, 2]");
  write("turn.json", R"({"shape": "box", "half_extents": [1,1,1], "rotation": [0,0,0,2]})");
  write("inside.json", R"({"shape": "polyhedron", "vertices": [[0,0,0], [1,0,0], [0,1,0], [0,0,1]],
                           "faces": [[0,1,2], [0,3,1], [0,2,3], [1,3,2]]})");
  write("index.json", R"({"shape": "polyhedron", "vertices": [[0,0,0], [1,0,0], [0,1,0], [0,0,1]],
                          "faces": [[0,2,1], [0,1,4], [0,3,2], [1,2,3]]})");
  write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n");
  write("bad.obj", "v 0 0 zero\n");
  const std::size_t before = files();
  for (const auto& [arguments, message] :
       {std::pair("neg.json point", "neg.json: radius: -1 must be above 0"),
        std::pair("typo.json point", "typo.json: radius: is missing; fields given: shape radios"),
        std::pair("more.json point",
                  "more.json: colour: is not a field of a \"sphere\"; its fields are "),
        std::pair("none.json point", "none.json: shape: is missing"),
        std::pair("cut.json point", "cut.json: is not JSON: line 2, column "),
        std::pair("list.json point", "list.json: expected one object"),
        std::pair("turn.json point",
                  "turn.json: rotation: [0,0,0,2] has length 2, must have length 1"),
        std::pair("inside.json point", "faces: the faces point inwards: list corners counter-"),
        std::pair("index.json point", "index.json: faces[1]: 4 is not an index of the 4 vertices"),
        std::pair("flat.obj point --hull", "flat.obj: vertices: the points lie in one plane"),
        std::pair("bad.obj point", "bad.obj:1: v: 'zero' is not a number"),
        std::pair("gone.obj point", "gone.obj: cannot be read: No such file"),
        std::pair("boxx:1x1 point", "boxx:1x1: is neither a file that ends in .json, .obj"),
        std::pair("box point",
                  "box: the sizes are missing: write box:EDGExEDGE[xEDGE], such as box:1x2x3"),
        std::pair("box:1x-1 point", "box:1x-1: size: -1 is below 0"),
        std::pair("circle:1e200 point",
                  "radius: the magnitude of 1e+200 is outside 7.2e-43 to 1.3e42"),
        std::pair("circle:1e40 point --scalar float", "does not fit a float: use --scalar double"),
        std::pair("circle:nan point", "circle:nan: radius: nan is not finite"),
        std::pair("box:1x1 box:1x1x1", "box:1x1 is 2D (size of 2 numbers), box:1x1x1 is 3D"),
        std::pair("circle:1 point --dim 3", "--dim 3, but circle:1 is 2D (circle)"),
        std::pair("sphere:1~30 point", "rotation: 30 degrees without an axis: name it"),
        std::pair("half_space:0,0 point", "normal: has length 0"),
        std::pair("capsule:1 point", "write capsule:RADIUS:A/B"),
        std::pair("box:1x1 point --move 1,2,3", "--move: 3 numbers, but the shapes are 2D"),
        std::pair("box:1x1 point --to 1,2~180", "rotations must be below 120 degrees"),
        std::pair("box:1x1 point --move 1,2 --to 1,2", "--to"),
        std::pair("box:1x1 point --reduce 0", "--reduce"),
        std::pair("box:1x1 point --margin -1", "--margin"),
        std::pair("box:1x1 point --margin nan", "--margin"),
        std::pair("'' point", "an empty argument"),
        std::pair("neg.json point -o ./neg.json",
                  "./neg.json: is an input file and would be overwritten"),
        std::pair("box:1x1 point --draw x.svg -o x.svg", "x.svg: is given for two outputs"),
        std::pair("- -", "standard input can be read only once"),
        std::pair("box:1x1", "B is required")}) {
    const Ran run = masu(std::string("contact ") + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_EQ(run.err.rfind("masu: ", 0), 0u) << run.err;
    EXPECT_NE(run.err.find(message), std::string::npos) << arguments << "\n  said: " << run.err;
  }
  EXPECT_EQ(files(), before);
}

}  // namespace
}  // namespace masu::cli
