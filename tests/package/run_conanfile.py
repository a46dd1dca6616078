#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_conanfile.py --recipe FOLDER --work FOLDER --shared ON|OFF CMAKE_OPTIONS...

Carries out a recipe of Conan 2 where Conan is not at hand: its classes are replaced by what they
come to for one build. The steps are those of `conan create`: version, exported sources, generate,
build, package, then the project of test_package_folder against what package_info() says.
"""

import argparse
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import types


def run(*command):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True)


# ---- stand-ins for the modules that recipes import ----


class ConanFile:
    pass


class Settings:
    os, arch, compiler, build_type = "Linux", "x86_64", "gcc", "Debug"


class CppInfo:
    def __init__(self):
        self.libs, self.requires, self.system_libs, self.cflags, self.cxxflags = [], [], [], [], []
        self.properties = {}

    def set_property(self, name, value):
        self.properties[name] = value


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        self.recipe.cache_variables.update(self.cache_variables)


class CMakeDeps:
    """Highway is the system's, by the names that Conan's own files would not have without these."""

    def __init__(self, recipe):
        self.recipe = recipe

    def set_property(self, dependency, name, value):
        self.recipe.properties[dependency, name] = value

    def generate(self):
        expected = {("highway", "cmake_file_name"): "hwy", ("highway::hwy", "cmake_target_name"): "hwy::hwy"}
        if self.recipe.properties != expected:
            raise SystemExit(f"the recipe names Highway {self.recipe.properties}, CMake asks for {expected}")


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        recipe = self.recipe
        variables = {"BUILD_SHARED_LIBS": "ON" if recipe.options.shared else "OFF", "CMAKE_INSTALL_PREFIX": recipe.package_folder}
        variables |= recipe.cache_variables
        options = [f"-D{name}={value}" for name, value in variables.items()]
        run("cmake", "-G", "Ninja", "-S", recipe.source_folder, "-B", recipe.build_folder, *options, *recipe.given)

    def build(self):
        run("cmake", "--build", self.recipe.build_folder)

    def install(self):
        run("cmake", "--install", self.recipe.build_folder)


def copy(_, pattern, src, dst):
    source, target = pathlib.Path(src), pathlib.Path(dst)
    found = [p for p in source.glob(pattern) for p in (p.rglob("*") if p.is_dir() else [p]) if p.is_file()]
    if not found:
        raise SystemExit(f"copy: nothing in {src} fits {pattern}")
    for path in found:
        to = target / path.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)


def provide_modules():
    names = {
        "conan": {"ConanFile": ConanFile},
        "conan.tools": {},
        "conan.tools.build": {
            "check_min_cppstd": lambda recipe, least: None, "stdcpp_library": lambda recipe: "stdc++",
            "can_run": lambda recipe: True,
        },
        "conan.tools.cmake": {
            "CMake": CMake, "CMakeDeps": CMakeDeps, "CMakeToolchain": CMakeToolchain, "cmake_layout": lambda r: None,
        },
        "conan.tools.files": {
            "copy": copy,
            "load": lambda recipe, path: pathlib.Path(path).read_text(encoding="utf-8"),
            "rmdir": lambda recipe, path: shutil.rmtree(path, ignore_errors=True),
        },
    }
    for name, members in names.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)


def load_recipe(folder):
    spec = importlib.util.spec_from_file_location("conanfile", folder / "conanfile.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipes = [c for c in vars(module).values() if isinstance(c, type) and issubclass(c, ConanFile)]
    return next(c for c in recipes if c is not ConanFile)


# ---- the steps ----


def create(recipe_folder, work, shared, given):
    recipe = load_recipe(recipe_folder)()
    recipe.recipe_folder = str(recipe_folder)
    recipe.settings, recipe.properties, recipe.cache_variables = Settings(), {}, {}
    recipe.options = types.SimpleNamespace(**{**recipe.default_options, "shared": shared == "ON"})
    recipe.given = given
    for step in ("source", "build", "package", "export_sources"):
        setattr(recipe, f"{step}_folder", str(work / step))
    required = []
    recipe.requires = required.append
    recipe.export_sources_folder = recipe.source_folder
    recipe.set_version()
    recipe.export_sources()
    recipe.requirements()
    if required != ["highway/1.0.3"]:
        raise SystemExit(f"the recipe requires {required}")
    recipe.validate()
    recipe.layout()
    recipe.generate()
    recipe.build()
    recipe.package()
    recipe.cpp_info = CppInfo()
    recipe.package_info()
    return recipe


def write_dependency(recipe, folder):
    """What CMakeDeps writes for a user of the package, of what package_info() says."""
    package, info = pathlib.Path(recipe.package_folder), recipe.cpp_info
    if (package / "lib/cmake").exists() or not (package / "licenses/LICENSE").exists():
        raise SystemExit("the package has files of CMake, or no licence")
    links = [str(p) for lib in info.libs for p in sorted((package / "lib").glob(f"lib{lib}.*")) if p.suffix in (".a", ".so")]
    if not links:
        raise SystemExit(f"no library {info.libs} in {package}/lib")
    links += {"highway::hwy": ["hwy::hwy"]}[info.requires[0]] if info.requires else []
    links += info.system_libs
    flags = " ".join(dict.fromkeys([*info.cflags, *info.cxxflags]))
    folder.mkdir(parents=True)
    (folder / "masuConfigVersion.cmake").write_text(
        f"set(PACKAGE_VERSION {recipe.version})\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n", encoding="utf-8")
    aliases = "".join(f"add_library({a} ALIAS masu::masu)\n" for a in info.properties.get("cmake_target_aliases", []))
    (folder / "masuConfig.cmake").write_text(
        "find_package(hwy REQUIRED)\n"
        "add_library(masu::masu INTERFACE IMPORTED)\n"
        f"target_include_directories(masu::masu INTERFACE {package / 'include'})\n"
        f"target_link_libraries(masu::masu INTERFACE {' '.join(links)})\n"
        f"target_compile_options(masu::masu INTERFACE {flags})\n"
        f"target_compile_features(masu::masu INTERFACE cxx_std_20)\n{aliases}", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--recipe", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--shared", required=True)
    arguments, given = parser.parse_known_args()
    provide_modules()
    folder = arguments.recipe.resolve()
    shutil.rmtree(arguments.work, ignore_errors=True)
    recipe = create(folder, arguments.work.resolve(), arguments.shared, given)
    write_dependency(recipe, arguments.work.resolve() / "dependencies")
    user = folder / recipe.test_package_folder
    run("cmake", "-G", "Ninja", "-S", user, "-B", arguments.work / "test",
        f"-Dmasu_DIR={arguments.work.resolve() / 'dependencies'}", *given)
    run("cmake", "--build", arguments.work / "test")


if __name__ == "__main__":
    main()
