# SPDX-License-Identifier: MIT
# Compiles to WebAssembly with Debian's emscripten; modules run in Node.js and browsers.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
# Supplements to the C++ library of that version, and to Highway.
set(MASU_WASM ${CMAKE_CURRENT_LIST_DIR}/../../wasm)
set(CMAKE_CXX_FLAGS_INIT "-I${MASU_WASM}/libcxx -I${MASU_WASM}/highway")
