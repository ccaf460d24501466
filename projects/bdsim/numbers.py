#!/usr/bin/env python3
# numbers.py: makes the tables of README.md anew, with the command line
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: projects/bdsim/numbers.py [HEDDLE [TABLE…]], from the top of the source tree; all tables take a minute or two
"""Each table of README.md between "<!-- NAME -->" and "<!-- end -->" is what the function table_NAME returns. Everything but KIPS is the same on every
machine."""

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

HEDDLE = sys.argv[1] if len(sys.argv) > 1 else 'build/app/heddle'
HERE = Path(__file__).parent
CASES = (('search', 'search (pin_search560)', 13), ('word-count', 'word count (wholeWC)', 15), ('tera-sort', 'sorting (wholeTS)', 88))
# Requests and cycles, traditional and MACT; mean latencies: tables 8 and 9.
PAPER = {'search': (6624557, 19162908, 16.58999266, 4101281, 8343595, 29.04942188),
         'word-count': (29151523, 70877323, 18.64520255, 18696515, 30134820, 51.27353451),
         'tera-sort': (38931121, 502965521, 17.25216839, 29943316, 494104785, 68.15464703)}


def run(project, *words, **variables):
    settings = [word for name, value in variables.items() for word in ('--set', f'${name}={value}')]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([HEDDLE, 'run', str(HERE / f'{project}.heddle'), '--quiet', '--json', '-', *words, *settings],
                         stdout=subprocess.PIPE, check=True).stdout
    record = json.loads(out)
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return {name: metric['value'] for name, metric in record['metrics'].items()} | {
        'cpu': cpu, 'digest': record['digest'],
        'busiest': max(link['utilisation'] for link in record['links'] if not link['id'].startswith('local')) if record['links'] else 0}


def table(head, rows):
    return '\n'.join('| ' + ' | '.join(str(cell) for cell in row) + ' |' for row in (head, ['---'] * len(head), *rows))


def table_meshes():
    def row(title, theory, project, form, **variables):
        return title, theory, form(run(project, **variables))

    def hops(m):
        return f'{m["vcore.hops"]:.3f}'

    def rate(m):
        return f'{m["vcore.received"] / m["vcore.last"]:.1f}'

    def latency(m):
        return f'{m["vcore.latency"]:.3f}'

    return table(('', 'Theory', 'Heddle'), (
        row('mean hops, uniform, 4x4: 2 (k² - 1) / (3 k)', '2.5', 'mesh-4x4', hops, load=12),
        row('mean hops, uniform, 32x32', '21.31', 'mesh-32x32', hops, load=50, packets=200),
        row('mean latency at a load of 12 (Router_Small): 2 x 2.5 + 3 when free', '8', 'mesh-4x4', latency, load=12),
        row('load carried, Router_Small: 12 offered', '12', 'mesh-4x4', rate, load=12),
        row('load carried, Router_Big: 110 offered', '110', 'mesh-4x4', rate, load=110, packets=100000),
        row('the same with a width of 1: 4 links of 1 across the middle, each way', 'at most 16', 'mesh-4x4', rate, load=110, width=1),
    ))


def table_knee():
    rows = []
    for load in (12, 48, 80, 96, 104, 110, 114, 118, 126):
        result = run('mesh-4x4', load=load)
        rows.append((load, f'{result["vcore.received"] / result["vcore.last"]:.1f}', f'{result["vcore.latency"]:.1f}',
                     f'{100 * result["busiest"]:.0f} %'))
    return table(('Load, packets a cycle', 'Carried', 'Mean latency, cycles', 'Busiest link between routers'), rows)


def table_accuracy():
    rows = []
    for load, name in ((12, 'Router_Small'), (110, 'Router_Big')):
        exact = run('mesh-4x4', '--sync', 'request', '--partitions', '16', load=load)
        for quantum in ('999 ps', '1 ns', '2 ns', '5 ns'):
            loose = run('mesh-4x4', '--sync', f'loose:{quantum}', '--partitions', '16', load=load)
            rows.append((name, quantum, f'{100 * (loose["vcore.last"] / exact["vcore.last"] - 1):.2f} %',
                         f'{100 * (loose["vcore.latency"] / exact["vcore.latency"] - 1):.1f} %',
                         f'{loose["late_messages"]:,.0f}', 'yes' if loose['digest'] == exact['digest'] else 'no'))
    return table(('Load', 'Quantum (a cycle is 1 ns)', 'Error of the time', 'Error of the latency', 'Late messages', 'Digest of the exact run'), rows)


def nulls(packets=2000):
    for partitions in (4, 8, 16):
        yield partitions, *(run('mesh-4x4', '--sync', sync, '--partitions', str(partitions), '--threads', '1', load=12, packets=packets)
                            for sync in ('null-message', 'request'))


def fewer(cmb, messages):
    """By how many percent than null messages of CMB."""
    return 100 * (1 - messages / cmb['null_messages'])


