#!/usr/bin/env python3
# chakra.py: the training step of the Chakra traces against the times worked out by hand
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: the table of projects/chakra/README.md follows from its formulas and is what runs give, to the picosecond; packet by
packet the first takes what its page says; the traces are those that traces.py writes."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'projects' / 'chakra'))
import tap  # noqa: E402
import traces  # noqa: E402

ROW = re.compile(r'^\| (\d+) GB/s \| (\d+) us \| (\d+) us \| (\d+) us \| (\d+) us \|$', re.MULTILINE)


def run(root, heddle, schedule, bandwidth, *more):
    """Total time and communication that was not hidden, in picoseconds."""
    done = subprocess.run([heddle, 'run', '--quiet', '--json', '-', '--set', f'$schedule={schedule}', '--set', f'$bandwidth={bandwidth} GB/s', *more,
                           str(root / 'projects/chakra/data-parallel.heddle')], stdout=subprocess.PIPE, text=True, check=True)
    metrics = json.loads(done.stdout)['metrics']
    return [round(metrics[name]['value'] * 1e12) for name in ('time_total', 'sync_exposed')]


def check_times(root, heddle):
    """Runs take the times of the table, and the table follows from its formulas."""
    wrong = []
    rows = [[int(word) for word in row] for row in ROW.findall((root / 'projects/chakra/README.md').read_text(encoding='utf-8'))]
    for bandwidth, bucket, overlapped, late, hidden in rows:
        worked_out = [6 * (1 + 2000 // bandwidth), max(600, 400 + bucket) + bucket + 50, 600 + 2 * bucket + 50, late - overlapped]
        if worked_out != [bucket, overlapped, late, hidden]:
            wrong.append(f'{bandwidth} GB/s: the table has {[bucket, overlapped, late, hidden]}, the formulas give {worked_out}')
        for schedule, total in (('overlapped', overlapped), ('late', late)):
            expected = [total * 1000000, (total - 650) * 1000000]
            found = run(root, heddle, schedule, bandwidth)
            if found != expected:
                wrong.append(f'{schedule}, {bandwidth} GB/s: {found} ps, worked out {expected} ps')
    return wrong if len(rows) == 4 else [f'the table has {len(rows)} rows']


def check_packets(root, heddle):
    """Packet by packet a step is as long as the page says: at the switch each of 12 steps waits for a whole packet."""
    told = re.search(r'takes (\d+\.\d+) us instead of (\d+) us', (root / 'projects/chakra/README.md').read_text(encoding='utf-8'))
    packets = 12 * 4096 * 1000 // 50  # ps at 50 GB/s
    expected = [942000000 + packets, 292000000 + packets]
    found = run(root, heddle, 'overlapped', 50, '--fidelity', 'packet')
    if found != expected or told.groups() != (f'{expected[0] / 1e6:.3f}', '942'):
        return [f'{found} ps, worked out {expected} ps, told {told.groups()}']
    return []


def check_traces(root, _):
    """The traces are those that traces.py writes."""
    with tempfile.TemporaryDirectory() as folder:
        traces.write(Path(folder))
        written = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    kept = {path.name: path.read_bytes() for path in (root / 'projects/chakra').glob('*.et')}
    return [] if written == kept else ['projects/chakra/traces.py writes others']


if __name__ == '__main__':
    def checks():
        for check in (check_times, check_packets, check_traces):
            def bound(root, check=check):
                return check(root, sys.argv[1])
            bound.__doc__ = check.__doc__
            yield bound

    tap.main(list(checks()))
