#!/usr/bin/env python3
# noc.py: the mesh of routers against the page that compares it with BookSim2
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: rows of projects/noc/README.md are what runs give, follow from each other, and lie within 2 % of BookSim2; near nothing a packet takes what
is worked out by hand; past the knee the mesh is saturated and says so."""

import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

ROW = re.compile(r'^\| (0\.\d+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) % \|$', re.MULTILINE)
APART = 0.02
LESS = 5 * (16 / 3 - 5.25) + 0.5  # cycles


def run(root, heddle, **variables):
    """Metrics of a run."""
    words = [word for name, value in variables.items() for word in ('--set', f'${name}={value}')]
    done = subprocess.run([heddle, 'run', '--quiet', '--json', '-', *words, str(root / 'projects/noc/mesh-8x8.heddle')], stdout=subprocess.PIPE, text=True,
                          check=True)
    return {name: metric['value'] for name, metric in json.loads(done.stdout)['metrics'].items()}


def check_table(root, heddle):
    """Rows of the page are what runs give."""
    wrong = []
    rows = ROW.findall((root / 'projects/noc/README.md').read_text(encoding='utf-8'))
    for load, mean, half, less, other, apart in rows:
        metrics = run(root, heddle, load=load, flits=5, cycles=100000)
        cycles = metrics['latency_mean'] * 1e9
        found = (f'{cycles:.3f}', f'{metrics["latency_half_width"] * 1e9:.3f}', f'{cycles - LESS:.3f}', f'{100 * ((cycles - LESS) / float(other) - 1):.1f}')
        if found != (mean, half, less, apart):
            wrong.append(f'{load}: the page has {(mean, half, less, apart)}, the run gives {found}')
        if abs((cycles - LESS) / float(other) - 1) > APART:
            wrong.append(f'{load}: {cycles - LESS:.3f} cycles, BookSim2 {other}')
    return wrong if len(rows) == 5 else [f'the page has {len(rows)} rows']


def check_alone(root, heddle):
    """Packets that meet nobody take what their hops do."""
    metrics = run(root, heddle, load='0.0005', flits=3, pattern='nearest-neighbour', cycles=20000)
    least, most = 5 * 2 + 2 + 2 + 0.5, 5 * 8 + 2 + 2 + 0.5  # to the next column, or from the last one back to the first
    mean = (7 * least + most) / 8
    found = metrics['latency_mean'] * 1e9
    return [] if abs(found / mean - 1) < 0.05 else [f'{found:.3f} cycles, worked out {mean:.3f}']


def check_knee(root, heddle):
    """The mesh takes what it is offered, until it cannot."""
    wrong = []
    for load, is_saturated in ((0.3, False), (0.6, True)):
        metrics = run(root, heddle, load=load)
        if bool(metrics['saturated']) != is_saturated or (metrics['accepted_rate'] < 0.98 * metrics['offered_rate']) != is_saturated:
            wrong.append(f'{load}: saturated {metrics["saturated"]}, accepted {metrics["accepted_rate"]:.4g} of {metrics["offered_rate"]:.4g} B/s')
    return wrong


if __name__ == '__main__':
    def checks():
        for check in (check_table, check_alone, check_knee):
            def bound(root, check=check):
                return check(root, sys.argv[1])
            bound.__doc__ = check.__doc__
            yield bound

    tap.main(list(checks()))
