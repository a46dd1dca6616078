# SPDX-License-Identifier: MIT
# Flags that every target of this project is built with.
function(masu_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wno-sign-conversion)
endfunction()
