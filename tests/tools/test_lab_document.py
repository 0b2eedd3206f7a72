"""docs/lab.md tells of the rows that the lab has, and of what they give: their quantities, ranges, units, and what
passes. Digits measured are not compared.

    python3 tests/tools/test_lab_document.py refresh     # writes the table of results anew
"""

import json
import math
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
PROGRAM = os.environ.get("DRYSTONE_PROGRAM", SOURCE / "build/drystone")
DOCUMENT = SOURCE / "docs/lab.md"
ROWS = "| row | | set-up | exact | tolerance |"
RESULTS = "| row | case | quantity | measured | exact | passes |"


def lab(*arguments):
    """Output of the lab; rows may fail."""
    result = subprocess.run([PROGRAM, "lab", *arguments], capture_output=True, text=True, timeout=600)
    assert result.returncode in (0, 1) and not result.stderr, result.stderr
    return result.stdout


def table(text, header):
    """The cells of a table, line by line."""
    lines = text[text.index(header) :].split("\n")
    rows = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def listed():
    """Id of every row of the lab -> whether it is a gate."""
    rows = {}
    for line in lab("--list").splitlines():
        rows[line.split()[0]] = not line.endswith("(not a gate)")
    return rows


def passes(result):
    """The range that passes, as the document writes it."""
    exact, lower, upper = result["exact"], result["lower"], result["upper"]
    if math.isclose(exact - lower, upper - exact, rel_tol=1e-4):
        return f"±{upper - exact:.5g} {result['unit']}"
    return f"{lower:.5g} to {upper:.5g} {result['unit']}"


def limits(exact, text):
    """Range and unit out of such a text."""
    single = re.fullmatch(r"±(\S+) ?(.*)", text)
    if single:
        return exact - float(single[1]), exact + float(single[1]), single[2]
    double = re.fullmatch(r"(\S+) to (\S+) ?(.*)", text)
    return float(double[1]), float(double[2]), double[3]


def line(result):
    measured = "none" if result["measured"] is None else f"{result['measured']:.5g}"
    measured = measured if result["pass"] else f"**{measured}**"
    cells = result["id"], result["case"], result["name"], measured, f"{result['exact']:.5g}", passes(result)
    return f"| {' | '.join(cells)} |"


def refresh():
    text = DOCUMENT.read_text(encoding="utf-8")
    start = text.index(RESULTS)
    old = text[start:].split("\n")
    end = next((i for i, row in enumerate(old) if not row.startswith("|")), len(old))
    new = [old[0], old[1], *(line(result) for result in json.loads(lab("--json")))]
    DOCUMENT.write_text(text[:start] + "\n".join([*new, *old[end:]]), encoding="utf-8")


@unittest.skipIf(os.environ.get("DRYSTONE_SANITIZE"), "nothing that a sanitizer could find; the lab has tests of its own")
class LabDocument(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.text = DOCUMENT.read_text(encoding="utf-8")

    def test_rows_are_those_of_the_lab(self):
        told = {}
        for cells in table(self.text, ROWS):
            for row in cells[0].split(", "):
                told[row] = cells[1] == "●"
        self.assertEqual(list(listed().items()), list(told.items()))

    def test_results_are_those_of_the_lab(self):
        results = json.loads(lab("--json"))
        told = table(self.text, RESULTS)
        self.assertEqual(
            [(r["id"], r["case"], r["name"], "pass" if r["pass"] else "FAIL") for r in results],
            [(c[0], c[1], c[2], "FAIL" if c[3].startswith("**") else "pass") for c in told],
        )
        gates = {row for row, gate in listed().items() if gate}
        failed = {result["id"] for result in results if not result["pass"]}
        (waived,) = re.findall(r"gives the reason: (.*)\.$", self.text, re.MULTILINE)
        self.assertEqual(gates & failed, set(re.findall(r"\w+", waived)) - {"none"})
        for result, cells in zip(results, told):
            with self.subTest(" ".join(cells[:3])):
                exact = float(cells[4])
                lower, upper, unit = limits(exact, cells[5])
                self.assertEqual(unit, result["unit"])
                self.assertAlmostEqual(exact, result["exact"], delta=1e-4 * abs(exact))
                rounding = 1e-4 * (abs(exact) + upper - lower)
                self.assertAlmostEqual(lower, result["lower"], delta=rounding)
                self.assertAlmostEqual(upper, result["upper"], delta=rounding)


if __name__ == "__main__":
    if sys.argv[1:] == ["refresh"]:
        refresh()
    else:
        unittest.main()
