#!/usr/bin/env python3
# chiplet-programs.py: chiplets that are real programs, against the page that speaks of them
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: rows of projects/chiplets/README.md are what runs give; the product is that of one chiplet to the bit, the cipher that of FIPS-197, the search that of one chiplet; speed-ups lie
where the paper's numbers put them, and two memories are better than one. Results, files and all, are the same however a run is divided, and nothing is started that was not allowed."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402
from strategies import settings_of  # noqa: E402

ALONE = 535334       # cycles of the whole product on one chiplet, by hand
WORK = 2 * 67167 + 500  # of each of four chiplets
FIPS_197 = '69c4e0d86a7b0430d8cdb78070b4c55a'
VARIANTS = [(memories, sums) for memories in (1, 2) for sums in ('spread', 'root')]


class Run:
    """What a run gave: its results and the files of its components."""

    def __init__(self, root, heddle, project, *words, **variables):
        words += tuple(word for name, value in variables.items() for word in ('--set', f'${name}={value}'))
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([heddle, 'run', '--quiet', '--allow-programs', '--json', '-', f'--files={folder}', *words, str(root / f'projects/chiplets/{project}.heddle')],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
            self.files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(Path(folder).rglob('*')) if path.is_file() and path.name != 'programs.tsv'}
            self.programs = (Path(folder) / 'programs.tsv').read_text(encoding='utf-8').splitlines()
        self.record = json.loads(done.stdout)

    def metric(self, name):
        return self.record['metrics'][name]['value']

    def text(self, path):
        return self.files[f'{path}.output.txt'].decode()

    def times(self):
        """Cycles of each chiplet from the moment at which the matrices are there."""
        return [int(re.search(r'^end (\d+)$', text.decode(), re.MULTILINE).group(1)) - int(re.search(r'^begin (\d+)$', text.decode(), re.MULTILINE).group(1))
                for name, text in self.files.items() if name.endswith('.output.txt')]


def page(root):
    return (root / 'projects/chiplets/README.md').read_text(encoding='utf-8')


def row(*cells):
    return '| ' + ' | '.join(str(cell) for cell in cells) + ' |'


def missing(root, lines):
    return [f'the page does not have: {line}' for line in lines if line not in page(root)]


def check_interval(variant, times):
    """The paper's intervals, of the layout with one memory. With two, `root` comes to what the page works out: the others are quicker, and what the first does after them is not."""
    least, most = {'spread': (2.8, 3.25), 'root': (2.9, 3.34)}[variant[1]]
    gather = max(times) - min(times)
    if variant[0] == 1:
        return [] if least <= ALONE / max(times) <= most and 3.5 <= sum(times) / max(times) <= 4 else [f'{times} are outside the interval']
    if variant[1] == 'root' and not (26250 + 4 * 500 <= gather and min(times) < 5 * gather and times.count(min(times)) == 3):
        return [f'{times} are not what the page works out']
    return []


def check_matrix(root, heddle):
    """Four programs make the product that one makes, as much faster as the paper's numbers say."""
    lines, wrong, speed_ups = [], [], {}
    for variant in VARIANTS:
        run = Run(root, heddle, 'matrix-4', memories=variant[0], sums=variant[1])
        times = run.times()
        speed_ups[variant] = ALONE / max(times)
        direct = Run(root, heddle, 'matrix-4', memories=variant[0], sums=variant[1], private='false').times()
        lines.append(row(variant[0], f'`{variant[1]}`', max(times), sum(times), f'{ALONE / max(times):.2f}', f'{ALONE / sum(times):.2f}', f'{sum(times) / max(times):.2f}', max(direct)))
        if (run.metric('t1_max'), run.metric('t1_sum')) != (max(times), sum(times)):
            wrong.append(f'{variant}: the run has {run.metric("t1_max")} and {run.metric("t1_sum")}, its programs {max(times)} and {sum(times)}')
        wrong += [f'{variant}: {part}' for each in (times, direct) for part in check_interval(variant, each)]
        if not run.text('chip[0][0]').splitlines()[1].startswith('0 of 160000 elements differ'):
            wrong.append(f'{variant}: {run.text("chip[0][0]")}')
        reads, writes = (20000 + 3750, 10000 + 8750) if variant[1] == 'spread' else (15000 + 7500, 10000 + 7500)
        if (run.metric('memory.reads'), run.metric('memory.writes')) != (reads, writes):
            wrong.append(f'{variant}: {run.metric("memory.reads")} lines read, {run.metric("memory.writes")} written')
    wrong += [f'a second memory is of no use with {sums}' for sums in ('spread', 'root') if speed_ups[2, sums] <= speed_ups[1, sums]]
    return wrong + missing(root, lines)


