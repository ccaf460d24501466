#!/usr/bin/env python3
# agreement-flits.py: the same work on a mesh as flows, as packets and as flits
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: the second tables of docs/agreement.md are what comes out; flits are within 5 % of flows at loads up to 10 %;
where each link carries one transfer at a time, all three agree; and what is apart is so for the reason that the page gives, as it is not where that is taken
away. With --update the tables are written.

usage: agreement-flits.py HEDDLE [--update]"""

import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

SIDE = 8
FLIT = 32                   # B
SIZES = (1, 4, 16, 64, 256, 1024, 4096)
LOADS = (5, 10)             # % of what a node's link takes
HEAVY = (10, 20, 30)
AMONG = 1024                # flits of the messages that meet under a heavy load
RING = 'ring all-reduce'
PACKET = 16                 # flits
# A packet alone takes 5 h + 6 + n cycles over h links between routers: flows and packets have no routers that take time, so links take it.
ROUTERS = {'$hop': '5 ns', '$end': '3 ns'}
BARE = {'$hop': '1 ns', '$end': '1 ns'}
# What flows do and packets do not by themselves.
LIKE_FLOWS = {
    'in the order of arrival': {},
    '`service="fair"`': {'run:service': 'fair'},
    '`"fair"`, packets of one flit': {'run:service': 'fair', 'run:packet-size': f'{FLIT} B'},
}
# Room for those that wait; the second is all that flows and packets have.
ROOM = {
    'one channel of 12 flits': {'run:virtual-channels': '1'},
    'three of 12 flits': {},
    'sixteen of 12 flits': {'run:virtual-channels': '16'},
    'three of 4096 flits': {'run:input-buffer': '4096', 'run:output-buffer': '0'},
}
ENDLESS = 'three of 4096 flits'
# An all-to-all on a ring: every link is full all the time, and what it costs to meet there is taken away bit by bit.
FULL = {
    'packets, in the order of arrival': {'run:fidelity': 'packet'},
    'packets, `service="fair"`': {'run:fidelity': 'packet', 'run:service': 'fair'},
    'flits, three channels of 12': {},
    'flits, eight of 12': {'run:virtual-channels': '8'},
    'flits, sixteen of 12': {'run:virtual-channels': '16'},
    'flits, sixty-four of 12': {'run:virtual-channels': '64'},
    'flits, three of 4096': {'run:input-buffer': '4096', 'run:output-buffer': '0'},
    'flits, sixteen of 4096': {'run:virtual-channels': '16', 'run:input-buffer': '4096', 'run:output-buffer': '0'},
}
FAIR, FEW, MANY, DEEP = (list(FULL)[i] for i in (1, 2, 5, 7))
AROUND = (64, 1024)         # flits of messages that go round the ring
NODES = 16
BEGIN, END = '<!-- measured with flits -->', '<!-- end of flits -->'

PROJECT = '''<heddle version="1" name="agreement"><variables><variable name="hop" value="1 ns"/><variable name="end" value="1 ns"/></variables>
<link-class id="wire" bandwidth="{flit} GB/s" latency="$hop" sharing="split"/><link-class id="local" bandwidth="{flit} GB/s" latency="$end" sharing="split"/>
<module id="mesh" routing="dimension-order">
<component id="router" type="fabric.switch" count="{side} x {side}"/><component id="node" type="fabric.host" count="{side} x {side}"/>
<link from="router[i][j].port[0]" to="router[i][j + 1].port[1]" class="wire"/><link from="router[i][j].port[2]" to="router[i + 1][j].port[3]" class="wire"/>
<link from="node[i][j].port" to="router[i][j].port[4]" class="local"/></module>
<top><instance id="mesh" of="mesh"/></top><communicators><communicator id="all" members="mesh/node[*][*]"/></communicators>
{work}<run iterations="1" switching="cut-through" packet-size="{packet} B" flit="{flit} B" clock="1 GHz" header="0"/></heddle>'''


CIRCLE = '''<heddle version="1" name="agreement"><variables><variable name="hop" value="1 ns"/><variable name="end" value="1 ns"/></variables>
<link-class id="wire" bandwidth="{flit} GB/s" latency="$hop" sharing="split"/><link-class id="local" bandwidth="{flit} GB/s" latency="$end" sharing="split"/>
<top><component id="router" type="fabric.switch" count="{n}"/><component id="node" type="fabric.host" count="{n}"/>
<link for="i=0..{n}-1" from="node[i].port" to="router[i].port[2]" class="local"/>
<link for="i=0..{n}-1" from="router[i].port[0]" to="router[(i + 1) % {n}].port[1]" class="wire"/></top>
<communicators><communicator id="all" members="node[*]"/></communicators>
{work}<run fidelity="flit" iterations="1" switching="cut-through" packet-size="{packet} B" flit="{flit} B" clock="1 GHz" header="0"/></heddle>'''


def transfers(load, size, places):
    """A list of transfers: each node sends to random others at random times, so that its link is busy for @load % of the time."""
    draw = random.Random(1).random
    n, gap = len(places), 100 * size / load
    listed = []
    for source in range(n):
        time = draw() * gap
        for _ in range(32 if size < AMONG else 16):
            other = int(draw() * (n - 1))
            listed.append((round(time), source, other + (other >= source)))
            time += 2 * draw() * gap
    lines = [f'{time}e-9,{FLIT * size},{places[source]},{places[destination]}' for time, source, destination in sorted(listed)]
    return '\n'.join(['start_s,bytes,source,destination', *lines, ''])


def cycles(load, size, fidelity, settings):
    """How long a transfer takes on the average, or the all-reduce as a whole."""
    if load == RING:
        work = f'<workload type="collective" on="all" operation="all-reduce" algorithm="ring" bytes="{FLIT * size * SIDE * SIDE} B"/>'
    else:
        work = '<workload type="transfers" file="list.csv"/>'
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / 'agreement.heddle'
        project.write_text(PROJECT.format(side=SIDE, flit=FLIT, packet=PACKET * FLIT, work=work), encoding='utf-8')
        if load != RING:
            places = [f'mesh/node[{i // SIDE}][{i % SIDE}]' for i in range(SIDE * SIDE)]
            (Path(folder) / 'list.csv').write_text(transfers(load, size, places), encoding='utf-8')
        total, mean = run(project, {'run:fidelity': fidelity, **settings}, load != RING)
        return total if load == RING else mean


def run(project, settings, has_list=False):
    """How many cycles it takes, and of a list how long a transfer takes on the average."""
    command = [HEDDLE, 'run', str(project), '--quiet', '--json', '-', '--csv', str(project.parent)]
    for name, value in settings.items():
        command += ['--set', f'{name}={value}']
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f'{" ".join(command)}: {done.stderr.strip()}')
    total = 1e9 * json.loads(done.stdout)['metrics']['time_total']['value']
    if not has_list:
        return total, None
    with open(project.parent / 'transfers.csv', encoding='utf-8', newline='') as table:
        times = [float(row['end_s']) - float(row['start_s']) for row in csv.DictReader(table)]
    return total, 1e9 * sum(times) / len(times)


def around(size, settings):
    """Likewise on a ring: an all-to-all if there is no size, else transfers, with each node's link busy for 5 % of the time, those between routers for a tenth."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / 'agreement.heddle'
        work = '<workload type="transfers" file="list.csv"/>' if size else '<workload type="collective" on="all" operation="all-to-all" bytes="1 MB"/>'
        project.write_text(CIRCLE.format(n=NODES, flit=FLIT, packet=PACKET * FLIT, work=work), encoding='utf-8')
        if size:
            (Path(folder) / 'list.csv').write_text(transfers(LOADS[0], size, [f'node[{i}]' for i in range(NODES)]), encoding='utf-8')
        total, mean = run(project, {**(ROUTERS if settings.get('run:fidelity', 'flit') != 'flit' else BARE), **settings}, bool(size))
        return mean if size else total


