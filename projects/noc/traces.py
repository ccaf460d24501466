#!/usr/bin/env python3
# traces.py: writes the trace of this folder, and others of its kind
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: projects/noc/traces.py [FILE [SIDE RATE CYCLES FLITS SEED]]

Packets between routers of a square grid, as popnet reads them: in each cycle each router makes one with probability RATE, for any other router. A line is
the cycle, the coordinates of source and destination, and the flits. Without arguments bench is written, which popnet-bench.heddle runs; FILE - is standard output."""

import sys
from pathlib import Path

MASK = 2**64 - 1
BENCH = (9, 0.06, 500, 5, 1)


def splitmix(state):
    """Steele, Lea and Flood 2014: numbers of 64 bits."""
    while True:
        state = (state + 0x9e3779b97f4a7c15) & MASK
        x = ((state ^ state >> 30) * 0xbf58476d1ce4e5b9) & MASK
        x = ((x ^ x >> 27) * 0x94d049bb133111eb) & MASK
        yield x ^ x >> 31


def trace(side, rate, cycles, flits, seed):
    """Lines in the order of cycles, then of routers; packets are made in the middle of a cycle."""
    draws, n = splitmix(seed), side * side
    for cycle in range(cycles):
        for source in range(n):
            if (next(draws) >> 11) * 2.0**-53 < rate:
                other = next(draws) % (n - 1)
                destination = other + (other >= source)
                yield f'{cycle + 0.5} {source // side} {source % side} {destination // side} {destination % side} {flits}\n'


if __name__ == '__main__':
    FILE = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent / 'bench'
    NUMBERS = (int(sys.argv[2]), float(sys.argv[3]), *map(int, sys.argv[4:])) if len(sys.argv) > 2 else BENCH
    TEXT = ''.join(trace(*NUMBERS))
    if FILE == '-':
        sys.stdout.write(TEXT)
    else:
        Path(FILE).write_text(TEXT, encoding='ascii')
