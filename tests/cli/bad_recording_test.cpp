// SPDX-License-Identifier: MIT
// masu replay: refused recordings and options, and their messages.
#include "process.hpp"

namespace masu::cli {
namespace {

class BadRecording : public CommandLine {
 protected:
  // With the message, nothing said otherwise, nothing left behind.
  void expect_refused(const std::string& bytes, const std::string& message,
                      const std::string& options = "") const {
    write("bad.csv", bytes);
    const std::size_t before = files();
    const Ran run = masu("replay bad.csv --events e.csv --frames f.csv --svg t.svg " + options);
    EXPECT_EQ(run.exit_code, 2) << bytes;
    EXPECT_EQ(run.out, "") << bytes;
    EXPECT_EQ(run.err.rfind("masu: " + message, 0), 0u)
        << bytes << "\n  said: " << run.err << "  expected: " << message;
    EXPECT_EQ(files(), before) << bytes;
  }
  // The fifth and later lines.
  void expect_bad_rows(const std::string& rows, const std::string& message) const {
    expect_refused("shape b circle:1\nobject * b\nframe,id,x,y\n0,7,1,2\n" + rows, message);
  }
};

TEST_F(BadRecording, rows) {
  expect_bad_rows("1,7,1\n", "bad.csv:5: only 3 columns, expected 4 (frame,id,x,y)");
  expect_bad_rows("1,7,1,2,3\n", "bad.csv:5: more than 4 columns, expected 4");
  expect_bad_rows("1,7,", "bad.csv:5: only 3 columns");
  expect_bad_rows("1,7,1,", "bad.csv:5: y: '' is not a number");
  expect_bad_rows("1,7,1,2\n2,7,nan,2\n", "bad.csv:6: x: nan is not finite");
  expect_bad_rows("1,7,1,-inf\n", "bad.csv:5: y: -inf is not finite");
  expect_bad_rows("1,7,1,1e300\n", "bad.csv:5: y: the magnitude of 1e300 is above 2^140");
  expect_bad_rows("1,7,1,1e999\n", "bad.csv:5: y: '1e999' does not fit");
  expect_bad_rows("1,7,1,O\n", "bad.csv:5: y: 'O' is not a number");
  expect_bad_rows("1,-7,1,2\n", "bad.csv:5: id: '-7' is not a whole number");
  expect_bad_rows("1,ball,1,2\n", "bad.csv:5: id: 'ball' is not a whole number");
  expect_bad_rows("1.5,7,1,2\n", "bad.csv:5: frame: '1.5' is not a whole number");
  expect_bad_rows("99999999999999999999,7,1,2\n", "bad.csv:5: frame: '9999");
  expect_bad_rows("0,7,1,2\n", "bad.csv:5: object 7 appears twice in frame 0");
  expect_bad_rows("1,8,1,2\n1,7,1,2\n1,8,1,2\n", "bad.csv:7: object 8 appears twice in frame 1");
  expect_bad_rows("1,7,gone\n1,7,1,2\n", "bad.csv:6: object 7 appears twice in frame 1");
  expect_bad_rows("1,9,gone\n", "bad.csv:5: object 9 is removed, but does not exist");
  expect_bad_rows("2,7,1,2\n1,7,1,2\n", "bad.csv:6: frame 1 after frame 2");
  expect_bad_rows("hello\n",
                  "bad.csv:5: 'hello' is neither a row of numbers nor begins with shape");
  expect_bad_rows("frame,id,x,y\n", "bad.csv:5: 'frame,id,x,y' is neither");
  expect_bad_rows("object 7 b\n", "bad.csv:5: object 7 already exists");
  expect_bad_rows("rows changed\n", "bad.csv:5: 'rows' must come before the first row");
  expect_bad_rows(std::string("1,7,1,\0", 7), "bad.csv:5: holds a zero byte");
  expect_bad_rows(std::string(5 << 20, ' '), "bad.csv:5: the line is longer than 4 MiB");
}

TEST_F(BadRecording, declarations) {
  expect_refused("", "bad.csv: is empty");
  expect_refused("\n# nothing\n", "bad.csv: holds no frames");
  expect_refused("frame,id,x,y\n", "bad.csv: holds no frames");
  expect_refused("0,7,1,2\n", "bad.csv:1: expected the names of the columns, such as");
  expect_refused("masu-replay 2\n",
                 "bad.csv:1: the recording has version '2', but this masu reads version 1");
  expect_refused("id,frame,x,y\n0,1,2,3\n", "bad.csv:1: column 1 is 'id', expected 'frame'");
  expect_refused("frame,id,x,angle\n", "bad.csv:1: unknown column 'angle': expected frame,id");
  expect_refused("frame,id,x,x\n", "bad.csv:1: column 'x' is named twice");
  expect_refused("frame,id,x\n", "bad.csv:1: the columns are frame,id,x: expected");
  expect_refused("frame,id,x,y,z,degrees\n", "bad.csv:1: the columns are");
  expect_refused("frame,id,x,y,qx,qy,qz,qw\n", "bad.csv:1: the columns are");
  expect_refused("frame,id,x,y,z,qx,qy,qz\n", "bad.csv:1: the columns are");
  expect_refused("frame;id;x;y\n", "bad.csv:1: column 1 is 'frame;id;x;y', expected 'frame'");
  expect_refused("frame,id,x,y\n0,7,1,2\n",
                 "bad.csv:2: object 7 has no shape: add 'object 7 SHAPE' before, or give --shape");
  expect_refused("shape b\n", "bad.csv:1: expected 'shape NAME SHAPE'");
  expect_refused("shape b circle:1\nshape b circle:2\n",
                 "bad.csv:2: shape 'b' is already declared in "
                 "bad.csv:1");
  expect_refused("object 1 b\n", "bad.csv:1: shape 'b' is not declared");
  expect_refused("shape b circle:1\nobject 9-1 b\n",
                 "bad.csv:2: object: 9 - 1 is not an ascending range");
  expect_refused("shape b circle:1\nobject x b\n", "bad.csv:2: object: 'x' is not a whole number");
  expect_refused("shape b circle:1\nobject 1 b stuck\n", "bad.csv:2: expected 'object IDS SHAPE'");
  expect_refused("rows some\n", "bad.csv:1: expected 'rows all' or 'rows changed'");
  const std::string rows = "\nobject * b\nframe,id,x,y\n0,1,0,0\n";
  expect_refused("shape b ball:1" + rows, "bad.csv:1: shape b: ball:1: ");
  expect_refused("shape b circle:-1" + rows, "bad.csv:1: shape b: ");
  expect_refused("shape b box:1x2x3" + rows, "bad.csv:1: shape b: ");
  expect_refused("shape b box:1x2@3,4" + rows, "bad.csv:1: shape b: has a position or rotation");
  expect_refused("shape b polygon:0,0/1,1/2,2" + rows, "bad.csv:1: shape b: ");
  expect_refused("frame,id,x,y,z,qx,qy,qz,qw\n0,1,0,0,0,0,0,0,2\n",
                 "bad.csv:2: qx, qy, qz, qw: a quaternion of length 2, expected 1",
                 "--shape sphere:1");
  expect_refused("frame,id,x,y\n0,1,0,1e39\n", "bad.csv:2: y: '1e39' does not fit",
                 "--shape circle:1 --float");
  // Positions are refused here, and not proposed.
  expect_refused(
      "frame,id,x,y\n0,1,0,0\n",
      "--shape: sphere: the sizes are missing: write sphere:RADIUS, such as sphere:0.5\n",
      "--shape sphere");
  expect_refused("frame,id,x,y\n0,1,0,0\n", "--shape: point:1: a point has no size: write point\n",
                 "--shape point:1");
  expect_refused("frame,id,x,y\n0,1,0,0\n", "--shape: has a position or rotation",
                 "--shape circle:1@1,0");
  expect_refused("frame,id,x,y,z\n0,1,0,0,0\n", "--shape: shape: 'circle' is not a shape in 3D",
                 "--shape circle:1");
}

TEST_F(BadRecording, options) {
  const std::string valid = "frame,id,x,y\n0,1,0,0\n";
  const std::string ball = "--shape circle:1 ";
  expect_refused(valid, "unknown method 'quick'. Known: sorted_orthtree ", ball + "--method quick");
  expect_refused(valid, "there is no frame 3 to draw: bad.csv has frames 0 to 0",
                 ball + "--picture p.svg --at 3");
  expect_refused(valid, "--at needs --picture", ball + "--at 0");
  expect_refused(valid, "./bad.csv: is an input file and would be overwritten",
                 ball + "--picture ./bad.csv");
  expect_refused(valid, "f.csv: is given for two outputs", ball + "-o f.csv");
  expect_refused(valid, "--detail", ball + "--detail all");
  expect_refused(valid, "no/such.svg: cannot be written", ball + "--picture no/such.svg");
  const Ran none = masu("replay none.csv");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.err, "masu: none.csv: cannot be read: No such file or directory\n");
  EXPECT_NE(masu("replay .").err.find("Is a directory"), std::string::npos);
  EXPECT_NE(masu("replay bad.csv --stay").err.find("--stay needs --events"), std::string::npos);
  EXPECT_NE(masu("record nowhere").err.find("unknown scene 'nowhere'"), std::string::npos);
  EXPECT_EQ(masu("record uniform --frames 0").exit_code, 2);
  const Ran at = masu("replay bad.csv " + ball + "--picture p.svg --at 18446744073709551616");
  EXPECT_EQ(at.exit_code, 2);
  EXPECT_NE(at.err.find("'18446744073709551616' is not a whole number"), std::string::npos)
      << at.err;
}

}  // namespace
}  // namespace masu::cli
