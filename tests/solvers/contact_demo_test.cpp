// SPDX-License-Identifier: MIT
// `masu contact-demo`, as its users run it.
#include <nlohmann/json.hpp>

#include "../cli/process.hpp"
#include "../cli/well_formed.hpp"

namespace masu::cli {
namespace {

using nlohmann::json;

class ContactDemo : public CommandLine {
 protected:
  json demo(const std::string& arguments) const {
    const Ran run = masu("contact-demo " + arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments << "\n" << run.err;
    return run.exit_code == 0 ? json::parse(run.out) : json::object();
  }
};

TEST_F(ContactDemo, L13_scenes_report_and_draw) {
  const json stack = demo("stack --solver impulse --boxes 3 --seconds 1 --svg s.svg");
  EXPECT_EQ(stack["stands"], true);
  EXPECT_EQ(stack["boxes"], 3);
  EXPECT_LT(stack["drift_of_top"], 0.01);
  EXPECT_LT(stack["penetration"], 0.01);
  EXPECT_FALSE(stack.contains("lcp"));
  const json lcp = demo(
      "stack --solver lcp --boxes 2 --seconds 0.5 -o r.json --svg l.svg "
      "--progress && cat r.json");
  EXPECT_LE(lcp["lcp"]["largest_residual"], 1e-8);
  const json slope = demo("slope --solver lcp --friction 0.3 --seconds 1 --svg p.svg");
  EXPECT_NEAR(slope["acceleration"], slope["expected_acceleration"], 0.01);
  EXPECT_EQ(demo("stack --solver penalty --boxes 2 --seconds 1")["stands"], true);
  const json turn = demo("turn --svg t.svg");
  EXPECT_GE(turn["ratio"], 20);
  EXPECT_LT(turn["fewest_vertices"], turn["most_vertices"]);
  for (const char* file : {"s.svg", "l.svg", "p.svg", "t.svg"}) {
    const std::string svg = read(file);
    EXPECT_TRUE(well_formed(svg)) << file;
    EXPECT_EQ(svg.find("nan"), svg.npos) << file;
    EXPECT_LT(svg.size(), 100'000u) << file;
  }
  EXPECT_NE(read("s.svg").find(">3 boxes, impulse solver: they stand</text>"), std::string::npos);
  EXPECT_NE(read("p.svg").find("it slides"), std::string::npos);
  EXPECT_EQ(masu("contact-demo slope --seconds 1").out, masu("contact-demo slope --seconds 1").out);
}

TEST_F(ContactDemo, bad_usage) {
  for (const auto& [arguments, message] :
       {std::pair("heap", "SCENE: unknown value 'heap'. Known: stack slope turn"),
        std::pair("", "SCENE is required"),
        std::pair("stack --solver guess", "--solver: unknown value 'guess'. Known: impulse"),
        std::pair("stack --seconds 0", "--seconds: Value 0 not in range"),
        std::pair("stack --seconds nan", "--seconds: nan is not a number"),
        std::pair("stack --boxes 1000", "--boxes: '1000' is not a whole number from 1 to 100"),
        std::pair("slope --boxes 3", "--boxes does not apply to the scene slope"),
        std::pair("stack --degrees 3", "--degrees does not apply to the scene stack"),
        std::pair("turn --seconds 3", "--seconds does not apply to the scene turn"),
        std::pair("turn --solver lcp", "the scene turn uses penalty forces only"),
        std::pair("slope --friction -1", "--friction: Value -1 not in range"),
        std::pair("slope --rate inf", "is not a number"),
        std::pair("stack --svg x -o ./x", "x: is given for two outputs"),
        std::pair("stack --svg no/such.svg", "no/such.svg: cannot be written")}) {
    const Ran run = masu(std::string("contact-demo ") + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_NE(run.err.find(message), std::string::npos) << arguments << "\n  said: " << run.err;
  }
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace masu::cli
