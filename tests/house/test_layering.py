"""No include and no call runs upward or sideways, and no files form a circle: in this tree, and in trees built wrong
on purpose, whose fault must be found."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import layering

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("DRYSTONE_BUILD_DIR", SOURCE / "build"))
NM = os.environ.get("DRYSTONE_NM") or "nm"
CC = os.environ.get("DRYSTONE_CC") or "cc"


class ThisTree(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.house = layering.House(SOURCE)
        objects = layering.objects_of_build(SOURCE, BUILD)
        cls.objects = {file: path for file, path in objects.items() if cls.house.floor(file)}
        cls.defined, cls.needed = layering.read_symbols(cls.objects, NM)

    def expect_none(self, problems):
        self.assertEqual([], problems, "\n" + "\n".join(problems))

    def test_every_source_of_the_library_is_built(self):
        sources = {file for file in self.house.files() if file.startswith("src/") and file.endswith(".c")}
        self.assertEqual(set(), sources - self.objects.keys())
        self.assertTrue(sources)

    def test_includes_run_downward(self):
        self.expect_none(layering.check_includes(self.house))

    def test_calls_run_downward(self):
        self.expect_none(layering.check_calls(self.house, self.defined, self.needed))

    def test_no_circles(self):
        calls, _ = layering.read_calls(self.house, self.defined, self.needed)
        self.expect_none(layering.check_circles(self.house, calls))

    def test_library_needs_only_what_it_may(self):
        self.expect_none(layering.check_outside(self.house, self.needed))

    def test_kernels_of_the_compiler_stay_in_their_files(self):
        """Functions that the compiler makes out of a wide kernel's headers would be picked by the linker for
        everybody, and fail on processors without the instructions."""
        wide = [file for file in self.defined if file.endswith(("_avx2.c", "_sse2.c"))]
        for file in wide:
            kernel = Path(file).stem.rsplit("_", 1)[1]
            strangers = {name for name in self.defined[file] if kernel not in name}
            self.assertEqual(set(), strangers, f"{file}: names must contain {kernel}")


class PlantedFaults(unittest.TestCase):
    """A tree of a few files; each test adds one fault."""

    FILES = {
        "include/drystone/base.h": "int dry_version(void);\n",
        "include/drystone/world.h": "#include <drystone/base.h>\nint dry_step(void);\n",
        "src/base/a.h": "int dry__a(void);\n",
        "src/base/a.c": '#include "base/a.h"\n#include <drystone/base.h>\nint dry_version(void) { return 1; }\n'
        "int dry__a(void) { return 1; }\n",
        "src/solver/s.h": "int dry__s(void);\n",
        "src/solver/s.c": '#include "solver/s.h"\n#include "base/a.h"\nint dry__s(void) { return dry__a(); }\n',
        "src/world/store/t.h": "int dry__t(void);\n",
        "src/world/store/t.c": '#include "world/store/t.h"\n#include "solver/s.h"\nint dry__t(void) { return dry__s(); }\n',
        "src/world/edit/e.h": "int dry__e(void);\n",
        "src/world/edit/e.c": '#include "world/edit/e.h"\n#include "world/store/t.h"\nint dry__e(void) { return dry__t(); }\n',
        "src/world/api/w.c": '#include <drystone/world.h>\n#include "world/edit/e.h"\nint dry_step(void) { return dry__e(); }\n',
        "lab/l.h": "int lab_l(void);\n",
        "lab/l.c": '#include "l.h"\n#include <drystone/world.h>\nint lab_l(void) { return dry_step(); }\n',
        "tools/main.c": '#include "lab/l.h"\nint main(void) { return lab_l(); }\n',
    }

    def setUp(self):
        self.root = Path(tempfile.mkdtemp(prefix="drystone-layering-"))
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "cmake").mkdir()
        shutil.copy(SOURCE / "cmake/floors.txt", self.root / "cmake/floors.txt")
        for name, text in self.FILES.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def append(self, name, text):
        path = self.root / name
        path.write_text(path.read_text() + text)

    SYMBOLS = {}  # of a source text: (defined, needed), so that each is compiled once

    def symbols(self, file):
        text = (self.root / file).read_text()
        if text not in self.SYMBOLS:
            path = self.root / "object.o"
            subprocess.run([CC, "-w", "-c", "-I", self.root / "src", "-I", self.root / "include", "-I", self.root,
                            self.root / file, "-o", path], check=True)
            defined, needed = layering.read_symbols({file: path}, NM)
            self.SYMBOLS[text] = (defined[file], needed[file])
        return self.SYMBOLS[text]

    def problems(self):
        """All complaints about the planted tree, as one text."""
        house = layering.House(self.root)
        problems = layering.check_includes(house)
        defined, needed = {}, {}
        for file in house.files():
            if file.endswith(".c"):
                defined[file], needed[file] = self.symbols(file)
        calls, _ = layering.read_calls(house, defined, needed)
        problems += layering.check_calls(house, defined, needed)
        problems += layering.check_outside(house, needed)
        problems += layering.check_circles(house, calls)
        return "\n".join(problems)

    def test_sound_tree_is_accepted(self):
        self.assertEqual("", self.problems())

    def test_include_upward(self):
        self.append("src/base/a.c", '#include "solver/s.h"\n')
        self.assertIn("src/base/a.c: include of src/solver/s.h: runs upward", self.problems())

    def test_include_by_a_way_around(self):
        self.append("src/base/a.c", '#include "../solver/s.h"\n')
        self.assertIn("src/base/a.c: include of src/solver/s.h: runs upward", self.problems())

    def test_include_of_a_higher_public_header(self):
        self.append("src/solver/s.h", "#include <drystone/world.h>\n")
        self.assertIn("src/solver/s.h: include of include/drystone/world.h: runs upward", self.problems())

    def test_include_between_storeys(self):
        self.append("src/world/store/t.c", '#include "world/edit/e.h"\n')
        self.assertIn("src/world/store/t.c: include of src/world/edit/e.h: runs upward", self.problems())

    def test_include_of_an_inner_header_by_a_guest(self):
        self.append("lab/l.c", '#include "src/base/a.h"\n')
        self.assertIn("lab/l.c: include of src/base/a.h: lab (floor 8) may use the public headers only", self.problems())

    def test_include_between_guests(self):
        self.write("bench/b.h", "")
        self.append("lab/l.c", '#include "bench/b.h"\n')
        self.assertIn("lab/l.c: include of bench/b.h: runs sideways", self.problems())

    def test_include_of_nothing(self):
        self.append("src/base/a.c", "#if 0\n#include \"base/gone.h\"\n#endif\n")
        self.assertIn("src/base/a.c: include of base/gone.h, which does not exist", self.problems())

    def test_public_header_includes_inner_one(self):
        self.append("include/drystone/world.h", '#include "../../src/base/a.h"\n')
        self.assertIn("include of src/base/a.h: leaves the public headers", self.problems())

    def test_file_on_no_floor(self):
        self.write("src/world/loose.c", "")
        self.assertIn("src/world/loose.c: stands on no floor", self.problems())

    def test_call_upward(self):
        self.append("src/base/a.c", "int dry__s(void);\nint dry__up(void) { return dry__s(); }\n")
        self.assertIn("src/base/a.c: call of dry__s in src/solver/s.c: runs upward", self.problems())

    def test_call_between_storeys(self):
        self.append("src/world/store/t.c", "int dry_step(void);\nint dry__up(void) { return dry_step(); }\n")
        self.assertIn("src/world/store/t.c: call of dry_step in src/world/api/w.c: runs upward", self.problems())

    def test_call_of_an_inner_function_by_a_guest(self):
        self.append("lab/l.c", "int dry__a(void);\nint lab_in(void) { return dry__a(); }\n")
        self.assertIn("lab/l.c: call of dry__a in src/base/a.c: lab (floor 8) may use the public functions only",
                      self.problems())

    def test_circle_of_includes(self):
        self.write("src/base/b.h", '#ifndef B\n#define B\n#include "base/c.h"\n#endif\n')
        self.write("src/base/c.h", '#ifndef C\n#define C\n#include "base/b.h"\n#endif\n')
        self.assertIn("src/base/b -> src/base/c: includes c.h", self.problems())

    def test_circle_of_calls(self):
        self.write("src/base/b.c", "int dry__a(void);\nint dry__b(void) { return dry__a(); }\n")
        self.append("src/base/a.c", "int dry__b(void);\nint dry__c(void) { return dry__b(); }\n")
        self.assertIn("src/base/a -> src/base/b: calls dry__b", self.problems())

    def test_name_without_prefix(self):
        self.append("src/base/a.c", "int helper(void) { return 1; }\n")
        self.assertIn("src/base/a.c: helper has external linkage but no dry_ prefix", self.problems())

    def test_call_of_libm_and_malloc(self):
        self.append("src/solver/s.c", "#include <math.h>\n#include <stdlib.h>\n"
                    "double dry__m(double x) { return sin(x); }\nvoid *dry__n(void) { return malloc(8); }\n")
        found = self.problems()
        self.assertIn("src/solver/s.c: call of sin (libm)", found)
        self.assertIn("src/solver/s.c: call of malloc (memory)", found)


if __name__ == "__main__":
    unittest.main()
