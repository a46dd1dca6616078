// SPDX-License-Identifier: MIT
// masu corridor run: crowds on seeded maps and on maps from files.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

class CorridorRun : public CommandLine {};

TEST_F(CorridorRun, S8_no_mover_leaves_a_closed_map_at_any_speed) {
  for (const std::string options : {"--speed 1", "--speed 100 --response bounce"}) {
    const Ran run =
        masu("corridor run --map fractal_cave --walls 3000 --movers 200 --frames 60 " + options);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("outside        0\n"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("0 of them open"), std::string::npos) << run.out;
  }
}

#ifdef MASU_FREEDOOM
TEST_F(CorridorRun, S8_no_mover_leaves_the_rooms_of_a_real_map) {
  const Ran run = masu("corridor run --map " MASU_FREEDOOM
                       "/freedoom2.wad:MAP01 --movers 1000 --frames 60 --svg map01.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("outside        0\n"), std::string::npos) << run.out;
  EXPECT_TRUE(well_formed(read("map01.svg")));
}
#endif

#ifdef MASU_GSHHG
TEST_F(CorridorRun, S8_no_mover_crosses_a_coastline) {
  const Ran run = masu("corridor run --map " MASU_GSHHG
                       " --movers 1000 --frames 60 --radius 0.05 --speed 10 --svg coast.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("outside        0\n"), std::string::npos) << run.out;
  EXPECT_TRUE(well_formed(read("coast.svg")));
}
#endif

// ./masu.sh pictures has nothing to do.
TEST_F(CorridorRun, the_picture_of_the_page_is_up_to_date) {
  const std::string script =
      "cd " MASU_ROOT " && . tools/pictures.sh && draw_corridors " MASU_CLI " " + path("");
  ASSERT_EQ(std::system(("bash -c '" + script + "'").c_str()), 0);
  std::ifstream file(MASU_ROOT "/docs/pictures/corridor/run.svg");
  const std::string stored(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(read("run.svg"), stored) << "run ./masu.sh pictures";
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
  EXPECT_NE(report.find("1 duplicate,"), std::string::npos) << report;
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

// After one frame the only track is one line, which ends where the mover is.
TEST_F(CorridorRun, tracks_end_where_the_movers_are) {
  const Ran run = masu(
      "corridor run --map fractal_cave --walls 500 --movers 1 --frames 1 "
      "--speed 3 --svg one.svg");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string svg = read("one.svg");
  const std::size_t track = svg.find("class=\"track\"");
  ASSERT_NE(track, std::string::npos);
  long x = 0, y = 0, dx = 0, dy = 0, cx = 0, cy = 0;
  const char* d = svg.c_str() + svg.find("d=\"", track);
  ASSERT_EQ(std::sscanf(d, "d=\"M%ld %ldl%ld %ld", &x, &y, &dx, &dy), 4) << d;
  const char* mover = svg.c_str() + svg.find("<circle");
  ASSERT_EQ(std::sscanf(mover, "<circle cx=\"%ld\" cy=\"%ld\"", &cx, &cy), 2) << mover;
  EXPECT_EQ(x + dx, cx);
  EXPECT_EQ(y + dy, cy);
  EXPECT_NE(std::abs(dx) + std::abs(dy), 0);
}

TEST_F(CorridorRun, reads_files_of_windows) {
  const std::string room = "x1,y1,x2,y2\n0,0,100,0\n100,0,100,60\n100,60,0,60\n0,60,0,0\n";
  std::string crlf = "\xEF\xBB\xBF";
  for (const char c : room) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  write("a.csv", room);
  write("b.csv", crlf);
  const std::string options = " --movers 5 --frames 10 --svg ";
  ASSERT_EQ(masu("corridor run --map a.csv" + options + "a.svg").exit_code, 0);
  const Ran run = masu("corridor run --map b.csv" + options + "b.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read("a.svg"), read("b.svg"));
}

TEST_F(CorridorRun, reports_progress) {
  const Ran run = masu("corridor run --map maze --walls 500 --movers 100000 --frames 1 --progress");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.err.find("placing movers"), std::string::npos) << run.err;
}

// A folder, a map that would be overwritten, and a map without space are reported early.
TEST_F(CorridorRun, does_not_overwrite_its_input_map) {
  const std::string room = "x1,y1,x2,y2\n0,0,100,0\n100,0,100,60\n100,60,0,60\n0,60,0,0\n";
  write("room.csv", room);
  for (const char* out : {"--svg room.csv", "-o ./room.csv"}) {
    const Ran run = masu(std::string("corridor run --map room.csv ") + out);
    EXPECT_EQ(run.exit_code, 2) << out;
    EXPECT_NE(run.err.find("room.csv: is an input file and would be overwritten"),
              std::string::npos)
        << run.err;
    EXPECT_EQ(read("room.csv"), room);
  }
  std::filesystem::copy_file(data("room.wad"), path("r.wad"));
  const std::string before = read("r.wad");
  const Ran wad = masu("corridor run --map r.wad:MAP01 --svg r.wad");
  EXPECT_EQ(wad.exit_code, 2);
  EXPECT_NE(wad.err.find("would be overwritten"), std::string::npos) << wad.err;
  EXPECT_EQ(read("r.wad"), before);
  // A seeded map is no file.
  EXPECT_EQ(masu("corridor run --map maze --walls 500 --movers 3 --frames 2 -o maze").exit_code, 0);
}

// The same seed, the same positions; another seed, others.
TEST_F(CorridorRun, prints_a_hash_of_all_positions) {
  const auto hash = [&](const std::string& args) {
    const Ran run = masu("corridor run --map maze --walls 800 --movers 50 " + args);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const std::size_t at = run.out.find("hash           ");
    return at == std::string::npos ? "none in " + run.out : run.out.substr(at, 31);
  };
  const std::string first = hash("--seed 4 --frames 20");
  EXPECT_EQ(first.find_first_not_of("0123456789abcdef", 15), std::string::npos) << first;
  EXPECT_EQ(hash("--seed 4 --frames 20"), first);
  EXPECT_NE(hash("--seed 5 --frames 20"), first);
  EXPECT_NE(hash("--seed 4 --frames 21"), first);
}

// The numbers of a list in the JSON of `corridor walls`.
std::size_t numbers_in(const std::string& json, const std::string& list) {
  const std::size_t begin = json.find("\"" + list + "\":[") + list.size() + 4;
  const std::string inner = json.substr(begin, json.find(']', begin) - begin);
  return inner.empty() ? 0 : std::size_t(std::count(inner.begin(), inner.end(), ',')) + 1;
}

TEST_F(CorridorRun, walls_of_a_map_are_written_as_json) {
  const Ran seeded = masu("corridor walls --map slits --walls 66");
  EXPECT_EQ(seeded.exit_code, 0) << seeded.err;
  EXPECT_EQ(seeded.out.rfind("{\"radius\":0.427", 0), 0u) << seeded.out;
  EXPECT_EQ(numbers_in(seeded.out, "closing"), 66 * 4u);
  EXPECT_EQ(numbers_in(seeded.out, "others"), 0u);
  std::filesystem::copy_file(data("room.wad"), path("r.wad"));
  EXPECT_EQ(masu("corridor walls --map r.wad:MAP01 -o r.json").exit_code, 0);
  const std::string room = read("r.json");
  EXPECT_EQ(room.rfind("{\"radius\":16,", 0), 0u) << room;
  EXPECT_EQ(numbers_in(room, "closing") % 4, 0u);
  EXPECT_GE(numbers_in(room, "closing"), 16u);
  const Ran over = masu("corridor walls --map r.wad:MAP01 -o r.wad");
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_NE(over.err.find("would be overwritten"), std::string::npos) << over.err;
  EXPECT_EQ(masu("corridor walls --map nowhere.csv").exit_code, 2);
  EXPECT_EQ(masu("corridor walls").exit_code, 2);
}

TEST_F(CorridorRun, refuses_millions_of_movers_that_do_not_fit_soon) {
  write("room.csv", "0,0,100,0\n100,0,100,60\n100,60,0,60\n0,60,0,0\n");
  const auto start = std::chrono::steady_clock::now();
  const Ran run = masu("corridor run --map room.csv --movers 10000000 --radius 40");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("10000000 movers of radius 40 do not fit into the map, only 0"),
            std::string::npos)
      << run.err;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 60) << "10^10 positions would be tried for an hour";
}

TEST_F(CorridorRun, refuses_bad_options) {
  write("line.csv", "x1,y1,x2,y2\n0,0,100,0\n");
  const auto refused = [&](const std::string& args, const std::string& why) {
    const Ran run = masu("corridor run " + args);
    EXPECT_EQ(run.exit_code, 2) << args;
    EXPECT_NE(run.err.find(why), std::string::npos) << run.err;
  };
  refused("--map nowhere.csv", "nowhere.csv");
  refused("--map line.csv --movers 1 --radius 1", "1 mover of radius 1 do");
  refused("--map maze --walls 3", "--walls");
  refused("--map maze --speed nan", "nan");
  refused("--map maze --svg a.svg -o a.svg", "is given for two outputs");
  refused("", "--map");
}

}  // namespace
}  // namespace masu::cli
