"""The demo scene in the repository is what its generator makes."""

import os
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
BUILD = Path(os.environ.get("DRYSTONE_BUILD_DIR", SOURCE / "build"))


class Scene(unittest.TestCase):
    def test_is_what_the_generator_makes(self):
        made = subprocess.run([BUILD / "demo/make_arch"], check=True, capture_output=True).stdout
        kept = (SOURCE / "demo/arch.gltf").read_bytes()
        # not assertEqual: a difference of a megabyte is of no use to anybody
        self.assertTrue(made == kept, "demo/arch.gltf is out of date: cmake --build build --target demo_scene")


if __name__ == "__main__":
    unittest.main()
