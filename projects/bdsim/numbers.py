#!/usr/bin/env python3
# numbers.py: prints the numbers of README.md with the command line
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: projects/bdsim/numbers.py [HEDDLE], from the top of the source tree

import json
import subprocess
import sys
from pathlib import Path

HEDDLE = sys.argv[1] if len(sys.argv) > 1 else 'build/app/heddle'
HERE = Path(__file__).parent


def metrics(project, **variables):
    settings = [word for name, value in variables.items() for word in ('--set', f'${name}={value}')]
    out = subprocess.run([HEDDLE, 'run', str(HERE / f'{project}.heddle'), '--quiet', '--json', '-', *settings],
                         stdout=subprocess.PIPE, check=True).stdout
    return {name: metric['value'] for name, metric in json.loads(out)['metrics'].items()}


def mesh(project, **variables):
    m = metrics(project, **variables)
    print(f'{project} {variables}: {m["vcore.received"] / m["vcore.last"]:.2f} packets a cycle, '
          f'{m["vcore.hops"]:.3f} hops, latency {m["vcore.latency"]:.3f} cycles')


def mact(program, active):
    without, collected = (metrics('mact-128-cores', program=program, active=active, accesses=4000, mact=m) for m in (0, 1))
    requests = without['mcu.requests'] / collected['mcu.requests']
    time = without['vcore.last'] / collected['vcore.last']
    print(f'{program}: requests {requests:.3f}, speed-up {time:.3f}, bandwidth {time / requests:.3f}, '
          f'latency {collected["vcore.latency"] / without["vcore.latency"]:.2f}, '
          f'{without["mcu.requests"] / without["vcore.last"]:.4f} requests a cycle without')


mesh('mesh-4x4')
mesh('mesh-4x4', load=110)
mesh('mesh-4x4', load=110, width=1)
mesh('mesh-32x32')
for case in (('search', 13), ('word-count', 15), ('tera-sort', 88)):
    mact(*case)
