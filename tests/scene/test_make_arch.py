"""The demo scene in the repository is what its generator writes."""

import os
import shlex
import subprocess
import sys
import tempfile

source = os.environ["DRYSTONE_SOURCE_DIR"]
compiler = shlex.split(os.environ.get("DRYSTONE_CC", "cc"))

with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "make_arch")
    for optimize in ("-O0", "-O2"):
        subprocess.run(
            [*compiler, "-std=c17", optimize, "-ffp-contract=off", os.path.join(source, "demo", "make_arch.c"), "-lm", "-o", program],
            check=True,
        )
        made = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout
        with open(os.path.join(source, "demo", "arch.gltf"), "rb") as file:
            if file.read() != made:
                sys.exit("demo/arch.gltf is not what demo/make_arch.c writes: build the target `arch`, or correct the generator")
print("demo/arch.gltf is as made")
