// SPDX-License-Identifier: MIT
// masu replay and masu record: what they report of a recording is what brute force finds in it.
#include <sys/resource.h>

#include <array>
#include <map>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>
#include <scenes/generators/pcg32.hpp>

#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

using nlohmann::json;

class Replay : public CommandLine {};

using IdPair = std::pair<int, int>;
using Pairs = std::set<IdPair>;

// Balls that fly about, come and go.
struct Balls {
  struct Ball {
    std::array<double, 3> at;
    double radius;
  };
  std::vector<std::map<int, Ball>> frames;

  Balls(int dim, int frame_count, std::uint64_t seed) {
    scenes::Pcg32 random(seed);
    std::map<int, Ball> now;
    for (int f = 0; f < frame_count; ++f) {
      for (int id = 0; id < 60; ++id) {
        const auto ball = now.find(id);
        const bool changes = random.below(12) == 0;
        if (ball == now.end()) {
          if (f == 0 ? changes : !changes) continue;
          Ball added{{}, id < 30 ? 0.5 : 1.25};
          for (int a = 0; a < dim; ++a) {
            added.at[std::size_t(a)] = random.between(0, dim == 2 ? 12 : 7);
          }
          now.emplace(id, added);
        } else if (changes) {
          now.erase(ball);
        } else if (id % 3 != 0) {  // each third rests
          for (int a = 0; a < dim; ++a)
            ball->second.at[std::size_t(a)] += random.between(-0.4, 0.4);
        }
      }
      frames.push_back(now);
    }
  }

  Pairs pairs(std::size_t f) const {
    Pairs found;
    for (const auto& [a, p] : frames[f]) {
      for (const auto& [b, q] : frames[f]) {
        double square = 0;
        for (std::size_t k = 0; k < 3; ++k) square += (p.at[k] - q.at[k]) * (p.at[k] - q.at[k]);
        const double reach = p.radius + q.radius;
        if (a < b && square <= reach * reach) found.insert({a, b});
      }
    }
    return found;
  }

  static std::string row(int dim, std::size_t f, int id, const Ball& ball) {
    std::ostringstream text;
    text.precision(17);
    text << f << ',' << id << ',' << ball.at[0] << ',' << ball.at[1];
    if (dim == 3) text << ',' << ball.at[2];
    return text.str() + "\n";
  }
  static std::string head(int dim) {
    const std::string round = dim == 2 ? "circle:" : "sphere:";
    return "masu-replay 1\nshape small " + round + "0.5\nshape large " + round +
           "1.25\nobject * small\nobject 30-59 large\n";
  }
  static std::string columns(int dim) { return dim == 2 ? "frame,id,x,y\n" : "frame,id,x,y,z\n"; }

  // A row for each ball in each frame.
  std::string all_rows(int dim) const {
    std::string text = head(dim) + columns(dim);
    for (std::size_t f = 0; f < frames.size(); ++f) {
      for (const auto& [id, ball] : frames[f]) text += row(dim, f, id, ball);
    }
    return text;
  }
  // Of those that changed.
  std::string changed_rows(int dim) const {
    std::string text = head(dim) + "rows changed\n" + columns(dim);
    for (std::size_t f = 0; f < frames.size(); ++f) {
      text += std::to_string(f) + "\n";
      const std::map<int, Ball> none;
      const auto& before = f == 0 ? none : frames[f - 1];
      for (const auto& [id, ball] : before) {
        if (!frames[f].contains(id)) {
          text += std::to_string(f) + "," + std::to_string(id) + ",gone\n";
        }
      }
      for (const auto& [id, ball] : frames[f]) {
        const auto old = before.find(id);
        if (old == before.end() || old->second.at != ball.at) text += row(dim, f, id, ball);
      }
    }
    return text;
  }

  // What --events --stay is to write.
  std::string events() const {
    std::string text = "frame,event,a,b\n";
    Pairs before;
    for (std::size_t f = 0; f < frames.size(); ++f) {
      const Pairs now = pairs(f);
      const auto write = [&](const char* event, const Pairs& from, const Pairs& other, bool in) {
        for (const IdPair& p : from) {
          if (other.contains(p) != in) continue;
          text += std::to_string(f) + "," + event + "," + std::to_string(p.first) + "," +
                  std::to_string(p.second) + "\n";
        }
      };
      write("end", before, now, false);
      write("begin", now, before, false);
      write("stay", now, before, true);
      before = now;
    }
    return text;
  }
};