def measure():
    """All runs by what they are of, two at a time."""
    wanted = {}
    for size in SIZES:
        for load in (*LOADS, RING):
            for fidelity in ('flow', 'packet', 'flit'):
                wanted[load, size, fidelity] = partial(cycles, load, size, fidelity, BARE if fidelity == 'flit' else ROUTERS)
        wanted['bare', size] = partial(cycles, LOADS[0], size, 'flow', BARE)
        for name, settings in LIKE_FLOWS.items():
            wanted[name, size] = partial(cycles, LOADS[-1], size, 'packet', {**ROUTERS, **settings})
    for load in HEAVY:
        wanted['flow', load] = partial(cycles, load, AMONG, 'flow', ROUTERS)
        for name, settings in ROOM.items():
            wanted[name, load] = partial(cycles, load, AMONG, 'flit', {**BARE, **settings})
    for name, settings in {'flows': {'run:fidelity': 'flow'}, **FULL}.items():
        wanted['full', name] = partial(around, 0, settings)
    for size in AROUND:
        for name in ('flows', FAIR, FEW, 'flits, sixteen of 12'):
            wanted['round', size, name] = partial(around, size, FULL.get(name, {'run:fidelity': 'flow'}))
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(wanted, pool.map(lambda one: one(), wanted.values())))


