# wrong.py: commands that are wrong in one place, drawn at random
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Invariants: none ends by a signal or takes long, with status 0, or with a warning of GLib; what is said names the file or the option, or repeats the value; and nothing is left where
# results would have been written. The seed is printed; wrong.py PROGRAM SEED COUNT runs others.
import os
import random
import re
import subprocess
import sys
import tempfile

PATIENCE_S = 60
PROJECT = """<heddle version="1" name="Sound">
<variables><variable name="load" value="0.1"/></variables>
<link-class id="wire" bandwidth="10 GB/s" latency="1 us" sharing="split"/>
<top>
<component id="hub" type="fabric.switch"/>
<component id="xpu" type="fabric.xpu" count="4"/>
<link id="wire" from="xpu[i].eth" to="hub.port[i]" for="i=0..3" class="wire"/>
</top>
<communicators><communicator id="all" members="xpu[*]"/></communicators>
<workload type="collective" on="all" operation="all-reduce" algorithm="ring" bytes="4 kB"/>
<probes><probe of="wire[0].rate"/></probes>
<run iterations="2"/>
<study id="sizes"><factor of="class:wire.latency" values="1 us, 2 us"/><metric of="time_total"/></study>
</heddle>
"""
NUMBERS = ["", "x", "-1", "nan", "-inf", "1e999", "99999999999999999999999", "1;2", "1 parsec", "0x", "--", "½", "1e-400 GB/s"]
# Commands, and what of them takes a value of which sort; {} is a file.
FILES = {
    "run": ["run", "{}"],
    "why": ["why", "--trials=0", "{}"],
    "compare": ["compare", "{}", "sound.heddle"],
    "compare-second": ["compare", "sound.json", "{}"],
    "study": ["study", "--quiet", "{}", "sizes"],
    "check": ["check", "{}"],
    "convert": ["convert", "{}", "out.dot"],
    "convert-graphml": ["convert", "{}", "out.heddle"],
    "render": ["render", "{}", "-o", "out.svg"],
    "tree": ["tree", "{}", "--size=8B"],
    "grade": ["grade", "{}", "answers.json"],
    "run-like": ["run", "sound.heddle", "--like={}"],
    "run-transfers": ["run", "sound.heddle", "--transfers={}"],
    "study-merge": ["study", "sound.heddle", "sizes", "--merge={}"],
    "convert-workload": ["convert", "sound.heddle", "out.heddle", "--workload={}"],
    "run-popnet": ["run", "--popnet=-A 4 -c 2", "{}"],
}
ENDS = [".heddle", ".json", ".xml", ".graphml", ".csv", ".lesson", ".et", ".cfg", ".sqlite", "", ".pcap", ".txt"]
OPTIONS = {
    "run": {
        "number": ["iterations", "seed", "cross-traffic", "equal-paths", "packet-size", "buffer", "window", "packet-time", "noise", "noise-packet", "flit", "clock", "virtual-channels",
                   "input-buffer", "output-buffer", "header", "link-length", "quantum", "partitions", "threads", "wall-limit", "memory-limit", "trace-from", "trace-until", "until"],
        "choice": ["fidelity", "steps", "fairness", "switching", "service", "noise-order", "arbitration", "energy", "sync", "channels", "symmetry", "fast-forward", "incremental", "static-check"],
        "address": ["trace"], "follow": ["follow"], "set": ["set"], "change": ["change"], "sweep": ["sweep"], "out": ["json", "vcd", "fst", "perfetto", "paje"], "folder": ["csv", "files"],
    },
    "why": {"number": ["factor", "trials", "jobs"], "name": ["metric"], "set": ["set"], "out": ["json"]},
    "compare": {"number": ["links"], "condition": ["fail-if"], "set": ["set", "set-a", "set-b"], "out": ["json", "html"]},
    "study": {"number": ["jobs"], "shard": ["shard"], "set": ["set"], "folder": ["csv"], "out": ["results", "sensitivity-json"]},
    "convert": {"choice": ["to"], "set": ["set"], "map": ["map"]},
    "check": {"set": ["set"]},
    "tree": {"number": ["size", "k", "degree", "entries", "scale"], "choice": ["operation", "algorithm", "draw"], "name": ["communicator"], "out": ["json", "dot"]},
    "render": {"number": ["width", "count", "scale", "size", "from", "until"], "choice": ["view", "figure"], "name": ["module", "probe", "study"]},
}
VALUES = {
    "number": NUMBERS,
    "choice": ["", "X", "flow,packet", "-", "\u00e4"],
    "address": ["xpu[", "nothing[0]", "xpu[9]", "hub[*]", "[0]"],
    "follow": ["", "x", "xpu[0]:", "xpu[0]:nothing", "xpu[0]:xpu[1]@", "xpu[0]:xpu[1]@3", "xpu[0]:xpu[1]#x", "xpu[0]:xpu[1]#-1"],
    "set": ["", "=", "x", "x=", "=1", "nothing=1", "$nothing=1", "xpu[0].fp32=-1 FLOP/s", "xpu[7].fp32=1 TFLOP/s", "xpu.count=1e30", "run:nothing=1", "run:seed=x", "class:wire.bandwidth=1 s",
            "class:none.bandwidth=1 GB/s", "wire[0].bandwidth=0 B/s", "load=1 +", "load=$load", "xpu[=3", "run:=3", "run:fidelity=x"],
    "change": ["", "x", "1 ms", "1 ms =", "never wire[0].failed=1", "-1 ms wire[0].failed=1", "1 ms wire[0].failed=2", "1 ms wire[9].failed=1", "1 ms wire[0].latency=1 s", "1e999 s wire[0].failed=1"],
    "sweep": ["", "=", "load", "load=", "load=1", "load=1..", "load=1..2", "load=1..2:0", "load=1..2:-3", "load=2..1:x", "nothing=1..2:2", "load=1..2:1e12", "load=nan..2:2"],
    "name": ["nothing", "[", "../x"],
    "condition": ["", "x", "throughput", "time_total <", "time_total < x", "nothing < 3 %", "time_total > 5 parsec", "time_total >> 3 %"],
    "shard": ["", "0/0", "3/2", "x", "1/", "/2", "-1/2", "1/99999999999999999999"],
    "map": ["", "x", "x=", "=y", "x=nothing:parsec"],
    "out": ["nowhere/x", "folder", "", "/proc/nothing"],
    "folder": ["sound.heddle", "sound.heddle/x", "/proc/nothing", ""],
}


