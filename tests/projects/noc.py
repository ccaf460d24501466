#!/usr/bin/env python3
# noc.py: networks of routers against the page that speaks of them
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: rows of projects/noc/README.md are what runs give, follow from each other, and lie within 2 % of BookSim2; near nothing a packet takes what
is worked out by hand; past the knee the mesh is saturated and says so, and accepts no less. A torus has shorter ways than the mesh, and takes more if its channels suffice. Traces
that the script of the folder writes have the packets, and at popnet's routers the delays, that popnet found."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

ROW = re.compile(r'^\| (0\.\d+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) % \|$', re.MULTILINE)
APART = 0.02
LESS = 5 * (16 / 3 - 5.25) + 0.5  # cycles


def table(root, *head):
    """Rows of the table with this head, without the head."""
    lines = (root / 'projects/noc/README.md').read_text(encoding='utf-8').splitlines()
    first = lines.index('| ' + ' | '.join(head) + ' |') + 2
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    return [[cell.strip() for cell in line.strip('|').split('|')] for line in lines[first:last]]


def differ(found, rows):
    return [f'the page has {row}, runs give {list(other)}' for row, other in zip(rows, found) if row != list(other)] + (
        [] if len(found) == len(rows) else [f'the page has {len(rows)} rows, not {len(found)}'])


