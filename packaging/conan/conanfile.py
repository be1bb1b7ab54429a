"""Conan 2: `conan create packaging/conan` packages the headers of the tree that this file lies in."""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load

TREE = os.path.join("..", "..")


class FF(ConanFile):
    name = "ff"
    description = "Float-float arithmetic for CUDA and C++"
    license = "BSD-3-Clause"
    topics = ("float-float", "double-word-arithmetic", "error-free-transforms", "cuda", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"  # for the check of the standard; package_id drops them
    no_copy_source = True

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, TREE, "include", "ff", "platform", "compiler.hpp"))
        self.version = ".".join(re.findall(r"#define FF_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", text, re.M))

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, TREE)
        copy(self, "LICENSE", src=tree, dst=self.export_sources_folder)
        copy(self, "include/ff/*.hpp", src=tree, dst=self.export_sources_folder)
        copy(self, "include/ff/platform/*.py", src=tree, dst=self.export_sources_folder)

    def package_id(self):
        self.info.clear()

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 17)

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        copy(self, "include/ff/*.hpp", src=self.source_folder, dst=self.package_folder)
        copy(self, "include/ff/platform/*.py", src=self.source_folder, dst=self.package_folder)

    def package_info(self):
        # As the CMake package and ff.pc that the library's own install writes.
        self.cpp_info.set_property("cmake_file_name", "ff")
        self.cpp_info.set_property("cmake_config_version_compat", "SameMinorVersion")
        self.cpp_info.set_property("pkg_config_name", "ff")
        for library in ("ff", "geometry"):
            component = self.cpp_info.components[library]
            component.set_property("cmake_target_name", f"ff::{library}")
            component.bindirs, component.libdirs = [], []
        self.cpp_info.components["geometry"].requires = ["ff"]