def check_panels(root, heddle):
    """What the number of panels, which no source has, does to the speed-up."""
    lines = []
    for panels in (1, 2, 4, 8, 16, 50, 200):
        times = [max(Run(root, heddle, 'matrix-4', sums=sums, panels=panels).times()) for sums in ('spread', 'root')]
        lines.append(row(panels, *(cell for time in times for cell in (time, f'{ALONE / time:.2f}'))))
    return missing(root, lines)


def legacy_total(rate, time, delay):
    """The paper's formula: cycles a second of the simulator, its whole seconds, and the mean delay of a packet."""
    return rate * time + delay


def check_formula(root, heddle):
    """What the paper's formula makes of its own figures, and of the run."""
    run = Run(root, heddle, 'matrix-4')
    delay = run.metric('packet_latency') * run.metric('clock')
    wrong = [] if round(legacy_total(4876, 3, 37.1263), 4) == 14665.1263 else ['the formula does not give what the paper prints']
    wrong += [] if round(run.metric('legacy_total'), 6) == round(legacy_total(WORK, 1, delay), 6) else [f'the run has {run.metric("legacy_total")}']
    return wrong + missing(root, [f'4876 * 3 + 37.1263 = {legacy_total(4876, 3, 37.1263):.4f}', f'{WORK} + {delay:.1f} = {legacy_total(WORK, 1, delay):.1f}',
                                  f'the coupled run takes {max(run.times())}'])


def check_mixed(root, heddle):
    """Three programs have an end each, and have done what they should."""
    run = Run(root, heddle, 'mixed-3')
    wrong = [] if FIPS_197 in run.text('aes') else [run.text('aes')]
    wrong += [] if '; 0 levels differ' in run.text('bfs') else [run.text('bfs')]
    wrong += [] if run.metric('mm.end') == ALONE else [f'MM ends at {run.metric("mm.end")}']
    return wrong + missing(root, [row(f'`{name}`', f'{run.metric(f"{name}.end"):.0f}') for name in ('aes', 'bfs', 'mm')])


def check_search(root, heddle):
    """The search on four chiplets finds the levels that one finds; they wait for the network."""
    four, one = (Run(root, heddle, 'bfs-4', chiplets=chiplets) for chiplets in (4, 1))
    wrong = [f'{run.text("chip[0]")}' for run in (four, one) if '; 0 levels differ' not in run.text('chip[0]')]
    return wrong + missing(root, [row(chiplets, f'{run.metric("process.end"):.0f}', f'{run.metric("memory.reads"):.0f}') for chiplets, run in ((1, one), (4, four))])


def check_ways(root, heddle):
    """Divided, with two threads, results and files are the same, byte for byte; of small variants."""
    wrong = []
    for project in ('matrix-4', 'mixed-3', 'bfs-4'):
        small = settings_of(root / f'projects/chiplets/{project}.heddle')
        whole = Run(root, heddle, project, *small)
        for words in (('--partitions', '2', '--sync', 'window'), ('--partitions', '4', '--threads', '2', '--sync', 'null-message'), ('--partitions', '3', '--threads', '2', '--sync', 'request')):
            other = Run(root, heddle, project, *small, *words)
            if other.record['digest'] != whole.record['digest'] or other.files != whole.files:
                wrong.append(f'{project}: another result with {" ".join(words)}')
    return wrong


def check_programs(root, heddle):
    """Programs are listed with how they ended; without being allowed none is started."""
    run = Run(root, heddle, 'mixed-3')
    wrong = [] if len(run.programs) == 4 and all(line.endswith('\tended\t0') for line in run.programs[1:]) else run.programs
    refused = subprocess.run([heddle, 'run', '--quiet', str(root / 'projects/chiplets/mixed-3.heddle')], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return wrong + ([] if refused.returncode != 0 and refused.stderr.count('which nobody has allowed') == 3 else [refused.stderr])


if __name__ == '__main__':
    def checks():
        for check in (check_matrix, check_panels, check_formula, check_mixed, check_search, check_ways, check_programs):
            def bound(root, check=check):
                return check(root, sys.argv[1])
            bound.__doc__ = check.__doc__
            yield bound

    tap.main(list(checks()))
