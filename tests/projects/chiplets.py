#!/usr/bin/env python3
# chiplets.py: chiplets that share memory, against the page that speaks of them
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: rows of projects/chiplets/README.md are what runs give; what is worked out by hand bounds them from below, and not from far; speed-ups of four chiplets
lie where the paper's numbers put them. The kernels are what the script of the folder writes. Cut into parts, at packet and at flow fidelity, runs give all the lines that were asked for."""

import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

CLOCKS = 0.7  # cycles of a chiplet in one of the network
ROUNDS = 50
WORK = 2 * 67167 + 500  # of each of four chiplets, by hand


def table(root, *head):
    """Rows of the table with this head, without the head."""
    lines = (root / 'projects/chiplets/README.md').read_text(encoding='utf-8').splitlines()
    first = lines.index('| ' + ' | '.join(head) + ' |') + 2
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    return [[cell.strip() for cell in line.strip('|').split('|')] for line in lines[first:last]]


def differ(found, rows):
    return [f'the page has {row}, runs give {list(other)}' for row, other in zip(rows, found) if row != list(other)] + (
        [] if len(found) == len(rows) else [f'the page has {len(rows)} rows, not {len(found)}'])


def result(root, heddle, project, *words, **variables):
    words += tuple(word for name, value in variables.items() for word in ('--set', f'${name}={value}'))
    done = subprocess.run([heddle, 'run', '--quiet', '--json', '-', *words, str(root / f'projects/chiplets/{project}.heddle')], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def run(root, heddle, project, *words, **variables):
    """Metrics of a run."""
    return {name: metric['value'] for name, metric in result(root, heddle, project, *words, **variables)['metrics'].items()}


def least(metrics):
    """Cycles of the chiplets that the link from one memory needs."""
    return CLOCKS * (5 * metrics['memory.reads'] + metrics['memory.writes'])


def check_matrix(root, heddle):
    """The product on 1 to 16 chiplets, with one memory and two."""
    found, wrong, alone = [], [], None
    for chiplets in (1, 2, 4, 8, 16):
        one, two = (run(root, heddle, 'matrix-scaling', chiplets=chiplets, memories=memories) for memories in (1, 2))
        alone = alone or one['gpu.end']
        found.append((str(chiplets), f'{one["gpu.end"]:.0f}', f'{alone / one["gpu.end"]:.2f}', f'{least(one):.0f}', f'{two["gpu.end"]:.0f}', f'{alone / two["gpu.end"]:.2f}'))
        if one['gpu.end'] < least(one) or two['gpu.end'] < least(two) / 2:
            wrong.append(f'{chiplets}: faster than the link of the memory')
        if chiplets == 4 and not 2.8 < alone / one['gpu.end'] <= 535334 / (134334 + 17500 + 13125 + CLOCKS * 3750) < alone / two['gpu.end']:
            wrong.append(f'four chiplets are {alone / one["gpu.end"]} and {alone / two["gpu.end"]} times faster')
    if alone != 535334:
        wrong.append(f'one chiplet takes {alone} cycles')
    return wrong + differ(found, table(root, '`$chiplets`', 'cycles', 'speed-up', 'at least, by the link of one memory', 'cycles, `$memories=2`', 'speed-up'))


def check_sum(root, heddle):
    """The paper's sum of times, what it says of speed, and the paper's formula: of the run, and on the page."""
    metrics = run(root, heddle, 'matrix-scaling', chiplets=4)
    ends = [value for name, value in metrics.items() if re.fullmatch(r'chip\[\d\]\[\d\]\.end', name)]
    delay = metrics['packet_latency'] * metrics['clock']
    page = (root / 'projects/chiplets/README.md').read_text(encoding='utf-8')
    words = [f'the sum is {sum(ends):.0f} cycles, and a fourth of it would be a speed-up of {535334 / sum(ends) * 4:.2f}; t0 divided by the sum is {535334 / sum(ends):.2f}',
             f'({delay:.1f}), so {WORK + delay:.1f} instead of the {max(ends):.0f} that the coupled run takes']
    of_run = {name: metrics[name] for name in ('t1_sum', 't1_max', 'legacy_total')}
    return ([f'the page does not say: {each}' for each in words if each not in page]
            + ([] if len(ends) == 4 and 3.5 < sum(ends) / max(ends) <= 4 else [f'{ends}'])
            + ([] if of_run == {'t1_sum': sum(ends), 't1_max': max(ends), 'legacy_total': WORK + delay} else [f'{of_run}']))


def check_memories(root, heddle):
    """Memory nodes share the load."""
    found, wrong = [], []
    for memories in (1, 2, 4):
        metrics, direct = (run(root, heddle, 'memory-nodes', memories=memories, private=private) for private in ('true', 'false'))
        bound = least(metrics) / memories
        found.append((str(memories), f'{metrics["gpu.end"]:.0f}', f'{direct["gpu.end"]:.0f}', f'{bound:.0f}'))
        if not bound <= metrics['gpu.end'] < 1.35 * bound:
            wrong.append(f'{memories}: {metrics["gpu.end"]}, at least {bound}')
    return wrong + differ(found, table(root, '`$memories`', 'cycles', 'with `$private=false`', 'at least, by their links'))


def check_barrier(root, heddle):
    """A barrier takes no time, or what its messages take, whatever lies between."""
    found, wrong = [], []
    for grain in (10, 100, 1000, 10000):
        ideal, noi = (run(root, heddle, 'barrier-cost', barrier=barrier, grain=grain)['gpu.end'] for barrier in ('ideal', 'noi'))
        found.append((str(grain), f'{ideal:.0f}', f'{noi:.0f}', f'{100 * (noi - ideal) / noi:.1f} %'))
        if ideal != ROUNDS * grain or abs((noi - ideal) / ROUNDS / CLOCKS - 77) > 2:
            wrong.append(f'{grain}: {ideal} and {noi}')
    return wrong + differ(found, table(root, '`$grain`', 'ideal, cycles', 'over the network', 'of that for barriers'))


def check_kernels(root, heddle):
    """The file of kernels is what its script writes."""
    written = subprocess.run([sys.executable, str(root / 'projects/chiplets/kernels.py')], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [] if written == (root / 'projects/chiplets/matrix.kernels').read_text(encoding='utf-8') else ['kernels.py writes others']


def check_ways(root, heddle):
    """In parts the result is the same; as packets and flows all lines come, in about that time."""
    wrong = []
    for project in ('matrix-scaling', 'memory-nodes'):
        whole = result(root, heddle, project)
        ends = {'flit': whole['metrics']['gpu.end']['value']}
        for words in (('--set', 'run:partitions=2', '--set', 'run:sync=window'), ('--set', 'run:partitions=4', '--set', 'run:sync=null-message', '--set', 'run:threads=2')):
            if result(root, heddle, project, *words)['digest'] != whole['digest']:
                wrong.append(f'{project}: another result with {" ".join(words)}')
        for fidelity in ('packet', 'flow'):
            other = result(root, heddle, project, '--set', f'run:fidelity={fidelity}')
            ends[fidelity] = other['metrics']['gpu.end']['value']
            if any(other['metrics'][name]['value'] != whole['metrics'][name]['value'] for name in ('memory.reads', 'memory.writes', 'gpu.kernels')):
                wrong.append(f'{project}: other lines at {fidelity} fidelity')
        if max(ends.values()) > 1.25 * min(ends.values()):
            wrong.append(f'{project}: {ends}')
    return wrong


if __name__ == '__main__':
    def checks():
        for check in (check_matrix, check_sum, check_memories, check_barrier, check_kernels, check_ways):
            def bound(root, check=check):
                return check(root, sys.argv[1])
            bound.__doc__ = check.__doc__
            yield bound

    tap.main(list(checks()))
