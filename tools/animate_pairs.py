#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The moving picture of the READMEs: animate_pairs.py [--check] MASU OUT.svg

Boxes go around on circles; in each frame `masu pairs --svg` draws the cells that hold them and the
pairs that overlap. The frames become one SVG whose style sheet shows one after the other. A program
that knows no animation, and a reader who asked for less motion, sees the first one. --check writes
nothing, and fails where OUT.svg is another picture.
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, BOXES, FRAMES, SECONDS = 96, 34, 262, 60, 8
METHOD = "sorted_orthtree:smallest_cell:morton"
SCALE = 10  # units of the tool's pictures a unit here
PATHS = re.compile(r'<path class="(cell|boxes|pair)" d="([^"]*)"/>')


def circles():
    """(size, center, radius, first angle, direction) of each box, by a generator of its own: `random` may change."""
    state = 7

    def draw(low, high):
        nonlocal state
        state = (1103515245 * state + 12345) % 2**31
        return low + (high - low) * (state >> 8) / 2**23

    for _ in range(BOXES):
        size = 0.4 * 8 ** draw(0, 1)
        radius = draw(1, 3)
        reach = radius + size / 2 + 0.5
        center = draw(reach, WIDTH - reach), draw(reach, HEIGHT - reach)
        yield size, center, radius, draw(0, 2 * math.pi), 1 if draw(0, 1) < 0.5 else -1


def frame(number):
    """Rows of CSV. A point in either corner keeps the domain as it is."""
    yield f"0,0,0,0\n{WIDTH},{HEIGHT},{WIDTH},{HEIGHT}\n"
    for size, center, radius, start, direction in circles():
        angle = start + direction * 2 * math.pi * number / FRAMES
        x, y = center[0] + radius * math.cos(angle), center[1] + radius * math.sin(angle)
        yield ",".join(f"{c:.4f}" for c in (x - size / 2, y - size / 2, x + size / 2, y + size / 2)) + "\n"


def drawn(masu, number, file):
    command = [masu, "pairs", "-", "--method", METHOD, "--svg", str(file), "-o", "/dev/null"]
    subprocess.run(command, input="".join(frame(number)), text=True, check=True)
    return file.read_text(encoding="utf-8")


def small(path):
    """The sign stays, of 0 too: it parts a number from the one before."""
    return re.sub(r"\d+", lambda m: str(round(int(m[0]) / SCALE)), path)


def animation(masu):
    groups, size = [], None
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FRAMES):
            picture = drawn(masu, number, pathlib.Path(folder) / "frame.svg")
            size = re.search(r'<clipPath id="drawing"><rect width="(\d+)" height="(\d+)"/>', picture)
            paths = "".join(f'<path class="{kind}" d="{small(path)}"/>' for kind, path in PATHS.findall(picture))
            delay = f' style="animation-delay:{number * SECONDS / FRAMES:g}s"' if number else ""
            groups.append(f"<g{delay}>{paths}</g>\n")
    width, height = (round(int(side) / SCALE) for side in size.groups())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
        "<title>Boxes that move, the cells of the quadtree that hold them, and the pairs that overlap</title>\n"
        "<style>\npath{fill:none;stroke-linejoin:round}\n.cell{stroke:#e03030;stroke-width:1.2;stroke-opacity:.75}\n"
        ".boxes{fill:#9dbbe0;stroke:#2c4f7f;stroke-width:1;fill-opacity:.55}\n.pair{stroke:#0b6b37;stroke-width:2.4}\n"
        "g+g{visibility:hidden}\n@media (prefers-reduced-motion:no-preference){\n"
        f"g{{animation:turn {SECONDS}s steps(1) infinite}}\n"
        f"@keyframes turn{{0%{{visibility:visible}}{100 / FRAMES:g}%{{visibility:hidden}}}}\n}}\n</style>\n"
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "".join(groups) + "</svg>\n"
    )


def main(arguments):
    check = arguments[0] == "--check"
    masu, out = arguments[check:]
    picture, file = animation(masu), pathlib.Path(out)
    if not check:
        file.write_text(picture, encoding="utf-8")
    if file.read_text(encoding="utf-8") == picture:
        return 0
    print(f"{out} is another picture: run ./masu.sh pictures")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
