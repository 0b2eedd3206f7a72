"""The program: its commands, what they print where, their files and exit statuses."""

import json
import math
import os
import pty
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["DRYSTONE_PROGRAM"]

# A ball of half a metre, two metres over a floor.
SCENE = {
    "asset": {"version": "2.0"},
    "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
    "extensions": {
        "KHR_implicit_shapes": {
            "shapes": [
                {"type": "sphere", "sphere": {"radius": 0.5}},
                {"type": "box", "box": {"size": [20, 2, 20]}},
            ]
        },
        "KHR_physics_rigid_bodies": {},
    },
    "scene": 0,
    "scenes": [{"nodes": [0, 1]}],
    "nodes": [
        {
            "name": "floor",
            "translation": [0, -1, 0],
            "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}},
        },
        {
            "name": "ball",
            "translation": [0, 2.5, 0],
            "extensions": {
                "KHR_physics_rigid_bodies": {
                    "motion": {"mass": 2.0},
                    "collider": {"geometry": {"shape": 0}},
                }
            },
        },
    ],
}


def drystone(*arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


class Program(unittest.TestCase):
    def check_refused(self, *arguments, says):
        result = drystone(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for word in says if isinstance(says, tuple) else (says,):
            self.assertIn(word, result.stderr)

    def test_version(self):
        for arguments in (["--version"], ["version"]):
            result = drystone(*arguments)
            self.assertEqual(result.returncode, 0)
            self.assertRegex(result.stdout, r"^drystone \d+\.\d+\.\d+ ")

    def test_help_teaches(self):
        for arguments in (["--help"], ["help"], ["-h"]):
            result = drystone(*arguments)
            self.assertEqual(result.returncode, 0)
            for word in ("run", "lab", "bench", "Examples", "Exit status"):
                self.assertIn(word, result.stdout)
        for command in ("run", "lab", "bench"):
            for arguments in ([command, "--help"], ["help", command]):
                result = drystone(*arguments)
                self.assertEqual(result.returncode, 0, result.stderr)
                for word in (f"Usage: drystone {command}", "Options:", "--workers", "Examples", "Exit status"):
                    self.assertIn(word, result.stdout)

    def test_wrong_usage(self):
        self.assertEqual(drystone().returncode, 2)
        self.check_refused("fly", says=("fly", "unknown command"))
        self.check_refused("--fly", says=("--fly", "unknown option"))
        self.check_refused("help", "fly", says="fly")
        for command in ("run", "lab", "bench"):
            self.check_refused(command, "--fly", says=("--fly", "unknown option", f"drystone {command} --help"))
            self.check_refused(command, "--workers", "many", says=("many", "numeric"))
            self.check_refused(command, "--workers", "-1", "x", says="--workers")
            self.check_refused(command, "--kernel", says="argument")
        self.check_refused("lab", "F99", says=("F99", "no such row"))
        self.check_refused("lab", "--kernel", "mmx", "F1", says=("mmx", "unknown"))
        self.check_refused("bench", "nowhere", says=("nowhere", "no such scene"))
        self.check_refused("bench", "--repeat", "0", "washer", says="--repeat 0")
        self.check_refused("bench", "--steps", "-3", "washer", says="--steps -3")


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.scene = self.folder / "drop.gltf"
        self.scene.write_text(json.dumps(SCENE))

    check_refused = Program.check_refused

    def test_figures_in_a_pipe(self):
        result = drystone("run", self.scene, "--seconds", "4")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        self.assertNotIn("\r", result.stdout)
        self.assertNotIn("█", result.stdout)
        self.assertIn("drop.gltf: 2 bodies, 2 shapes, 0 joints; 0 warnings", result.stdout)
        for word in ("240/240 steps", "real time", "per step", "largest overlap", "energy", "asleep after"):
            self.assertIn(word, result.stdout)

    def test_bar_on_a_terminal(self):
        primary, secondary = pty.openpty()
        process = subprocess.Popen([PROGRAM, "run", str(self.scene), "--seconds", "1"], stdout=secondary)
        os.close(secondary)
        output = b""
        while True:
            try:
                piece = os.read(primary, 4096)
            except OSError:
                break
            if not piece:
                break
            output += piece
        os.close(primary)
        self.assertEqual(process.wait(60), 0)
        text = output.decode()
        self.assertIn("\r" + "█" * 26 + " 60/60 steps", text)

    def test_report(self):
        report = self.folder / "report.json"
        result = drystone("run", self.scene, "--seconds", "4", "--workers", "1", "--report", report)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("wrote", result.stdout)
        data = json.loads(report.read_text())
        self.assertEqual(data["steps"], 240)
        self.assertEqual(data["workers"], 1)
        self.assertEqual(data["counts"]["bodies"], 2)
        self.assertEqual(data["counts"]["contacts"], 1)
        self.assertEqual(data["counts"]["quarantined"], 0)
        self.assertGreater(data["timing"]["real_time_factor"], 0)
        self.assertGreater(data["timing"]["stages_ms"]["solve"], 0)
        self.assertAlmostEqual(data["energy"]["start"]["total"], 2 * 9.81 * 2.5, delta=0.01)
        self.assertAlmostEqual(data["energy"]["end"]["total"], 2 * 9.81 * 0.5, delta=0.05)
        self.assertTrue(0.5 < data["asleep_after"] < 4)
        self.assertTrue(0 <= data["largest_overlap"] < 0.2)
        floor, ball = data["bodies"]
        self.assertEqual((floor["node"], floor["name"], floor["type"]), (0, "floor", "static"))
        self.assertEqual((ball["node"], ball["name"], ball["type"]), (1, "ball", "dynamic"))
        self.assertAlmostEqual(ball["position"][1], 0.5, delta=0.01)
        self.assertAlmostEqual(math.hypot(*ball["rotation"]), 1, delta=1e-5)
        self.assertTrue(ball["asleep"] and ball["finite"] and not ball["quarantined"])

    def test_runs_agree(self):
        reports = []
        for workers in (1, 2, 4):
            path = self.folder / f"{workers}.json"
            drystone("run", self.scene, "--seconds", "1", "--workers", workers, "--report", path)
            reports.append(json.loads(path.read_text())["bodies"])
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[0], reports[2])

    def test_animation(self):
        out = self.folder / "out.glb"
        result = drystone("run", self.scene, "-o", out, "--seconds", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        data = out.read_bytes()
        self.assertEqual(data[:4], b"glTF")
        length = int.from_bytes(data[12:16], "little")
        document = json.loads(data[20 : 20 + length])
        self.assertEqual(document["animations"][0]["channels"][0]["target"]["node"], 1)

    def test_page(self):
        page = self.folder / "player.html"
        page.write_text(
            '<html><script type="application/octet-stream;base64" id="scene-glb"></script>'
            '<script type="application/json" id="telemetry"></script></html>'
        )
        out = self.folder / "out.html"
        environment = {**os.environ, "DRYSTONE_PLAYER": str(page)}
        result = drystone("run", self.scene, "--html", out, "--seconds", "1", env=environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        text = out.read_text()
        start = text.index('id="telemetry">') + len('id="telemetry">')
        telemetry = json.loads(text[start : text.index("</script>", start)])
        self.assertEqual(telemetry["version"], 1)
        self.assertEqual(telemetry["title"], "drop.gltf")
        self.assertEqual(telemetry["frames"], 61)
        self.assertEqual(telemetry["report"]["bodies"], 2)
        self.assertEqual(telemetry["report"]["simulatedTime"], {"value": 1.0, "unit": "s"})

        environment["DRYSTONE_PLAYER"] = str(self.folder / "missing.html")
        result = drystone("run", self.scene, "--html", self.folder / "none.html", "--seconds", "0.1", env=environment)
        self.assertEqual(result.returncode, 1)
        self.assertIn("missing.html", result.stderr)
        self.assertFalse((self.folder / "none.html").exists())

    def test_wrong_input(self):
        self.check_refused("run", says="no scene")
        self.check_refused("run", self.scene, self.scene, says="one scene")
        self.check_refused("run", self.folder / "none.gltf", says=("none.gltf", "No such file"))
        self.check_refused("run", self.folder, says=str(self.folder))
        broken = self.folder / "broken.gltf"
        for text in ("", "{", "[]", '{"asset": {"version": "2.0"}, "nodes": [{"children": [0]}]}', "\0" * 100):
            broken.write_text(text)
            self.check_refused("run", broken, says="broken.gltf")
        for option, value in (
            ("--seconds", "-1"),
            ("--seconds", "nan"),
            ("--seconds", "1e9"),
            ("--rate", "0"),
            ("--rate", "61"),
            ("--step-rate", "inf"),
            ("--substeps", "0"),
            ("--substeps", "65"),
            ("--workers", "65"),
            ("--kernel", "mmx"),
            ("-o", self.folder / "no" / "out.glb"),
            ("--html", self.folder),
            ("--report", ""),
        ):
            self.check_refused("run", self.scene, option, value, says=option)


class Data(unittest.TestCase):
    def test_lab(self):
        result = drystone("lab", "--json", "F1", "b3")
        rows = json.loads(result.stdout)
        self.assertEqual(result.returncode, 0 if all(row["pass"] for row in rows) else 1)
        self.assertEqual({row["id"] for row in rows}, {"F1", "B3"})
        for row in rows:
            self.assertEqual(
                row["pass"], row["measured"] is not None and row["lower"] <= row["measured"] <= row["upper"]
            )
            for member in ("name", "exact", "tolerance", "unit"):
                self.assertIn(member, row)
        table = drystone("lab", "F1")
        self.assertRegex(table.stdout, r"F1@22\.5 deg +distance +9\.9")
        self.assertIn("of 1 rows pass", table.stdout)
        turned = drystone("lab", "--rotated", "F1")
        self.assertNotEqual(table.stdout, turned.stdout)
        self.assertIn("F1", drystone("lab", "--list").stdout)

    def test_bench(self):
        hashes = set()
        for workers, kernel in ((1, "scalar"), (2, "auto")):
            result = drystone("bench", "many_pyramids", "--steps", 3, "--workers", workers, "--kernel", kernel, "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            (scene,) = json.loads(result.stdout)
            self.assertEqual(
                (scene["scene"], scene["steps"], scene["workers"], scene["kernel"], scene["bodies"]),
                ("many_pyramids", 3, workers, kernel, 10781),
            )
            for member in ("ms_mean", "ms_median", "ms_max", "bytes", "contacts"):
                self.assertGreater(scene[member], 0)
            self.assertEqual(scene["joints"], 0)
            self.assertGreaterEqual(scene["penetration_max"], 0)
            self.assertGreater(scene["stages"]["solve"], 0)
            hashes.add(scene["hash"])
        self.assertEqual(len(hashes), 1)
        table = drystone("bench", "many_pyramids", "--steps", 2)
        self.assertIn("many_pyramids", table.stdout)
        self.assertIn("collide", table.stdout)
        self.assertEqual(table.stderr, "")


if __name__ == "__main__":
    unittest.main()
