# steps.py: when each send of a collective leaves and arrives, against a simulator that is too simple to be wrong
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random small trees of switches with members on them carry a collective, or two at once on the same links. `heddle run` with all members traced tells when
# each send left and each receive ended. The simulator below knows nothing of Heddle: it has its own schedules, finds the one way between two leaves of a
# tree, and solves max-min shares anew, in floating point, whenever something starts or ends. With steps="neighbours" a member has a list of turns and
# goes on to the next when all that it receives in the one before is in and its last byte of the one before has left; with steps="barrier" when all
# sends of the step have arrived. Times must agree within 1e-9 of the whole. Usage: steps.py HEDDLE [SEED [CASES]]
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path


# ---- schedules: a list of steps, each a list of (source, destination, share of the vector) ---------------------------------

def ring(n, rounds):
    return [[(r, (r + 1) % n, 1 / n) for r in range(n)] for _ in range(rounds)]


def all_to_all(n):
    return [[(r, (r + d) % n, 1 / n) for r in range(n)] for d in range(1, n)]


def tree_down(n):
    steps, reach = [], 1
    while reach < n:
        steps.append([(r, r + reach, 1) for r in range(reach) if r + reach < n])
        reach *= 2
    return steps


def tree_up(n):
    return [[(b, a, share) for a, b, share in step] for step in reversed(tree_down(n))]


def pipeline(n):
    """Chunk c leaves member r in step r + c."""
    return [[(r, r + 1, 1 / n) for r in range(n - 1) if 0 <= step - r < n] for step in range(2 * n - 2)]


def doubling(n):
    distances = [1 << k for k in range(n.bit_length() - 1)]
    return [[(r, r ^ d, 1) for r in range(n)] for d in distances]


def halving_doubling(n):
    distances = [1 << k for k in range(n.bit_length() - 1)]
    halving = [[(r, r ^ d, d / n) for r in range(n)] for d in reversed(distances)]
    return halving + [[(r, r ^ d, d / n) for r in range(n)] for d in distances]


def folded(schedule):
    """Of n members that are no power of two the first few pair up: one gives its vector to the other, sits out, and gets the result."""
    def of(n):
        p = 1 << (n.bit_length() - 1)
        pairs = n - p
        stay = [2 * i + 1 for i in range(pairs)] + list(range(2 * pairs, n))
        steps = [[(stay[a], stay[b], share) for a, b, share in step] for step in schedule(p)]
        if pairs == 0:
            return steps
        return [[(2 * i, 2 * i + 1, 1) for i in range(pairs)]] + steps + [[(2 * i + 1, 2 * i, 1) for i in range(pairs)]]
    return of


def dissemination(n):
    return [[(r, (r + (1 << k)) % n, 0) for r in range(n)] for k in range((n - 1).bit_length())]


def up_and_down(n):
    return [[(a, b, 0) for a, b, _ in step] for step in tree_up(n) + tree_down(n)]


SCHEDULES = {
    ("all-reduce", "ring"): lambda n: ring(n, 2 * (n - 1)),
    ("all-reduce", "ring-coherent"): lambda n: ring(n, n - 1),
    ("all-gather", "ring"): lambda n: ring(n, n - 1),
    ("all-to-all", "direct"): all_to_all,
    ("broadcast", "binomial"): tree_down,
    ("broadcast", "ring"): pipeline,
    ("reduce", "binomial"): tree_up,
    ("all-reduce", "recursive-doubling"): folded(doubling),
    ("all-reduce", "rabenseifner"): folded(halving_doubling),
    ("barrier", "dissemination"): dissemination,
    ("barrier", "binomial"): up_and_down,
}


# ---- platforms ------------------------------------------------------------------------------------------------------------

