#!/usr/bin/env python3
# agreement.py: the same work as flows and as packets
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: every ready project that has work runs at both fidelities; the table of docs/agreement.md is what comes out; where every link carries one
transfer at a time, the two agree within half a percent from 1 MB on; there nothing is apart by more than 5 % when senders share links and bound what is
on the way, as flows do, but for what comes within 5 % when no latency lies between switches; and in a network that has nothing but this effect it is there
with the latency, and gone without. With --update the table is written.

usage: agreement.py HEDDLE [--update]"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

NETWORKS = {
    'ring': ('switches="8" hosts="2"', 'host[*][*]'),
    'star': ('hosts="16"', 'host[*]'),
    'leaf-spine': ('leaves="4" spines="2" hosts="4"', 'host[*][*]'),
    'torus': ('rows="4" columns="4"', 'host[*][*][*]'),
    'dragonfly': ('routers="4" globals="1" hosts="1"', 'host[*][*][*]'),
    'random-regular': ('switches="16" degree="4"', 'host[*][*]'),
}
WORK = {
    'ring all-reduce': 'operation="all-reduce" algorithm="ring"',
    'Rabenseifner all-reduce': 'operation="all-reduce" algorithm="rabenseifner"',
    'all-to-all': 'operation="all-to-all" algorithm="direct"',
    'binomial broadcast': 'operation="broadcast" algorithm="binomial"',
}
SIZES = ('64 kB', '1 MB', '16 MB')
PACKETS = 'switching="cut-through" packet-size="4 KiB"'
ALONE = [(network, work) for network in ('star',) for work in WORK] + [(network, 'ring all-reduce') for network in ('ring', 'leaf-spine', 'torus')]
# Ready projects, small enough for packets; those of aggregation have trees, which are no flows, and of BDSim's none has work.
SHIPPED = {
    'small/ring-4': {'$bytes': '16 MB'},
    'small/star': {'$bytes': '16 MB'},
    'small/two-racks': {'$bytes': '16 MB'},
    'small/fat-tree': {'$bytes': '16 MB'},
    'aggregation/figure-16': {},
    'chakra/data-parallel': {},
    'costs/nvlink-8': {'$bytes': '16 MB'},
    'costs/sharp-128': {'$algorithm': 'recursive-doubling'},
    'noc/popnet-bench': {'run:switching': 'cut-through'},
    'hcsim/figure-6a': {'$xpus': '8', 'run:packet-size': '4 MB'},
    'hcsim/figure-6b': {'$xpus': '8', 'run:packet-size': '4 MB'},
}
# What flows do and packets do not by themselves.
BOTH = {'run:service': 'fair-senders', 'run:window': '256 KiB'}
LIKE_FLOWS = {
    '`service="fair"`': {'run:service': 'fair'},
    '`"fair"` and window': {'run:service': 'fair', 'run:window': '256 KiB'},
    '`service="fair-senders"`': {'run:service': 'fair-senders'},
    '`window="256 KiB"`': {'run:window': '256 KiB'},
    '`"fair-senders"` and window': BOTH,
}
# Of links between switches; what generated networks call them.
BETWEEN_SWITCHES = ('trunk', 'global')
WITHOUT_FLOWS = ('offload/four-ways', 'offload/broadcast', 'offload/reduce', 'offload/partition', 'aggregation/fat-tree-512', 'aggregation/pruned-fat-tree', 'noc/mesh-8x8', 'noc/torus-8x8', 'noc/hand-drawn')
WITHOUT_WORK = ('bdsim/mesh-4x4', 'bdsim/mesh-32x32', 'bdsim/mact-128-cores', 'bdsim/system-1024-cores', 'chiplets/barrier-cost', 'chiplets/bfs-4',
                'chiplets/matrix-4', 'chiplets/matrix-scaling', 'chiplets/memory-nodes', 'chiplets/mixed-3', 'neptune/single-phase', 'neptune/multi-phase', 'neptune/side-by-side',
                'offload/all-reduce', 'offload/buffer', 'offload/choices', 'offload/grants', 'offload/order', 'offload/pulses', 'offload/steps')
# Two transfers of 1 MB, which take 20 us alone, share one link; the way of the first has so much latency before and behind it.
ONE_LINK = {'behind': ('0 s', '20 us'), 'before': ('20 us', '0 s'), 'nowhere': ('0 s', '0 s')}
BEGIN, END = '<!-- measured -->', '<!-- end -->'


def seconds(project, fidelity, settings):
    """How long the work took; of a collective whose repeats start together, the median of these."""
    command = [HEDDLE, 'run', str(project), '--quiet', '--json', '-', '--fidelity', fidelity]
    for name, value in settings.items():
        command += ['--set', f'{name}={value}']
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f'{" ".join(command)}: {done.stderr.strip()}')
    metrics = json.loads(done.stdout)['metrics']
    single = [name for name in metrics if name.endswith('.time')]
    return metrics[single[0] if single else 'time_total']['value']


