#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that all files name the same version and URL: check_release.py [ROOT].

The version is that of project() in CMakeLists.txt; a tag v... of the commit must
be that of its version. The URL of the repository is in packaging/repository_url.txt, if there is one.
"""

import json
import pathlib
import re
import subprocess
import sys

PROJECT = re.compile(r"project\(masu VERSION (\d+\.\d+\.\d+)")
MACRO = re.compile(r'#define MASU_VERSION_(\w+) "?([\d.]+)"?')
TAG = re.compile(r"GIT_TAG\s+v?([\d.]+)")
REPOSITORY = re.compile(r"GIT_REPOSITORY\s+(\S+)")
PAGES = ("README.md", "README.ja.md", "docs/packaging.md")
HELD_BY = "the version of project() in CMakeLists.txt"


def version_of(root):
    return PROJECT.search((root / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def url_of(root):
    """Returns the URL; None if there is none yet."""
    lines = (root / "packaging/repository_url.txt").read_text(encoding="utf-8").splitlines()
    return next((line.strip() for line in lines if line.strip() and not line.startswith("#")), None)


def versions_named(root):
    """Yields (file, version) for all files except CMakeLists.txt."""
    header = "include/masu/c/version.h"
    macros = dict(MACRO.findall((root / header).read_text(encoding="utf-8")))
    yield header, ".".join(macros[part] for part in ("MAJOR", "MINOR", "PATCH"))
    yield header, macros["STRING"]
    for file, key in (("wasm/package.json", "version"), ("packaging/vcpkg/masu/vcpkg.json", "version-semver")):
        yield file, json.loads((root / file).read_text(encoding="utf-8"))[key]
    for page in (*PAGES, "tests/package/CMakeLists.txt"):
        for version in TAG.findall((root / page).read_text(encoding="utf-8")):
            yield page, version


def urls_named(root):
    package = json.loads((root / "wasm/package.json").read_text(encoding="utf-8"))
    repository = package.get("repository")
    if repository:
        yield "wasm/package.json", repository["url"] if isinstance(repository, dict) else repository
    homepage = json.loads((root / "packaging/vcpkg/masu/vcpkg.json").read_text(encoding="utf-8")).get("homepage")
    if homepage:
        yield "packaging/vcpkg/masu/vcpkg.json", homepage
    recipe = (root / "packaging/conan/conanfile.py").read_text(encoding="utf-8")
    for url in re.findall(r'^    (?:url|homepage) = "([^"]*)"', recipe, re.M):
        yield "packaging/conan/conanfile.py", url
    for page in PAGES:
        for url in REPOSITORY.findall((root / page).read_text(encoding="utf-8")):
            if not url.startswith("${"):
                yield page, url


def tags_here(root):
    """Returns the tags of the commit that is checked out; none without git."""
    command = ["git", "-C", str(root), "tag", "--points-at", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError):
        return []


def find_faults(root):
    version = version_of(root)
    for file, named in versions_named(root):
        if named != version:
            yield f"{file}: names version {named}; {HELD_BY} is {version}"
    for tag in tags_here(root):
        if re.match(r"v\d", tag) and tag != f"v{version}":
            yield f"the tag {tag} is on a commit of version {version}: it must be v{version}"
    url = url_of(root)
    for file, named in urls_named(root):
        if named != url:
            yield f"{file}: names {named}; packaging/repository_url.txt has {url or 'no URL'}"


def main(arguments):
    faults = list(find_faults(pathlib.Path(arguments[0] if arguments else ".")))
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
