#!/usr/bin/env python3
# figures.py: prints the numbers of README.md that come from runs at packet fidelity
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: projects/aggregation/figures.py [HEDDLE [sensitivity]], from the top of the source tree; with sensitivity it writes that table into README.md
import json
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FLAT = ('k-ary', 'k-nomial')
TREES = (*FLAT, 'hierarchical-k-nomial')
ALL_REDUCES = ('hierarchical-k-nomial', 'physical', 'recursive-doubling', 'rabenseifner', 'ring')
NOISE = ('shares', 'fair', 'turns', 'queue')
US = 1e6


class Runs:
    """Runs projects of this folder and keeps what came out."""

    def __init__(self, heddle):
        self.heddle = heddle

    def metrics(self, project, *words, **variables):
        command = [self.heddle, 'run', str(HERE / f'{project}.heddle'), '--quiet', '--json', '-', *words]
        for name, value in variables.items():
            command += ['--set', f'${name}={value}']
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f'{" ".join(command)}: {done.stderr.strip()}')
        return {name: metric['value'] for name, metric in json.loads(done.stdout)['metrics'].items()}

    def flat(self, processes, algorithm, key='time', seeds=0, **variables):
        """Microseconds on the standard fat tree; over several seeds processes are in random places, and the median counts."""
        def one(*words, **more):
            return US * self.metrics('fat-tree-512', *words, processes=processes, algorithm=algorithm, **more, **variables)[f'world.{key}']
        if not seeds:
            return one()
        return statistics.median(one('--seed', str(seed), placement='shuffled') for seed in range(1, seeds + 1))

    def pruned(self, processes, algorithm, *words, **variables):
        """Microseconds on the pruned fat tree, median over repeats."""
        return US * self.metrics('pruned-fat-tree', *words, processes=processes, algorithm=algorithm, **variables)['world.time']


def less(lower, higher):
    """By how many percent."""
    return 100 * (1 - lower / higher)


def model_against_run(runs):
    """X1: the closed form of the 32-ary tree against the run, in microseconds, the root's time."""
    from math import log
    for processes in (16, 32, 64, 128, 256, 512):
        model = (1.12 + 0.01 * 32) * log(processes) / log(32)
        run = runs.flat(processes, 'k-ary', 'gathered')
        yield processes, model, run, abs(model - run)


def standard(runs, size, seeds):
    """X3: three trees in random places, whole broadcasts."""
    for processes in (32, 64, 128, 256, 512):
        yield (processes, *(runs.flat(processes, tree, seeds=seeds, bytes=size) for tree in FLAT),
               runs.flat(processes, TREES[2], bytes=size))


def pruned(runs, *words, **variables):
    """X4: three trees under noise."""
    for processes in (64, 128, 256, 512):
        yield (processes, *(runs.pruned(processes, tree, *words, **variables) for tree in TREES))


def types(runs, size):
    """X5: type I of width 64 and type II in leaf and top switches: whole broadcasts, and the root's time."""
    for processes in (8, 16, 32, 64, 128, 256, 512):
        yield (processes, *(runs.flat(processes, tree, key, bytes=size, k=64) for key in ('time', 'gathered') for tree in ('k-ary', 'physical')))


def software(runs, processes, size):
    """All-reduce along trees and by sends."""
    return {name: runs.flat(processes, name, operation='all-reduce', bytes=size) for name in ALL_REDUCES}


def sensitivity(runs, cases=(('0 s', '4 KiB'), ('10 ns', '4 KiB'), ('20 ns', '4 KiB'), ('40 ns', '4 KiB'), ('20 ns', '1 KiB'), ('20 ns', '16 KiB'))):
    """X4 by what the paper does not state: the time of a packet, and the size of packets of noise."""
    for packet_time, noise in cases:
        for processes in (64, 512):
            times = [runs.pruned(processes, tree, '--set', f'run:packet-time={packet_time}', '--set', f'run:noise-packet={noise}') for tree in TREES]
            yield (packet_time, noise, processes, *times, less(times[2], times[0]), less(times[2], times[1]))


def write_sensitivity(runs):
    page = HERE / 'README.md'
    rows = ['| Packet time | Noise | Processes | 32-ary | 32-nomial | hierarchical | less than 32-ary | less than 32-nomial |', '|' + '---|' * 8]
    for packet_time, noise, processes, *times, ary, nomial in sensitivity(runs):
        rows.append(f'| {packet_time} | {noise} | {processes} | ' + ' | '.join(f'{time:.2f}' for time in times) + f' | {ary:.0f} % | {nomial:.0f} % |')
    before, rest = page.read_text(encoding='utf-8').split('<!-- sensitivity -->\n')
    after = rest.split('<!-- end -->', 1)[1]
    page.write_text(f'{before}<!-- sensitivity -->\n' + '\n'.join(rows) + f'\n<!-- end -->{after}', encoding='utf-8')


def table(title, heads, rows):
    print(f'\n{title}\n')
    print(' '.join(f'{head:>12}' for head in heads))
    for row in rows:
        print(' '.join(f'{value:12d}' if isinstance(value, int) else f'{value:12.2f}' for value in row))


def main():
    runs = Runs(sys.argv[1] if len(sys.argv) > 1 else 'build/app/heddle')
    if sys.argv[2:] == ['sensitivity']:
        write_sensitivity(runs)
        return
    table('X1: closed form and run, 32-ary (us)', ('processes', 'model', 'run', 'apart'), model_against_run(runs))
    for size in ('8 B', '2 kB'):
        table(f'X3: standard fat tree, broadcast of {size}, random places (us)', ('processes', *TREES), standard(runs, size, 21))
    for order in NOISE:
        rows = [(*row, less(row[3], row[1]), less(row[3], row[2])) for row in pruned(runs, '--set', f'run:noise-order={order}')]
        table(f'X4: pruned fat tree, 80 % noise, order {order} (us)', ('processes', *TREES, '% < k-ary', '% < k-nomial'), rows)
    table('X4: without noise', ('processes', *TREES), pruned(runs, noise=0, repeats=1))
    for size in ('8 B', '2 kB'):
        rows = [(*row, row[1] - row[2], row[3] - row[4]) for row in types(runs, size)]
        table(f'X5: type I (64-ary) and type II, broadcast of {size} (us)', ('processes', 'I', 'II', 'I, root', 'II, root', 'less', 'less, root'), rows)
    rows = [(int(size.replace(' kB', '000').replace(' MB', '000000').replace(' B', '')), *software(runs, 512, size).values()) for size in ('8 B', '4 kB', '1 MB')]
    table('All-reduce, standard fat tree, 512 processes (us)', ('bytes', *ALL_REDUCES), rows)


if __name__ == '__main__':
    main()
