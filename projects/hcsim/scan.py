#!/usr/bin/env python3
# scan.py: how many of the choices that the paper leaves open would have met its table 6
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: projects/hcsim/scan.py [HEDDLE [STEPS]], from the top of the source tree; some minutes
"""Runs figure 6b with each combination of seven choices, 128 in all, on 64 H100 with both rings; those whose classic ring comes within 1.5 % of
the first row of table 6 then on all its rows. Prints the tables of README.md that the page has between "<!-- scan -->", "<!-- choices -->" and "<!-- end -->", and writes
them there if they differ."""

import itertools
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEDDLE = sys.argv[1] if len(sys.argv) > 1 else 'build/app/heddle'
STEPS = sys.argv[2] if len(sys.argv) > 2 else 'barrier'
HERE = Path(__file__).parent
# Name in the tables; an attribute of the workload, or an override; the value that is not shipped.
CHOICES = (
    ('CXL links split', None, 'class:CXL_link.sharing=split'),
    ('first fit', 'placement', 'first_fit'),
    ('update not split off', 'update-split', 'false'),
    ('no overlap', 'overlap', 'false'),
    ('one collective a decoder', 'sync', 'decoder'),
    ('GFLOP = 10^9', 'flop-unit', '1e9'),
    ('GB = 2^30', 'byte-unit', '1073741824'),
)
# The paper's table 6, with the labels of the last two rows exchanged.
ROWS = ((64, 'H100', 7.98, 8.12), (256, 'H100', 31.97, 32.53), (256, 'A100', 12.86, 12.93), (256, 'V100', 10.65, 10.71))
NEAR = 0.015


def throughput(combination, xpus, second, ring, directory):
    text = (HERE / 'figure-6b.heddle').read_text(encoding='utf-8')
    attributes = ''.join(f' {key}="{value}"' for _, key, value in combination if key)
    overrides = [word for _, key, value in combination if not key for word in ('--set', value)]
    project = Path(directory) / 'scan.heddle'
    project.write_text(text.replace('<workload type="llama2-13b"', f'<workload type="llama2-13b"{attributes}'), encoding='utf-8')
    out = subprocess.run([HEDDLE, 'run', str(project), '--iterations', '1', '--quiet', '--json', '-', '--set', f'$xpus={xpus}', '--set',
                          f'$second_type={second}', '--set', f'$ring={ring}', '--set', f'run:steps={STEPS}', *overrides], stdout=subprocess.PIPE, check=True).stdout
    return json.loads(out)['metrics']['throughput']['value']


def name(combination):
    return ', '.join(title for title, _, _ in combination) or 'as shipped'


def percent(value, published):
    return f'{100 * (value / published - 1):+.2f} %'


def scan(directory):
    """Both rings on 64 H100, by combination."""
    found = {}
    for flags in itertools.product((False, True), repeat=len(CHOICES)):
        combination = tuple(choice for choice, flag in zip(CHOICES, flags) if flag)
        found[combination] = [throughput(combination, 64, 'H100', ring, directory) for ring in ('classic', 'coherent')]
    return found


def table_choices(found):
    """Each choice alone."""
    classic, coherent = found[()]
    lines = ['| If chosen otherwise | Classic, 64 H100 | | Coherent | Gain |', '|---|---|---|---|---|',
             f'| as shipped | {classic:.3f} | | {coherent:.3f} | {100 * (coherent / classic - 1):.2f} % |']
    for choice in CHOICES:
        a, b = found[(choice,)]
        lines.append(f'| {choice[0]} | {a:.3f} | {percent(a, classic)} | {b:.3f} | {100 * (b / a - 1):.2f} % |')
    return lines


def table_scan(found, directory):
    """Those whose classic ring comes near the first row, on all rows: how far from what is published."""
    near = [c for c, (classic, _) in found.items() if abs(classic / ROWS[0][2] - 1) <= NEAR]
    lines = ['| Choices | ' + ' | '.join(f'{ring}, {"64" if row == 0 else "256"} {["H100", "H100", "H100 + A100", "H100 + V100"][row]}'
                                         for ring in ('Classic', 'Coherent') for row in range(4)) + ' |', '|' + '---|' * 9]
    worst = {}
    for combination in near:
        cells = [[], []]
        for xpus, second, classic, coherent in ROWS:
            for column, (ring, published) in enumerate((('classic', classic), ('coherent', coherent))):
                cells[column].append((throughput(combination, xpus, second, ring, directory), published))
        worst[combination] = [max(abs(v / p - 1) for v, p in column) for column in cells]
        lines.append(f'| {name(combination)} | ' + ' | '.join(percent(v, p) for column in cells for v, p in column) + ' |')
    print(f'{len(near)} of {len(found)} combinations are within {100 * NEAR:.1f} % of the first row')
    for combination, (a, b) in worst.items():
        print(f'{name(combination)}: at most {100 * a:.2f} % off in the classic column, {100 * b:.2f} % in the coherent one')
    return lines


def put(text, table, lines):
    return re.sub(rf'(<!-- {table} -->\n).*?(<!-- end -->)', lambda m: m.group(1) + '\n'.join(lines) + '\n' + m.group(2), text, flags=re.DOTALL)


def main():
    page = HERE / 'README.md'
    text = page.read_text(encoding='utf-8')
    with tempfile.TemporaryDirectory() as directory:
        found = scan(directory)
        for table, lines in ('choices', table_choices(found)), ('scan', table_scan(found, directory)):
            print('\n'.join(['', table, *lines]))
            text = put(text, table, lines)
    if STEPS == 'barrier' and text != page.read_text(encoding='utf-8'):
        page.write_text(text, encoding='utf-8')


main()