def apart(found, expected):
    return 100 * (found / expected - 1)


def line(*cells):
    return '| ' + ' | '.join(cells) + ' |'


def head(*cells):
    return [line(*cells), '|' + '---|' * len(cells)]


def percent(found, expected):
    return f'{apart(found, expected):+.1f} %'


def table():
    """Cycles as flows, and by how much packets and flits are apart; then the reasons."""
    lines = head('Work', 'Flits of a message', 'as flows, cycles', 'packets', 'flits')
    for load in (*LOADS, RING):
        name = load if load == RING else f'transfers, load {load} %'
        for size in SIZES:
            flow, packet, flit = (R[load, size, fidelity] for fidelity in ('flow', 'packet', 'flit'))
            lines.append(line(name, str(size), f'{flow:.1f}', percent(packet, flow), percent(flit, flow)))
    lines += ['', *head(f'Flows, load {LOADS[0]} %, apart from flits', *map(str, SIZES))]
    for name, key in (('links take a cycle', lambda size: ('bare', size)), ('links take the cycles of routers too', lambda size: (LOADS[0], size, 'flow'))):
        lines.append(line(name, *(percent(R[key(size)], R[LOADS[0], size, 'flit']) for size in SIZES)))
    lines += ['', *head(f'Packets, load {LOADS[-1]} %, apart from flows', *map(str, SIZES))]
    lines += [line(name, *(percent(R[name, size], R[LOADS[-1], size, 'flow']) for size in SIZES)) for name in LIKE_FLOWS]
    lines += ['', *head(f'Flits, messages of {AMONG}, apart from flows', *(f'load {load} %' for load in HEAVY))]
    lines += [line(name, *(percent(R[name, load], R['flow', load]) for load in HEAVY)) for name in ROOM]
    lines += ['', *head(f'Ring of {NODES}', 'all-to-all of 1 MB', 'apart from packets, fair', *(f'transfers of {size}, links busy for 10 %' for size in AROUND))]
    for name in ('flows', *FULL):
        rest = [f'{R["round", size, name]:.1f}' + ('' if name == 'flows' else ', ' + percent(R['round', size, name], R['round', size, 'flows']))
                if ('round', size, name) in R else '' for size in AROUND]
        lines.append(line(name, f'{R["full", name]:.0f}', percent(R['full', name], R['full', FAIR]), *rest))
    return '\n'.join(lines)


def check_page(root):
    """The page has the tables that come out."""
    found = re.search(f'{BEGIN}\n(.*?)\n{END}', (root / 'docs' / 'agreement.md').read_text(encoding='utf-8'), re.DOTALL)
    expected, lines = table().splitlines(), found.group(1).splitlines() if found else []
    return [f'has: {a}\n# not: {b}' for a, b in zip(lines, expected) if a != b] + ([] if len(lines) == len(expected) else ['other rows'])


