"""What the documents say holds: links lead somewhere, the program in the README is the one in examples/, and the
commands they name exist."""

import os
import re
import subprocess
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("DRYSTONE_SOURCE_DIR", Path(__file__).parents[2]))
CC = os.environ.get("DRYSTONE_CC") or "cc"
DOCUMENTS = sorted([*SOURCE.glob("*.md"), *(SOURCE / "docs").rglob("*.md"), *(SOURCE / "viewer").glob("*.md")])
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")

# What the fragments of C in the documents take for granted.
PRELUDE = """
#include <drystone/drystone.h>
#include <math.h>
#include <stdio.h>
extern DryWorld *world;
extern DryBodyId wall, door;
extern DryPos eye;
extern DryVec3 view;
extern bool running;
double frame_time(void);
void draw(void);
void report(const char *message);
void play_sound(DryPos point, float speed);
void set_transform(void *thing, DryPose pose);
"""


def anchors(path):
    """The anchors of a document's headings, spelt as Git hosts spell them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Documents(unittest.TestCase):
    def test_relative_links_lead_somewhere(self):
        broken = []
        for document in DOCUMENTS:
            for link in LINK.findall(FENCE.sub("", document.read_text(encoding="utf-8"))):
                if re.match(r"[a-z]+:", link):
                    continue
                name, _, anchor = link.partition("#")
                target = (document.parent / name).resolve() if name else document
                if not target.exists():
                    broken.append(f"{document.relative_to(SOURCE)}: {link}: no such file")
                elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                    broken.append(f"{document.relative_to(SOURCE)}: {link}: no such heading")
        self.assertEqual([], broken, "\n" + "\n".join(broken))

    def test_every_document_is_reached_from_the_readme(self):
        reached, queue = set(), [SOURCE / "README.md"]
        while queue:
            document = queue.pop()
            if document in reached or document.suffix != ".md" or not document.is_file():
                continue
            reached.add(document)
            for link in LINK.findall(FENCE.sub("", document.read_text(encoding="utf-8"))):
                if not re.match(r"[a-z]+:", link):
                    queue.append((document.parent / link.partition("#")[0]).resolve())
        unreached = [str(path.relative_to(SOURCE)) for path in (SOURCE / "docs").rglob("*.md") if path not in reached]
        self.assertEqual([], unreached)

    def test_program_in_readme_is_the_example(self):
        blocks = re.findall(r"^```c\n(.*?)^```", (SOURCE / "README.md").read_text(encoding="utf-8"),
                            re.MULTILINE | re.DOTALL)
        self.assertEqual((SOURCE / "examples/hello.c").read_text(), blocks[0])

    def test_fragments_of_c_compile(self):
        for document in DOCUMENTS:
            for block in re.findall(r"^```c\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
                text = block if "int main" in block else f"{PRELUDE}void fragment(void)\n{{\n{block}}}\n"
                done = subprocess.run([CC, "-std=c17", "-Wall", "-Wno-unused", "-Werror", "-fsyntax-only", "-x", "c",
                                       "-I", SOURCE / "include", "-"], input=text, text=True, capture_output=True)
                self.assertEqual(0, done.returncode, f"{document.name}:\n{block}\n{done.stderr}")

    def test_commands_named_are_commands_of_the_makefile(self):
        makefile = (SOURCE / "Makefile").read_text()
        commands = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
        for document in DOCUMENTS:
            for command in re.findall(r"`make ([a-z]+)[` ]", document.read_text(encoding="utf-8")):
                self.assertIn(command, commands, document.name)

    def test_help_names_every_command(self):
        shown = subprocess.run(["make", "-C", SOURCE, "--no-print-directory"], check=True, capture_output=True,
                               text=True).stdout
        for command in "demo test lab bench format lint sanitize fuzz install docs clean help".split():
            self.assertRegex(shown, rf"(?m)^  {command}\b")

    def test_functions_named_exist(self):
        headers = "".join(path.read_text() for path in (SOURCE / "include/drystone").glob("*.h"))
        for document in DOCUMENTS:
            if document.parent.name == "viewer":
                continue
            for name in re.findall(r"\b(?:dry_[a-z0-9][a-z0-9_]*|DRY_[A-Z0-9_]+)\b", document.read_text(encoding="utf-8")):
                if name not in ("dry_noun_verb", "DRY_CONSTANT"):
                    self.assertTrue(re.search(rf"\b{name}\b", headers), f"{document.name} names {name}")


if __name__ == "__main__":
    unittest.main()
