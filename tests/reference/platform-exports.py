#!/usr/bin/env python3
# platform-exports.py: every ready project as a platform that SimGrid loads
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each file in projects/, as its small variant, becomes a platform that SimGrid loads and carries a transfer over each of its routes (of
five hundred of them), from host to host that the design has, in at least the latency that the route's links have; or it is refused, and the reason is one
of those that this test knows. What a platform cannot say is told.
Left open: that durations agree (platform.c). Usage: platform-exports.py HEDDLE PLATFORM-SIMGRID"""

import os
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / folder) for folder in ('house', 'projects')]
import tap  # noqa: E402
from strategies import settings_of  # noqa: E402

# No communicator, and more than 64 cores, memories and tables, or routers alone.
REFUSED = {'bdsim/mact-128-cores.heddle': 'no communicator says who sends to whom', 'noc/popnet-bench.heddle': 'no communicator says who sends to whom'}
# Words that the warnings must have.
TOLD = {'bdsim/mesh-4x4.heddle': ('what it does',), 'neptune/multi-phase.heddle': ('what it does',), 'aggregation/fat-tree-512.heddle': ('SimGrid shares links among flows',)}
N_ROUTES = 500


def check_project(heddle, simgrid, project, name):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, 'p.simgrid.xml')
        done = subprocess.run([heddle, 'convert', project, out, *settings_of(project)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if name in REFUSED:
            right = done.returncode == 1 and REFUSED[name] in done.stderr and not out.exists()
            return [] if right else [f'status {done.returncode}, {done.stderr}']
        if done.returncode:
            return [done.stderr]
        wrong = [f'“{word}” is missing in {done.stderr}' for word in TOLD.get(name, ()) if word not in done.stderr]
        return wrong + carry(simgrid, out)


def carry(simgrid, platform):
    zone = xml.etree.ElementTree.parse(platform).getroot().find('zone')
    latencies = {link.get('id'): float(link.get('latency')[:-2]) * 1e-12 for link in zone.findall('link')}
    routes = zone.findall('route')
    if not routes:
        return ['no routes']
    routes = random.Random(1).sample(routes, min(N_ROUTES, len(routes)))
    lines = [f'{i} 1 {route.get("src")} {route.get("dst")}\n' for i, route in enumerate(routes)]
    done = subprocess.run([simgrid, platform, '--cfg=network/model:CM02', '--cfg=network/crosstraffic:0', '--cfg=contexts/stack-size:64'], input=''.join(lines), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    ends = [float(line) for line in done.stdout.split()]
    if done.returncode or len(ends) != len(routes):
        return [f'SimGrid: status {done.returncode}, {len(ends)} of {len(routes)} transfers, {done.stderr[-300:]}']
    least = [sum(latencies[link.get('id')] for link in route.findall('link_ctn')) for route in routes]
    return [f'{route.get("src")} to {route.get("dst")} takes {end - i} s, less than {low} s' for i, (route, end, low) in enumerate(zip(routes, ends, least))
            if end - i < low * (1 - 1e-6) - 1e-9 or not end - i < 1][:3]


def checks(root, heddle, simgrid):
    for project in sorted((root / 'projects').rglob('*.heddle')):
        name = f'{project.parent.name}/{project.name}'

        def check(_, project=project, name=name):
            return check_project(heddle, simgrid, project, name)
        check.__doc__ = f'{name} as a platform'
        yield check


if __name__ == '__main__':
    tap.main(list(checks(Path(os.environ['HEDDLE_SOURCE_ROOT']), sys.argv[1], sys.argv[2])))