def check_prose(root):
    """What the page says of the tables stands in them."""
    section = (root / 'docs' / 'agreement.md').read_text(encoding='utf-8').partition(END)[2]
    said = re.findall(r'(\d+\.\d) %', section)
    return [f'{figure} % stands in no table' for figure in said if f'{figure} %' not in table()] + ([] if len(said) >= 5 else ['it says nothing'])


def check_light(root):
    """Flits agree with flows within 5 % where links are seldom busy."""
    return [f'{load} %, {size} flits: {percent(R[load, size, "flit"], R[load, size, "flow"])}' for load in LOADS for size in SIZES
            if abs(apart(R[load, size, 'flit'], R[load, size, 'flow'])) > 5]


def check_alone(root):
    """Where each link carries one transfer at a time, all three agree."""
    return [f'{size} flits: {[R[RING, size, fidelity] for fidelity in ("flow", "packet", "flit")]}' for size in SIZES
            if max(abs(apart(R[RING, size, fidelity], R[RING, size, 'flow'])) for fidelity in ('packet', 'flit')) > 0.05]


def check_routers(root):
    """Small messages are apart by the cycles of routers, and not with these."""
    wrong = []
    for size in SIZES:
        bare, whole = (abs(apart(R[key], R[LOADS[0], size, 'flit'])) for key in (('bare', size), (LOADS[0], size, 'flow')))
        if whole > 2.05 or (size < 64 and bare < 2 * whole):
            wrong.append(f'{size} flits: {bare:.1f} %, with the cycles of routers {whole:.1f} %')
    return wrong


def check_shares(root):
    """Packets are apart from flows by their order; those that share links as flows do are within 5 %."""
    name = list(LIKE_FLOWS)[-1]
    return [f'{size} flits: {percent(R[name, size], R[LOADS[-1], size, "flow"])}' for size in SIZES if abs(apart(R[name, size], R[LOADS[-1], size, 'flow'])) > 5]


def check_room(root):
    """Under a heavy load flits are apart because those that wait hold up others; less so with more channels, and not with room for all."""
    wrong = []
    for load in HEAVY:
        one, three, sixteen, room = (apart(R[name, load], R['flow', load]) for name in ROOM)
        if abs(room) > 6 or one < three or (load > 10 and not three > sixteen > abs(room)):
            wrong.append(f'{load} %: {one:.1f}, {three:.1f}, {sixteen:.1f}, with room {room:.1f} %')
    return wrong


def check_ring(root):
    """On a full ring flits with room, or with a channel for each that waits, do what packets do that share links; with few they are slower by a third and more.
    Where links are seldom busy they are within 5 % of flows there too."""
    wrong = [f'{name}: {percent(R["full", name], R["full", FAIR])}' for name in (MANY, DEEP) if abs(apart(R['full', name], R['full', FAIR])) > 5]
    wrong += [f'{FEW}: {percent(R["full", FEW], R["full", FAIR])}'] if apart(R['full', FEW], R['full', FAIR]) < 30 else []
    return wrong + [f'{size} flits, {name}: {percent(R["round", size, name], R["round", size, "flows"])}' for size in AROUND for name in (FEW, 'flits, sixteen of 12')
                    if abs(apart(R['round', size, name], R['round', size, 'flows'])) > 5]


if __name__ == '__main__':
    HEDDLE = sys.argv[1]
    os.environ.setdefault('HEDDLE_SOURCE_ROOT', str(Path(__file__).resolve().parents[2]))
    ROOT = Path(os.environ['HEDDLE_SOURCE_ROOT'])
    R = measure()
    if '--update' in sys.argv:
        page = ROOT / 'docs' / 'agreement.md'
        text = page.read_text(encoding='utf-8')
        page.write_text(re.sub(f'({BEGIN}\n).*?(\n?{END})', lambda match: match.group(1) + table() + '\n' + END, text, flags=re.DOTALL), encoding='utf-8')
    tap.main([check_page, check_prose, check_light, check_alone, check_routers, check_shares, check_room, check_ring])