TEST_F(Replay, events_equal_those_of_brute_force) {
  for (const int dim : {2, 3}) {
    const Balls balls(dim, 40, 5);
    const std::string expected = balls.events();
    ASSERT_GT(count(expected, ",begin,"), 300u);
    ASSERT_GT(count(expected, ",end,"), 300u);
    write("all.csv", balls.all_rows(dim));
    write("changed.csv", balls.changed_rows(dim));
    for (const char* options :
         {"all.csv", "changed.csv", "all.csv --method all", "changed.csv --method bvh --float"}) {
      const Ran run = masu(std::string("replay ") + options + " --events e.csv --stay");
      EXPECT_EQ(run.exit_code, 0) << run.err;
      EXPECT_EQ(read("e.csv"), expected) << options << " in " << dim << "D";
    }
  }
}

TEST_F(Replay, each_method_by_its_name_has_the_same_totals) {
  const Balls balls(2, 30, 9);
  write("b.csv", balls.all_rows(2));
  const json all = json::parse(masu("replay b.csv --method all --json").out);
  ASSERT_EQ(all["methods"].size(), 7u);
  std::uint64_t began = 0;
  std::uint64_t pairs = 0;
  for (std::size_t f = 0; f < balls.frames.size(); ++f) pairs += balls.pairs(f).size();
  began = count(balls.events(), ",begin,");
  EXPECT_EQ(all["events"]["begin"], began);
  EXPECT_EQ(all["events"]["stay"], pairs - began);
  EXPECT_DOUBLE_EQ(all["pairs"]["mean"].get<double>(), double(pairs) / 30);
  for (const json& m : all["methods"]) {
    const std::string name = m["method"];
    json one = json::parse(masu("replay b.csv --json --method " + name).out);
    EXPECT_EQ(one["events"], all["events"]) << name;
    EXPECT_EQ(one["pairs"], all["pairs"]) << name;
    ASSERT_EQ(one["methods"].size(), 1u);
    EXPECT_EQ(one["methods"][0]["method"], name);
    if (name != "auto") {
      EXPECT_EQ(one["methods"][0]["ended_as"], name);
    }
    EXPECT_LE(m["p50_ms"], m["p99_ms"]);
    EXPECT_LE(m["p99_ms"], m["max_ms"]);
    EXPECT_GT(m["first_ms"], 0);
  }
}

TEST_F(Replay, the_shape_option_applies_to_objects_without_a_shape) {
  write("solid.csv", "shape b sphere:1\nobject * b\nframe,id,x,y,z\n0,7,0,0,0\n");
  const Ran run = masu("replay solid.csv --shape circle:1");  // in 3D there is none
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.rfind("recording      solid.csv: 3D, 1 frame (0 to 0), 1 shape\n", 0), 0u)
      << run.out;
  EXPECT_NE(run.out.find("chosen for 1 of 1 frame sampled: on average 1 object; "),
            std::string::npos)
      << run.out;
  write("mixed.csv", "shape b circle:1\nobject 7 b\nframe,id,x,y\n0,7,0,0\n0,8,1.4,0\n");
  const Ran mixed = masu("replay mixed.csv --shape circle:0.5 --json");
  ASSERT_EQ(mixed.exit_code, 0) << mixed.err;
  EXPECT_EQ(json::parse(mixed.out)["shapes"], 2);
  EXPECT_EQ(json::parse(mixed.out)["pairs"]["most"], 1);
}

TEST_F(Replay, every_contact_detail_can_be_requested) {
  write("two.csv", "shape b box:2x2\nobject * b\nframe,id,x,y\n0,1,0,0\n0,2,1,1\n");
  for (const char* detail : {"boxes", "touch", "points", "areas", "volumes"}) {
    const Ran run = masu(std::string("replay two.csv --json --detail ") + detail);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(json::parse(run.out)["pairs"]["detail"], detail);
    EXPECT_EQ(json::parse(run.out)["pairs"]["most"], 1) << detail;
  }
}

