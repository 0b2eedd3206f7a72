"""drystone inspect: what it finds in small meshes, good and bad, in four formats, and how it refuses files."""

import json
import math
import os
import re
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["DRYSTONE_PROGRAM"]
SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
DOCUMENT = (SOURCE / "docs/meshes.md").read_text(encoding="utf-8")

POINTS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
SIDES = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
TRIANGLES = [t for a, b, c, d in SIDES for t in ((a, b, c), (a, c, d))]


def obj(points=POINTS, faces=SIDES):
    lines = [f"v {x} {y} {z}" for x, y, z in points] + ["f " + " ".join(str(i + 1) for i in face) for face in faces]
    return ("\n".join(lines) + "\n").encode()


def stl(points=POINTS, triangles=TRIANGLES):
    data = bytes(80) + struct.pack("<I", len(triangles))
    for triangle in triangles:
        data += struct.pack("<12fH", 0, 0, 0, *(x for i in triangle for x in points[i]), 0)
    return data


def ply(points=POINTS, faces=SIDES):
    head = (f"ply\nformat ascii 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\nproperty float z\n"
            f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    lines = [" ".join(map(str, point)) for point in points]
    lines += [" ".join(map(str, (len(face), *face))) for face in faces]
    return (head + "\n".join(lines) + "\n").encode()


def glb(points=POINTS, triangles=TRIANGLES, node=None):
    place = b"".join(struct.pack("<3f", *point) for point in points)
    index = b"".join(struct.pack("<3I", *triangle) for triangle in triangles)
    scene = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "box", "mesh": 0, **(node or {})}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": len(points),
             "min": [min(p[k] for p in points) for k in range(3)], "max": [max(p[k] for p in points) for k in range(3)]},
            {"bufferView": 1, "componentType": 5125, "type": "SCALAR", "count": 3 * len(triangles)}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": len(place)},
                        {"buffer": 0, "byteOffset": len(place), "byteLength": len(index)}],
        "buffers": [{"byteLength": len(place) + len(index)}],
    }
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(place + index), 0x004E4942) + place + index
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def inspect(*arguments, **options):
    return subprocess.run([PROGRAM, "inspect", *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


def has_reader():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "box.obj")
        path.write_bytes(obj())
        return "built without assimp" not in inspect(path).stderr


@unittest.skipUnless(has_reader(), "built without assimp")
class Inspect(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, data):
        path = Path(self.folder.name, name)
        path.write_bytes(data)
        return path

    def read(self, name, data, *arguments, status=0):
        """The only mesh of a file, as data."""
        done = inspect("--json", *arguments, self.write(name, data))
        self.assertEqual(status, done.returncode, done.stderr + done.stdout)
        meshes = json.loads(done.stdout)["meshes"]
        self.assertEqual(1, len(meshes))
        self.assertEqual(status == 1, meshes[0]["wrong"])
        return meshes[0]

    def check_counts(self, mesh, **expected):
        counts = {kind: fault["count"] for kind, fault in mesh["faults"].items() if fault["count"]}
        self.assertEqual(expected, counts)

    def check_refused(self, path, *says, arguments=()):
        done = inspect(*arguments, path)
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertEqual("", done.stdout)
        self.assertEqual(1, done.stderr.count("\n"), done.stderr)
        for word in says:
            self.assertIn(word, done.stderr)

    def test_good_box_in_every_format(self):
        for name, data in (("box.obj", obj()), ("box.STL", stl()), ("box.ply", ply()), ("box.glb", glb())):
            with self.subTest(name):
                mesh = self.read(name, data)
                self.check_counts(mesh)
                self.assertEqual((8, 12), (mesh["vertices"], mesh["triangles"]))
                self.assertEqual(([0, 0, 0], [1, 1, 1]), (mesh["lower"], mesh["upper"]))
                self.assertTrue(mesh["closed"])
                self.assertAlmostEqual(1, mesh["volume"])
                self.assertAlmostEqual(1000, mesh["mass"]["mass"], places=3)
                for value in mesh["mass"]["center"]:
                    self.assertAlmostEqual(0.5, value)
                self.assertAlmostEqual(1000 / 6, mesh["mass"]["inertia"][0], places=3)
                self.assertEqual((8, 6), (mesh["hull"]["vertices"], mesh["hull"]["faces"]))
                self.assertAlmostEqual(1, mesh["hull"]["filled"], places=5)

    def test_nodes_place_and_mirror(self):
        mesh = self.read("box.glb", glb(node={"translation": [5, 0, 0], "scale": [-2, 1, 1]}), "--scale", "10")
        self.check_counts(mesh)
        self.assertAlmostEqual(2000, mesh["volume"], places=2)
        self.assertEqual(([30, 0, 0], [50, 10, 10]), (mesh["lower"], mesh["upper"]))

    def test_slivers_after_scaling_are_dropped(self):
        mesh = self.read("flat.glb", glb(node={"scale": [1, 1e-9, 1]}), status=1)
        self.assertEqual(8, mesh["faults"]["degenerate"]["count"])

    def test_open_box_is_not_wrong_but_has_no_mass(self):
        mesh = self.read("open.obj", obj(faces=SIDES[:5]))
        self.check_counts(mesh, open_edges=4)
        self.assertFalse(mesh["closed"])
        self.assertIsNone(mesh["mass"])
        self.assertIsNone(mesh["volume"])
        self.assertIn("no inside", " ".join(mesh["advice"]))

    def test_flipped_triangle(self):
        turned = [*TRIANGLES[:-1], TRIANGLES[-1][::-1]]
        mesh = self.read("flipped.stl", stl(triangles=turned), status=1)
        self.check_counts(mesh, flipped_edges=3)
        for place in mesh["faults"]["flipped_edges"]["examples"]:
            self.assertIn(11, (place["triangle"], place["other"]))
        self.assertIn("two-sided", " ".join(mesh["advice"]))

    def test_inside_out(self):
        mesh = self.read("out.obj", obj(faces=[side[::-1] for side in SIDES]), status=1)
        self.check_counts(mesh)
        self.assertAlmostEqual(-1, mesh["volume"])
        self.assertIsNone(mesh["mass"])
        self.assertIn("inside out", " ".join(mesh["advice"]))

    def test_non_manifold_edge(self):
        mesh = self.read("fin.obj", obj([*POINTS, (0.5, 2, 0.5)], [*SIDES, (2, 3, 8)]), status=1)
        self.check_counts(mesh, non_manifold=1, open_edges=2)
        self.assertEqual([0.5, 1, 0], mesh["faults"]["non_manifold"]["examples"][0]["point"])

    def test_duplicates_and_slivers(self):
        mesh = self.read("more.stl", stl(triangles=[*TRIANGLES, TRIANGLES[3], (0, 1, 1)]), status=1)
        self.check_counts(mesh, duplicate=1, degenerate=1)
        self.assertEqual(12, mesh["faults"]["duplicate"]["examples"][0]["triangle"])
        self.assertEqual(3, mesh["faults"]["duplicate"]["examples"][0]["other"])
        self.assertTrue(mesh["closed"])

    def test_t_junction(self):
        lid = [(2, 6, 8), (2, 8, 3), (8, 7, 3)]  # the middle of edge 6 to 7, which the wall does not know
        mesh = self.read("t.obj", obj([*POINTS, (0.5, 1, 1)], [*SIDES[:3], *lid, *SIDES[4:]]), status=1)
        self.check_counts(mesh, open_edges=3, t_junctions=1)
        self.assertEqual([0.5, 1, 1], mesh["faults"]["t_junctions"]["examples"][0]["point"])

    def test_welding_closes_cracks(self):
        points, triangles = [], []
        for number, triangle in enumerate(TRIANGLES):
            points += [tuple(x + 2e-5 * math.sin(7 * number + i + k) for k, x in enumerate(POINTS[i])) for i in triangle]
            triangles.append((3 * number, 3 * number + 1, 3 * number + 2))
        mesh = self.read("cracks.stl", stl(points, triangles))
        self.assertEqual(36, mesh["faults"]["open_edges"]["count"])
        self.assertIn("--weld 0.0001 closes 36 of the 36 edges", " ".join(mesh["advice"]))
        mesh = self.read("cracks.stl", stl(points, triangles), "--weld", "0.0001")
        self.check_counts(mesh)
        self.assertEqual(28, mesh["welded"])
        self.assertTrue(mesh["closed"])

    def test_hull_budget(self):
        ring = [(math.cos(i * math.pi / 20), y, math.sin(i * math.pi / 20)) for y in (0, 1) for i in range(40)]
        walls = [(i, i + 40, (i + 1) % 40 + 40, (i + 1) % 40) for i in range(40)]
        caps = [tuple(range(40)), tuple(range(79, 39, -1))]
        mesh = self.read("can.obj", obj(ring, walls + caps), "--hull-budget", "20")
        self.check_counts(mesh)
        hull = mesh["hull"]
        self.assertEqual(20, hull["vertices"])
        self.assertTrue(0.5 < hull["volume_kept"] <= hull["volume"] / mesh["volume"] < 1)

    def test_refused_mesh_is_wrong(self):
        self.read("line.stl", stl(triangles=[(0, 1, 1), (2, 2, 2)]), status=1)
        mesh = self.read("nan.stl", stl([(float("nan"), 0, 0), *POINTS[1:]]), status=1)
        self.assertIn("not finite", mesh["error"])

    def test_l5_bad_obj_names_the_line(self):
        good = obj()
        for wrong, says in ((b"f 1 2 9", "15: vertex 9 of 8"), (b"f 1 2 -9", "15: vertex -9 of 8"),
                            (b"f 0 1 2", "15: vertex 0: they count from 1"), (b"f 1 2", "15: a face of 2 corners"),
                            (b"f 1 2 x", '15: a corner is a number or numbers with slashes, not "x"'),
                            (b"f 1/1 2/1 3/1", "15: texture coordinate 1 of 0"), (b"v 1 2", "15: a vertex has three numbers"),
                            (b"v 1 nan 2", "15: a vertex at nan"), (b"f 1//1 2//1 3//1", "15: normal 1 of 0"),
                            (b"f 1 \\\n 2 \\\n 77", "15: vertex 77 of 8"), (b"# f 0\n\nf 99 1 2", "17: vertex 99 of 8")):
            with self.subTest(wrong):
                self.check_refused(self.write("bad.obj", good + wrong + b"\n"), "bad.obj:" + says)

    def test_unreadable_files(self):
        self.check_refused(Path(self.folder.name, "none.obj"), "none.obj: No such file")
        self.check_refused(self.write("box.fbx", obj()), ".obj, .stl, .ply, .gltf, .glb")
        self.check_refused(self.write("empty.stl", b""), "empty.stl: ")
        self.check_refused(self.write("cut.glb", glb()[:200]), "cut.glb: ")
        self.check_refused(self.write("points.ply", ply(faces=[])), "points.ply: ")
        self.check_refused(self.write("wild.ply", ply(faces=[(0, 1, 2, 3, 4000000)])), "wild.ply: ", "range")
        self.check_refused(Path(self.folder.name), "not one of")

    def test_wrong_usage(self):
        path = self.write("box.obj", obj())
        for arguments in (["--weld", "-1"], ["--weld", "nan"], ["--scale", "0"], ["--scale", "1e99"], ["--hull-budget", "3"],
                          ["--hull-budget", "129"], ["--fly"]):
            self.check_refused(path, arguments[0], arguments=arguments)
        self.check_refused(path, "2 files", arguments=[path])
        self.assertEqual(2, inspect().returncode)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_output_that_cannot_be_written(self):
        path = self.write("box.obj", obj())
        for arguments in ([], ["--json"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, "inspect", *arguments, path], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(1, done.returncode)
            self.assertIn("standard output", done.stderr)

    def test_the_document_shows_what_is_printed(self):
        crate = re.search(r"^```obj\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL).group(1)
        shown = re.search(r"^```text\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL).group(1)
        self.write("crate.obj", crate.encode())
        done = inspect("crate.obj", cwd=self.folder.name)
        self.assertEqual(1, done.returncode)
        self.assertEqual(shown, "$ drystone inspect crate.obj\n" + done.stdout)


if __name__ == "__main__":
    unittest.main()
