"""The program: its commands, what they print where, their files and exit statuses."""

import json
import math
import os
import pty
import re
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


# Every command that writes to the standard output, in a form that takes no time.
COMMANDS = (
    ["--help"],
    ["--version"],
    ["help", "run"],
    ["run", "--help"],
    ["lab", "--help"],
    ["lab", "--list"],
    ["lab", "F1"],
    ["lab", "--json", "F1"],
    ["bench", "--help"],
    ["tune", "--help"],
    ["tune", "--knobs"],
    ["inspect", "--help"],
    ["bench", "--list"],
    ["bench", "many_pyramids", "--steps", "1"],
    ["bench", "many_pyramids", "--steps", "1", "--json"],
)


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
            for word in ("run", "lab", "bench", "inspect", "Examples", "Exit status"):
                self.assertIn(word, result.stdout)
        for command in ("run", "lab", "bench", "tune"):
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
        for command in ("run", "lab", "bench", "tune"):
            self.check_refused(command, "--fly", says=("--fly", "unknown option", f"drystone {command} --help"))
            self.check_refused(command, "--workers", "many", says=("many", "numeric"))
            self.check_refused(command, "--workers", "-1", "x", says="--workers")
            self.check_refused(command, "--kernel", says="argument")
        self.check_refused("lab", "F99", says=("F99", "no such row"))
        self.check_refused("lab", "--kernel", "mmx", "F1", says=("mmx", "unknown"))
        self.check_refused("bench", "nowhere", says=("nowhere", "no such scene"))
        self.check_refused("bench", "--repeat", "0", "washer", says="--repeat 0")
        self.check_refused("bench", "--steps", "-3", "washer", says="--steps -3")


    def check_told(self, result, reason):
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, f"drystone: standard output: {reason}\n")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_output_that_cannot_be_written(self):
        for arguments in COMMANDS:
            with self.subTest(arguments), open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
                self.check_told(result, "No space left on device")

    def test_reader_that_left(self):
        for arguments in COMMANDS:
            read, write = os.pipe()
            os.close(read)
            with self.subTest(arguments), os.fdopen(write, "w") as pipe:
                result = subprocess.run([PROGRAM, *arguments], stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=120)
                self.check_told(result, "Broken pipe")

    def test_closed_output(self):
        for arguments in COMMANDS:
            with self.subTest(arguments):
                result = subprocess.run(["sh", "-c", '"$@" >&-', "sh", PROGRAM, *arguments], stderr=subprocess.PIPE, text=True, timeout=120)
                self.check_told(result, "Bad file descriptor")

    def test_help_tells_ranges(self):
        text = re.sub(r"\s+", " ", drystone("run", "--help").stdout)
        for words in ("0 to 100000 s (10)", "0.01 to the step rate (60, or the step rate when that is lower)",
                      "1 to 10000 (60)", "1 to 64 (4)", "1 to 64; 0: all cores (0)"):
            self.assertIn(words, text)
        for command in ("lab", "bench"):
            self.assertIn("1 to 64; 0: all cores (1)", drystone(command, "--help").stdout)
        text = re.sub(r"\s+", " ", drystone("bench", "--help").stdout)
        self.assertIn("1 to 1000 times", text)
        self.assertIn("1 to 1000000; 0: as the scene says (0)", text)
        # the ends of the ranges: the last value inside, the first one outside
        self.check_refused("bench", "--repeat", "1001", "washer", says="1 to 1000")
        self.check_refused("bench", "--steps", "1000001", "washer", says="1000000")
        self.check_refused("lab", "--workers", "65", "F1", says="to 64")
        self.assertEqual(drystone("lab", "--workers", "64", "E1").returncode, 0)


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

    def test_files_are_finished_without_a_listener(self):
        for name, command in (
            ("left early", '"$@" | head -c 1 >/dev/null'),
            ("gone", '"$@" | true'),
            ("full", '"$@" >/dev/full'),
            ("closed", '"$@" >&-'),
        ):
            if name == "full" and not os.path.exists("/dev/full"):
                continue
            with self.subTest(name):
                glb, report, status = (self.folder / f"{name}.{kind}" for kind in ("glb", "json", "status"))
                run = f'run() {{ "$@"; echo $? >"{status}"; }}; set -- run "$@"; {command}'
                subprocess.run(["sh", "-c", run, "sh", PROGRAM, "run", self.scene, "-o", glb, "--report", report],
                               stderr=subprocess.PIPE, timeout=60)
                self.assertEqual(json.loads(report.read_text())["steps"], 600)
                data = glb.read_bytes()
                self.assertEqual((data[:4], int.from_bytes(data[8:12], "little")), (b"glTF", len(data)))
                # a reader that leaves after the first byte may have let everything through
                self.assertIn(int(status.read_text()), (0, 1) if name in ("left early", "gone") else (1,))

    def test_frames_follow_the_steps(self):
        for options, frames in (
            ([], 61),
            (["--step-rate", "30"], 31),
            (["--step-rate", "240"], 61),
            (["--step-rate", "240", "--rate", "120"], 121),
            (["--rate", "60"], 61),
        ):
            out = self.folder / "out.glb"
            result = drystone("run", self.scene, "-o", out, "--seconds", "1", *options)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(drystone("run", self.scene, "--seconds", "0", *options).returncode, 0)
            data = out.read_bytes()
            document = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
            sampler = document["animations"][0]["samplers"][0]
            count = document["accessors"][sampler["input"]]["count"]
            self.assertTrue(frames // 4 < count <= frames, f"{options}: {count} keys")
        self.check_refused("run", self.scene, "--step-rate", "30", "--rate", "31", says=("--rate 31", "0.01 to 30"))
        self.check_refused("run", self.scene, "--rate", "nan", says="--rate")
        self.check_refused("run", self.scene, "--step-rate", "0.5", says="--step-rate")

    def test_ends_of_ranges(self):
        for option, inside in (
            ("--seconds", "0"),
            ("--step-rate", "1"),
            ("--step-rate", "10000"),
            ("--rate", "0.01"),
            ("--substeps", "1"),
            ("--substeps", "64"),
            ("--workers", "64"),
        ):
            seconds = () if option == "--seconds" else ("--seconds", "0.01")
            result = drystone("run", self.scene, option, inside, *seconds)
            self.assertEqual(result.returncode, 0, f"{option} {inside}: {result.stderr}")
        for option, outside in (
            ("--seconds", "100001"),
            ("--step-rate", "0.99"),
            ("--step-rate", "10001"),
            ("--rate", "0.009"),
            ("--workers", "-1"),
        ):
            self.check_refused("run", self.scene, option, outside, says=option)

    def test_touching_contacts_of_what_sleeps(self):
        report = self.folder / "report.json"
        result = drystone("run", self.scene, "--seconds", "4", "--report", report)
        self.assertIn("  1 contact at the end", result.stdout)
        data = json.loads(report.read_text())
        self.assertIsNotNone(data["asleep_after"])
        self.assertEqual(data["counts"]["contacts"], 1)
        # near is not touching: one centimetre above the floor
        near = json.loads(json.dumps(SCENE))
        near["nodes"][1]["translation"] = [0, 0.51, 0]
        near["nodes"][1]["extensions"]["KHR_physics_rigid_bodies"]["motion"]["gravityFactor"] = 0
        self.scene.write_text(json.dumps(near))
        self.assertIn("  0 contacts at the end", drystone("run", self.scene, "--seconds", "0.1").stdout)

    def test_fast_bodies(self):
        scene = json.loads(json.dumps(SCENE))
        motion = scene["nodes"][1]["extensions"]["KHR_physics_rigid_bodies"]["motion"]
        motion.update({"linearVelocity": [800, 0, 0], "angularVelocity": [0, 500, 0]})
        self.scene.write_text(json.dumps(scene))
        report = self.folder / "report.json"
        result = drystone("run", self.scene, "--seconds", "0.5", "--report", report, "-v")
        self.assertAlmostEqual(json.loads(report.read_text())["bodies"][1]["position"][0], 400, delta=1)
        self.assertIn("nodes[1].extensions.KHR_physics_rigid_bodies.motion.angularVelocity: 500 rad/s", result.stdout)
        self.assertIn("; 1 warning", result.stdout)
        self.assertIn("; 0 warnings", drystone("run", self.scene, "--seconds", "0.1", "--step-rate", "120").stdout)

    def test_own_result_read_back(self):
        out = self.folder / "out.glb"
        drystone("run", self.scene, "-o", out, "--seconds", "1")
        result = drystone("run", out, "--seconds", "0.1", "-v")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count("warning: animations"), 1)

    def test_wrong_input(self):
        self.check_refused("run", says="no scene")
        self.check_refused("run", self.scene, self.scene, says="one scene")
        self.check_refused("run", self.folder / "none.gltf", says=("none.gltf", "No such file"))
        self.check_refused("run", self.folder, says=str(self.folder))
        broken = self.folder / "broken.gltf"
        for text in ("", "{", "[]", '{"asset": {"version": "2.0"}, "nodes": [{"children": [0]}]}', "\0" * 100):
            broken.write_text(text)
            self.check_refused("run", broken, says="broken.gltf: ")
        for data, says in (
            (b"", "is empty"),
            (b"\0" * 100, "neither glTF text"),
            (bytes(range(200, 0, -1)) * 20, "neither glTF text"),
            (b'{"asset": {\n\0}}', "line 2 column 1: a NUL byte"),
            ('{"asset": {}}'.encode("utf-16"), "UTF-16"),
        ):
            broken.write_bytes(data)
            self.check_refused("run", broken, says=("broken.gltf: ", says))
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
            costs = {cost["stage"]: cost for cost in scene["costs"]}
            self.assertEqual((costs["solve"]["unit"], costs["solve"]["passes"]), ("manifold", 4))
            self.assertGreater(costs["solve"]["ns"], 0)
            self.assertGreater(costs["solve"]["units"], 10000)
            self.assertEqual((costs["joints"]["units"], costs["joints"]["ns"]), (0, 0))
            hashes.add(scene["hash"])
        self.assertEqual(len(hashes), 1)
        table = drystone("bench", "many_pyramids", "--steps", 2)
        self.assertIn("many_pyramids", table.stdout)
        self.assertIn("collide", table.stdout)
        self.assertNotIn("ns each", table.stdout)
        self.assertEqual(table.stderr, "")
        table = drystone("bench", "--costs", "contacts_heavy", "--steps", 2)
        self.assertIn("ns each", table.stdout)
        self.assertRegex(table.stdout, r"\n +direct +1600 direct manifold +8 +[0-9.]+\n")
        self.assertRegex(table.stdout, r"\n +relax +1600 manifold +4 +[0-9.]+\n")
        self.assertNotIn("joint ", table.stdout)


if __name__ == "__main__":
    unittest.main()
