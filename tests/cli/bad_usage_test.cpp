// SPDX-License-Identifier: MIT
// Bad input and usage: exit code 2, a message that says what and where, and no files left behind.
#include <utility>

#include "process.hpp"
#include "well_formed.hpp"

namespace masu::cli {
namespace {

class BadUsage : public CommandLine {
 protected:
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const std::size_t before = files();
    const Ran run = masu(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_EQ(run.err.rfind("masu: ", 0), 0u) << arguments << "\n  said: " << run.err;
    EXPECT_NE(run.err.find(message), std::string::npos)
        << arguments << "\n  said: " << run.err << "  expected: " << message;
    EXPECT_EQ(files(), before) << arguments << ": something was left behind";
  }

  // The file's content is wrong: refused with any kind of output, which is not begun.
  void expect_bad_file(const std::string& name, const std::string& bytes,
                       const std::string& message, const std::string& options = "") const {
    write(name, bytes);
    expect_refused("pairs " + name + " " + options, message);
    expect_refused("pairs " + name + " " + options + " -o pairs.csv --svg picture.svg", message);
  }

  static std::string npy(const std::string& header, const std::string& bytes) {
    std::string text("\x93NUMPY\x01\0", 8);
    text += static_cast<char>(header.size());
    return text + '\0' + header + bytes;
  }
};

TEST_F(BadUsage, csv) {
  expect_bad_file("e.csv", "", "masu: e.csv: is empty");
  expect_bad_file("h.csv", "min_x,min_y,max_x,max_y\n", "masu: h.csv: holds no boxes");
  expect_bad_file("n.csv", "0,0,1,1\nnan,0,1,1\n", "masu: n.csv:2: min_x: nan is not finite");
  expect_bad_file("i.csv", "0,0,1,inf\n", "masu: i.csv:1: max_y: inf is not finite");
  expect_bad_file("s.csv", ",,,\n0,0,1,1\n", "masu: s.csv:1: column 1: '' is neither");
  expect_bad_file("o.csv", "O,O,1O,1O\n0,0,1,1\n", "masu: o.csv:1: column 3: '1O' is neither");
  expect_bad_file("m.csv", "0,0,1,1\n3,0,2,1\n", "masu: m.csv:2: min_x 3 > max_x 2");
  expect_bad_file("r.csv", "0,0,1,1\n0,0,1\n", "masu: r.csv:2: 3 columns, expected 4: '0,0,1'");
  expect_bad_file("t.csv", "0,0,1,1\n0,zero,1,1\n", "masu: t.csv:2: min_y: 'zero' is not a number");
  expect_bad_file("d.csv", "0,0,0,1,1,1\n",
                  "masu: d.csv: holds 3D boxes, but 2D boxes are expected", "--dim 2");
  expect_bad_file("f.csv", "0,0,1,1e300\n", "masu: f.csv:1: max_y: '1e300' does not fit",
                  "--float");
}

TEST_F(BadUsage, npy) {
  const std::string four(16, '\0');
  expect_bad_file("e.npy", "", "masu: e.npy: is empty");
  expect_bad_file("x.npy", "0,0,1,1\n", "masu: x.npy: is not an npy file");
  expect_bad_file("h.npy", "\x93NUMPY", "masu: h.npy: truncated");
  expect_bad_file("d.npy", npy("{'descr': '<i4', 'fortran_order': False, 'shape': (1, 4), }", four),
                  "masu: d.npy: wrong dtype '<i4'");
  expect_bad_file("t.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4), }", four),
                  "masu: t.npy: truncated: 2 x 4 of '<f4' are 32 bytes, the file has 16");
  expect_bad_file("s.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }", four),
                  "masu: s.npy: shape (4,)");
  expect_bad_file("z.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4), }", ""),
                  "masu: z.npy: holds no boxes");
  expect_bad_file("big.npy",
                  npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2147483649, 4), }", four),
                  "masu: big.npy: 2147483649 boxes, but at most 2147483648 are supported");
  expect_bad_file("v.npy",
                  npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 4), }",
                      std::string("\0\0\xc0\x7f", 4) + four.substr(4)),
                  "masu: v.npy: row 0: min_x: nan is not finite");
}

TEST_F(BadUsage, other_formats) {
  expect_bad_file("r.f32", std::string(17, '\0'), "masu: r.f32: truncated: 17 bytes", "--dim 2");
  expect_bad_file("n.f32", std::string(16, '\0'), "masu: n.f32: raw floats have no dimension");
  expect_bad_file("o.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n", "masu: o.obj:3: f: vertex 3, but 2");
  expect_bad_file("p.obj", "v 0 0\n", "masu: p.obj:1: v: 2 coordinates");
  expect_bad_file("q.obj", "v 0 0 0\n", "masu: q.obj: holds no boxes");
  expect_bad_file("d.obj", "v 0 0 0\nf 1 1 1\n", "masu: d.obj: holds 3D boxes", "--dim 2");
  expect_bad_file("w.wad", "PWAD\1", "masu: w.wad: truncated", "--map MAP01");
  expect_bad_file("x.wad", "hello, world!", "masu: x.wad: is not a WAD", "--map MAP01");
  expect_refused("pairs " + data("room.wad"), "room.wad: name a map");
  expect_refused("pairs " + data("room.wad:MAP09"), "has no map MAP09; it holds MAP01 MAP02");
  expect_refused("pairs " + data("room.wad:MAP01") + " --dim 3", "holds 2D boxes");
}