class Platform:
    """A tree: switch 0 is its root, each vertex has an uplink (bandwidth, latency, shared). Members are the last vertices."""

    def __init__(self, chance, n_members, n_switches):
        self.n_switches, self.n_members = n_switches, n_members
        self.parent = [None] + [chance.randrange(v) for v in range(1, n_switches)]
        self.parent += [chance.randrange(n_switches) for _ in range(n_members)]
        kinds = [(chance.choice([1e9, 2e9, 0.5e9, 3e9]), chance.choice([0, 1e-3, 5e-3, 40e-3]), chance.random() < 0.3) for _ in range(3)]
        self.kind = [None] + [chance.randrange(3) for _ in range(1, n_switches + n_members)]
        self.kinds = kinds

    def project(self, works, steps):
        text = ['<heddle version="1" name="steps">']
        for k, (bandwidth, latency, shared) in enumerate(self.kinds):
            text.append(f'<link-class id="L{k}" bandwidth="{bandwidth!r} B/s" latency="{latency!r} s" sharing="{"shared" if shared else "split"}"/>')
        text.append(f'<top><component id="x" type="fabric.xpu" count="{self.n_members}"/><component id="s" type="fabric.switch" count="{self.n_switches}"/>')
        ports = [0] * self.n_switches

        def port(v):
            if v >= self.n_switches:
                return f'x[{v - self.n_switches}].cxl'
            ports[v] += 1
            return f's[{v}].port[{ports[v] - 1}]'

        for v in range(1, self.n_switches + self.n_members):
            text.append(f'<link from="{port(v)}" to="{port(self.parent[v])}" class="L{self.kind[v]}"/>')
        text.append('</top><communicators>')
        for i, (members, *_) in enumerate(works):
            text.append(f'<communicator id="c{i}" members="{" ".join(f"x[{m}]" for m in members)}"/>')
        text.append('</communicators>')
        for i, (_, (operation, algorithm), size) in enumerate(works):
            text.append(f'<workload type="collective" on="c{i}" operation="{operation}" algorithm="{algorithm}" bytes="{size!r} B"/>')
        text.append(f'<run steps="{steps}" trace="x[*]"/></heddle>')
        return '\n'.join(text)

    def way(self, source, destination):
        """(latency, resources) from one member to another: up from both to where they meet."""
        up, down = [source + self.n_switches], [destination + self.n_switches]
        while up[-1] is not None:
            up.append(self.parent[up[-1]])
        while down[-1] is not None:
            down.append(self.parent[down[-1]])
        meeting = next(v for v in up if v in down)
        links = [(v, 'up') for v in up[:up.index(meeting)]] + [(v, 'down') for v in down[:down.index(meeting)]]
        latency = sum(self.kinds[self.kind[v]][1] for v, _ in links)
        return latency, [(v, None if self.kinds[self.kind[v]][2] else direction) for v, direction in links]

    def capacity(self, resource):
        return self.kinds[self.kind[resource[0]]][0]


# ---- the simulator ----------------------------------------------------------------------------------------------------------

def share(flows, platform):
    """Rates of max-min fair sharing. flows: key -> resources; all rates grow together until a resource is full."""
    rates, free = {}, {r: platform.capacity(r) for way in flows.values() for r in way}
    while len(rates) < len(flows):
        load = {}
        for key, way in flows.items():
            if key not in rates:
                for r in way:
                    load[r] = load.get(r, 0) + 1
        level = min(free[r] / load[r] for r in load)
        full = {r for r in load if free[r] / load[r] <= level * (1 + 1e-12)}
        for key, way in flows.items():
            if key not in rates and full.intersection(way):
                rates[key] = level
                for r in way:
                    free[r] = max(free[r] - level, 0)
    return rates


class Collective:
    """Sends are (step, source, destination). ready (now) gives those that may begin to flow, each with the time from which on."""

    def __init__(self, members, schedule, size, platform, barrier):
        self.sends, self.ends, self.begun = {}, {}, set()
        self.barrier = barrier
        self.steps = []
        for step, sends in enumerate(schedule):
            self.steps.append([])
            for source, destination, part in sends:
                key = (step, members[source], members[destination])
                self.sends[key] = (part * size, *platform.way(key[1], key[2]))
                self.steps[-1].append(key)
        self.turns = {}
        for m in members:
            mine = [[k for k in keys if m in k[1:]] for keys in self.steps]
            self.turns[m] = [([k for k in keys if k[1] == m], [k for k in keys if k[2] == m]) for keys in mine if keys]
        self.at = {m: 0 for m in members}        # turn
        self.since = {m: 0.0 for m in members}   # when it began
        self.behind = {m: [] for m in members}   # (end, latency) of what it sent in the turn before that sent

    def ready(self):
        found = []
        if self.barrier:
            for step, keys in enumerate(self.steps):
                if all(k in self.ends for k in keys):
                    continue
                before = max((self.ends[k] for k in self.steps[step - 1]), default=0) if step > 0 else 0
                found = [(k, before + self.sends[k][1]) for k in keys if k not in self.begun]
                break
            self.begun.update(k for k, _ in found)
            return found
        for m, turns in self.turns.items():
            while self.at[m] < len(turns):
                sends, receives = turns[self.at[m]]
                for k in sends:
                    if k in self.begun:
                        continue
                    latency = self.sends[k][1]
                    begin = self.since[m] + latency
                    for end, other in self.behind[m]:
                        begin = max(begin, end, end - other + latency)
                    self.begun.add(k)
                    found.append((k, begin))
                if not all(k in self.ends for k in sends + receives):
                    break
                self.since[m] = max([self.since[m]] + [self.ends[k] for k in receives])
                if sends:
                    self.behind[m] = [(self.ends[k], self.sends[k][1]) for k in sends]
                self.at[m] += 1
        return found


def simulate(collectives, platform):
    now, waiting, flowing, left = 0.0, [], {}, {}
    while True:
        for c, collective in enumerate(collectives):
            waiting += [(begin, (c, key)) for key, begin in collective.ready()]
        for item in [w for w in waiting if w[0] <= now * (1 + 1e-14)]:
            waiting.remove(item)
            c, key = item[1]
            size, _, way = collectives[c].sends[key]
            if size > 0 and way:
                flowing[item[1]], left[item[1]] = way, size
            else:
                collectives[c].ends[key] = now
                break
        else:
            if not waiting and not flowing:
                return
            rates = share(flowing, platform)
            time = min([w[0] for w in waiting] + [now + left[k] / rates[k] for k in flowing])
            for k in list(flowing):
                left[k] -= rates[k] * (time - now)
                if left[k] <= rates[k] * 1e-13 * max(time, 1):
                    collectives[k[0]].ends[k[1]] = time
                    del flowing[k], left[k]
            now = time