# Those that were not refused once: what is said, and the exit status.
KNOWN = [
    (["tree", "sound.heddle", "--k="], "tree width k= must be", 2),
    (["tree", "sound.heddle", "--algorithm="], "type of tree “”", 2),
    (["tree", "sound.heddle", "--entries=-1"], "--entries must be at least 0, not -1", 2),
    (["tree", "sound.heddle", "--degree=-1"], "", 2),
    (["why", "sound.heddle", "--trials=-1"], "--trials must be at least 0, not -1", 2),
    (["render", "sound.heddle", "-o", "out.svg", "--view=waveforms", "--width=nan"], "--width must lie between", 2),
    (["check", "sound.heddle", "--set==1"], "Setting “=1” should be PATH=VALUE", 2),
    (["study", "sound.heddle", "sizes", "--results="], "“” is the name of no file", 4),
    (["study", "sound.heddle", "sizes", "--quiet", "--results=known.sqlite", "--set=run:seed=x"], "All points have failed; the first: “seed” is the word “x”", 3),
]


class Commands:
    def __init__(self, program, folder, seed):
        self.program, self.folder, self.random = program, folder, random.Random(seed)

    def spoil(self, name):
        """Writes a file that is none of those that are read, and returns its name, and how it is wrong."""
        draw = self.random
        kind = draw.choice(["missing", "folder", "empty", "binary", "cut", "other", "text", "null", "blank", "loop", "long", "zeros", "deep", "name", "flipped"])
        name += draw.choice(ENDS)
        path = os.path.join(self.folder, name)
        sound = PROJECT.encode()
        if kind == "missing":
            return name, kind
        if kind == "null":
            return "/dev/null", kind
        if kind == "folder":
            return "folder", kind
        if kind == "loop":
            os.symlink(name, path)
            return name, kind
        if kind == "name":
            name = "a" * 300
            return name, kind
        if kind == "flipped":
            data = bytearray(sound)
            data[draw.randrange(0, 8)] = 0
        else:
            data = {
                "empty": b"", "binary": draw.randbytes(draw.randrange(1, 3000)), "cut": sound[:draw.randrange(1, len(sound) - 12)],
                "other": draw.choice([b"{}", b"[1,2", b"<svg/>", b"<?xml version='1.0'?>", b"\xff\xfe<\x00h\x00", b"SQLite format 3\0", b"\xd4\xc3\xb2\xa1\2\0\4\0", b"{\"digest\": 3}", b"\x89PNG\r\n\x1a\n", b"\x7fELF\1\1\1"]),
                "text": b"a, b, c\n1, 2\n", "blank": b" \n\t\n", "long": b"<heddle " + b"a" * draw.randrange(1, 3000000), "zeros": bytes(draw.randrange(1, 5000)),
                "deep": b"<a>" * draw.randrange(1, 100000),
            }[kind]
        with open(path, "wb") as file:
            file.write(data)
        return name, kind

    def draw(self, number):
        """A command, the words of which one is to be said, and files that it must not leave."""
        draw = self.random
        if draw.random() < 0.5:
            which = draw.choice(list(FILES))
            name, kind = self.spoil(f"wrong-{number}")
            if which == "run-popnet" and kind == "blank": # a trace without packets, of which popnet finishes none
                return self.draw(number)
            return [word.replace("{}", name) for word in FILES[which]], [os.path.basename(name)[:200]], ["out.dot", "out.svg", "out.heddle"]
        command = draw.choice(list(OPTIONS))
        kind = draw.choice(list(OPTIONS[command]))
        option, value = draw.choice(OPTIONS[command][kind]), draw.choice(VALUES[kind])
        rest = {"compare": ["sound.heddle", "sound.json"], "study": ["sound.heddle", "sizes", "--quiet"], "convert": ["sound.heddle", "out.dot"], "render": ["sound.heddle", "-o", "out.svg"],
                "why": ["sound.heddle", "--trials=0"], "tree": ["sound.heddle"]}.get(command, ["sound.heddle"])
        if command == "study":
            rest = rest + ([f"--results=results-{number}.sqlite"] if option != "results" else [])
        return [command, *rest, f"--{option}={value}"], [option, value], []


