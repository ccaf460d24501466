#!/usr/bin/env python3
# neptune.py: network processors against the page that speaks of them
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: rows of projects/neptune/README.md and costs.txt are what runs give, within what the specification of the experiments allows; packets that leave are, byte for byte and in their order,
those of the same programs compiled for the host; programs are what their sources give; captures of a run are what others read as such.
With --costs it writes costs.txt, with --rows it prints what the page should have. Left open: cycles of single instructions and units, see tests/engine/libraries/test-{netproc,units,ingress}.c."""

import csv
import ipaddress
import json
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / 'projects/neptune'
HEDDLE = None
PRINTS = False
COMPILER = 'riscv64-unknown-elf-gcc'
VERSION = '12.2.0'  # whose output is shipped
NS = 1e9
ENGINES = 128
HELD = ('issue', 'hand-over-wait', 'buffer-wait', 'exact-wait', 'lpm-wait', 'meter-wait', 'hash-wait')

# Tables 2 and 3 of the paper: shares of stages, and cycles of an engine for so many layers.
SHARES = {
    'tunnel-4o4': ((29, 71), (28, 54, 0, 18)), 'tunnel-4o4-miss': ((35, 65), (35, 65, 0, 0)), 'tunnel-4o6': ((29, 71), (28, 54, 0, 18)),
    'tunnel-6o4': ((29, 71), (28, 55, 0, 17)), 'tunnel-6o6': ((29, 71), (28, 55, 0, 17)), 'tcp': ((16, 84), (15, 58, 0, 26)), 'tcp-pass': ((52, 48), (52, 48, 0, 0)),
    'meter-drop': ((20, 80), (19, 59, 22, 0)), 'meter-pass': ((17, 83), (16, 50, 17, 17)), 'arp': ((1, 0), (1, 0, 0, 0)), 'icmp': ((1, 0), (1, 0, 0, 0)),
    'passthrough': ((1, 0), (1, 0, 0, 0)),
}
LAYERS = (16.0, 43.7, 57.0, 66.4, 75.5, 99.5, 115.4, 126.8, 136.8, 146.7, 155.0)
STAGES = {'two': 2, 'four': 4}
PIPELINE = 68


# ---- runs ------------------------------------------------------------------------------------------------------------

def call(project, *settings, **more):
    words = [word for setting in settings for word in ('--set', setting)] + [f'--{name}={value}' for name, value in more.items()]
    return subprocess.run([HEDDLE, 'run', '--quiet', '--json', '-', *words, str(PROJECT / f'{project}.heddle')], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def run(project, *settings, **more):
    """Metrics of a run, and its digest."""
    done = call(project, *settings, **more)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    result = json.loads(done.stdout)
    return {name: metric['value'] for name, metric in result['metrics'].items()} | {'digest': result['digest']}


def each(function, cases):
    """Of all cases, two at a time, what function makes of them."""
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(cases, pool.map(lambda case: function(*case) if isinstance(case, tuple) else function(case), cases)))


def table(*head):
    """Rows of the page's table with this head, without the head."""
    lines = (PROJECT / 'README.md').read_text(encoding='utf-8').splitlines()
    first = lines.index('| ' + ' | '.join(head) + ' |') + 2
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    return [[cell.strip() for cell in line.strip('|').split('|')] for line in lines[first:last]]


def differ(found, *head):
    if PRINTS:
        print('\n| ' + ' | '.join(head) + ' |\n' + '|---' * len(head) + '|\n' + '\n'.join('| ' + ' | '.join(row) + ' |' for row in found), flush=True)
        return []
    rows = table(*head)
    return [f'the page has {row}, runs give {list(other)}' for row, other in zip(rows, found) if row != list(other)] + (
        [] if len(found) == len(rows) else [f'the page has {len(rows)} rows, not {len(found)}'])


def held(metrics, clusters, packets):
    """Cycles for which a packet holds a thread of these clusters."""
    return sum(metrics.get(f'cluster[{i}].{name}', 0) for i in clusters for name in HELD) / packets


# ---- case 0: how many engines ----------------------------------------------------------------------------------------

def check_engines():
    """Throughput follows the engines, as worked out by hand."""
    wrong, rows = [], []
    for engines, metrics in each(lambda n: run('single-phase', f'$engines={n}', '$packets=12000'), (8, 16, 32, 64, 128)).items():
        least = held(metrics, [0], 1) / engines
        rows.append((str(engines), f'{metrics["cluster[0].end"]:.0f}', f'{least:.0f}', f'{metrics["egress.throughput"] / 1e6:.1f}', f'{metrics["egress.latency-median"] * NS:.0f}',
                     f'{metrics["egress.latency-99"] * NS:.0f}'))
        if not least <= metrics['cluster[0].end'] <= 1.02 * least + 400:
            wrong.append(f'{engines} engines take {metrics["cluster[0].end"]} cycles, by hand {least}')
    return wrong + differ(rows, '`$engines`', 'cycles', 'at least', 'packets/µs', 'median of latency, ns', '99 %, ns')


# ---- table 2: shares of stages ---------------------------------------------------------------------------------------