TEST_F(Replay, frames_are_counted_one_by_one) {
  const Balls balls(2, 12, 3);
  write("b.csv", balls.changed_rows(2));
  ASSERT_EQ(masu("replay b.csv --method auto,bvh --frames f.csv").exit_code, 0);
  std::istringstream rows(read("f.csv"));
  std::string row;
  std::getline(rows, row);
  EXPECT_EQ(row, "frame,objects,arrived,left,moved,pairs,began,stayed,ended,tested,ns_auto,ns_bvh");
  for (std::size_t f = 0; f < balls.frames.size(); ++f) {
    std::getline(rows, row);
    const Pairs now = balls.pairs(f);
    const Pairs before = f == 0 ? Pairs() : balls.pairs(f - 1);
    std::size_t stayed = 0;
    for (const IdPair& p : now) stayed += before.count(p);
    std::size_t moved = 0;
    std::size_t left = 0;
    std::size_t arrived = balls.frames[f].size();
    for (const auto& [id, old] : f == 0 ? balls.frames[0] : balls.frames[f - 1]) {
      if (f == 0) break;
      const auto found = balls.frames[f].find(id);
      left += found == balls.frames[f].end() ? 1 : 0;
      if (found == balls.frames[f].end()) continue;
      --arrived;
      moved += found->second.at != old.at ? 1 : 0;
    }
    std::ostringstream expected;
    expected << f << ',' << balls.frames[f].size() << ',' << arrived << ',' << left << ',' << moved
             << ',' << now.size() << ',' << now.size() - stayed << ',' << stayed << ','
             << before.size() - stayed << ',';
    EXPECT_TRUE(row.starts_with(expected.str())) << row << "\nexpected " << expected.str();
  }
  EXPECT_FALSE(std::getline(rows, row));
}

TEST_F(Replay, reads_recordings_written_by_hand) {
  // Windows' line ends and mark, blanks, comments, no end of the last line, frames left out.
  write("w.csv",
        "\xEF\xBB\xBFmasu-replay 1\r\n# mine\r\nshape b box:2x2\r\nobject * b\r\n\r\n"
        "frame, id, x, y, degrees\r\n0, 1, 0, 0, 0\r\n0, 2, 2.2, 0, 0\r\n"
        "10, 1, 0, 0, 45\r\n10, 2, 2.2, 0, 0");
  const Ran run = masu("replay w.csv --events e.csv");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read("e.csv"), "frame,event,a,b\n10,begin,1,2\n") << "turned, it reaches further";
  EXPECT_NE(run.out.find("2 frames (0 to 10)"), std::string::npos) << run.out;
  // Plain positions, from a pipe; columns in another order; radians.
  write("p.csv", "frame,id,radians,y,x\n0,1,0,0,0\n0,2,0.7853981633974483,0,2.2\n");
  const Ran piped = masu("replay - --shape box:2x2 --json", "cat p.csv |");
  EXPECT_EQ(json::parse(piped.out)["events"]["begin"], 1) << piped.err;
  // In space, with quaternions of few digits; the largest id there is.
  write("q.csv",
        "frame,id,x,y,z,qw,qx,qy,qz\n5,0,0,0,0,1,0,0,0\n"
        "5,18446744073709551615,0,0,2.2,0.924,0,0.383,0\n");
  ASSERT_EQ(masu("replay q.csv --shape box:2x2x2 --events e.csv").exit_code, 0);
  EXPECT_EQ(read("e.csv"), "frame,event,a,b\n5,begin,0,18446744073709551615\n");
}

TEST_F(Replay, reads_the_recording_of_the_example) {
  std::ifstream source(MASU_ROOT "/examples/17_record.cpp");
  const std::string mark = "// Output: ";  // a test of its own says that it prints this
  std::string recording;
  for (std::string line; std::getline(source, line);) {
    if (line.starts_with(mark)) recording += line.substr(mark.size()) + "\n";
  }
  write("r.csv", recording);
  const Ran run = masu("replay r.csv --events e.csv");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read("e.csv"), "frame,event,a,b\n0,begin,1,2\n1,end,1,2\n2,begin,0,1\n");
}

TEST_F(Replay, fixed_objects_stay_and_have_no_pairs_with_each_other) {
  write("f.csv",
        "shape wall box:4x1\nshape ground half_space:0,1\nshape ball circle:0.5\n"
        "object 1-2 wall fixed\nobject 3 ground fixed\nobject * ball\nframe,id,x,y\n"
        "0,1,0,0\n0,2,1,0\n0,3,0,0\n0,7,0,0.9\n1\n2,7,9,0.25\n");
  const Ran run = masu("replay f.csv --events e.csv --picture f.svg");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read("e.csv"),
            "frame,event,a,b\n0,begin,1,7\n0,begin,2,7\n1,end,1,7\n1,end,2,7\n2,begin,3,7\n");
  EXPECT_EQ(count(read("f.svg"), "class=\"fixed"), 3u);
}

