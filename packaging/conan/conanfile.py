# SPDX-License-Identifier: MIT
"""Recipe for Conan 2: `conan create packaging/conan` builds the library, then tests/package with it."""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd, stdcpp_library
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir


class Masu(ConanFile):
    name = "masu"
    description = "Collision detection in 2D and 3D"
    license = "MIT"
    topics = ("collision-detection", "geometry", "broad-phase", "convex-hull", "games")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]
    test_package_folder = "../../tests/package"

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "packaging/repository_url.txt"):
            copy(self, pattern, self.root(), self.export_sources_folder)

    def root(self):
        return str(Path(self.recipe_folder).parents[1])

    def set_version(self):
        text = load(self, Path(self.root()) / "CMakeLists.txt")
        self.version = re.search(r"project\(masu VERSION ([\d.]+)", text)[1]

    def requirements(self):
        self.requires("highway/1.0.3")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        dependencies = CMakeDeps(self)
        # The names in Highway's own CMake files.
        dependencies.set_property("highway", "cmake_file_name", "hwy")
        dependencies.set_property("highway::hwy", "cmake_target_name", "hwy::hwy")
        dependencies.generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["MASU_INSTALL"] = True
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder) / "licenses"))
        CMake(self).install()
        # Conan generates these for its users.
        for folder in ("cmake", "pkgconfig"):
            rmdir(self, str(Path(self.package_folder) / "lib" / folder))

    def package_info(self):
        self.cpp_info.libs = ["masu"]
        self.cpp_info.requires = ["highway::hwy"]
        # Dependencies of C programs that link a static library.
        if not self.options.shared:
            runtime = stdcpp_library(self)
            self.cpp_info.system_libs += [runtime] if runtime else []
            self.cpp_info.system_libs += ["m", "pthread"] if str(self.settings.os) in ("Linux", "FreeBSD") else []
        # One library, with its components as aliases, as in masuConfig.cmake.
        names = ("core", "shapes", "broad_phase", "hull", "narrow_phase", "mesh", "corridor", "textbook",
                 "world", "c")
        self.cpp_info.set_property("cmake_target_aliases", [f"masu::{name}" for name in names])
        # As in the CMake target: algorithms in headers give the same bits with every compiler.
        if str(self.settings.compiler) in ("gcc", "clang", "apple-clang"):
            self.cpp_info.cflags = ["-ffp-contract=off"]
            self.cpp_info.cxxflags = ["-ffp-contract=off"]
