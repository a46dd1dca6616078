// SPDX-License-Identifier: MIT
// headers_alone VERSION: the sources linked beside this one are the point; what runs is one check
// that the library linked is the one these headers belong to.
#include <cstdio>
#include <cstring>

#include <masu/masu.hpp>

int main(int argc, char** argv) {
  const char* expected = argc > 1 ? argv[1] : "(no version given)";
  if (std::strcmp(masu::version(), expected) == 0) return 0;
  std::fprintf(stderr, "linked with masu %s, expected %s\n", masu::version(), expected);
  return 1;
}
