"""Each public header compiles alone, as C17 and as C++17, without a warning, and says what its types are."""

import os
import re
import shutil
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
HEADERS = sorted((SOURCE / "include/drystone").glob("*.h"))
COMPILERS = [name for name in ("gcc", "clang", "g++", "clang++") if shutil.which(name)]


class Headers(unittest.TestCase):
    def test_each_header_alone(self):
        self.assertIn("drystone.h", [header.name for header in HEADERS])
        self.assertTrue(any("++" in name for name in COMPILERS), "no C++ compiler")
        for compiler in COMPILERS:
            language = ["-x", "c++", "-std=c++17"] if "++" in compiler else ["-x", "c", "-std=c17"]
            for header in HEADERS:
                with self.subTest(compiler=compiler, header=header.name):
                    done = subprocess.run(
                        [compiler, *language, "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                         "-I", SOURCE / "include", "-"],
                        # included twice: the guard is part of it
                        input=f"#include <drystone/{header.name}>\n" * 2, text=True, capture_output=True)
                    self.assertEqual(0, done.returncode, done.stderr)

    def test_the_whole_face_includes_every_header(self):
        text = (SOURCE / "include/drystone/drystone.h").read_text()
        for header in HEADERS:
            if header.name != "drystone.h":
                self.assertIn(f"#include <drystone/{header.name}>", text)

    def test_headers_and_types_are_documented(self):
        for header in HEADERS:
            text = header.read_text()
            # without @file the first type below would get the comment
            self.assertTrue(text.startswith("/**\n * @file\n"), header.name)
            for match in re.finditer(r"^typedef (?:struct|enum) (\w+) \{", text, re.MULTILINE):
                comment = text[text.rfind("/*", 0, match.start()):match.start()]
                self.assertRegex(comment, r"(?s)^/\*\*.*\*/\n$", f"{header.name}: {match[1]}")


if __name__ == "__main__":
    unittest.main()