def generated(network, work, size):
    parameters, members = NETWORKS[network]
    return f'''<heddle version="1" name="agreement"><top><generate id="t" kind="{network}" {parameters} bandwidth="50 GB/s" latency="500 ns"/></top>
<communicators><communicator id="all" members="t/{members}"/></communicators>
<workload type="collective" on="all" {WORK[work]} bytes="{size}"/><run iterations="1" {PACKETS}/></heddle>'''


def without_latency(case):
    """The same project, drawn out, and what takes the latency of links between switches from it."""
    parameters = NETWORKS[case[0]][0].replace('"', '').split()
    command = [HEDDLE, 'generate', '--output', '-', case[0], *parameters, 'bandwidth=50 GB/s', 'latency=500 ns']
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    text = re.sub('<workload [^>]*/>', f'<workload type="collective" on="all" {WORK[case[1]]} bytes="{case[2]}"/>', text)
    text = re.sub('<run [^>]*/>', f'<run iterations="1" {PACKETS}/>', text)
    return text, {f'class:{name}.latency': '0 s' for name in BETWEEN_SWITCHES if f'<link-class id="{name}"' in text}


def compare(case):
    """Seconds as flows and as packets."""
    if case[0] == 'shipped':
        project = ROOT / 'projects' / f'{case[1]}.heddle'
        return tuple(seconds(project, fidelity, {'run:iterations': '1', **SHIPPED[case[1]]}) for fidelity in ('flow', 'packet'))
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / 'agreement.heddle'
        project.write_text(generated(*case), encoding='utf-8')
        return tuple(seconds(project, fidelity, {}) for fidelity in ('flow', 'packet'))


def apart(times):
    return 100 * (times[1] / times[0] - 1)


def is_apart(times):
    return abs(apart(times)) > 5


def compare_like_flows(case):
    """Seconds as packets, for each row of LIKE_FLOWS."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / 'agreement.heddle'
        project.write_text(generated(*case), encoding='utf-8')
        return [seconds(project, 'packet', settings) for settings in LIKE_FLOWS.values()]


def compare_one_link(latencies):
    """Seconds as flows and as packets."""
    before, behind = latencies
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / 'agreement.heddle'
        project.write_text(f'''<heddle version="1" name="agreement">
<link-class id="near" bandwidth="50 GB/s" latency="0 s"/><link-class id="before" bandwidth="50 GB/s" latency="{before}"/><link-class id="behind" bandwidth="50 GB/s" latency="{behind}"/>
<top><component id="x" type="fabric.xpu" count="4"/><component id="s" type="fabric.switch" count="2"/>
<link from="x[0].cxl" to="s[0].port[0]" class="before"/><link from="x[1].cxl" to="s[0].port[1]" class="near"/><link from="s[0].port[2]" to="s[1].port[2]" class="near"/>
<link from="s[1].port[0]" to="x[2].cxl" class="behind"/><link from="s[1].port[1]" to="x[3].cxl" class="near"/></top>
<communicators><communicator id="far" members="x[0] x[2]"/><communicator id="close" members="x[1] x[3]"/></communicators>
<workload type="collective" on="far" operation="broadcast" algorithm="binomial" bytes="1 MB"/>
<workload type="collective" on="close" operation="broadcast" algorithm="binomial" bytes="1 MB"/><run iterations="1" {PACKETS}/></heddle>''', encoding='utf-8')
        return tuple(seconds(project, fidelity, {}) for fidelity in ('flow', 'packet'))


def compare_without_latency(case):
    """Seconds as flows and as packets that share links as flows do, with no latency between switches."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / 'agreement.heddle'
        text, settings = without_latency(case)
        project.write_text(text, encoding='utf-8')
        return seconds(project, 'flow', settings), seconds(project, 'packet', {**settings, **BOTH})


def measure():
    """What all take, those of 1 MB and more also as flows share links; what is apart even so also without latency between switches."""
    cases = [(network, work, size) for network in NETWORKS for work in WORK for size in SIZES] + [('shipped', name) for name in SHIPPED]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(cases, pool.map(compare, cases)))
        large = [case for case in cases if case[0] in NETWORKS and case[2] in SIZES[1:]]
        closer = dict(zip(large, pool.map(compare_like_flows, large)))
        rest = [case for case in large if is_apart((results[case][0], closer[case][-1]))]
        return results, closer, dict(zip(rest, pool.map(compare_without_latency, rest))), dict(zip(ONE_LINK, pool.map(compare_one_link, ONE_LINK.values())))