def measure_stages(kind, stages, parser):
    """Cycles of each stage for a packet that is alone."""
    n = STAGES[stages]
    shares = [0 if parser == 'pipeline' and i == 0 else 4 for i in range(n)]
    shares[1] = 16 - sum(shares) + shares[1]
    metrics = run('multi-phase', f'$packet_type={kind}', f'$stages={stages}', f'$parser={parser}', '$packets=64', '$inside=1', 'dispatcher.allotment=' + ','.join(map(str, shares)))
    cycles = [held(metrics, range(sum(shares[:i]), sum(shares[:i + 1])), 64) for i in range(n)]
    told = [metrics.get(f'egress.stage-{i}', 0) for i in range(n)]
    if max(abs(share - 100 * part / sum(cycles)) for share, part in zip(told, cycles)) > 1e-6:
        raise RuntimeError(f'{kind}: stages take {cycles}; shares are said to be {told}')
    return cycles


def make_costs():
    """The file that says what a packet costs each stage."""
    cases = [(kind, stages, parser) for stages in STAGES for parser in ('engines', 'pipeline') for kind in SHARES]
    costs = each(measure_stages, cases)
    lines = ['# SPDX-License-Identifier: GPL-3.0-or-later',
             '# What a packet costs each stage: cycles for which it holds a thread when it is alone; the mix is the mean of all types. tests/projects/neptune.py --costs writes it.']
    for stages in STAGES:
        for parser in ('engines', 'pipeline'):
            rows = {kind: costs[kind, stages, parser] for kind in SHARES}
            rows['mix'] = [sum(column) / len(SHARES) for column in zip(*rows.values())]
            lines += [f'{kind}/{stages}/{parser} ' + ' '.join(f'{cycles:.0f}' for cycles in row) for kind, row in rows.items()]
    return costs, '\n'.join(lines) + '\n'


def percents(values):
    return [100 * value / sum(values) for value in values]


def check_shares():
    """Of table 2 within 4 points, and costs.txt."""
    costs, text = make_costs()
    wrong, rows = [], []
    if text != (PROJECT / 'costs.txt').read_text(encoding='utf-8'):
        wrong.append('costs.txt is not what runs give')
    for kind, paper in SHARES.items():
        cells = [kind]
        for at, stages in enumerate(STAGES):
            expected, found = percents(paper[at]), percents(costs[kind, stages, 'engines'])
            cells += [':'.join(map(str, paper[at])) if sum(paper[at]) > 1 else '1:0' + ':0:0' * at, ':'.join(f'{share:.0f}' for share in found)]
            if any(abs(a - b) > 4 or (b == 0) != (a == 0) for a, b in zip(found, expected)):
                wrong.append(f'{kind}: {found}, the paper has {expected}')
        rows.append((*cells, ' + '.join(f'{cycles:.0f}' for cycles in costs[kind, 'four', 'engines'])))
    return wrong + differ(rows, 'packets', 'two stages, paper', 'Heddle', 'four stages, paper', 'Heddle', 'cycles of four')


# ---- table 3: headers ------------------------------------------------------------------------------------------------

def ethernet(kind, inner):
    return bytes.fromhex('020000000001020000000002') + struct.pack('>H', kind) + inner


def ip4(protocol, inner):
    head = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(inner), 0, 0, 64, protocol, 0, b'\x0a\1\0\1', b'\x0a\2\0\1')
    total = sum(struct.unpack('>10H', head))
    total = (total & 0xffff) + (total >> 16)
    return head[:10] + struct.pack('>H', ~total & 0xffff) + head[12:] + inner


def ip6(protocol, inner):
    return struct.pack('>IHBB', 6 << 28, len(inner), protocol, 64) + b'\x20\1\r\xb8\0\1' + bytes(9) + b'\1\x20\1\r\xb8\0\2' + bytes(9) + b'\1' + inner


def tcp():
    return struct.pack('>HHIIHHHH', 1000, 8080, 1, 1, 0x5010, 0xffff, 0, 0) + b'x' * 6


def udp(port, inner):
    return struct.pack('>HHHH', 1000, port, 8 + len(inner), 0) + inner


def vlan(kind, inner):
    return struct.pack('>HH', 5, kind) + inner


def vxlan(inner):
    return ip4(17, udp(4789, struct.pack('>II', 0x08000000, 5 << 8) + inner))


def stacks():
    """Frames with so many layers."""
    rest, deep = b'x' * 30, ethernet(0x0800, ip4(6, tcp()))
    tagged = ethernet(0x8100, vlan(0x0800, ip4(6, tcp())))
    twice = ethernet(0x8100, vlan(0x8100, vlan(0x0800, ip4(6, tcp()))))
    return {
        1: [ethernet(0x88b5, rest)],
        2: [ethernet(0x0800, ip4(253, rest)), ethernet(0x86dd, ip6(59, rest)), ethernet(0x0806, bytes.fromhex('0001080006040001') + bytes(20)), ethernet(0x8100, vlan(0x88b5, rest))],
        3: [ethernet(0x0800, ip4(6, tcp())), ethernet(0x0800, ip4(17, udp(2000, rest))), ethernet(0x86dd, ip6(6, tcp()))],
        4: [ethernet(0x8100, vlan(0x0800, ip4(6, tcp()))), ethernet(0x0800, ip4(4, ip4(6, tcp()))), ethernet(0x86dd, ip6(4, ip4(6, tcp())))],
        5: [ethernet(0x8847, b'\0\1\0\x40\0\1\1\x40' + ip4(6, tcp())), ethernet(0x8100, vlan(0x8100, vlan(0x0800, ip4(17, udp(2000, rest))))),
            ethernet(0x0800, vxlan(ethernet(0x88b5, rest)))],
        6: [ethernet(0x0800, vxlan(ethernet(0x0800, ip4(253, rest))))],
        7: [ethernet(0x0800, vxlan(deep))],
        8: [ethernet(0x8100, vlan(0x0800, vxlan(deep)))],
        9: [ethernet(0x8100, vlan(0x8100, vlan(0x0800, vxlan(deep))))],
        10: [ethernet(0x8100, vlan(0x8100, vlan(0x0800, vxlan(tagged))))],
        11: [ethernet(0x8100, vlan(0x8100, vlan(0x0800, vxlan(twice))))],
    }


