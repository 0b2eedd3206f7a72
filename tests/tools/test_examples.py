"""The programs in examples/ run, and print what is right."""

import os
import re
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("DRYSTONE_BUILD_DIR", SOURCE / "build"))


@unittest.skipUnless((BUILD / "examples/one_way_platform").exists(), "the examples are not built")
class OneWayPlatform(unittest.TestCase):
    def test_passes_lands_and_drops(self):
        run = subprocess.run([BUILD / "examples/one_way_platform"], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        lines = run.stdout.splitlines()
        self.assertEqual(len(lines), 4, run.stdout)
        # up at 9 m/s from 0, down again to 2.4 m: t = (v + sqrt(v^2 - 2 g h)) / g
        lands = re.fullmatch(r"(\S+) s: lands at (\S+) m", lines[0])
        flight = (9 + (9**2 - 2 * 9.81 * 2.4) ** 0.5) / 9.81
        self.assertAlmostEqual(float(lands[1]), flight, delta=0.03)
        self.assertAlmostEqual(float(lands[2]), 2.4, delta=0.02)
        self.assertEqual(lines[1], "3.00 s: at 2.40 m, asleep")
        self.assertEqual(lines[2], "3.02 s: drops")
        self.assertAlmostEqual(float(re.fullmatch(r"4.00 s: at (\S+) m", lines[3])[1]), 2.4 - 9.81 / 2, delta=0.1)


@unittest.skipUnless((BUILD / "examples/river").exists(), "the examples are not built")
class River(unittest.TestCase):
    def test_carries_lifts_sinks_and_tows(self):
        run = subprocess.run([BUILD / "examples/river"], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        line = re.compile(r" *(\S+) s: raft at +(\S+) m, +(\S+) m high; stone at +(\S+) m, +(\S+) m high; rope (\S+) N")
        rows = [[float(x) for x in line.fullmatch(text).groups()] for text in run.stdout.splitlines()]
        self.assertEqual([row[0] for row in rows], [2.0 * i for i in range(11)])
        # afloat it is .16 m deep of .4 m: its middle 4 cm over the water
        self.assertAlmostEqual(rows[2][2], 0.04, delta=0.1)
        self.assertAlmostEqual((rows[5][1] - rows[2][1]) / 6, 1.5, delta=0.1)
        # over the vent, and off the ground
        self.assertGreater(rows[4][2], 0.5)
        self.assertAlmostEqual(rows[10][4], -2.7, delta=0.01)
        # reeled in half a metre per second
        self.assertAlmostEqual((rows[6][1] - rows[9][1]) / 6, 0.5, delta=0.02)
        self.assertGreater(rows[7][5], 0.0)


if __name__ == "__main__":
    unittest.main()
