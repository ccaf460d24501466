#!/usr/bin/env python3
# strategies.py: every ready project has one digest, however it runs
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each file in projects/ has the same digest with every exact strategy, each on another of 1, 2 and 4 partitions (which one moves on from file to
file; build-aux/run-projects.py runs all of them), with as many threads as partitions up to two, and elements that act on every cycle and packet networks are really divided. On request there are more than 95 % fewer messages
about time than null messages with CMB, though requests count, as projects/bdsim/README.md says. A file whose comment names a small variant ("Small variant: $a=1, $b=2.") runs as that.
Left open: loose synchronisation, which is not exact."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

STRATEGIES = ('window', 'null-message', 'request')
PARTITIONS = (1, 2, 4)
VARIANT = re.compile(r'Small variant: ((?:\$\w+=[^\s,]+?,?\s*)+?)\.?\s*-->')


def settings_of(project):
    """Of the small variant, as words of the command line."""
    match = VARIANT.search(project.read_text(encoding='utf-8'))
    return [word for setting in match.group(1).split(',') for word in ('--set', setting.strip())] if match else []


def run(heddle, project, strategy, partitions):
    words = [heddle, 'run', str(project), '--quiet', '--allow-programs', '--json', '-', '--sync', strategy, '--partitions', str(partitions),
             '--threads', str(min(partitions, 2)), *settings_of(project)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f'{" ".join(words)}: {done.stderr.strip()}')
    return json.loads(done.stdout)


def check_project(project, number, heddle):
    wrong = []
    serial = run(heddle, project, 'serial', 1)
    text = project.read_text(encoding='utf-8')
    acts = 'manycore.' in text or 'fidelity="packet"' in text
    for i, strategy in enumerate(STRATEGIES):
        partitions = PARTITIONS[(number + i) % len(PARTITIONS)]
        record = run(heddle, project, strategy, partitions)
        if record['digest'] != serial['digest']:
            wrong.append(f'{project}: {strategy} on {partitions}: digest {record["digest"]}, serial {serial["digest"]}')
        if acts and partitions > 1 and record['metrics']['partitions']['value'] != partitions:
            wrong.append(f'{project}: {strategy}: not in {partitions} partitions')
    return wrong


def check_requests(root, heddle):
    """Null messages and requests together are more than 95 % fewer than with CMB."""
    wrong = []
    for partitions in (4, 8, 16):
        counts = []
        for strategy in ('null-message', 'request'):
            done = subprocess.run([heddle, 'run', str(root / 'projects/bdsim/mesh-4x4.heddle'), '--quiet', '--json', '-', '--sync', strategy,
                                   '--partitions', str(partitions), '--threads', '1', '--set', '$load=12', '--set', '$packets=2000'],
                                  stdout=subprocess.PIPE, check=True)
            metrics = json.loads(done.stdout)['metrics']
            counts.append(metrics['null_messages']['value'] + metrics['requests']['value'])
        if counts[1] > 0.05 * counts[0]:
            wrong.append(f'{partitions} partitions: {counts[1]:.0f} messages where CMB has {counts[0]:.0f}')
    return wrong


def checks(root, heddle):
    def requests(_):
        return check_requests(root, heddle)
    requests.__doc__ = check_requests.__doc__
    yield requests
    for number, project in enumerate(sorted((root / 'projects').rglob('*.heddle'))):
        def check(_, project=project, number=number):
            return check_project(project, number, heddle)
        check.__doc__ = f'{project.parent.name}/{project.name} has one digest'
        yield check


if __name__ == '__main__':
    tap.main(list(checks(Path(os.environ['HEDDLE_SOURCE_ROOT']), sys.argv[1])))
