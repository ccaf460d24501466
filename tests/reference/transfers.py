# transfers.py: lists of transfers against a simulator that is too simple to be wrong
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Random small systems and random lists of transfers go through `heddle run --transfers`; their routes come from `heddle convert` to SimGrid's
# form. The simulator below knows nothing else of Heddle: it solves max-min shares anew at every start and end, by filling all transfers until
# a resource is full. Ends must agree within 1e-6 of the time, 2 ns, or what whole picoseconds make of them, if that is more. Usage: transfers.py HEDDLE [SEED [CASES]]
import csv
import os
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROUNDING_S = 2e-12  # the moments before and after a change are whole ones


def solve(flows, capacities):
    """Rates of max-min fair sharing. flows: name -> (weight, {resource: units per rate}); rates grow in step until a resource is full."""
    rates = {}
    free = dict(capacities)
    while len(rates) < len(flows):
        load = {}
        for name, (weight, usage) in flows.items():
            if name not in rates:
                for resource, units in usage.items():
                    load[resource] = load.get(resource, 0) + units * weight
        level = min(free[r] / load[r] for r in load)
        full = {r for r in load if free[r] / load[r] <= level * (1 + 1e-12)}
        for name, (weight, usage) in flows.items():
            if name not in rates and full & usage.keys():
                rates[name] = weight * level
                for resource, units in usage.items():
                    free[resource] = max(free[resource] - units * weight * level, 0)
    return rates


def simulate(transfers, platform, fairness, cross_traffic):
    """End times, and by how much they may differ where a moment is one in whole picoseconds: what a transfer carries too much or too little until its rate changes
    then takes its time at the last rate, which may be a millionth of the first; what begins or ends at one moment
    does so one after the other. A transfer waits for its latency, then flows; one without bytes or without a route flows for no time."""
    waiting, flowing, rates, ends, left, excess = [], {}, {}, {}, {}, {}
    for number, (start, size, source, destination) in enumerate(transfers):
        latency, usage = platform.path(source, destination, cross_traffic)
        weight = 1 / latency if fairness == "rtt" and latency > 0 else 1
        waiting.append((start + latency, number, size, weight, usage))
    waiting.sort(reverse=True)
    now = 0.0
    while waiting or flowing:
        first = min((now + left[n] / rates[n] for n in flowing), default=float("inf"))
        begin = waiting[-1][0] if waiting else float("inf")
        time = min(first, begin)
        for name in flowing:
            left[name] -= rates[name] * (time - now)
        now = time
        late, n_at_once = ROUNDING_S, 0
        for name in [n for n in flowing if left[n] <= rates[n] * 1e-13 * max(now, 1e-3)]:
            ends[name] = (now, ROUNDING_S + excess[name] / rates[name])
            late = max(late, ends[name][1])
            n_at_once += 1
            del flowing[name]
        while waiting and waiting[-1][0] <= now:
            _, number, size, weight, usage = waiting.pop()
            n_at_once += 1
            if size == 0 or not usage:
                ends[number] = (now, ROUNDING_S)
            else:
                flowing[number] = (weight, usage)
                left[number] = size
                excess[number] = 0
        before, rates = rates, solve(flowing, platform.capacities)
        for name in flowing:
            excess[name] += n_at_once * late * abs(rates[name] - before.get(name, 0))
    return ends


class Platform:
    def __init__(self, path):
        self.capacities, self.latency, self.shared, self.routes = {}, {}, {}, {}
        for element in ElementTree.parse(path).iter():
            if element.tag == "link":
                name = element.get("id")
                self.shared[name] = element.get("sharing_policy") == "SHARED"
                self.latency[name] = int(element.get("latency").removesuffix("ps")) * 1e-12
                for direction in ("UP", "DOWN"):
                    self.capacities[self.resource(name, direction)] = float(element.get("bandwidth").removesuffix("Bps"))
            elif element.tag == "route":
                hops = [(hop.get("id"), hop.get("direction")) for hop in element.iter("link_ctn")]
                self.routes[element.get("src"), element.get("dst")] = hops

    def resource(self, link, direction):
        return (link, "both") if self.shared[link] else (link, direction)

    def path(self, source, destination, cross_traffic):
        """Latency in seconds, and units of each resource that a unit of rate takes, on the way there and, as cross traffic, back."""
        if source == destination:
            return 0, {}
        usage = {}
        for hops, units in ((self.routes[source, destination], 1), (self.routes[destination, source], cross_traffic)):
            for link, direction in hops:
                if units > 0:
                    resource = self.resource(link, direction)
                    usage[resource] = usage.get(resource, 0) + units
        return sum(self.latency[link] for link, _ in self.routes[source, destination]), usage


