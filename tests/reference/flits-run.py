#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`heddle run` at flit fidelity against flits.py: each packet of a mesh ends in the same cycle. Mean delays are those that flits.py is known by, but for
what comes of ports, of which a router at a border has fewer, and the numbers of ports have a say in who goes first; and of messages, which come in order.

Usage: flits-run.py HEDDLE [TRACE]; TRACE, or the variable HEDDLE_POPNET_TRACE, is popnet's own sample trace of 9 by 9 routers, which is not part of Heddle.
"""
import csv
import importlib
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import flit_traffic

known = importlib.import_module("flits-known")

CYCLE_S = Decimal("1e-9")
FLIT_BYTES = 32

# Links to neighbours in the first coordinate are drawn first: ports are numbered in the order in which links are drawn.
PROJECT = """<heddle version="1" name="flits">
  <link-class id="lane" bandwidth="32 GB/s" latency="1 ns" sharing="split"/>
  <module id="mesh" routing="dimension-order">
    <component id="r" type="fabric.switch" count="{k}x{k}"/>
    <link id="first" from="r[i][j].port[0]" to="r[i + 1][j].port[1]" class="lane"/>
    <link id="second" from="r[i][j].port[2]" to="r[i][j + 1].port[3]" class="lane"/>
  </module>
  <top><instance id="m" of="mesh"/></top>
  <run fidelity="flit" clock="1 GHz" flit="32 B" header="0" packet-size="2 kB" virtual-channels="{channels}" input-buffer="12" output-buffer="12"
       arbitration="{arbitration}"/>
