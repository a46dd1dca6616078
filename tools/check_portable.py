#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that include/ and src/ use standard C++ only: check_portable.py [ROOT].

They include only headers of C++, Highway and masu, and adapters also those of the adapted library;
they call no POSIX function, and code that depends on the compiler is in core/platform.hpp. Calls of
an operating system are in src/platform.
"""

import pathlib
import re
import sys

PLATFORM = "src/platform/"
FOR_COMPILERS = "include/masu/core/platform.hpp"
ADAPTERS = {
    "include/masu/adapters/eigen.hpp": re.compile(r"Eigen/.+"),
    "include/masu/adapters/glm.hpp": re.compile(r"glm/.+"),
    "include/masu/adapters/one_tbb.hpp": re.compile(r"oneapi/tbb/.+"),
}
INCLUDE = re.compile(r"#\s*include\s*<([^>]+)>")
# C++ headers have neither a dot nor a slash. masu.h is C.
ALLOWED = re.compile(r"[a-z_0-9]+|(?:masu|hwy)/.+|stddef\.h|stdint\.h")
# Names reserved for compilers, except standard ones and vector types.
RESERVED = re.compile(
    r"\b__(?!(?:FILE|LINE|cplusplus|STDC_VERSION)(?:__)?\b|m(?:128|256|512)i?\b)\w+|\b_[A-Z]\w+"
)
ATTRIBUTE = re.compile(r"\[\[\s*(?:gnu|clang|msvc)\s*::|#\s*pragma\s+(?!once\b)\w+")
POSIX = re.compile(
    r"\b(?:pthread_\w+|posix_\w+|mmap|munmap|madvise|sysconf|getpagesize|usleep|nanosleep|fork"
    r"|clock_gettime|gettimeofday|sched_\w+|ssize_t|off_t|pid_t|strdup|aligned_alloc)\b\s*\(?"
)


def without_comments(text):
    blank = lambda match: "\n" * match[0].count("\n")
    text = re.sub(r"/\*.*?\*/", blank, text, flags=re.S)
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', "", text)


def faults_of(line, name):
    for_compilers = name == FOR_COMPILERS
    adapted = ADAPTERS.get(name)
    for header in INCLUDE.findall(line):
        if not (ALLOWED.fullmatch(header) or (adapted and adapted.fullmatch(header))):
            yield f"<{header}> is not a header of C++"
    if match := POSIX.search(line):
        yield f"{match[0].rstrip(' (')} belongs to POSIX, not to C++"
    if not for_compilers:
        for pattern in (RESERVED, ATTRIBUTE):
            if match := pattern.search(line):
                yield f"{match[0]} depends on the compiler: it belongs in {FOR_COMPILERS}"


def find_faults(root):
    for folder in ("include", "src"):
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in (".hpp", ".cpp", ".h") or name.startswith(PLATFORM):
                continue
            lines = without_comments(path.read_text(encoding="utf-8")).splitlines()
            for number, line in enumerate(lines, 1):
                for fault in faults_of(line, name):
                    yield f"{name}:{number}: {fault}"


def main(arguments):
    faults = list(find_faults(pathlib.Path(arguments[0] if arguments else ".")))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
