"""The floors of the house: which file may include and call which.

The order of the floors of the library is read from cmake/floors.txt. Above them stand the guests (scene, lab, bench),
which use the public headers only, and on top the program (tools). A file may include and call files of lower floors
and of its own folder; and no files, a header and its own source counting as one, form a circle of includes and calls.
"""

import json
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

GUESTS = ("scene", "lab", "bench")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)

# What the library must never call: results that differ between C libraries, ends of the process, memory not counted.
FORBIDDEN = {
    "libm": "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 pow log log2 log10 log1p cbrt hypot fma "
    "sincos",
    "process": "abort exit _exit __assert_fail __assert_rtn raise signal longjmp",
    "chance": "rand srand random srandom rand_r drand48",
    "memory": "malloc calloc realloc free aligned_alloc posix_memalign strdup",
}
MEMORY_ROOM = "src/base/memory.c"


@dataclass(frozen=True, order=True)
class Floor:
    """A folder and its height; storeys of one floor share `number` and differ in `storey`."""

    number: int
    storey: int
    folder: str

    def __str__(self):
        return f"{self.folder} (floor {self.number}{f'.{self.storey}' if '/' in self.folder else ''})"

    def below(self, other):
        return (self.number, self.storey) < (other.number, other.storey)


class House:
    """The floors, and where each file of a source tree stands."""

    def __init__(self, root):
        self.root = Path(root)
        self.floors = {}
        self.public = {}
        for line in (self.root / "cmake/floors.txt").read_text().splitlines():
            if not line or line.startswith("#"):
                continue
            number, folder, *headers = line.split()
            whole, _, storey = number.partition(".")
            floor = Floor(int(whole), int(storey or 0), folder)
            self.floors[f"src/{folder}"] = floor
            for header in headers:
                self.public[header] = Floor(int(whole), 0, "include/drystone")
        for guest in GUESTS:
            self.floors[guest] = Floor(8, 0, guest)
        self.floors["tools"] = Floor(9, 0, "tools")

    def files(self):
        for top in ("src", "include", *GUESTS, "tools"):
            for path in sorted((self.root / top).rglob("*")):
                if path.is_file() and path.suffix in (".c", ".h", ".inc", ".inl"):
                    yield path.relative_to(self.root).as_posix()

    def floor(self, file):
        """The floor of a file given relative to the root, or None when it stands on none."""
        if file.startswith("include/drystone/"):
            return self.public.get(file.removeprefix("include/drystone/"))
        return next((floor for folder, floor in self.floors.items() if file.startswith(folder + "/")), None)

    def may_see(self, user, used):
        """None when `user` may include or call `used` (both files), else what is wrong with it."""
        up, down = self.floor(user), self.floor(used)
        if up is None or down is None:
            return "stands on no floor of cmake/floors.txt"
        if used.startswith("include/"):
            return None if down.number <= up.number else f"runs upward from {up} to a header of floor {down.number}"
        if user.startswith("include/"):
            return "leaves the public headers"
        if up.folder == down.folder:
            return None
        if used.startswith("src/") and up.number >= 7:
            return f"{up} may use the public headers only"
        if not down.below(up):
            return f"runs {'upward' if up.below(down) else 'sideways'} from {up} to {down}"
        return None


def resolve(house, user, bracket, name):
    """The file of the tree that an include in `user` names, or None for one of the system or none at all."""
    bases = ["include"] if bracket == "<" else [Path(user).parent.as_posix()]
    if bracket == '"':
        bases += ["src"] if user.startswith("src/") else [""]
    for base in bases:
        candidate = house.root / base / name
        if candidate.is_file():
            return candidate.resolve().relative_to(house.root.resolve()).as_posix()
    return None


def read_includes(house):
    """All includes within the tree as (user, used), and the complaints about those that lead nowhere."""
    pairs, problems = [], []
    for user in house.files():
        if house.floor(user) is None:
            problems.append(f"{user}: stands on no floor of cmake/floors.txt")
            continue
        text = COMMENT.sub("", (house.root / user).read_text(encoding="utf-8"))
        for bracket, name in INCLUDE.findall(text):
            used = resolve(house, user, bracket, name)
            if used is not None:
                pairs.append((user, used))
            elif bracket == '"' or name.startswith("drystone/"):
                problems.append(f"{user}: include of {name}, which does not exist")
    return pairs, problems


def check_includes(house):
    """Complaints about includes that run upward or sideways."""
    pairs, problems = read_includes(house)
    for user, used in pairs:
        wrong = house.may_see(user, used)
        if wrong:
            problems.append(f"{user}: include of {used}: {wrong}")
    return problems