def write_capture(path, frames):
    path.write_bytes(struct.pack('<IHHIIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1) + b''.join(struct.pack('<IIII', 0, 0, len(frame), len(frame)) + frame for frame in frames))


def check_layers():
    """Cycles of an engine for headers are within a fifth of table 3; below four layers the pipeline takes longer, from five on it is faster."""
    wrong, rows, means = [], [], {}
    with tempfile.TemporaryDirectory() as made:
        for n, frames in stacks().items():
            write_capture(Path(made) / f'{n}.pcap', frames)

        def measure(n):
            source = f'source.file={made}/{n}.pcap'
            alone = run('multi-phase', source, '$stages=two', '$inside=1', 'dispatcher.allotment=8,8')
            by_engine, by_pipeline = (run('single-phase', source, 'source.interval=1 us', f'$parser={parser}') for parser in ('engines', 'pipeline'))
            return (sum(alone.get(f'cluster[{i}].issue', 0) for i in range(8)) / len(stacks()[n]), by_pipeline['parser.layers'], by_engine['egress.latency'] * NS,
                    by_pipeline['egress.latency'] * NS)
        found = each(measure, list(stacks()))
    for n, (mean, layers, by_engine, by_pipeline) in found.items():
        means[n] = mean
        rows.append((str(n), f'{LAYERS[n - 1]:.1f}', f'{mean:.1f}', f'{100 * (mean / LAYERS[n - 1] - 1):+.0f} %', f'{by_engine:.1f}', f'{by_pipeline:.1f}'))
        if layers != n or (n > 1 and abs(mean / LAYERS[n - 1] - 1) > 0.2) or (n < 4 and by_pipeline <= by_engine) or (n > 4 and by_pipeline >= by_engine):
            wrong.append(f'{n} layers: {layers} found in {mean} cycles, the paper has {LAYERS[n - 1]}; {by_engine} ns, with the pipeline {by_pipeline}')
    if means[1] >= 40 or means[3] >= PIPELINE or means[5] <= PIPELINE or any(means[n] >= means[n + 1] for n in range(1, 11)):
        wrong.append(f'cycles of engines for layers: {means}')
    return wrong + differ(rows, 'layers', 'engine, paper', 'Heddle', 'difference', 'latency, ns', 'with the pipeline')


# ---- case 1: one phase or several ------------------------------------------------------------------------------------

KINDS = (*SHARES, 'mix')
PACKETS = 3000


def measure_rate(kind, stages, parser='engines'):
    """Packets a µs, as many as there is room for."""
    settings = (f'$packet_type={kind}', f'$packets={PACKETS}', f'$parser={parser}')
    metrics = run('single-phase', *settings) if stages == 'one' else run('multi-phase', *settings, f'$stages={stages}')
    return metrics['egress.throughput'] / 1e6


def check_phases():
    """One phase is never slower, by up to 1.08 to 1.3; the pipeline gains what headers cost."""
    rates = each(measure_rate, [(kind, stages) for kind in KINDS for stages in ('one', 'two', 'four')] + [(kind, 'one', 'pipeline') for kind in KINDS])
    costs = dict(line.split(' ', 1) for line in (PROJECT / 'costs.txt').read_text(encoding='utf-8').splitlines() if not line.startswith('#'))
    rows, gains, wrong = [], [], []
    for kind in KINDS:
        one, two, four, piped = (rates[case] for case in ((kind, 'one'), (kind, 'two'), (kind, 'four'), (kind, 'one', 'pipeline')))
        rows.append((kind, f'{one:.0f}', f'{two:.0f}', f'{one / two:.3f}', f'{four:.0f}', f'{one / four:.3f}'))
        if min(one / two, one / four) < 0.999:
            wrong.append(f'{kind}: one phase is slower: {one}, {two}, {four}')
        first, rest = (float(costs[f'{kind}/two/engines'].split()[i]) for i in (0, 1))
        expected = (first + rest) / rest if rest > 0 else 0
        gains.append((kind, f'{one:.0f}', f'{piped:.0f}', f'{piped / one:.2f}', f'{expected:.2f}' if expected > 0 else '-'))
        if kind in ('tunnel-4o4', 'tunnel-4o4-miss', 'tunnel-4o6', 'tunnel-6o4', 'tunnel-6o6', 'tcp', 'mix') and abs(piped / one / expected - 1) > 0.1:
            wrong.append(f'{kind}: the pipeline gains {piped / one}, by hand {expected}')
    if not 1.08 <= max(float(row[5]) for row in rows) <= 1.3 or max(float(row[3]) for row in rows) >= max(float(row[5]) for row in rows):
        wrong.append('the largest ratio is not that of four stages, or not between 1.08 and 1.3')
    return wrong + differ(rows, 'packets', 'one phase', 'two', 'ratio', 'four', 'ratio') + differ(gains, 'packets', 'engines', 'pipeline', 'gain', 'total by rest')


# ---- case 3: threads -------------------------------------------------------------------------------------------------

BEGIN_US, END_US = 8, 24  # when threads are filled, and some time later


def measure_steady(project, *settings):
    """Packets a µs that a processor is done with while it is busy, and what cycles that hold a thread are to those that issue."""
    first, last = (run(project, *settings, '$packets=30000', until=f'{time} us') for time in (BEGIN_US, END_US))
    done = [sum(metrics[f'egress.{name}'] for name in ('sent', 'control', 'dropped')) for metrics in (first, last)]
    return (done[1] - done[0]) / (END_US - BEGIN_US), held(last, range(16), 1) / sum(last.get(f'cluster[{i}].issue', 0) for i in range(16))


def check_threads():
    """Throughput does not fall with threads, comes near what issues alone allow, and the first step is the largest."""
    rows, wrong = [], []
    found = each(lambda project, n: measure_steady(project, f'$threads={n}'), [(project, n) for project in ('single-phase', 'multi-phase') for n in (1, 2, 4, 8)])
    for project in ('single-phase', 'multi-phase'):
        rates, most = [found[project, n][0] for n in (1, 2, 4, 8)], found[project, 1][1]
        rows.append((project, *(f'{rate:.0f}' for rate in rates), f'{max(rates) / rates[0]:.2f}', f'{most:.2f}'))
        steps = [b / a for a, b in zip(rates, rates[1:])]
        if min(steps) < 0.99 or max(steps) != steps[0] or (project == 'single-phase' and abs(max(rates) / rates[0] / most - 1) > 0.06):
            wrong.append(f'{project}: {rates}, at most {most} times the first')
    done = call('single-phase', '$threads=8', 'cluster[0].core-of=engine')
    if done.returncode == 0 or 'a thread has 128 bytes of core memory; it needs 512' not in done.stderr:
        wrong.append(f'core memory for eight threads: {done.stderr}')
    return wrong + differ(rows, '`$threads`', '1', '2', '4', '8', 'most to 1', '(issue + waits) / issue')


# ---- loads -----------------------------------------------------------------------------------------------------------

def check_loads():
    """Throughput follows the load, then is flat; latency rises towards the knee; below it nothing is lost."""
    capacity = measure_rate('mix', 'one')
    rows, wrong, before = [], [], 0
    shares = (10, 30, 50, 70, 90, 100, 120)
    for share, metrics in each(lambda s: run('single-phase', f'$load={capacity * s / 100:.3f} MHz', '$packets=12000'), shares).items():
        rate, lost = metrics['egress.throughput'] / 1e6, metrics['source.lost'] + metrics['ingress.no-cells']
        rows.append((f'{share} %', f'{capacity * share / 100:.0f}', f'{rate:.0f}', f'{metrics["egress.latency"] * NS:.0f}', f'{metrics["egress.latency-99"] * NS:.0f}', f'{lost:.0f}'))
        if (share <= 90 and (lost > 0 or abs(rate / capacity / share * 100 - 1) > 0.02)) or rate > 1.03 * capacity or metrics['egress.latency'] < 0.98 * before:
            wrong.append(f'{share} %: {rate} of {capacity}, {lost} lost, latency {metrics["egress.latency"]}')
        before = metrics['egress.latency']
    return wrong + differ(rows, 'load', 'packets/µs that come', 'that leave', 'mean of latency, ns', '99 %, ns', 'lost')


# ---- what leaves -----------------------------------------------------------------------------------------------------

def frames(path):
    """Those of a capture, in their order."""
    data, at, found = path.read_bytes(), 24, []
    while at < len(data):
        size = int.from_bytes(data[at + 8:at + 12], sys.byteorder)
        found.append(data[at + 16:at + 16 + size])
        at += 16 + size
    return found


def check_golden():
    """What leaves is what the programs make of packets on the host, in one phase and in four, with either parser; its checksums are right for others."""
    compiler = shutil.which('cc')
    if compiler is None:
        raise tap.Skip('not here: cc is missing')
    wrong = []
    with tempfile.TemporaryDirectory() as made:
        golden, folder = Path(made) / 'golden', PROJECT / 'programs'
        subprocess.run([compiler, '-DGOLDEN', '-O1', '-o', str(golden), str(folder / 'golden.c'), str(folder / 'rtc.c')], check=True)
        cases = {
            'in': ('single-phase', 'cluster[*].program=programs/sum.elf'), 'one': ('single-phase',), 'four': ('multi-phase',), 'two': ('multi-phase', '$stages=two'),
            'pipeline': ('multi-phase', '$parser=pipeline'), 'pipeline-one': ('single-phase', '$parser=pipeline', '$threads=4'),
        }

        def capture(name):
            project, *settings = cases[name]
            return run(project, *settings, '$packets=12000', 'egress.capture=true', 'egress.order=port', files=str(Path(made) / name))
        found = each(capture, list(cases))
        subprocess.run([str(golden), str(PROJECT / 'tables'), f'{made}/in/egress.sent.pcap', f'{made}/sent.pcap', f'{made}/control.pcap'], check=True)
        for name in cases:
            metrics = found[name]
            if metrics['source.offered'] != metrics['egress.sent'] + metrics.get('egress.dropped', 0) + metrics.get('egress.control', 0) or metrics['ingress.cells'] != 0:
                wrong.append(f'{name}: of {metrics["source.offered"]} packets some are neither sent nor dropped')
            for kind in ('sent', 'control'):
                if name != 'in' and frames(Path(made) / name / f'egress.{kind}.pcap') != frames(Path(made) / f'{kind}.pcap'):
                    wrong.append(f'{name}: what leaves ({kind}) is not what it ought to be')
        if len(frames(Path(made) / 'sent.pcap')) != 8000 or len(frames(Path(made) / 'control.pcap')) != 2000:
            wrong.append('of twelve types eight are to be sent, and two are for control')
        if (Path(made) / 'one/egress.drops.csv').read_text(encoding='utf-8') != 'reason,name,packets\n3,tunnel-miss,1000\n6,metered,1000\n':
            wrong.append('one type is to be dropped for its tunnel, and one for its meter')
        if shutil.which('tshark') is not None:
            told = subprocess.run(['tshark', '-r', f'{made}/one/egress.sent.pcap', '-o', 'ip.check_checksum:TRUE', '-o', 'tcp.check_checksum:TRUE', '-o', 'udp.check_checksum:TRUE', '-Y',
                                   'ip.checksum.status==0 || tcp.checksum.status==0 || udp.checksum.status==0'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
            if told != '':
                wrong.append(f'checksums are wrong: {told.splitlines()[0]}')
    return wrong


def check_same():
    """Partitions, threads of the host, stepping by cycles, and a capture that is written change nothing."""
    wrong = []
    settings = ('$packets=1200', '$threads=2')
    ways = {
        'alone': {}, 'two': {'partitions': 2, 'sync': 'window'}, 'four': {'partitions': 4, 'threads': 2, 'sync': 'request'}, 'eight': {'partitions': 8, 'threads': 2, 'sync': 'null-message'},
        'cycles': {}, 'captured': {},
    }
    more = {'cycles': ('cluster[*].stepping=cycles',), 'captured': ('egress.capture=true',)}
    found = each(lambda way: run('multi-phase', *settings, *more.get(way, ()), **ways[way]), list(ways))
    for way, metrics in found.items():
        other = [name for name, value in found['alone'].items() if metrics.get(name) != value]
        if other:
            wrong.append(f'{way}: other figures than alone: {other}')
    return wrong


def check_equal():
    """Sixteen clusters of one stage do what one with as many engines does; twice the clock is twice as fast, in the same cycles."""
    rates = [measure_steady('single-phase', *more)[0] for more in ((), ('$clusters=16', '$engines=8'))]
    one, fast = (run('single-phase', '$packets=2000', *more) for more in ((), ('$clock=1.6 GHz',)))
    wrong = []
    if abs(rates[1] / rates[0] - 1) > 0.01:
        wrong.append(f'one cluster: {rates[0]} packets a µs, sixteen: {rates[1]}')
    if abs(fast['egress.throughput'] / one['egress.throughput'] / 2 - 1) > 1e-9 or fast['cluster[0].end'] != one['cluster[0].end'] or fast['cluster[0].issue'] != one['cluster[0].issue']:
        wrong.append(f'twice the clock: {fast["egress.throughput"]} for {one["egress.throughput"]}')
    return wrong


# ---- a second interpreter --------------------------------------------------------------------------------------------

def signed(value, bits=32):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


class Engine:
    """RV32I as the ISA's document has it, what programs of the project need of M, and the memory map of the page; no time passes in it."""

    def __init__(self, program):
        data = program.read_bytes()
        self.code, self.entry = bytearray(65536), struct.unpack_from('<I', data, 24)[0]
        first, n = struct.unpack_from('<I', data, 28)[0], struct.unpack_from('<H', data, 44)[0]
        for i in range(n):
            kind, offset, address, _, in_file = struct.unpack_from('<5I', data, first + 32 * i)
            if kind == 1:
                self.code[address:address + in_file] = data[offset:offset + in_file]
        self.exact, self.routes, self.bursts = {}, [], {}
        for number, name in enumerate(('rules', 'connections', 'tunnels')):
            for words in self.lines(name):
                middle = words.index('=')
                self.exact[number, b''.join(map(self.field, words[:middle]))] = b''.join(map(self.field, words[middle + 1:])).ljust(16, b'\0')
        for prefix, port in self.lines('routes'):
            address, length = prefix.split('/')
            self.routes.append((ipaddress.ip_network(f'{address}/{length}'), int(port)))
        for words in self.lines('meters'):
            self.bursts[int(words[0])] = int(words[4].rstrip('kMB')) * {'k': 1000, 'M': 1000000}.get(words[4][-2], 1)
        self.done = 0

    @staticmethod
    def lines(name):
        text = (PROJECT / f'tables/{name}.txt').read_text(encoding='utf-8')
        return [line.split('#')[0].split() for line in text.splitlines() if line.split('#')[0].strip()]

    @staticmethod
    def field(word):
        if '/' in word:
            number, size = word.split('/')
            return int(number).to_bytes(int(size), 'big')
        return ipaddress.ip_address(word).packed

    def ask(self, unit, command):
        slot = self.units[unit]
        key = bytes(slot[:0x20])[:struct.unpack_from('<H', slot, 0x22)[0]]
        table = struct.unpack_from('<H', slot, 0x20)[0]
        value = bytes(slot[0x28:0x30] + slot[0x34:0x3c])
        if unit == 0 and command == 1:
            self.exact[table, key] = value
            return
        answer, found = b'', 1
        if unit == 0:
            answer, found = self.exact.get((table, key), b''), (table, key) in self.exact
        elif unit == 1:
            best = max((route for route in self.routes if len(route[0].network_address.packed) == len(key) and ipaddress.ip_address(key) in route[0]), key=lambda route: route[0].prefixlen,
                       default=None)
            answer, found = struct.pack('<I', best[1] if best else 0), best is not None
        elif unit == 2:
            number, n = struct.unpack_from('<II', slot, 0)
            answer, found = struct.pack('<I', 2 if n > self.bursts.get(number, n) else 0), number in self.bursts
        elif unit == 3:
            total = 2166136261
            for byte in key:
                total = (total ^ byte) * 16777619 & 0xffffffff
            answer = struct.pack('<I', total ^ total >> 16)
        answer = answer.ljust(16, b'\0')
        slot[0x28:0x30], slot[0x34:0x3c], slot[0x30:0x34] = answer[:8], answer[8:], struct.pack('<I', found)

    def load(self, address, size):
        if address < 0x10000000:
            return int.from_bytes(self.code[address:address + size], 'little')
        if address < 0x20000000:
            return int.from_bytes(self.core[address - 0x10000000:address - 0x10000000 + size], 'little')
        if address >= 0x40000100:
            unit, at = divmod(address - 0x40000100, 0x40)
            return int.from_bytes(self.units[unit][at:at + 4], 'little')
        return len(self.frame) if address == 0x40000000 else 0

    def store(self, address, value, size):
        data = (value & (1 << 8 * size) - 1).to_bytes(size, 'little')
        if address < 0x20000000:
            self.core[address - 0x10000000:address - 0x10000000 + size] = data
        elif address >= 0x40000100:
            unit, at = divmod(address - 0x40000100, 0x40)
            if at == 0x24:
                self.ask(unit, value)
            else:
                self.units[unit][at:at + 4] = data
        elif address == 0x4000001c:
            self.cut = signed(value)
        elif address == 0x40000024:
            self.verdict = value & 255

    def execute(self, frame):
        """What becomes of a frame, and its verdict."""
        self.frame, self.core, self.units = frame, bytearray(frame[:256].ljust(1024, b'\0')), [bytearray(0x40) for _ in range(5)]
        self.cut, self.verdict, pc = 0, None, self.entry
        x = [0] * 32
        x[2], x[10], x[11] = 0x10000400, 0x10000000, 0x10000100
        while self.verdict is None:
            word = int.from_bytes(self.code[pc:pc + 4], 'little')
            opcode, rd, kind, a, b, high = word & 127, word >> 7 & 31, word >> 12 & 7, x[word >> 15 & 31], x[word >> 20 & 31], word >> 25
            i, result, after = signed(word >> 20, 12), None, pc + 4
            if opcode in (0x13, 0x33):
                right = b if opcode == 0x33 else i & 0xffffffff
                if opcode == 0x33 and high == 1:
                    result = {0: lambda: a * b, 5: lambda: a // b if b else 0xffffffff, 7: lambda: a % b if b else a}[kind]()
                else:
                    is_other = high == 32 and (opcode == 0x33 or kind == 5)
                    result = (a - right if is_other else a + right, a << (right & 31), signed(a) < signed(right), a < right, a ^ right,
                              (signed(a) if is_other else a) >> (right & 31), a | right, a & right)[kind]
            elif opcode == 0x03:
                size = 1 << (kind & 3)
                result = self.load(a + i & 0xffffffff, size)
                result = result if kind & 4 else signed(result, 8 * size)
            elif opcode == 0x23:
                self.store(a + signed(high << 5 | rd, 12) & 0xffffffff, b, 1 << kind)
            elif opcode == 0x63:
                taken = (a == b, a != b, None, None, signed(a) < signed(b), signed(a) >= signed(b), a < b, a >= b)[kind]
                after = pc + signed((word >> 31) << 12 | (word >> 7 & 1) << 11 | (word >> 25 & 63) << 5 | (word >> 8 & 15) << 1, 13) if taken else after
            elif opcode == 0x6f:
                result, after = after, pc + signed((word >> 31) << 20 | (word >> 12 & 255) << 12 | (word >> 20 & 1) << 11 | (word >> 21 & 1023) << 1, 21)
            elif opcode == 0x67:
                result, after = after, a + i & ~1
            elif opcode in (0x37, 0x17):
                result = (word & 0xfffff000) + (pc if opcode == 0x17 else 0)
            else:
                raise RuntimeError(f'0x{word:08x} at 0x{pc:x}')
            if result is not None and rd != 0:
                x[rd] = result & 0xffffffff
            pc, self.done = after, self.done + 1
        out = (bytes(self.core[:min(256, len(frame))]) + frame[256:])[max(0, self.cut):]
        return bytes(-self.cut) + out if self.cut < 0 else out, self.verdict


def check_instructions():
    """Instructions are as many as a second interpreter executes on the same packets, and what leaves is the same."""
    with tempfile.TemporaryDirectory() as made:
        run('single-phase', 'cluster[*].program=programs/sum.elf', '$packets=240', 'egress.capture=true', 'egress.order=port', files=f'{made}/in')
        metrics = run('single-phase', '$packets=240', '$inside=1', 'egress.capture=true', files=f'{made}/out')
        engine = Engine(PROJECT / 'programs/rtc.elf')
        results = [engine.execute(frame) for frame in frames(Path(made) / 'in/egress.sent.pcap')]
        wrong = [] if engine.done == metrics['cluster[0].instructions'] else [f'{metrics["cluster[0].instructions"]} instructions, by a second interpreter {engine.done}']
        if [frame for frame, verdict in results if verdict < 2] != frames(Path(made) / 'out/egress.sent.pcap'):
            wrong.append('other packets leave a second interpreter')
        return wrong


# ---- the rest --------------------------------------------------------------------------------------------------------

def check_profile():
    """A profile of each program counts what was executed and waited for, stepping by cycles or not, and names functions, and lines where Heddle was built with libdw."""
    wrong = []
    for project, threads in (('single-phase', 1), ('single-phase', 3), ('multi-phase', 1)):
        with tempfile.TemporaryDirectory() as made:
            settings = ('$packets=1200', f'$threads={threads}', '$clusters=4', '$engines=8', 'cluster[*].profile=true')
            metrics, other = run(project, *settings, files=f'{made}/ahead'), run(project, *settings, 'cluster[*].stepping=cycles', files=f'{made}/cycles')
            if metrics['digest'] != other['digest']:
                wrong.append(f'{project}: by cycles another digest')
            for i in range(4):
                texts = [(Path(made) / way / f'cluster[{i}].profile.csv').read_text(encoding='utf-8') for way in ('ahead', 'cycles')]
                head, *rows = csv.reader(texts[0].splitlines())
                if texts[0] != texts[1]:
                    wrong.append(f'{project}, cluster {i}: by cycles another profile')
                if head != ['program', 'address', 'instructions', 'issue_cycles', 'waited_cycles', 'function', 'file', 'line', 'calls'] or sum(int(row[2]) for row in rows) != metrics[f'cluster[{i}].instructions']:
                    wrong.append(f'{project}, cluster {i}: the profile counts other instructions')
                waits = sum(metrics[f'cluster[{i}].{unit}-wait'] for unit in ('buffer', 'exact', 'lpm', 'meter', 'hash'))
                if threads == 1 and sum(int(row[4]) for row in rows) != waits:
                    wrong.append(f'{project}, cluster {i}: the profile counts other waits than {waits} cycles')
                if sum(int(row[3]) for row in rows) != metrics[f'cluster[{i}].issue']:
                    wrong.append(f'{project}, cluster {i}: the profile counts other cycles than {metrics[f"cluster[{i}].issue"]} of issue')
                if any(row[5] == '' or not row[0].endswith('.elf') or (row[7] != '0') != (row[6].endswith('.h') or row[6].endswith('.c')) for row in rows):
                    wrong.append(f'{project}, cluster {i}: an instruction is of no function, or of half a place')
    return wrong


def check_lanes():
    """What is shown on the lanes of engines are the cycles that are counted, and without the spans the run is the same."""
    wrong = []
    period = 1e-3 / 0.8  # microseconds of a cycle
    activities = ('issue', 'hand-over', 'switching', 'buffer-wait', 'exact-wait', 'lpm-wait', 'meter-wait', 'hash-wait', 'send-wait')
    counted = {'hand-over': 'hand-over-wait'}

    def look(threads, more):
        with tempfile.TemporaryDirectory() as made:
            settings = ('$packets=600', '$clusters=6', '$engines=4', f'$threads={threads}', *more)
            traced, plain = run('multi-phase', *settings, trace='cluster[*]', perfetto=f'{made}/spans.json'), run('multi-phase', *settings)
            if traced['digest'] != plain['digest']:
                wrong.append(f'{threads} threads, {more}: another digest with lanes')
            events = json.loads((Path(made) / 'spans.json').read_text(encoding='utf-8'))['traceEvents']
        lanes = {event['tid']: event['args']['name'] for event in events if event['name'] == 'thread_name'}
        for i in range(6):
            for activity in activities:
                told = sum(event['dur'] for event in events if event['ph'] == 'X' and event['name'] == activity and lanes[event['tid']].startswith(f'cluster[{i}],')) / period
                if abs(told - traced[f'cluster[{i}].{counted.get(activity, activity)}']) > 0.01:
                    wrong.append(f'{threads} threads, {more}: cluster[{i}] is told to be at {activity} for {told} cycles')
        for lane in lanes:
            spans = sorted((event['ts'], event['dur']) for event in events if event['ph'] == 'X' and event['tid'] == lane)
            if any(a + length > b + 1e-9 for (a, length), (b, _) in zip(spans, spans[1:])):
                wrong.append(f'{threads} threads, {more}: {lanes[lane]} does two things at once')
    for threads, more in ((1, ()), (1, ('cluster[*].stepping=cycles',)), (3, ('cluster[*].switch=2',)), (2, ('cluster[*].schedule=turns',))):
        look(threads, more)
    return wrong


def check_programs():
    """Shipped programs are what their sources give."""
    if shutil.which(COMPILER) is None:
        raise tap.Skip(f'not here: {COMPILER} is missing')
    version = subprocess.run([COMPILER, '-dumpversion'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    if version != VERSION:
        raise tap.Skip(f'not here: {COMPILER} is {version}, programs are from {VERSION}')
    folder = PROJECT / 'programs'
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(['sh', str(folder / 'build.sh'), made], check=True)
        names = {path.name for path in folder.glob('*.elf')} | {path.name for path in Path(made).glob('*.elf')}
        return [f'{name} is not what its source gives' for name in sorted(names)
                if not (folder / name).exists() or not (Path(made) / name).exists() or (folder / name).read_bytes() != (Path(made) / name).read_bytes()]


def check_captures():
    """Others read what was captured."""
    if shutil.which('capinfos') is None:
        raise tap.Skip('not here: capinfos is missing')
    with tempfile.TemporaryDirectory() as made:
        metrics = run('single-phase', '$packets=1200', 'egress.capture=true', files=made)
        wrong = []
        for name, n in (('sent', metrics['egress.sent']), ('control', metrics['egress.control'])):
            told = subprocess.run(['capinfos', '-Mc', f'{made}/egress.{name}.pcap'], stdout=subprocess.PIPE, text=True, check=True).stdout
            if told.split()[-1] != f'{n:.0f}':
                wrong.append(f'{name}: {told}, not {n}')
        return wrong


def check_file():
    """What one processor captured another takes, in either form, and as far apart as it was captured."""
    if shutil.which('editcap') is None:
        raise tap.Skip('not here: editcap is missing')
    wrong = []
    with tempfile.TemporaryDirectory() as made:
        through = 'cluster[*].program=programs/sum.elf'
        first = run('single-phase', through, '$packets=1200', '$engines=4', 'egress.capture=true', files=made)
        captured = Path(made) / 'egress.sent.pcap'
        subprocess.run(['editcap', '-F', 'pcapng', str(captured), f'{made}/other.pcapng'], check=True)
        fast = [run('single-phase', through, f'source.file={name}') for name in (captured, f'{made}/other.pcapng')]
        slow = run('single-phase', through, f'source.file={captured}', 'source.as-captured=true')
        twice = run('single-phase', through, f'source.file={captured}', 'source.repeat=2')
        if fast[0] != fast[1]:
            wrong.append('pcap and pcapng give different runs')
        if not fast[0]['source.offered'] == fast[0]['egress.sent'] == slow['egress.sent'] == first['egress.sent'] or twice['egress.sent'] != 2 * first['egress.sent']:
            wrong.append(f'of {first["egress.sent"]} packets {fast[0]["egress.sent"]}, {slow["egress.sent"]} and {twice["egress.sent"]} are sent')
        if not 0.9 < slow['egress.rate'] / first['egress.rate'] < 1.1 or fast[0]['egress.rate'] < 2 * slow['egress.rate']:
            wrong.append(f'{slow["egress.rate"]} a second leave as captured, {first["egress.rate"]} did, {fast[0]["egress.rate"]} could')
        empty = Path(made) / 'empty.pcap'
        empty.write_bytes(captured.read_bytes()[:24])
        if run('single-phase', f'source.file={empty}').get('egress.sent', 0) != 0:
            wrong.append('packets leave that nobody captured')
        captured.write_bytes(captured.read_bytes()[:-1])
        done = call('single-phase', f'source.file={captured}')
        if done.returncode == 0 or f'record {first["egress.sent"]:.0f}: it is cut off' not in done.stderr:
            wrong.append(f'a damaged file: {done.stderr}')
    return wrong


def check_refusals():
    """What cannot be is told before anything runs, or with its line."""
    wrong = []
    cases = (
        ('single-phase', '$threads=0', '$threads'), ('single-phase', '$threads=17', '$threads'), ('single-phase', '$clock=0 Hz', 'clock'), ('single-phase', 'lpm[*].service=0', 'service'),
        ('single-phase', 'cluster[*].depth=0', 'depth'), ('single-phase', 'wire.latency=-1 ns', 'latency'), ('single-phase', 'cluster[*].program=programs/sum.c', 'it is no ELF file'),
        ('single-phase', 'cluster[*].program=programs/{$threads', 'has a “{” without a “}”'), ('single-phase', 'cluster[*].program=programs/{$no}.elf', 'no'),
        ('multi-phase', 'dispatcher.allotment=5,5,5,5', 'is of 20 clusters; 16 are to be told their stage'),
        ('multi-phase', 'dispatcher.costs-of=nothing', 'there is no line “nothing”'), ('multi-phase', 'cluster[*].program-1=', 'it is to do stage 1, which it has no program for'),
        ('multi-phase', 'lpm[0].routes=tables/rules.txt', 'rules.txt:4: it must be a prefix and a number'),
    )
    for project, setting, why in cases:
        done = call(project, setting, '$packets=100')
        if done.returncode == 0 or why not in done.stderr:
            wrong.append(f'{setting}: {done.stderr}')
    return wrong


def main():
    global HEDDLE, PRINTS
    HEDDLE = sys.argv[1]
    if '--costs' in sys.argv:
        (PROJECT / 'costs.txt').write_text(make_costs()[1], encoding='utf-8')
        return
    PRINTS = '--rows' in sys.argv
    checks = [check_engines, check_shares, check_layers, check_phases, check_threads, check_loads, check_golden, check_instructions, check_same, check_equal, check_profile, check_lanes, check_programs, check_captures, check_file,
              check_refusals]
    if PRINTS:
        for check in checks[:6]:
            for line in check():
                print('WRONG', line)
        return

    def alone(check):
        def checked(root):
            return check()
        checked.__doc__ = check.__doc__
        return checked
    tap.main([alone(check) for check in checks])


if __name__ == '__main__':
    main()
