// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <sched.h>

#include <cctype>
#include <fstream>

namespace masu_bench {

namespace {

// Binds to the cores [first, end), counted from the last.
bool pin(int first, int end) {
  // The initial set of cores: a thread that has bound itself to one core may return to two.
  static cpu_set_t allowed;
  static const bool known = sched_getaffinity(0, sizeof(allowed), &allowed) == 0;
  if (!known) return false;
  cpu_set_t chosen;
  CPU_ZERO(&chosen);
  int number = 0;
  for (int core = CPU_SETSIZE - 1; core >= 0 && number < end; --core) {
    if (!CPU_ISSET(core, &allowed)) continue;
    if (number++ >= first) CPU_SET(core, &chosen);
  }
  return CPU_COUNT(&chosen) > 0 && sched_setaffinity(0, sizeof(chosen), &chosen) == 0;
}

}  // namespace

bool pin_to_cores(int threads) {
  return pin(0, threads);
}

bool pin_to_core(int number) {
  return pin(number, number + 1);
}

std::string machine_name() {
  std::ifstream info("/proc/cpuinfo");
  std::string model = "unknown";
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    model = line.substr(line.find(':') + 1);
    break;
  }
  for (const char* mark : {"(R)", "(TM)", "(r)", "(tm)"}) {
    for (auto at = model.find(mark); at != std::string::npos; at = model.find(mark)) {
      model.erase(at, std::string(mark).size());
    }
  }
  std::string name;
  for (const char c : model) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) || c == '.') {
      name += static_cast<char>(std::tolower(u));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

}  // namespace masu_bench