TEST_F(Replay, an_id_may_be_reused_with_another_shape) {
  write("a.csv",
        "shape s circle:1\nshape l circle:3\nobject * s\nframe,id,x,y\n0,1,0,0\n0,2,3,0\n"
        "1,1,0,0\nobject 2 l\n2,1,0,0\n2,2,3,0\n");
  ASSERT_EQ(masu("replay a.csv --events e.csv").exit_code, 0);
  EXPECT_EQ(read("e.csv"), "frame,event,a,b\n2,begin,1,2\n");
  // Right after the row that says that it has gone.
  write("b.csv",
        "shape s circle:1\nshape l circle:3\nobject * s\nrows changed\nframe,id,x,y\n0,1,0,0\n"
        "0,2,3,0\n1,2,gone\nobject 2 l\n2,2,3,0\n");
  ASSERT_EQ(masu("replay b.csv --events f.csv").exit_code, 0);
  EXPECT_EQ(read("f.csv"), read("e.csv"));
}

TEST_F(Replay, the_report_states_what_counts_as_a_pair) {
  // Corners of boxes in which two circles do not meet.
  write("c.csv", "frame,id,x,y\n0,1,0,0\n0,2,1.9,1.9\n");
  for (const auto& [detail, began] : {std::pair("boxes", 1), std::pair("touch", 0),
                                      std::pair("points", 0), std::pair("areas", 0)}) {
    const Ran run = masu(std::string("replay c.csv --shape circle:1 --json --detail ") + detail);
    EXPECT_EQ(json::parse(run.out)["events"]["begin"], began) << detail << run.err;
  }
}

TEST_F(Replay, a_recorded_scene_has_the_pairs_of_its_boxes) {
  for (const std::string scene : {"brownian", "one_percent", "sizes", "uniform"}) {
    for (const std::string dim : {"2", "3"}) {
      const std::string what = scene + " --n 200 --seed 4 --dim " + dim;
      ASSERT_EQ(masu("record " + what + " --frames 4 -o r.csv").exit_code, 0) << what;
      ASSERT_EQ(masu("replay r.csv --detail boxes --frames f.csv --method all").exit_code, 0);
      std::istringstream rows(read("f.csv"));
      std::string row;
      std::getline(rows, row);
      for (int frame = 0; frame < 4; ++frame) {
        ASSERT_TRUE(std::getline(rows, row));
        std::vector<std::string> fields;
        std::istringstream cells(row);
        for (std::string cell; std::getline(cells, cell, ',');) fields.push_back(cell);
        const std::string boxes =
            masu("scene " + what + " --steps " + std::to_string(frame), "").out;
        write("boxes.csv", boxes);
        EXPECT_EQ(fields[5] + "\n", masu("pairs boxes.csv --count").out) << what << " " << frame;
      }
    }
  }
}

TEST_F(Replay, the_advice_is_what_choose_says) {
  ASSERT_EQ(masu("record one_percent --n 3000 --frames 40 -o o.csv").exit_code, 0);
  const json few = json::parse(masu("replay o.csv --json --method all").out);
  EXPECT_EQ(few["advice"]["method"], "pair_tracker");
  EXPECT_NEAR(few["advice"]["seen"]["moving"].get<double>(), 0.01, 0.01);
  EXPECT_NEAR(few["objects"]["moved"].get<double>(), 0.01, 0.002);
  EXPECT_GT(few["advice"]["samples"], 30);
  write("two.csv", "frame,id,x,y\n0,1,0,0\n0,2,5,5\n1,1,1,0\n1,2,5,5\n");
  const json two = json::parse(masu("replay two.csv --shape circle:1 --json").out);
  EXPECT_EQ(two["advice"]["method"], "all_pairs");
  const Ran text = masu("replay o.csv --method pair_tracker,sorted_orthtree");
  EXPECT_NE(
      text.out.find(
          "advice         pair_tracker (C++ class masu::PairTracker), because few objects move"),
      std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("median frame"), std::string::npos) << text.out;
}