TEST_F(BadUsage, truncated_golden_files) {
  for (const char* name : {"c_f8.npy", "room.wad"}) {
    const std::string options = name == std::string("room.wad") ? "--map MAP01" : "";
    std::ifstream stream(data(name), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    for (std::size_t size = 1; size < bytes.size(); size += 31) {
      expect_bad_file(name, bytes.substr(0, size), std::string("masu: ") + name + ": ", options);
    }
  }
}

TEST_F(BadUsage, paths) {
  write("a.csv", "0,0,1,1\n");
  std::filesystem::create_directory(path("folder.csv"));
  expect_refused("pairs none.csv", "masu: none.csv: cannot be read: No such file or directory");
  expect_refused("pairs folder.csv", "masu: folder.csv: cannot be read: Is a directory");
  expect_refused("pairs a.txt", "masu: a.txt: unknown format 'txt', expected one of csv npy");
  expect_refused("pairs a.csv -o no/such/folder.csv",
                 "masu: no/such/folder.csv: cannot be written");
  expect_refused("pairs a.csv -o folder.csv", "masu: folder.csv: cannot be written");
  expect_refused("pairs a.csv --svg no/such.svg", "masu: no/such.svg: cannot be written");
  expect_refused("pairs a.csv -o a.csv", "masu: a.csv: is an input file and would be overwritten");
  expect_refused("pairs a.csv -o ./a.csv",
                 "masu: ./a.csv: is an input file and would be overwritten");
  expect_refused("pairs a.csv -o x --svg x",
                 "masu: x: is given for both the pairs and the picture");
  expect_refused("pairs a.csv -o x --svg ./x", "masu: ./x: is given for both");
  expect_refused("pairs a.csv -o " + path("x") + " --svg folder.csv/../x", "is given for both");
  expect_refused("scene uniform -o no/such.npy", "masu: no/such.npy: cannot be written");
}

TEST_F(BadUsage, a_wad_is_not_written_over) {
  std::filesystem::copy_file(data("room.wad"), path("r.wad"));
  write("a.csv", "0,0,1,1\n");
  const std::string before = read("r.wad");
  const std::string message = "r.wad: is an input file and would be overwritten";
  for (const char* arguments :
       {"r.wad:MAP01 -o r.wad", "r.wad:MAP01:walls --svg r.wad", "r.wad:MAP01 -o ./r.wad",
        "a.csv --against r.wad:MAP01 -o r.wad", "a.csv --against r.wad:MAP01:things --svg r.wad"}) {
    expect_refused(std::string("pairs ") + arguments, message);
    EXPECT_EQ(read("r.wad"), before) << arguments;
  }
}

TEST_F(BadUsage, options_of_other_formats) {
  write("a.csv", "0,0,1,1\n");
  const std::string room = data("room.wad");
  expect_refused("pairs a.csv --groups", "masu: --groups is for OBJ files");
  expect_refused("pairs " + room + ":MAP01 --groups", "masu: --groups is for OBJ files");
  expect_refused("pairs a.csv --map MAP01", "masu: --map is for WAD files");
  expect_refused("pairs " + data("shapes.obj") + " --map MAP01", "masu: --map is for WAD files");
  expect_refused("pairs " + room + ":MAP01 --map MAP02", "masu: --map is for WAD files");
  // One of two files is enough.
  EXPECT_EQ(masu("pairs a.csv --map MAP01 --against " + room).exit_code, 0);
  EXPECT_EQ(masu("pairs " + room + ":MAP01 --map MAP02 --against " + room).exit_code, 0);
  const std::string obj = data("shapes.obj");
  EXPECT_EQ(masu("pairs " + obj + " --groups --against " + obj).exit_code, 0);
}

TEST_F(BadUsage, options) {
  write("a.csv", "0,0,1,1\n");
  write("b.csv", "0,0,0,1,1,1\n");
  expect_refused("", "subcommand is required");
  expect_refused("pairs", "FILE is required");
  expect_refused("pairs a.csv --dim 4", "--dim");
  expect_refused("pairs a.csv --nonsense", "--nonsense");
  expect_refused("pairs a.csv --method quick",
                 "masu: unknown method 'quick'. Known: sorted_orthtree ");
  expect_refused("pairs a.csv --against b.csv",
                 "masu: b.csv: holds 3D boxes, but 2D boxes are expected");
  expect_refused("pairs - --against -", "standard input can be read only once");
  expect_refused("pairs a.csv --progress --no-progress", "--no-progress");
  expect_refused("pairs a.csv --repeat 0", "--repeat");
  expect_refused("scene nowhere", "masu: unknown scene 'nowhere'. Known: uniform ");
  expect_refused("scene uniform --n 0", "--n");
  expect_refused("scene uniform --n -5", "--n");
  expect_refused("scene uniform --dim 5", "--dim");
}

TEST_F(BadUsage, words_nearly_right_are_named) {
  write("a.csv", "0,0,1,1\n");
  const std::pair<const char*, const char*> cases[] = {
      {"piars a.csv", "masu: unknown command 'piars': did you mean 'pairs'?"},
      {"coridor run", "unknown command 'coridor': did you mean 'corridor'?"},
      {"corridor experimant", "unknown command 'experimant': did you mean 'experiment'?"},
      {"help chose", "unknown command 'chose': did you mean 'choose'?"},
      {"pairs a.csv --metod bvh", "'masu pairs' has no option --metod: did you mean --method?"},
      {"pairs a.csv --ouput=x.csv", "'masu pairs' has no option --ouput: did you mean --output?"},
      {"pairs a.csv --qqq", "masu: 'masu pairs' has no option --qqq. See 'masu help pairs'."},
      {"corridor run --frams 3",
       "'masu corridor run' has no option --frams: did you mean --frames?"},
      {"pairs a.csv --method KD-tre", "unknown method 'KD-tre': did you mean 'kd_tree'?"},
      {"pairs a.csv --method sorted", "unknown method 'sorted': did you mean 'sorted_orthtree'?"},
      {"pairs a.csv --method bsp_tree",
       "'masu pairs' has no method 'bsp_tree', which is for: draw"},
      {"draw bvvh", "unknown method 'bvvh': did you mean 'bvh'?"},
      {"replay a.csv --method pair-tracker,bvh", "did you mean 'pair_tracker'?"},
      {"corridor experiment --method chain", "did you mean 'chain_tree'?"},
      {"contact-demo stak", "SCENE: unknown value 'stak': did you mean 'stack'?"},
      {"hull a.csv --method quikhull",
       "--method: unknown value 'quikhull': did you mean 'quickhull'?"},
      {"corridor run --map mase", "unknown map 'mase': did you mean 'maze'?"},
      {"scene uniforn", "unknown scene 'uniforn': did you mean 'uniform'?"},
      {"record brownain", "unknown scene 'brownain': did you mean 'brownian'?"},
      {"choose clustres", "unknown scene 'clustres': did you mean 'clusters'?"}};
  for (const auto& [arguments, message] : cases) expect_refused(arguments, message);
  const std::string nothing_like_it = masu("pairs a.csv --method zzzzzz").err;
  EXPECT_EQ(nothing_like_it.find("did you mean"), std::string::npos) << nothing_like_it;
}

TEST_F(BadUsage, counts_take_exponents_if_they_are_whole) {
  const std::string ten = masu("scene uniform --n 10").out;
  EXPECT_EQ(count(ten, "\n"), 11u);
  for (const char* n : {"1e1", "1E+1", "1.0e1", "0.1e2", "100e-1", "10.0", "0010"}) {
    EXPECT_EQ(masu(std::string("scene uniform --n ") + n).out, ten) << n;
  }
  for (const char* n : {"1.5", "1e-1", "1e", "e1", ".", "1e1.5", "0x10", "1e99999", "1 0", "1_0",
                        "99999999999999999999", "inf", "nan", "2e10"}) {
    expect_refused(std::string("scene uniform --n '") + n + "'",
                   std::string("--n: '") + n + "' is not a whole number from 1 to 2147483648");
  }
  EXPECT_EQ(masu("scene uniform --n 2 --seed 1e3").out,
            masu("scene uniform --n 2 --seed 1000").out);
  EXPECT_EQ(masu("scene brownian --n 2e0 --steps 1e1").exit_code, 0);
}

TEST_F(BadUsage, seeds_beyond_64_bits) {
  for (const char* command :
       {"scene uniform --n 2", "record uniform --n 2 --frames 1", "draw uniform_grid uniform",
        "choose uniform --n 2", "corridor run --map rocks", "corridor experiment"}) {
    for (const char* seed : {"99999999999999999999", "18446744073709551616", "-1", "0x1", "1.5"}) {
      expect_refused(
          std::string(command) + " --seed " + seed,
          std::string("--seed: '") + seed + "' is not a whole number from 0 to 2^64 - 1");
    }
  }
  const std::string scene = "scene uniform --n 3 --seed ";
  const std::string most = masu(scene + "18446744073709551615").out;
  EXPECT_NE(most, "");
  EXPECT_NE(most, masu(scene + "18446744073709551614").out);
  EXPECT_EQ(masu(scene + "010").out, masu(scene + "10").out);
}

}  // namespace
}  // namespace masu::cli