def table_nulls():
    rows = []
    for partitions, cmb, request in nulls():
        rows.append((partitions, 32 // partitions, f'{cmb["null_messages"]:,.0f}', f'{request["null_messages"]:,.0f}', f'{request["requests"]:,.0f}',
                     f'{fewer(cmb, request["null_messages"]):.1f} %', f'{fewer(cmb, request["null_messages"] + request["requests"]):.1f} %'))
    return table(('Partitions', 'Components in each', 'Null messages, CMB', 'On request', 'Requests', 'Fewer', 'Fewer, requests counted'), rows)


def table_chip():
    rows = []
    for program, title, cache, data, instructions in (('search', 'search', 16, 8, 50000), ('word-count', 'word count', 16, 8, 50000),
                                                      ('tera-sort', 'sorting', 16, 8, 50000), ('search', 'search', 16, 32, 5000)):
        m = run('system-1024-cores', program=program, cache=f'{cache} KiB', working_set=f'{data} KiB', instructions=instructions)
        rows.append((f'{title}, {data} KiB', f'{m["core.instructions"] / m["cpu"] / 1000:,.0f}', f'{m["visits"] / m["cpu"] / 1e6:.1f}',
                     f'{m["cache.misses"]:.2f} %', f'{m["cache.hops"]:.1f}',
                     f'{m["core.instructions"] / m["core.accesses"]:.2f}', f'{m["core.cpi"]:.2f}'))
    return table(('Program, data of each core', 'KIPS', 'Visits of elements, M/s', 'Miss rate', 'Hops', 'Instructions an access', 'Cycles an instruction'), rows)


def ratios(requests, cycles, latency, mact_requests, mact_cycles, mact_latency):
    return (requests / mact_requests, cycles / mact_cycles, mact_requests / mact_cycles / (requests / cycles), mact_latency / latency)


def table_mact():
    rows, all_paper, all_heddle = [], [], []
    for program, title, active in CASES:
        without, collected = (run('mact-128-cores', program=program, active=active, accesses=4000, mact=m) for m in (0, 1))
        measured = [value for m in (without, collected) for value in (m['mcu.requests'], m['vcore.last'], m['vcore.latency'])]
        paper, heddle = ratios(*PAPER[program]), ratios(*measured)
        all_paper.append(paper)
        all_heddle.append(heddle)
        rows.append((title, 'paper', *(f'{value:.3f}' for value in paper), f'{PAPER[program][0] / PAPER[program][1]:.4f}', f'{PAPER[program][2]:.1f}'))
        rows.append(('', 'Heddle', *(f'{value:.3f}' for value in heddle), f'{measured[0] / measured[1]:.4f}', f'{measured[2]:.1f}'))
    for who, values in (('paper', all_paper), ('Heddle', all_heddle)):
        rows.append(('mean' if who == 'paper' else '', who, *(f'{sum(column) / 3:.3f}' for column in zip(*values)), '', ''))
    return table(('Program', '', 'Requests, traditional / MACT', 'Speed-up', 'Bandwidth (requests a cycle), MACT / traditional',
                  'Latency, MACT / traditional', 'Requests a cycle, traditional', 'Latency, traditional'), rows)


def table_active():
    rows = []
    for program, title, calibrated in CASES:
        for active in (calibrated, 128):
            without, collected = (run('mact-128-cores', program=program, active=active, accesses=4000, mact=m) for m in (0, 1))
            measured = [value for m in (without, collected) for value in (m['mcu.requests'], m['vcore.last'], m['vcore.latency'])]
            rows.append((title, active, *(f'{value:.3f}' for value in ratios(*measured)), f'{measured[0] / measured[1]:.4f}', f'{measured[2]:.1f}'))
    return table(('Program', 'Cores that work', 'Requests, traditional / MACT', 'Speed-up', 'Bandwidth, MACT / traditional', 'Latency, MACT / traditional',
                  'Requests a cycle, traditional', 'Latency, traditional'), rows)


def table_queues():
    m = run('mact-128-cores', '--sync', 'request', '--partitions', '153', program='search', active=128, accesses=500)
    return table(('', 'Paper', 'Heddle'), (
        ('partitions', '153', f'{m["partitions"]:.0f}'),
        ('longest queue between partitions, messages of 32 bytes', 'at most 360', f'{m["longest_queue"]:.0f}'),
        ('304 queues of that length', '3.34 MiB', f'{304 * 32 * m["longest_queue"] / 2**20:.2f} MiB'),
    ))


def main():
    readme = HERE / 'README.md'
    text = readme.read_text(encoding='utf-8')

    def fill(match):
        if len(sys.argv) > 2 and match.group(1) not in sys.argv[2:]:
            return match.group(0)
        print(match.group(1), flush=True)
        return f'<!-- {match.group(1)} -->\n{globals()["table_" + match.group(1)]()}\n<!-- end -->'

    readme.write_text(re.sub(r'<!-- (\w+) -->\n.*?<!-- end -->', fill, text, flags=re.S), encoding='utf-8')


if __name__ == '__main__':
    main()