def table(results, closer, rest, one_link):
    """Microseconds as flows, and by how much packets are apart; then what brings them together."""
    lines = ['| Network, 16 accelerators (dragonfly 20) | Work | ' + ' | '.join(SIZES) + ' |', '|---|---|' + '---|' * len(SIZES)]
    for network in NETWORKS:
        for work in WORK:
            cells = [results[network, work, size] for size in SIZES]
            lines.append(f'| {network} | {work} | ' + ' | '.join(f'{1e6 * cell[0]:.1f}, {apart(cell):+.1f} %' for cell in cells) + ' |')
    lines += ['', '| Ready project | Changed for this | as flows | as packets | apart |', '|---|---|---|---|---|']
    for name, settings in SHIPPED.items():
        flow, packet = results['shipped', name]
        changed = ', '.join(f'`{key}` {value}' for key, value in settings.items()) or '-'
        lines.append(f'| {name} | {changed} | {1e3 * flow:.4g} ms | {1e3 * packet:.4g} ms | {apart((flow, packet)):+.1f} % |')
    lines += ['', '| Apart by more than 5 % | in the order of arrival | ' + ' | '.join(LIKE_FLOWS) + ' |', '|---|---|' + '---|' * len(LIKE_FLOWS)]
    for case, times in closer.items():
        cells = [results[case][1], *times]
        if is_apart(results[case]):
            lines.append(f'| {", ".join(case)} | ' + ' | '.join(f'{apart((results[case][0], cell)):+.1f} %' for cell in cells) + ' |')
    lines += ['', '| All rows from 1 MB on | in the order of arrival | ' + ' | '.join(LIKE_FLOWS) + ' |', '|---|---|' + '---|' * len(LIKE_FLOWS)]
    columns = list(zip(*([results[case][1], *times] for case, times in closer.items())))
    flows = [results[case][0] for case in closer]
    parts = [[abs(apart(pair)) for pair in zip(flows, column)] for column in columns]
    lines.append('| apart by more than 5 % | ' + ' | '.join(f'{sum(part > 5 for part in column)} of {len(column)}' for column in parts) + ' |')
    lines.append('| apart at most | ' + ' | '.join(f'{max(column):.1f} %' for column in parts) + ' |')
    lines += ['', '| Apart by more than 5 % with `"fair-senders"` and window | | with no latency between switches: as flows | as packets | apart |', '|---|---|---|---|---|']
    for case, times in rest.items():
        lines.append(f'| {", ".join(case)} | {apart((results[case][0], closer[case][-1])):+.1f} % | {1e6 * times[0]:.1f} us | {1e6 * times[1]:.1f} us | {apart(times):+.1f} % |')
    lines += ['', '| One link for two transfers; the way of one has 20 us of latency | as flows | as packets | apart |', '|---|---|---|---|']
    for where, times in one_link.items():
        lines.append(f'| {where}{"" if where == "nowhere" else " the link"} | {1e6 * times[0]:.1f} us | {1e6 * times[1]:.1f} us | {apart(times):+.1f} % |')
    return '\n'.join(lines)


def check_projects(root):
    """Each ready project is compared, or there is a reason why not."""
    known = {*SHIPPED, *WITHOUT_FLOWS, *WITHOUT_WORK}
    there = {str(path.relative_to(root / 'projects').with_suffix('')) for path in (root / 'projects').rglob('*.heddle')}
    return [f'{name} is not known here' for name in sorted(there - known)] + [f'{name} is not there' for name in sorted(known - there)]


def check_page(root):
    """The page has the table that comes out."""
    text = (root / 'docs' / 'agreement.md').read_text(encoding='utf-8')
    found = re.search(f'{BEGIN}\n(.*?)\n{END}', text, re.DOTALL)
    expected = table(RESULTS, CLOSER, REST, ONE).splitlines()
    lines = found.group(1).splitlines() if found else []
    return [f'has: {a}\n# not: {b}' for a, b in zip(lines, expected) if a != b] + ([] if len(lines) == len(expected) else ['other rows'])


def check_alone(root):
    """Where each link carries one transfer at a time the fidelities agree."""
    return [f'{network}, {work}, {size}: {apart(RESULTS[network, work, size]):+.2f} %' for network, work in ALONE for size in SIZES[1:]
            if abs(apart(RESULTS[network, work, size])) > 0.5]


def check_closed(root):
    """What is apart is so because flows share links, do not pile up in switches, and use all links of a way at one time."""
    return [f'{case}: {apart(times):+.2f} %' for case, times in REST.items() if is_apart(times)]


def check_one_link(root):
    """By hand: as flows the first begins when the second has ended, wherever its latency is; as packets both are on the link at once if it is behind."""
    expected = {'behind': (40e-6, 60e-6), 'before': (40e-6, 40e-6), 'nowhere': (40e-6, 40e-6)}
    packet = 4096 / 50e9
    return [f'{where}: {ONE[where]}' for where in ONE_LINK if abs(ONE[where][0] - expected[where][0]) > 1e-12 or abs(ONE[where][1] - expected[where][1]) > packet]


if __name__ == '__main__':
    HEDDLE = sys.argv[1]
    os.environ.setdefault('HEDDLE_SOURCE_ROOT', str(Path(__file__).resolve().parents[2]))
    ROOT = Path(os.environ['HEDDLE_SOURCE_ROOT'])
    RESULTS, CLOSER, REST, ONE = measure()
    if '--update' in sys.argv:
        page = ROOT / 'docs' / 'agreement.md'
        text = page.read_text(encoding='utf-8')
        page.write_text(re.sub(f'({BEGIN}\n).*?(\n?{END})', lambda match: match.group(1) + table(RESULTS, CLOSER, REST, ONE) + '\n' + END, text, flags=re.DOTALL), encoding='utf-8')
    tap.main([check_projects, check_page, check_alone, check_closed, check_one_link])