# ---- comparison -------------------------------------------------------------------------------------------------------------

def read_trace(result):
    """(kind, step, source, destination, start, end) of each span."""
    found = set()
    for lane in result["trace"]:
        name = lane["lane"].split(",")[0]
        for span in lane["spans"]:
            if span["kind"] == "send":
                found.add(("send", span["step"], name, span["peer"], span["start_s"], span["end_s"]))
            elif span["kind"] == "receive":
                found.add(("receive", span["step"], span["peer"], name, span["start_s"], span["end_s"]))
    return sorted(found)


def run(heddle, project, *arguments):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "steps.heddle"
        path.write_text(project, encoding="utf-8")
        done = subprocess.run([heddle, "run", str(path), *arguments, "--quiet", "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f"Bail out! {done.stderr}\n{project}")
    return json.loads(done.stdout)


def expected_trace(collectives, barrier):
    found = set()
    for collective in collectives:
        for key, (size, latency, way) in collective.sends.items():
            step, source, destination = key
            names = (f"x[{source}]", f"x[{destination}]")
            end = collective.ends[key]
            found.add(("receive", step, *names, end))
            if not barrier:
                found.add(("send", step, *names, end - latency))
    return sorted(found)


def compare(heddle, chance):
    """Complaints about one random system."""
    n_members = chance.randrange(2, 11)
    platform = Platform(chance, n_members, chance.randrange(1, 6))
    works = []
    for _ in range(chance.choice([1, 1, 2])):
        name = chance.choice(list(SCHEDULES))
        works.append((chance.sample(range(n_members), chance.randrange(2, n_members + 1)), name, float(chance.randrange(1, 20) * 10 ** 9)))
    complaints = []
    for steps in "neighbours", "barrier":
        project = platform.project(works, steps)
        result = run(heddle, project)
        collectives = [Collective(members, SCHEDULES[name](len(members)), size, platform, steps == "barrier") for members, name, size in works]
        simulate(collectives, platform)
        total = max(end for c in collectives for end in c.ends.values())
        found = [(k, s, a, b, end) for k, s, a, b, _, end in read_trace(result) if steps == "neighbours" or k == "receive"]
        found, expected = sorted(found), expected_trace(collectives, steps == "barrier")
        if len(found) != len(expected):
            complaints.append(f"{steps}: {len(found)} spans, {len(expected)} expected\n{project}")
            continue
        for a, b in zip(found, expected):
            if a[:4] != b[:4] or abs(a[4] - b[4]) > 1e-9 * total:
                complaints.append(f"{steps}: {a}, expected {b}\n{project}")
                break
        if abs(result["metrics"]["time_total"]["value"] - total) > 1e-9 * total:
            complaints.append(f"{steps}: {result['metrics']['time_total']['value']} s in all, expected {total} s\n{project}")
    return complaints


def compare_with_packets(heddle):
    """An all-reduce of 105 MB around a ring of HCSim's figure 6a, whose racks are joined by slow links: as flows and as packets."""
    text = (Path(os.environ["HEDDLE_SOURCE_ROOT"]) / "projects/hcsim/figure-6a.heddle").read_text(encoding="utf-8")
    text = re.sub(r"<workload .*?/>", '<workload type="collective" on="ring" operation="all-reduce" algorithm="ring" bytes="104.8576 MB"/>', text)
    text = re.sub(r"<probes>.*?</probes>", "", text, flags=re.DOTALL)
    text = re.sub(r"<run .*?/>", '<run switching="cut-through" packet-size="64 KiB"/>', text)
    complaints = []
    for n in 8, 64, 256:
        times = {}
        for name, more in ("neighbours", []), ("barrier", ["--set", "run:steps=barrier"]), ("packets", ["--fidelity", "packet"]):
            times[name] = run(heddle, text, "--set", f"$xpus={n}", *more)["metrics"]["time_total"]["value"]
        print(f"# {n} accelerators: {times}")
        if abs(times["neighbours"] / times["packets"] - 1) > 0.01:
            complaints.append(f"{n} accelerators: {times}")
        if n == 256 and times["barrier"] < 1.3 * times["packets"]:
            complaints.append(f"a barrier costs nothing: {times}")
    return complaints


def main():
    heddle = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10 ** 6)
    cases = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    chance = random.Random(seed)
    complaints = []
    print(f"TAP version 13\n1..2\n# seed {seed}, {cases} systems")
    for case in range(cases):
        complaints += [f"case {case}: {complaint}" for complaint in compare(heddle, chance)]
    apart = compare_with_packets(heddle)
    for complaint in complaints + apart:
        print("# " + complaint.replace("\n", "\n# "))
    print(f"{'not ok' if complaints else 'ok'} 1 every send leaves and arrives when it does by hand")
    print(f"{'not ok' if apart else 'ok'} 2 a ring with slow links takes as long as packets do")
    sys.exit(1 if complaints or apart else 0)


main()