def draw_project(rng, n_hosts, settings):
    n_switches = rng.randint(1, 4)
    ports = [0] * n_switches
    links = []

    def port(switch):
        ports[switch] += 1
        return f"s[{switch}].port[{ports[switch] - 1}]"

    def link(start, end):
        links.append(f'<link from="{start}" to="{end}" bandwidth="{rng.choice([1, 2.5, 10, 12.5, 64, rng.uniform(0.5, 99)])} GB/s" '
                     f'latency="{rng.choice([0, 200, 1000, 5000, rng.randint(1, 100000)])} ns" sharing="{rng.choice(["shared", "split"])}"/>')

    for switch in range(1, n_switches):
        link(port(switch), port(rng.randrange(switch)))
    for _ in range(rng.randint(0, 2) if n_switches > 2 else 0):
        a, b = rng.sample(range(n_switches), 2)
        link(port(a), port(b))
    for host in range(n_hosts):
        link(f"x[{host}].eth", port(rng.randrange(n_switches)))
    return "\n".join(['<heddle version="1" name="random">', "<top>", f'<component id="s" type="fabric.switch" count="{n_switches}"/>',
                      f'<component id="x" type="fabric.xpu" count="{n_hosts}"/>', *links, "</top>",
                      '<communicators><communicator id="all" members="x[*]"/></communicators>',
                      '<workload type="collective" on="all" operation="all-to-all" bytes="1 GB"/>', f"<run {settings}/>", "</heddle>", ""])


def draw_transfers(rng, n_hosts):
    hosts = [f"x[{i}]" for i in range(n_hosts)]
    burst = rng.random() < 0.3
    transfers = []
    for _ in range(rng.randint(1, 40)):
        start = 0 if burst else rng.randrange(0, 2_000_000_000) / 1e9
        size = rng.choice([0, 1, 1000, 10**9, rng.randrange(1, 3 * 10**9)])
        transfers.append((start, size, rng.choice(hosts), rng.choice(hosts)))
    return transfers


def run_heddle(heddle, folder, text, transfers):
    project, listing, tables = (os.path.join(folder, name) for name in ("random.heddle", "list.csv", "tables"))
    platform = os.path.join(folder, "random.simgrid.xml")
    with open(project, "w", encoding="utf-8") as file:
        file.write(text)
    with open(listing, "w", encoding="utf-8") as file:
        file.write("start_s,bytes,source,destination\n")
        file.writelines(f"{start:.9f},{size},{source},{destination}\n" for start, size, source, destination in transfers)
    subprocess.run([heddle, "convert", project, platform], check=True)
    subprocess.run([heddle, "run", project, "--transfers", listing, "--csv", tables, "--quiet"], check=True)
    with open(os.path.join(tables, "transfers.csv"), encoding="utf-8", newline="") as file:
        return Platform(platform), list(csv.DictReader(file))


def check(heddle, rng):
    n_hosts = rng.randint(2, 8)
    fairness, cross_traffic = rng.choice(["equal", "rtt"]), rng.choice([0, 0, 0.05])
    text = draw_project(rng, n_hosts, f'fairness="{fairness}" cross-traffic="{cross_traffic}"')
    transfers = draw_transfers(rng, n_hosts)
    with tempfile.TemporaryDirectory() as folder:
        platform, rows = run_heddle(heddle, folder, text, transfers)
    expected = simulate(transfers, platform, fairness, cross_traffic)
    # Rows come back in the order of the list, not of the ends.
    wanted = [(start, size, source, destination, *expected[n]) for n, (start, size, source, destination) in enumerate(transfers)]
    found = [(float(r["start_s"]), float(r["bytes"]), r["source"], r["destination"], float(r["end_s"])) for r in rows]
    assert len(wanted) == len(found), (len(wanted), len(found))
    worst = 0
    for one, other in zip(wanted, found):
        assert one[1:4] == other[1:4] and abs(one[0] - other[0]) < 1e-11, (one, other)
        tolerance = max(1e-6 * one[4], 2e-9, one[5])
        worst = max(worst, abs(one[4] - other[4]) / tolerance)
        assert abs(one[4] - other[4]) <= tolerance, f"{one} should end at {one[4]:.12f}, not {other[4]:.12f}\n{text}"
    return worst, len(found)


def main():
    heddle = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
    cases = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    rng = random.Random(seed)
    print(f"TAP version 13\n1..1\n# seed {seed}")
    worst, n_transfers, failure = 0, 0, None
    for case in range(cases):
        try:
            deviation, n = check(heddle, rng)
        except (AssertionError, KeyError, subprocess.CalledProcessError) as error:
            failure = f"case {case}: {error!r}"
            break
        worst, n_transfers = max(worst, deviation), n_transfers + n
    for line in (failure or "").replace("\\n", "\n").splitlines():
        print(f"# {line}")
    print(f"{'not ok' if failure else 'ok'} 1 /reference/transfers/random # {n_transfers} transfers, worst {worst:.3g} of the tolerance")
    return 1 if failure else 0


sys.exit(main())
