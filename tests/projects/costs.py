#!/usr/bin/env python3
# costs.py: what software costs, in the ready projects
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: projects/costs/README.md has the numbers that runs give, which are as near to the published ones as it says; a training step from
traces takes what its formula says with costs; and costs of 0 with an efficiency of 1, written out, change no digest of any ready project.
Left open: times worked by hand, see tests/engine/run/test-costs.c."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'projects' / 'costs'))
import calibration  # noqa: E402
import tap  # noqa: E402

NOTHING = 'send-overhead="0 s" receive-overhead="0 s" message-gap="0 s" collective-start="0 s"'
BOTH = ('flow', 'packet')
FREE = (('small', BOTH, '*.heddle', ()), ('chakra', BOTH, '*.heddle', ()), ('aggregation', BOTH, 'fat-tree-512.heddle', ('--set', '$processes=64')),
        ('hcsim', ('flow',), '*.heddle', ('--set', '$xpus=16', '--iterations', '1')))


def near(found, expected, percent):
    return abs(found / expected - 1) <= percent / 100


def table(root, name):
    """Rows of a table of the page, without units."""
    text = (root / 'projects/costs/README.md').read_text(encoding='utf-8')
    rows = re.search(f'<!-- {name} -->\n.*?\n.*?\n(.*?)<!-- end -->', text, re.DOTALL).group(1)
    return [[cell.strip().replace(',', '').split(' ')[0] for cell in row.strip('|').split('|')] for row in rows.splitlines()]


def check_nvlink(root):
    """A ring of eight accelerators takes what the page says, and is within 10 % of what is published."""
    found = []
    rows = list(calibration.nvlink(HEDDLE))
    told = table(root, 'nvlink')
    for row, cells in zip(rows, told):
        if [f'{value:.1f}' for value in row[1:]] != cells[1:4] or str(row[0]) != cells[0]:
            found.append(f'the page has {cells}, the run {row}')
    if not near(rows[2][2], 326, 10) or not near(rows[2][1], 326, 10):
        found.append(f'64 MiB take {rows[2][1:3]} us, published 326')
    if not near(rows[3][3], 370, 10):
        found.append(f'{rows[3][3]} GB/s of bus bandwidth, published 370')
    return found if len(told) == len(rows) else [f'the page has {len(told)} rows']


def check_nvlink_without(root):
    """Each value has the effect that the page tells."""
    text = (root / 'projects/costs/README.md').read_text(encoding='utf-8')
    return [f'{name}: {us:.1f} us is not on the page' for name, us in calibration.nvlink_without(HEDDLE) if f'{us:.1f} us' not in text]


def check_sharp(root):
    """Reductions by hosts and in the network take what the page says, 8 B within 15 % of what is published."""
    found = []
    rows = list(calibration.sharp(HEDDLE))
    for row, cells in zip(rows, table(root, 'sharp')):
        if [f'{value:.2f}' for value in row[1:]] != [cells[1], cells[3]]:
            found.append(f'the page has {cells}, the run {row}')
    if not near(rows[0][1], 6.01, 15) or not near(rows[0][2], 2.83, 15):
        found.append(f'8 B take {rows[0][1:]} us, published 6.01 and 2.83')
    return found


def run(project, fidelity, *words):
    """What a run prints as JSON, or nothing where it is refused."""
    done = subprocess.run([HEDDLE, 'run', str(project), '--quiet', '--json', '-', '--set', f'run:fidelity={fidelity}', *words],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return json.loads(done.stdout) if done.stdout.startswith('{') and done.returncode == 0 else None


def copy(root, folder, name, costs, link='efficiency="1"'):
    """A copy of a project whose accelerators and links say what they cost."""
    shutil.copytree(root / 'projects' / name, folder / name, dirs_exist_ok=True)
    for project in (folder / name).glob('*.heddle'):
        text = project.read_text(encoding='utf-8')
        text = text.replace('type="fabric.xpu"', f'type="fabric.xpu" {costs}').replace('<link-class ', f'<link-class {link} ')
        project.write_text(text, encoding='utf-8')
    return folder / name


def check_nothing(root):
    """Costs of 0 and an efficiency of 1 change no digest."""
    found = []
    n = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, fidelities, pattern, words in FREE:
            copied = copy(root, Path(folder), name, NOTHING)
            for project in sorted((root / 'projects' / name).glob(pattern)):
                for fidelity in fidelities:
                    plain, written = (run(path, fidelity, *words) for path in (project, copied / project.name))
                    if (plain is None) != (written is None):
                        found.append(f'{project.name}, {fidelity}: only one of them runs')
                    elif plain is not None:
                        n += 1
                        if plain['digest'] != written['digest']:
                            found.append(f'{project.name}, {fidelity}: {plain["digest"]} and {written["digest"]}')
    return found if n >= 10 else [f'only {n} runs were compared: {found}']


def check_traces(root):
    """A step from traces pays for collectives and messages as its formula says, as flows and packet by packet."""
    with tempfile.TemporaryDirectory() as folder:
        costs = 'send-overhead="3 us" receive-overhead="2 us" collective-start="20 us"'
        project = copy(root, Path(folder), 'chakra', costs, 'efficiency="0.5"') / 'data-parallel.heddle'
        bucket = 20 + 6 * (3 + 1 + 2000 // 25 + 2)  # us: half of 50 GB/s
        expected = max(600, 400 + bucket) + bucket + 50
        packets = 12 * 4096 / 25000  # at the switch each step waits for a whole packet
        totals = [1e6 * run(project, fidelity)['metrics']['time_total']['value'] for fidelity in ('flow', 'packet')]
    worked_out = [expected, expected + packets]
    return [] if all(abs(a - b) < 1e-6 for a, b in zip(totals, worked_out)) else [f'{totals} us, worked out {worked_out}']


if __name__ == '__main__':
    HEDDLE = sys.argv[1]
    tap.main([check_nvlink, check_nvlink_without, check_sharp, check_nothing, check_traces])
