// SPDX-License-Identifier: MIT
#include "shared_object.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>

namespace masu_bench {
namespace {

// Sanitizers replace malloc for the whole process, and fail with an object that uses its own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kOwnSymbolsFirst = 0;
#else
constexpr int kOwnSymbolsFirst = RTLD_DEEPBIND;
#endif

}  // namespace

std::filesystem::path folder_beside_program(const std::string& name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

std::vector<std::filesystem::path> peer_files(const std::filesystem::path& folder,
                                              std::size_t scalar_size) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string stem = file.path().stem().string();
    const bool other = stem.ends_with(scalar_size == 4 ? "_double" : "_float");
    if (file.path().extension() == ".so" && !other) files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void* open_symbol(const std::filesystem::path& file, const char* symbol) {
  void* object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | kOwnSymbolsFirst);
  if (object != nullptr) return dlsym(object, symbol);
  fmt::print(stderr, "left out: {}\n", dlerror());
  return nullptr;
}

}  // namespace masu_bench
