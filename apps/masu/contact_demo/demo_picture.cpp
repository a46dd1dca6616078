// SPDX-License-Identifier: MIT
#include "contact_demo/demo_picture.hpp"

namespace masu::cli {
namespace {

constexpr double kWidth = 13000;
constexpr double kHeight = 8600;

}  // namespace

DemoPicture::DemoPicture(const std::string& title, const WorldPicture& scene)
    : drawing_(kWidth, kHeight) {
  drawing_.text(Look::title, spot(300, 430), title);
  scene.draw(drawing_);
}

void DemoPicture::add(const std::vector<Chart>& charts) {
  const double each = 7100 / double(charts.size());
  for (std::size_t i = 0; i < charts.size(); ++i) {
    draw_chart(drawing_, charts[i], {6300, 1000 + each * double(i), 6300, each - 800});
  }
}

std::string DemoPicture::svg(const std::string& words) {
  drawing_.text(Look::words, spot(300, kHeight - 250), words);
  return svg_of(drawing_);
}

}  // namespace masu::cli
