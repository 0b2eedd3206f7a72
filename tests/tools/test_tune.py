"""C2.13, the tuning notebook: scene, the one knob that changed, before and after."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
PROGRAM = os.environ.get("DRYSTONE_PROGRAM", SOURCE / "build/drystone")
SCENE = SOURCE / "tests/scene/files/features.gltf"


def tune(*arguments):
    return subprocess.run([PROGRAM, "tune", *map(str, arguments)], capture_output=True, text=True, timeout=200)


class Tune(unittest.TestCase):
    def notebook(self, *arguments):
        done = tune(*arguments, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_c2_13_one_knob_at_a_time_before_and_after(self):
        runs = self.notebook(SCENE, "--steps", 60, "--knob", "substeps=1,8", "--knob", "warm_starting=off")
        self.assertEqual([run["change"] for run in runs],
                         [None, "substeps 4 -> 1", "substeps 4 -> 8", "warm_starting on -> off"])
        for run in runs:
            self.assertEqual(run["steps"], 60)
            for figure in ("creep", "overlap_mean", "overlap_max", "residual_mean", "residual_max", "ms"):
                self.assertGreaterEqual(run[figure], 0.0, figure)
            self.assertGreaterEqual(run["overlap_max"], run["overlap_mean"])
            self.assertIn("energy", run)
            self.assertTrue(run["asleep_after"] is None or 0.0 < run["asleep_after"] <= 1.0)
        self.assertEqual(len({run["hash"] for run in runs[:3]}), 3)

    def test_c2_13_the_same_value_changes_nothing(self):
        runs = self.notebook(SCENE, "--steps", 30, "--knob", "substeps=4")
        self.assertEqual(runs[0]["hash"], runs[1]["hash"])

    def test_c2_13_effort_by_island_and_residual_are_knobs(self):
        runs = self.notebook("many_pyramids", "--steps", 3, "--knob", "iterations=4", "--knob", "large_island=5",
                             "--knob", "large_iterations=4", "--together")
        self.assertEqual(runs[1]["change"],
                         "iterations 1 -> 4, large_island 0 -> 5, large_iterations 1 -> 4")
        self.assertNotEqual(runs[0]["hash"], runs[1]["hash"])

    def test_c2_13_several_at_once_only_when_asked(self):
        two = ("--knob", "substeps=2", "--knob", "push_speed=1")
        self.assertEqual(len(self.notebook(SCENE, "--steps", 2, *two)), 3)
        runs = self.notebook(SCENE, "--steps", 2, *two, "--together")
        self.assertEqual([run["change"] for run in runs], [None, "substeps 4 -> 2, push_speed 3 -> 1"])

    def test_c2_13_a_table_and_a_built_in_scene(self):
        done = tune("many_pyramids", "--steps", 2, "--knob", "iterations=2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for line in ("[1] iterations 1 -> 2", r"asleep after, s +awake +awake", r"ms per step +\S+ +\S+"):
            self.assertRegex(done.stdout, line.replace("[1]", r"\[1\]"))

    def test_c2_13_wrong_knobs_list_the_right_ones(self):
        listed = tune("--knobs")
        names = [line.split()[0] for line in listed.stdout.splitlines()]
        self.assertLessEqual({"contact_hertz", "iterations", "large_island", "large_iterations", "residual_tolerance",
                              "direct_contacts", "stiff_islands", "weld_contacts", "position_pass", "joints_first"},
                             set(names))
        unknown = tune(SCENE, "--knob", "substep=2")
        self.assertEqual((unknown.returncode, unknown.stdout), (2, ""))
        for name in names:
            self.assertIn(name, unknown.stderr)
        for knob, says in (("substeps=many", "not a value"), ("substeps", "=VALUE"), ("substeps=0", "substeps"),
                           ("push_speed=nan", "push_speed"), ("sleeping=maybe", "not a value")):
            done = tune(SCENE, "--knob", knob)
            self.assertEqual((done.returncode, done.stdout), (2, ""), knob)
            self.assertIn(says, done.stderr)
        for arguments in ((), ("nowhere.gltf", "--knob", "substeps=2"), (SCENE,), (SCENE, SCENE),
                          (SCENE, "--steps", 0, "--knob", "substeps=2"),
                          (SCENE, "--together", "--knob", "substeps=2,3")):
            done = tune(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertRegex(done.stderr, r"^drystone( tune)?: [^\n]+\n$")


if __name__ == "__main__":
    unittest.main()
