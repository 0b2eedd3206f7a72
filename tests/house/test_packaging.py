"""The library as its users get it: installed, moved elsewhere, and used by projects of their own."""

import json
import os
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("DRYSTONE_BUILD_DIR", SOURCE / "build"))
CMAKE = os.environ.get("DRYSTONE_CMAKE") or "cmake"
CC = os.environ.get("DRYSTONE_CC") or "cc"
CONSUMERS = SOURCE / "tests/house/consumers"


def run(*command, **options):
    """Runs a command; what it printed, or a failure that shows it."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


class Packaging(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # a space in the path finds missing quotes; installing to one place and using another finds absolute paths
        cls.work = Path(tempfile.mkdtemp(prefix="drystone packaging "))
        cls.addClassCleanup(shutil.rmtree, cls.work)
        run(CMAKE, "--install", BUILD, "--prefix", cls.work / "first place")
        cls.prefix = cls.work / "prefix"
        (cls.work / "first place").rename(cls.prefix)

    def expect_ball(self, *command, **options):
        version, height = run(*command, **options).split()
        self.assertEqual("0.1.0", version)
        self.assertAlmostEqual(0.5, float(height), delta=0.01)

    def build_consumer(self, name, *arguments):
        build = self.work / self.id().rsplit(".", 1)[1]
        run(CMAKE, "-S", CONSUMERS / name, "-B", build, "-DCMAKE_BUILD_TYPE=Release", *arguments)
        run(CMAKE, "--build", build, "-j2")
        return build

    def library_dir(self):
        return next(self.prefix.rglob("libdrystone.a")).parent

    def test_c_by_find_package(self):
        build = self.build_consumer("package_c", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.expect_ball(build / "ball")

    def test_cxx_by_find_package(self):
        build = self.build_consumer("package_cxx", f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DKIND=static")
        self.expect_ball(build / "ball")

    def test_cxx_by_find_package_shared(self):
        if not list(self.prefix.rglob("libdrystone.so")):
            self.skipTest("no shared library in this build")
        build = self.build_consumer("package_cxx", f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DKIND=shared")
        self.assertIn("libdrystone.so.0.1", run("readelf", "-d", build / "ball"))
        self.expect_ball(build / "ball")

    def test_c_by_pkg_config(self):
        environment = dict(os.environ, PKG_CONFIG_PATH=str(self.library_dir() / "pkgconfig"))
        self.assertEqual("0.1.0\n", run("pkg-config", "--modversion", "drystone", env=environment))
        for kind, options in (("shared", []), ("static", ["--static"])):
            with self.subTest(kind=kind):
                program = self.work / f"ball_{kind}"
                flags = shlex.split(run("pkg-config", *options, "--cflags", "--libs", "drystone", env=environment))
                run(CC, *(["-static"] if kind == "static" else []), CONSUMERS / "ball.c", "-o", program, *flags)
                self.expect_ball(program, env=dict(os.environ, LD_LIBRARY_PATH=str(self.library_dir())))

    def test_c_by_add_subdirectory(self):
        build = self.build_consumer("subdirectory", f"-DDRYSTONE_SOURCE_DIR={SOURCE}",
                                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        self.expect_ball(build / "ball")
        commands = json.loads((build / "compile_commands.json").read_text())
        self.assertFalse([entry["file"] for entry in commands if "-Werror" in entry["command"]])

    def test_installed_program(self):
        program = self.prefix / "bin/drystone"
        if not program.exists():
            self.skipTest("the program is not part of this build")
        self.assertIn("0.1.0", run(program, "--version"))

    def test_version_has_one_source_of_truth(self):
        header = (self.prefix / "include/drystone/base.h").read_text()
        for part, value in (("MAJOR", 0), ("MINOR", 1), ("PATCH", 0)):
            self.assertIn(f"#define DRY_VERSION_{part} {value}\n", header)
        self.assertIn("VERSION 0.1.0", (SOURCE / "CMakeLists.txt").read_text())
        self.assertIn("## [0.1.0]", (SOURCE / "CHANGELOG.md").read_text())

    def test_only_public_symbols_are_exported(self):
        shared = next(self.prefix.rglob("libdrystone.so"), None)
        if shared is None:
            self.skipTest("no shared library in this build")
        names = [line.split()[0] for line in run("nm", "-D", "-P", "--defined-only", shared).splitlines()]
        self.assertIn("dry_version", names)
        self.assertEqual([], [name for name in names if not name.lower().startswith("dry_") or name.startswith("dry__")])


if __name__ == "__main__":
    unittest.main()