</heddle>
"""


def run_heddle(heddle, k, packets, channels=3, arbitration="round-robin", settings=()):
    """Delay of each packet (T, source, destination, flits), in cycles."""
    with tempfile.TemporaryDirectory() as folder:
        project, listing, tables = (Path(folder) / name for name in ("mesh.heddle", "list.csv", "tables"))
        project.write_text(PROJECT.format(k=k, channels=channels, arbitration=arbitration), encoding="utf-8")
        with listing.open("w", encoding="utf-8") as file:
            file.write("start_s,bytes,source,destination\n")
            for time, source, destination, n in packets:
                ends = (f"m/r[{node // k}][{node % k}]" for node in (source, destination))
                file.write(f"{Decimal(time) * CYCLE_S:.12f},{n * FLIT_BYTES},{','.join(ends)}\n")
        own = [word for setting in settings for word in ("--set", setting)]
        subprocess.run([heddle, "run", project, "--transfers", listing, "--csv", tables, "--quiet", *own], check=True)
        with (tables / "transfers.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    assert len(rows) == len(packets), (len(rows), len(packets))
    return [(Decimal(row["end_s"]) - Decimal(row["start_s"])) / CYCLE_S for row in rows]


def uniform(k, rate, n_cycles):
    return [(f"{cycle}.5", source, destination, 5) for cycle, source, destination in flit_traffic.uniform(k * k, n_cycles, float(rate), 1)]


def compare(packets, found, wanted):
    last = {}
    for packet, ours, theirs in zip(packets, found, wanted):
        # Messages between two ends come in order: what overtook another one waits for it.
        time, *ends, _ = packet
        last[tuple(ends)] = end = max(last.get(tuple(ends), 0), Decimal(time) + theirs)
        assert abs(ours - (end - Decimal(time))) < Decimal("0.01"), f"{packet}: {ours}, not {end - Decimal(time)}"
    return f"{len(packets)} packets"


def each_packet(heddle, arbitration, short):
    packets = uniform(4, "0.06", 2000)
    return compare(packets, run_heddle(heddle, 4, packets, arbitration=arbitration), known.delays(known.grid(4, gaps=False, arbitration=short), *packets))


# In ps: 1 GHz, as the rules have it, and others whose frequencies are whole, too.
PERIODS = (1000, 500, 640, 800, 1250, 2500)


def each_has_its_own(heddle, seed, has_clocks):
    """Each router draws channels, buffers, arbitration, stages, and perhaps a clock."""
    drawn = random.Random(seed)
    k, arbitrations = 4, {"rr": "round-robin", "random": "random", "age": "age"}
    kinds = [(drawn.randint(1, 6), drawn.randint(1, 14), drawn.randint(1, 6), drawn.choice(list(arbitrations)), drawn.randint(0, 3),
              drawn.choice(PERIODS) if has_clocks else 1000) for _ in range(k * k)]
    settings = []
    for i, (channels, in_buffer, out_buffer, arbitration, stages, period) in enumerate(kinds):
        values = {"virtual-channels": channels, "input-buffer": in_buffer, "output-buffer": out_buffer, "stages": stages, "clock": f"{10**12 // period} Hz",
                  "arbitration": arbitrations[arbitration]}
        settings += [f"m/r[{i // k}][{i % k}].{name}={value}" for name, value in values.items()]

    def timing(one, other):
        # A link takes 1 ns for a flit, of which one cycle is in its latency, 1 ns; nothing goes onto it in more than one cycle of the slower end.
        mine, theirs = kinds[one][-1], kinds[other][-1]
        there, back = (-(-(1000 + max(1000 - period, 0)) // period) for period in (mine, theirs))
        return there, max(Fraction(1000, mine), Fraction(theirs, mine), 1), back

    packets = uniform(k, "0.02", 3000)
    network = known.grid(k, gaps=False, kinds=kinds, timing=timing)
    wanted = known.delays(network, *((Decimal(time) * 1000, *rest) for time, *rest in packets))
    return compare(packets, run_heddle(heddle, k, packets, settings=settings), [delay / 1000 for delay in wanted])


def mean_delay(heddle, row):
    k, rate, n_cycles, n_packets, _, popnet, _, in_turn = row
    packets = uniform(k, rate, n_cycles)
    assert len(packets) == n_packets
    found = known.mean(run_heddle(heddle, k, packets))
    assert abs(found / Decimal(in_turn) - 1) < Decimal("0.005"), f"{found}, not {in_turn}"
    assert float(rate) > 0.04 or abs(found / Decimal(popnet) - 1) < Decimal("0.03"), f"{found}, not {popnet}"
    return f"mean delay {found:.4f}"


def sample_trace(heddle, trace):
    packets = []
    for line in Path(trace).read_text(encoding="utf-8").splitlines():
        time, *fields = line.split()
        a, b, c, d, n = (int(field) for field in fields)
        packets.append((time, 9 * a + b, 9 * c + d, n))
    assert len(packets) == 11983, len(packets)
    found = known.mean(run_heddle(heddle, 9, packets))
    assert abs(found / Decimal("35.3251") - 1) < Decimal("0.0005"), found
    return f"mean delay {found:.4f}"


def main():
    heddle = sys.argv[1]
    trace = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("HEDDLE_POPNET_TRACE")
    arbitrations = (("round-robin", "rr"), ("random", "random"), ("age", "age"))
    cases = [(f"each-packet/{arbitration}", each_packet, (arbitration, short)) for arbitration, short in arbitrations]
    cases += [(f"own/{seed}", each_has_its_own, (seed, seed > 3)) for seed in range(1, 10)]
    cases += [(f"mean-delay/{row[0]}x{row[0]}/{row[1]}", mean_delay, (row,)) for row in known.POPNET + known.POPNET_FULL]
    cases.append(("sample-trace", sample_trace, (trace,)))
    print(f"TAP version 13\n1..{len(cases)}", flush=True)
    n_failed = 0
    for number, (name, check, arguments) in enumerate(cases, 1):
        if arguments[0] is None:
            print(f"ok {number} /reference/flits-run/{name} # SKIP not here: popnet's sample trace is no part of Heddle", flush=True)
            continue
        try:
            note = check(heddle, *arguments)
            print(f"ok {number} /reference/flits-run/{name}" + (f" # {note}" if note else ""), flush=True)
        except (AssertionError, KeyError, subprocess.CalledProcessError) as error:
            n_failed += 1
            print(f"not ok {number} /reference/flits-run/{name} # {error!r}", flush=True)
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
