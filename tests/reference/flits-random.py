#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine's routers against the plain simulator, packet by packet and counter by counter, on random networks: in one tile, and cut up into several."""
import io
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import flits

PER_CASE = 20
N_CASES = 12


def expected(text):
    network = flits.read(text)
    network.run()
    network.assert_empty()
    printed = io.StringIO()
    network.print(printed)
    return printed.getvalue().splitlines()


def compare(wanted, found, what):
    for number, (one, other) in enumerate(zip(wanted, found), 1):
        assert one == other, f"{what}, line {number}: {other!r}, not {one!r}"
    assert len(wanted) == len(found), f"{what}: {len(found)} lines, not {len(wanted)}"


def check(program, first):
    lines = subprocess.run([program, str(first), str(first + PER_CASE - 1)], capture_output=True, check=True, text=True).stdout.splitlines()
    n_packets = 0
    for number in range(first, first + PER_CASE):
        end = lines.index("end")
        whole = lines.index("whole")
        cut = next(i for i in range(whole, end) if lines[i].startswith("tiles "))
        wanted = expected(lines[:whole])
        compare(wanted, lines[whole + 1:cut], f"network {number}")
        compare(wanted, lines[cut + 1:end], f"network {number} in {lines[cut]}")
        n_packets += sum(line.startswith("packet") for line in wanted)
        del lines[:end + 1]
    return n_packets


def main():
    program, n_cases = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else N_CASES
    firsts = [1 + PER_CASE * case for case in range(n_cases)]
    print(f"TAP version 13\n1..{n_cases}", flush=True)
    n_failed = 0
    with ProcessPoolExecutor() as pool:
        for number, (first, result) in enumerate([(first, pool.submit(check, program, first)) for first in firsts], 1):
            name = f"{number} /reference/flits-random/{first}-{first + PER_CASE - 1}"
            try:
                print(f"ok {name} # {result.result()} packets", flush=True)
            except (AssertionError, KeyError, subprocess.CalledProcessError) as error:
                n_failed += 1
                print(f"not ok {name} # {error!r}", flush=True)
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
