# SPDX-License-Identifier: MIT
# Compiler flags of every target of this project.
set(MASU_GNU_LIKE "$<CXX_COMPILER_ID:GNU,Clang,AppleClang>")
set(MASU_GNU_LIKE_C "$<C_COMPILER_ID:GNU,Clang,AppleClang>")

function(masu_warnings target)
  target_compile_options(${target} PRIVATE
    $<${MASU_GNU_LIKE}:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion>)
endfunction()