def objects_of_build(root, build):
    """Source file (relative to `root`) -> object file, from the compilation database of a build folder."""
    objects = {}
    root = Path(root).resolve()
    for entry in json.loads((Path(build) / "compile_commands.json").read_text()):
        source = Path(entry["directory"], entry["file"]).resolve()
        if source.is_relative_to(root):
            output = entry.get("output") or re.search(r"-o (\S+)", entry["command"]).group(1)
            candidates = [Path(entry["directory"], output), Path(build, output)]
            found = next((path for path in candidates if path.is_file()), None)
            if found:
                objects.setdefault(source.relative_to(root).as_posix(), found)
    return objects


def read_symbols(objects, nm="nm"):
    """(symbols each file defines, symbols each file needs), external linkage only."""
    defined, needed = {}, {}
    for source, path in objects.items():
        listing = subprocess.run([nm, "-P", "-g", str(path)], check=True, capture_output=True, text=True).stdout
        defined[source], needed[source] = set(), set()
        for line in listing.splitlines():
            name, kind = line.split()[:2]
            (needed if kind in "Uwv" else defined)[source].add(name)
    return defined, needed


def read_calls(house, defined, needed):
    """All calls between files as (user, used, symbol), and complaints about names."""
    home, problems = {}, []
    for source, names in sorted(defined.items()):
        floor = house.floor(source)
        for name in sorted(names):
            if floor and floor.number <= 7 and not name.lower().startswith("dry_"):
                problems.append(f"{source}: {name} has external linkage but no dry_ prefix")
            if name in home and name != "main":
                problems.append(f"{source}: {name} is defined in {home[name]} too")
            home[name] = source
    calls = []
    for source, names in sorted(needed.items()):
        for name in sorted(names):
            if name in home and home[name] != source:
                calls.append((source, home[name], name))
            elif name.startswith("dry_") and name not in home:
                problems.append(f"{source}: {name} is defined nowhere")
    return calls, problems


def check_calls(house, defined, needed):
    """Complaints about calls (or uses of data) that run upward or sideways, or past the public functions."""
    calls, problems = read_calls(house, defined, needed)
    for user, used, name in calls:
        up, down = house.floor(user), house.floor(used)
        if up and down and up.number >= 7 and down.number < up.number and used.startswith("src/"):
            if name.startswith("dry__"):
                problems.append(f"{user}: call of {name} in {used}: {up} may use the public functions only")
            continue
        wrong = house.may_see(user, used)
        if wrong:
            problems.append(f"{user}: call of {name} in {used}: {wrong}")
    return problems


def check_outside(house, needed):
    """Complaints about what the library needs of the C library."""
    reason = {name: group for group, names in FORBIDDEN.items() for name in names.split()}
    for name in FORBIDDEN["libm"].split():
        reason[name + "f"] = "libm"
    problems = []
    for source, names in sorted(needed.items()):
        floor = house.floor(source)
        if floor is None or floor.number > 7:
            continue
        for name in sorted(names & reason.keys()):
            if not (reason[name] == "memory" and source == MEMORY_ROOM):
                problems.append(f"{source}: call of {name} ({reason[name]})")
    return problems


def check_circles(house, calls=()):
    """Complaints about files that include and call each other in a circle; a header and its own source are one."""
    room = lambda file: re.sub(r"\.\w+$", "", file)
    arrows = defaultdict(dict)
    for user, used in read_includes(house)[0]:
        if room(user) != room(used):
            arrows[room(user)].setdefault(room(used), f"includes {Path(used).name}")
    for user, used, name in calls:
        if room(user) != room(used):
            arrows[room(user)].setdefault(room(used), f"calls {name}")
    problems = []
    for knot in strong_components(arrows):
        lines = [f"  {a} -> {b}: {arrows[a][b]}" for a in sorted(knot) for b in sorted(arrows[a]) if b in knot]
        problems.append("these files form a circle:\n" + "\n".join(lines))
    return problems


def strong_components(arrows):
    """Groups of more than one node that reach each other (Tarjan's algorithm, without recursion)."""
    index, low, on_stack, stack, groups = {}, {}, set(), [], []
    for start in sorted(arrows):
        if start in index:
            continue
        work = [(start, iter(sorted(arrows[start])))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, edges = work[-1]
            step = next(edges, None)
            if step is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while not group or group[-1] != node:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    if len(group) > 1:
                        groups.append(group)
            elif step not in index:
                index[step] = low[step] = len(index)
                stack.append(step)
                on_stack.add(step)
                work.append((step, iter(sorted(arrows.get(step, ())))))
            elif step in on_stack:
                low[node] = min(low[node], index[step])
    return groups
