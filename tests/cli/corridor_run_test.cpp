// SPDX-License-Identifier: MIT
// masu corridor run: crowds on seeded maps and on maps from files.
#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

class CorridorRun : public CommandLine {};

TEST_F(CorridorRun, S8_nobody_leaves_a_closed_map_at_any_speed) {
  for (const std::string how : {"--speed 1", "--speed 100 --response bounce"}) {
    const Ran run =
        masu("corridor run --map fractal_cave --walls 3000 --movers 200 --frames 60 " + how);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("outside        0\n"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("0 of them open"), std::string::npos) << run.out;
  }
}

#ifdef MASU_FREEDOOM
TEST_F(CorridorRun, S8_nobody_leaves_the_rooms_of_a_real_map) {
  const Ran run = masu("corridor run --map " MASU_FREEDOOM
                       "/freedoom2.wad:MAP01 --movers 1000 --frames 60 --svg map01.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("outside        0\n"), std::string::npos) << run.out;
  EXPECT_TRUE(well_formed(read("map01.svg")));
}
#endif

#ifdef MASU_GSHHG
TEST_F(CorridorRun, S8_nobody_gets_over_a_coastline) {
  const Ran run = masu("corridor run --map " MASU_GSHHG
                       " --movers 1000 --frames 60 --radius 0.05 --speed 10 --svg coast.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("outside        0\n"), std::string::npos) << run.out;
  EXPECT_TRUE(well_formed(read("coast.svg")));
}
#endif

// ./masu.sh pictures has nothing to do.
TEST_F(CorridorRun, the_picture_of_the_page_is_the_one_it_draws) {
  const std::string script =
      "cd " MASU_ROOT " && . tools/pictures.sh && draw_corridors " MASU_CLI " " + path("");
  ASSERT_EQ(std::system(("bash -c '" + script + "'").c_str()), 0);
  std::ifstream file(MASU_ROOT "/docs/pictures/corridor/run.svg");
  const std::string kept(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(read("run.svg"), kept) << "run ./masu.sh pictures";
}

TEST_F(CorridorRun, draws_walls_tracks_and_movers) {
  // A room with an open door, and the door twice.
  write("room.csv",
        "x1,y1,x2,y2\n0,0,100,0\n100,0,100,60\n100,60,0,60\n0,60,0,40\n0,20,0,0\n"
        "50,60,50,30\n50,30,50,60\n");
  const Ran run =
      masu("corridor run --map room.csv --movers 5 --frames 30 --svg room.svg -o room.txt");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out + run.err, "");
  const std::string report = read("room.txt");
  EXPECT_NE(report.find("1 duplicates"), std::string::npos) << report;
  EXPECT_NE(report.find("not known: the map is not closed"), std::string::npos) << report;
  const std::string svg = read("room.svg");
  std::size_t circles = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos;
       at = svg.find("<circle", at + 1)) {
    ++circles;
  }
  EXPECT_EQ(circles, 5u);
  EXPECT_NE(svg.find("class=\"wall\""), std::string::npos);
  EXPECT_NE(svg.find("class=\"track\""), std::string::npos);
}

TEST_F(CorridorRun, refuses_what_it_cannot_do) {
  write("line.csv", "x1,y1,x2,y2\n0,0,100,0\n");
  const auto refused = [&](const std::string& args, const std::string& why) {
    const Ran run = masu("corridor run " + args);
    EXPECT_EQ(run.exit_code, 2) << args;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  };
  refused("--map nowhere.csv", "nowhere.csv");
  refused("--map line.csv --movers 1 --radius 1", "no room for 1 movers");
  refused("--map maze --walls 3", "--walls");
  refused("--map maze --speed nan", "nan");
  refused("--map maze --svg a.svg -o a.svg", "named twice");
  refused("", "--map");
}

}  // namespace
}  // namespace masu::cli