TEST_F(Replay, draws_times_and_a_frame) {
  const Balls balls(2, 20, 7);
  write("b & c.csv", balls.all_rows(2));
  const Ran run =
      masu("replay 'b & c.csv' --method all --svg t.svg --picture p.svg --at 4 -o r.txt");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out + run.err, "");
  const std::string chart = read("t.svg");
  EXPECT_TRUE(well_formed(chart));
  EXPECT_EQ(count(chart, "<polyline"), 7u + 2u);
  EXPECT_EQ(chart.find("nan"), std::string::npos);
  const std::string picture = read("p.svg");
  EXPECT_TRUE(well_formed(picture));
  const Pairs pairs = balls.pairs(4);
  std::set<int> touching;
  for (const auto& [a, b] : pairs) touching.insert({a, b});
  EXPECT_EQ(count(picture, "class=\"touch\""), touching.size());
  EXPECT_EQ(count(picture, "class=\"free\""), balls.frames[4].size() - touching.size());
  EXPECT_EQ(count(picture, "<circle"), pairs.size()) << "a dot where two touch";
  const std::string title = "frame 4: " + std::to_string(balls.frames[4].size()) + " objects, " +
                            std::to_string(pairs.size()) + " pairs";
  EXPECT_NE(picture.find(title), std::string::npos) << picture.substr(0, 1500);
  // A single frame, in 3D.
  write("one.csv", "frame,id,x,y,z\n3,1,0,0,0\n3,2,1,0,0\n");
  const Ran one = masu("replay one.csv --shape sphere:1 --svg t.svg --picture p.svg --up z");
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_TRUE(well_formed(read("t.svg")));
  EXPECT_EQ(read("t.svg").find("nan"), std::string::npos);
  EXPECT_EQ(count(read("p.svg"), "class=\"touch\""), 2u);
}

// ./masu.sh pictures has nothing to do.
TEST_F(Replay, the_picture_of_the_page_is_up_to_date) {
  const std::string script =
      "cd " MASU_ROOT " && . tools/pictures.sh && draw_replay " MASU_CLI " " + path("");
  ASSERT_EQ(std::system(("bash -c '" + script + "'").c_str()), 0);
  std::ifstream file(MASU_ROOT "/docs/pictures/replay/scene.svg");
  const std::string stored(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(read("scene.svg"), stored) << "run ./masu.sh pictures";
}

// The output in the page for its recording, except times.
TEST_F(Replay, the_report_of_the_page_is_up_to_date) {
  const Ran run = masu("replay " MASU_ROOT "/docs/replay/pen.csv");
  std::ifstream file(MASU_ROOT "/docs/replay.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  const std::string counts = run.out.substr(0, run.out.find("  ms a frame"));
  EXPECT_EQ(count(counts, "\n"), 5u);
  EXPECT_NE(page.find("```\n" + counts), std::string::npos) << run.out;
  std::ifstream stream(MASU_ROOT "/docs/replay/pen.csv");
  const std::string recording(std::istreambuf_iterator<char>(stream), {});
  const std::size_t begin = page.find("```\nmasu-replay 1") + 4;
  const std::string shown = page.substr(begin, page.find("```", begin) - begin);
  EXPECT_TRUE(recording.starts_with(shown)) << shown;
}

TEST_F(Replay, shows_progress) {
  const Balls balls(2, 20, 7);
  write("b.csv", balls.all_rows(2));
  EXPECT_NE(masu("replay b.csv --progress").err.find("replaying"), std::string::npos);
  EXPECT_EQ(masu("replay b.csv --no-progress").err, "");
}

// Frames are read, measured and plotted in the memory that a few of them take.
TEST_F(Replay, frames_are_not_held_in_memory) {
  const auto most_kilobytes = [&](int frames) {
    const Ran run =
        masu("replay - --shape circle:1 --svg t.svg --json",
             "awk 'BEGIN { print \"frame,id,x,y\"; for (f = 0; f < " + std::to_string(frames) +
                 "; ++f) print f \",7,\" f % 9 \",2\\n\" f \",9,\" f % 5 \",2\" }' |");
    EXPECT_EQ(json::parse(run.out)["frames"], frames) << run.err;
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss;
  };
  const long few = most_kilobytes(2000);
  EXPECT_LT(most_kilobytes(400'000), few + 16'000) << "800 000 rows of 10 bytes at least";
}

}  // namespace
}  // namespace masu::cli
