#!/usr/bin/env python3
# points.py: every ready project shows its point soon after it is opened
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each file in projects/ has a speed at which its run lasts some seconds, no more than a quarter of a minute, probes whose waveforms are not flat, and
a link that is clearly used, unless there is a reason why not. What takes long to simulate runs as its small variant, whose length says nothing about that of
the whole. Left open: whether it looks good."""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from strategies import settings_of, tap  # noqa: E402

SHORTEST_S, LONGEST_S = 2, 15
SHARE = 0.5
SPEED = re.compile(r'<run [^>]*\bspeed="([^"]+)"')
LONG = {'mesh-32x32', 'system-1024-cores'}
# Why no link of a project is used for more than half of the run.
IDLE_LINKS = {
    'fat-tree-512': 'a message of 8 B is latency alone',
    'figure-16': 'a message of 8 B is latency alone',
    'pruned-fat-tree': 'a message of 8 B is latency alone; what fills the links is the noise',
    'mact-128-cores': 'what is studied is how many requests are saved: the links are to have room',
    'mesh-4x4': 'the load is a variable; it begins below saturation',
    'mesh-32x32': 'the load is a variable; it begins below saturation',
    'system-1024-cores': 'cores wait for memory, not for links',
}


def run(heddle, project, folder):
    words = [heddle, 'run', str(project), '--quiet', '--json', '-', f'--csv={folder}', *(settings_of(project) if project.stem in LONG else [])]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f'{" ".join(words)}: {done.stderr.strip()}')
    return json.loads(done.stdout)


def changing_probes(folder):
    """Titles of the probes whose values are not all one."""
    values = {}
    with open(Path(folder) / 'series.csv', encoding='utf-8', newline='') as file:
        for row in csv.DictReader(file):
            values.setdefault(row['probe'], set()).add(row['value'])
    return [probe for probe, seen in values.items() if len(seen) > 1]


def check_project(project, heddle):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        record = run(heddle, project, folder)
        changing = changing_probes(folder)
    stated = SPEED.search(project.read_text(encoding='utf-8'))
    speed = float(stated.group(1)) if stated else 0
    lasts = record['simulated_time_s'] / speed if speed > 0 else 0
    hottest = max(link['utilisation'] for link in record['links'])
    if speed <= 0 or (project.stem not in LONG and not SHORTEST_S <= lasts <= LONGEST_S):
        wrong.append(f'{project}: its run lasts {lasts:g} s')
    if not changing:
        wrong.append(f'{project}: no probe changes')
    if hottest < SHARE and project.stem not in IDLE_LINKS:
        wrong.append(f'{project}: the hottest link is used for {hottest:.0%}')
    return wrong


def checks(root, heddle):
    for project in sorted((root / 'projects').rglob('*.heddle')):
        def check(_, project=project):
            return check_project(project, heddle)
        check.__doc__ = f'{project.parent.name}/{project.name} shows its point'
        yield check


if __name__ == '__main__':
    tap.main(list(checks(Path(os.environ['HEDDLE_SOURCE_ROOT']), sys.argv[1])))