def spread(words):
    """A value is repeated as a whole or in part, or in quotes if it is short or empty."""
    parts = [part for word in words for part in [word, *re.split("[=@#:., ]", word)]]
    return [part if len(part) > 2 else quoted for part in parts for quoted in (f"“{part}”", f"={part} ", f" {part};")]


def check(commands, number):
    argv, words, left = commands.draw(number)
    for name in left:
        if os.path.exists(os.path.join(commands.folder, name)):
            os.remove(os.path.join(commands.folder, name))
    try:
        done = subprocess.run([commands.program, *argv], cwd=commands.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        return argv, "takes long"
    said = done.stderr.decode(errors="replace")
    if done.returncode < 0:
        return argv, f"signal {-done.returncode}: {said[-400:]}"
    if done.returncode == 0:
        return argv, "status 0"
    if re.search(r"CRITICAL|WARNING \*\*|\*\* ERROR|Traceback", said):
        return argv, said[-400:]
    if not said.strip():
        return argv, "nothing is said"
    if not any(word in said for word in spread(words)):
        return argv, f"names none of {words}: {said[:300]}"
    for name in left:
        if os.path.exists(os.path.join(commands.folder, name)):
            return argv, f"{name} is left: {said[:200]}"
    return argv, None


def main():
    program = os.path.abspath(sys.argv[1])
    seed, count = (int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else (random.randrange(10**6), 120)
    with tempfile.TemporaryDirectory(prefix="heddle-wrong-") as folder:
        os.mkdir(os.path.join(folder, "folder"))
        with open(os.path.join(folder, "sound.heddle"), "w", encoding="utf-8") as file:
            file.write(PROJECT)
        subprocess.run([program, "run", "sound.heddle", "--quiet", "--json=sound.json"], cwd=folder, check=True, capture_output=True)
        commands, n = Commands(program, folder, seed), 0
        print(f"1..1\n# seed {seed}", flush=True)
        for argv, words, status in KNOWN:
            done = subprocess.run([program, *argv], cwd=folder, capture_output=True, text=True)
            if done.returncode != status or words not in done.stderr:
                n += 1
                print(f"# {argv}: {done.returncode}, {done.stderr} instead of {status}, {words}", flush=True)
        for number in range(count):
            argv, fault = check(commands, number)
            if fault is not None:
                n += 1
                print(f"# {argv}: {fault}", flush=True)
        print(f"{'not ' if n > 0 else ''}ok 1 {count} commands from seed {seed}")


main()