def run(root, heddle, project='mesh-8x8', settings=(), **variables):
    """Metrics of a run."""
    words = [word for name, value in [*settings, *((f'${name}', value) for name, value in variables.items())] for word in ('--set', f'{name}={value}')]
    done = subprocess.run([heddle, 'run', '--quiet', '--json', '-', *words, str(root / f'projects/noc/{project}.heddle')], stdout=subprocess.PIPE, text=True,
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


def check_saturation(root, heddle):
    """What the mesh accepts stays below half a flit of each node in a cycle, and does not fall behind the knee."""
    accepted = [run(root, heddle, load=load, flits=5, cycles=8000)['accepted_flits'] for load in ('0.08', '0.1', '0.13', '0.16', '0.2')]
    knee = max(accepted[:3])
    return [] if all(0.35 < rate < 0.5 for rate in accepted) and min(accepted[3:]) > 0.97 * knee else [f'accepted flits: {accepted}']


TORI = ('mesh-8x8', 'torus-8x8')
HOPS = {'mesh-8x8': 2 * 8 * (8 - 1 / 8) / 3 * 8 / 63, 'torus-8x8': 4 * 64 / 63}  # on the average, to others


def check_torus(root, heddle):
    """The torus has shorter ways; in a free network a packet takes its hops."""
    found, wrong = [], []
    for load in ('0.02', '0.1', '0.2', '0.3', '0.4', '0.44'):
        cycles = [1e9 * run(root, heddle, project, load=load, virtual_channels=4)['latency_mean'] for project in TORI]
        found.append((load, *(f'{cycle:.2f}' for cycle in cycles)))
        alone = [5 * (HOPS[project] + 1) + 2.5 for project in TORI]
        if load == '0.02' and any(abs(a / b - 1) > 0.02 for a, b in zip(cycles, alone)):
            wrong.append(f'{cycles} cycles at next to no load, worked out {alone}')
    return wrong + differ(found, table(root, '`$load`', 'mesh-8x8, cycles', 'torus-8x8, cycles'))


def check_channels(root, heddle):
    """What is accepted of too much, by the number of virtual channels."""
    found = []
    for channels in ('2', '3', '4', '6', '8'):
        found.append((channels, *(f'{run(root, heddle, project, load="0.8", virtual_channels=channels)["accepted_messages"]:.3f}' for project in TORI)))
    mesh, torus = ([float(row[i]) for row in found] for i in (1, 2))
    wrong = [] if torus[1] < 1.1 * mesh[1] and torus[-1] > 1.2 * mesh[-1] else [f'mesh {mesh}, torus {torus}']
    return wrong + differ(found, table(root, '`$virtual_channels`', 'mesh-8x8', 'torus-8x8'))


INTERPOSER = {
    'as it is drawn': (),
    'eight virtual channels in `r[0][2]`': (('r[0][2].virtual-channels', 8),),
    'eight in all routers': (('$virtual_channels', 8),),
    'a link on the right: `$right=1`': (('$right', 1),),
}


def check_interposer(root, heddle):
    """Channels do not help where a link is full; another link does."""
    found = {}
    for name, settings in INTERPOSER.items():
        metrics = run(root, heddle, 'hand-drawn', settings)
        found[name] = [1e9 * metrics[key] for key in ('gradients.time', 'latency_mean')]
    drawn, *channels, link = found.values()
    wrong = [] if all(abs(one[0] / drawn[0] - 1) < 0.02 for one in channels) and link[0] < 0.7 * drawn[0] and link[1] < 0.6 * drawn[1] else [str(found)]
    return wrong + differ([(name, f'{reduced:.0f}', f'{latency:.1f}') for name, (reduced, latency) in found.items()],
                          table(root, 'Interposer', 'all-reduce, cycles', 'latency, cycles'))


LINE = '-V 3 -B 12 -O 12 -F 4 -L 1000 -r 1 -R 0'


def popnet(heddle, trace, options, *words):
    """What is printed in popnet's words."""
    printed = subprocess.run([heddle, 'run', str(trace), '--popnet', options, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    return dict(re.findall(r'^([a-zA-Z ]+): +(\S+)$', printed.stdout, re.MULTILINE))


def check_popnet(root, heddle):
    """Traces of the script take at popnet's routers what they take in popnet."""
    script, wrong, found = root / 'projects/noc/traces.py', [], []
    rows = table(root, 'Mesh', 'Rate', 'Packets', 'popnet, cycles', 'Heddle, cycles', 'apart')
    for mesh, rate, packets, theirs, *_ in rows:
        side, cycles = mesh[0], {'4': 20000, '8': 10000}[mesh[0]]
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / 'trace'
            subprocess.run([sys.executable, script, trace, side, rate, str(cycles), '5', '1'], check=True)
            figures = popnet(heddle, trace, f'-A {side} -c 2 -T {cycles + 4000} {LINE}')
        apart = 100 * (float(figures['average Delay']) / float(theirs) - 1)
        found.append((mesh, rate, figures['total finished'], theirs, figures['average Delay'], f'{apart:.2f} %'))
        if figures['total finished'] != packets or abs(apart) > (0.5 if float(rate) < 0.06 else 2):
            wrong.append(f'{mesh}, {rate}: {figures}')
    return wrong + differ(found, rows) + ([] if len(rows) == 8 else [f'the page has {len(rows)} rows'])


def count_hops(trace):
    """Of all packets: hops, each of which a channel is granted for, and flits times hops."""
    hops = flits = 0
    for line in trace.read_text(encoding='ascii').splitlines():
        a, b, c, d, n = (int(field) for field in line.split()[1:])
        hops += abs(a - c) + abs(b - d)
        flits += n * (abs(a - c) + abs(b - d))
    return hops, flits


def check_bench(root, heddle):
    """The trace of the folder is what its script writes, the project what popnet's command line asks for, and its figures those of the page."""
    bench = root / 'projects/noc/bench'
    written = subprocess.run([sys.executable, root / 'projects/noc/traces.py', '-', '9', '0.06', '500', '5', '1'], stdout=subprocess.PIPE, text=True, check=True).stdout
    digests = [subprocess.run([heddle, 'run', '--digest', '--quiet', *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
               for words in ((str(bench), '--popnet', f'-A 9 -c 2 -T 2000 {LINE}'), (str(root / 'projects/noc/popnet-bench.heddle'),))]
    wrong = [] if written == bench.read_text(encoding='ascii') else ['bench is not what traces.py writes']
    wrong += [] if digests[0] == digests[1] else [f'digests are {digests}']
    figures = popnet(heddle, bench, f'-A 9 -c 2 -T 2000 {LINE}')
    hops, flits = count_hops(bench)
    printed = subprocess.run([heddle, 'run', '--quiet', '--json', '-', str(root / 'projects/noc/popnet-bench.heddle')], stdout=subprocess.PIPE, text=True, check=True)
    grants = float(figures['total arbiter power']) * 2000 / 1e9 / (0.354e-12 + 3 * 0.228e-12)
    if json.loads(printed.stdout)['metrics']['link_flits']['value'] != flits or abs(grants / hops - 1) > 1e-4:
        wrong.append(f'{hops} hops and {flits} flits over links are not what {figures} and the record have')
    return wrong + differ([(f'`{name}`', value) for name, value in figures.items()], table(root, 'popnet-bench', 'printed'))


SAMPLE = {'total finished': 11983, 'total crossbar power': 2.1895, 'total arbiter power': 0.00207568, 'total link power': 3.51097}  # published; at -V 1


def check_sample(root, heddle):
    """popnet's own trace, if it is given, has the packets, hops and flits that popnet counts, and takes what it takes there."""
    trace, wrong, found = os.environ.get('HEDDLE_POPNET_TRACE'), [], []
    if trace is None:
        raise tap.Skip('not here: HEDDLE_POPNET_TRACE names no trace of popnet')
    rows = table(root, '`-V`', 'popnet, cycles', 'Heddle, cycles', 'apart')
    for channels, theirs, *_ in rows:
        with tempfile.TemporaryDirectory() as folder:
            result = Path(folder) / 'result.json'
            figures = popnet(heddle, trace, f'-A 9 -c 2 -T 20000 -V {channels} -B 12 -O 12 -F 4 -L 1000 -r 1 -R 0', '--json', str(result))
            metrics = json.loads(result.read_text(encoding='utf-8'))['metrics']
        grants = metrics['energy_arbiters']['value'] / ((0.354 + 0.228 * int(channels)) * 1e-12)
        apart = 100 * (float(figures['average Delay']) / float(theirs) - 1)
        found.append((channels, theirs, figures['average Delay'], f'{apart:.2f} %'))
        if metrics['link_flits']['value'] != 356970 or round(grants, 3) != 71394 or abs(apart) > 0.5:
            wrong.append(f'{channels}: {metrics["link_flits"]["value"]} flits over links, {grants} channels granted, {figures}')
        if channels == '1' and any(abs(float(figures[name]) / value - 1) > (0 if name == 'total finished' else 0.01) for name, value in SAMPLE.items()):
            wrong.append(f'{figures} are not {SAMPLE}')
    return wrong + differ(found, rows) + ([] if len(rows) == 4 else [f'the page has {len(rows)} rows'])


if __name__ == '__main__':
    def checks():
        for check in (check_table, check_alone, check_knee, check_saturation, check_torus, check_channels, check_interposer, check_popnet, check_bench, check_sample):
            def bound(root, check=check):
                return check(root, sys.argv[1])
            bound.__doc__ = check.__doc__
            yield bound

    tap.main(list(checks()))
