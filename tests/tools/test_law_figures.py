"""The figures of the laws: the program draws them, and each page shows one that is there.

    python3 tests/tools/test_law_figures.py refresh     # draws all of them anew
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
PROGRAM = os.environ.get("DRYSTONE_PROGRAM", SOURCE / "build/drystone")
LAWS = SOURCE / "docs/laws"
FIGURES = sorted((LAWS / "figures").glob("*.svg"))
NOT_MEASURED = {"README.md"}  # no row of the lab is about it
SVG = "{http://www.w3.org/2000/svg}"


def lab(*arguments):
    return subprocess.run([PROGRAM, "lab", *arguments], capture_output=True, text=True, timeout=120)


def draw(row, path):
    done = lab(row, "--plot", str(path))
    assert done.returncode in (0, 1) and not done.stderr, done.stderr
    return done.stdout


def points(polyline):
    return [tuple(map(float, point.split(","))) for point in polyline.get("points").split()]


class LawFigures(unittest.TestCase):
    def check_figure(self, path, row):
        root = ElementTree.parse(path).getroot()
        self.assertEqual(SVG + "svg", root.tag)
        _, _, width, height = map(float, root.get("viewBox").split())
        texts = [text.text for text in root.iter(SVG + "text")]
        self.assertTrue(texts and all(texts), path)
        self.assertIn(f"{row}: ", "".join(texts))
        self.assertIn("exact", texts)
        kinds = set()
        for line in root.iter(SVG + "polyline"):
            kinds.add(line.get("class"))
            self.assertGreaterEqual(len(points(line)), 2, path)
            for x, y in points(line):
                self.assertTrue(0 <= x <= width and 0 <= y <= height, (path, x, y))
        self.assertEqual({"measured", "exact"}, kinds, path)

    def test_the_program_draws_what_a_row_recorded(self):
        with tempfile.TemporaryDirectory() as folder:
            for row in ("B1", "F8", "S1"):
                path = Path(folder, "figure.svg")
                self.assertEqual(lab(row).stdout, draw(row, path), "recording changes nothing")
                self.check_figure(path, row)

    def test_measured_curve_follows_the_exact_one(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "f6.svg")
            draw("F6", path)
            ends = [points(line)[-1] for line in ElementTree.parse(path).getroot().iter(SVG + "polyline")]
            self.assertEqual(2, len(ends))
            self.assertAlmostEqual(ends[0][1], ends[1][1], delta=2)

    def test_what_cannot_be_drawn_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "figure.svg")
            for arguments, words in (
                (["F2", "--plot", path], "records no curve"),
                (["F1", "B1", "--plot", path], "draws one row"),
                (["--plot", path], "draws one row"),
                (["nonsense", "--plot", path], "no such row"),
                (["F1", "--plot", Path(folder, "no/such/folder.svg")], "No such file"),
            ):
                done = lab(*map(str, arguments))
                self.assertEqual(2, done.returncode, arguments)
                self.assertIn(words, done.stderr)
                self.assertEqual(1, done.stderr.count("\n"))
                self.assertFalse(path.exists())

    def test_each_page_shows_a_figure_that_is_there(self):
        shown = set()
        for page in sorted(LAWS.glob("*.md")):
            names = re.findall(r"!\[[^\]]+\]\((figures/[^)]+)\)", page.read_text(encoding="utf-8"))
            self.assertTrue(names or page.name in NOT_MEASURED, f"{page.name} shows no figure")
            for name in names:
                self.assertTrue((LAWS / name).is_file(), f"{page.name}: {name}")
            shown.update((LAWS / name).resolve() for name in names)
        self.assertEqual({path.resolve() for path in FIGURES}, shown)

    def test_stored_figures_are_whole(self):
        for path in FIGURES:
            self.check_figure(path, path.stem.upper())

    def test_each_page_is_in_the_index(self):
        index = (LAWS / "README.md").read_text(encoding="utf-8")
        for page in LAWS.glob("*.md"):
            self.assertTrue(page.name == "README.md" or f"({page.name})" in index, page.name)


if __name__ == "__main__":
    if sys.argv[1:] == ["refresh"]:
        for figure in FIGURES:
            draw(figure.stem.upper(), figure)
    else:
        unittest.main()
