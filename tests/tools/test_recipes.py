"""What the documents tell users to type works as it stands: compiling against an installed copy. What they show of the
program's output and options is what it prints and takes today."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("DRYSTONE_BUILD_DIR", SOURCE / "build"))
PROGRAM = os.environ.get("DRYSTONE_PROGRAM", str(BUILD / "drystone"))
SANITIZE = os.environ.get("DRYSTONE_SANITIZE")
MANUAL = (SOURCE / "docs/program.md").read_text(encoding="utf-8")


def blocks(name, kind="sh"):
    """Code blocks of a document."""
    return re.findall(rf"^```{kind}\n(.*?)^```", (SOURCE / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@unittest.skipIf(SANITIZE, "users do not link sanitized libraries")
@unittest.skipUnless(shutil.which("pkg-config"), "no pkg-config")
class PkgConfig(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.home = Path(folder.name)
        cmake = os.environ.get("DRYSTONE_CMAKE", "cmake")
        subprocess.run([cmake, "--install", BUILD, "--prefix", cls.home / "drystone"], check=True, capture_output=True)
        if not (cls.home / "drystone/lib/pkgconfig").is_dir():
            raise unittest.SkipTest("libraries are not in lib/ here, as the recipes have it")
        for name in ("hello.c", "my_game.c"):
            shutil.copy(SOURCE / "examples/hello.c", cls.home / name)

    def check_block(self, block):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        done = subprocess.run(["sh", "-ec", block], cwd=self.home, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{block}\n{done.stderr}")
        self.assertEqual(len(done.stdout.splitlines()), 120, block)

    def test_recipes_run(self):
        shared, static = (block for block in blocks("README.md") if "pkg-config" in block)
        (first,) = (block for block in blocks("docs/getting-started.md") if "pkg-config" in block)
        self.check_block(shared)
        self.check_block(first)
        (setting,) = (line for line in shared.splitlines() if line.startswith("export PKG_CONFIG_PATH"))
        self.check_block(f"{setting}\n{static}")


class Build(unittest.TestCase):
    def test_options_of_cmake(self):
        text = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
        page = (SOURCE / "docs/getting-started.md").read_text(encoding="utf-8")
        self.assertEqual(
            set(re.findall(r"^(?:option|set)\((DRYSTONE_\w+)(?= \")", text, re.MULTILINE)),
            set(re.findall(r"^\| `(DRYSTONE_\w+)`", page, re.MULTILINE)),
        )


def options(command):
    """Name -> description of the options that --help shows."""
    shown = subprocess.run([PROGRAM, command, "--help"], check=True, capture_output=True, text=True).stdout
    shown = shown[shown.index("Options:") : shown.index("Examples:")]
    found = {}
    for line in shown.splitlines()[1:]:
        option = re.match(r"\s+(?:-\w, +)?--([\w-]+)(?:=\S+)?\s*(.*)", line)
        if option:
            name = option[1]
            found[name] = option[2]
        elif line.strip():
            found[name] += " " + line.strip()
    return found


class Manual(unittest.TestCase):
    def rows(self, command):
        """Option -> line of the table in the manual."""
        section = MANUAL[MANUAL.index(f"## drystone {command}\n") :]
        section = section[: section.find("\n## ", 3)]
        rows = {}
        for line in re.findall(r"^\| `-.*$", section, re.MULTILINE):
            for name in re.findall(r"`--([\w-]+)", line.split("|")[1]):
                rows[name] = line.replace(",", "")
        return rows

    def test_options_defaults_and_ranges(self):
        for command in ("run", "lab", "bench"):
            shown, told = options(command), self.rows(command)
            self.assertEqual(set(shown) - {"help"}, set(told), command)
            for name, text in shown.items():
                for words in re.findall(r"[\d.]+ to [\d.]+(?=\D|$)", text):
                    self.assertIn(words, told[name], f"{command} --{name}")
                default = re.search(r"\((\w+)[^()]*\)$", text)
                if default:
                    self.assertEqual(told[name].split("|")[2].strip().strip("`"), default[1], f"{command} --{name}")

    def test_sample_output(self):
        """Lines and words of the sample; of its figures those that describe the scene."""
        (sample,) = (block for block in blocks("docs/program.md", "text") if "bodies" in block)
        (command,) = re.findall(r"`drystone (run demo/\S+ [^`]*)`", MANUAL)
        with tempfile.TemporaryDirectory() as folder:
            arguments = [Path(folder, part.replace("/", "_")) if part.startswith("build/") else part
                         for part in shlex.split(command)]
            shown = subprocess.run([PROGRAM, *arguments], cwd=SOURCE, check=True, capture_output=True, text=True)
        lines = sample.splitlines(), shown.stdout.splitlines()
        self.assertEqual(lines[0][0], lines[1][0])
        figures, files = re.compile(r"\d+(?:\.\d+)? ?(?:[kMG]?J|[kM]B)?"), re.compile(r"\S+(?=\.(?:glb|html))")
        for told, real in zip(*(words[1:5] for words in lines)):
            self.assertEqual(figures.sub("#", re.sub("^█+ ", "", told)), figures.sub("#", real))
        if not shown.stderr:  # with the page
            self.assertEqual(*(figures.sub("#", files.sub("FILE", words[5])) for words in lines))
        self.assertEqual([6, 6], [len(words) for words in lines])


if __name__ == "__main__":
    unittest.main()
