// SPDX-License-Identifier: MIT
// headers_alone VERSION: compiles the sources linked with it; at run time it only checks that the
// linked library is the one of these headers.
#include <cstdio>
#include <cstring>

#include <masu/masu.hpp>

int main(int argc, char** argv) {
  const char* expected = argc > 1 ? argv[1] : "(no version given)";
  if (std::strcmp(masu::version(), expected) == 0) return 0;
  std::fprintf(stderr, "linked with masu %s, expected %s\n", masu::version(), expected);
  return 1;
}
