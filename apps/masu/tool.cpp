// SPDX-License-Identifier: MIT
// The tool: all commands.
#include "commands.hpp"

namespace masu::cli {

void add_commands(CLI::App& app) {
  app.footer(
      "Examples:\n"
      "  masu pairs boxes.csv\n"
      "  masu scene uniform --n 300 | masu pairs - --svg boxes.svg\n"
      "  masu choose clusters --n 1000\n"
      "  masu draw kd_tree -o kd_tree.svg\n"
      "  masu contact box:2x2 circle:0.5@1.25,0\n"
      "  masu hull points.csv --write hull.svg\n"
      "  masu contact-demo stack --solver lcp\n"
      "  masu decompose bunny.obj -o parts.obj\n"
      "  masu corridor run --map freedoom2.wad:MAP01 --svg map01.svg\n"
      "  masu corridor experiment --svg fps.svg\n"
      "  masu record brownian --n 500 --frames 300 -o scene.csv\n"
      "  masu replay scene.csv --method all --svg times.svg\n"
      "  masu slide level.txt --svg walk.svg\n"
      "  masu help pairs\n"
      "Exit codes: 0 done, 1 unexpected failure, 2 bad input or usage.");
  add_pairs_command(app);
  add_methods_command(app);
  add_scene_command(app);
  add_choose_command(app);
  add_draw_command(app);
  add_shapes_command(app);
  add_contact_command(app);
  add_hull_command(app);
  add_contact_demo_command(app);
  add_decompose_command(app);
  add_corridor_command(app);
  add_record_command(app);
  add_replay_command(app);
  add_slide_command(app);
}

}  // namespace masu::cli
