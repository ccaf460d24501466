#!/usr/bin/env python3
# calibration.py: prints the numbers of README.md
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: projects/costs/calibration.py [HEDDLE], from the top of the source tree
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
US = 1e6
MIB = 1 << 20
ACCELERATORS = 8


def run(heddle, project, fidelity, **variables):
    """Microseconds of the collective."""
    command = [heddle, 'run', str(HERE / f'{project}.heddle'), '--quiet', '--json', '-', '--set', f'run:fidelity={fidelity}']
    for name, value in variables.items():
        command += ['--set', f'${name}={value}']
    metrics = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True).stdout)['metrics']
    return US * metrics.get('all-reduce.time', metrics['time_total'])['value']


def bus_bandwidth(size, us):
    """GB/s, as nccl-tests counts it."""
    return 2 * (ACCELERATORS - 1) / ACCELERATORS * size / us / 1000


def nvlink(heddle):
    """Message in MiB, microseconds as flows and as packets, bus bandwidth in GB/s as packets."""
    for size in (1, 8, 64, 1024):
        flow, packet = (run(heddle, 'nvlink-8', fidelity, bytes=f'{size} MiB') for fidelity in ('flow', 'packet'))
        yield size, flow, packet, bus_bandwidth(size * MIB, packet)


def nvlink_without(heddle):
    """What each value does to 64 MiB: its name and microseconds."""
    for name, value in (('start', '0 s'), ('step', '0 s'), ('efficiency', '1'), ('step', '3.4 us')):
        yield f'{name}={value}', run(heddle, 'nvlink-8', 'packet', **{name: value})


def sharp(heddle, **variables):
    """Message, microseconds by hosts and in the network."""
    for size in ('8 B', '4 KiB'):
        yield size, run(heddle, 'sharp-128', 'packet', bytes=size, algorithm='recursive-doubling', **variables), \
            run(heddle, 'sharp-128', 'packet', bytes=size, algorithm='physical', **variables)


def main():
    heddle = sys.argv[1] if len(sys.argv) > 1 else 'build/app/heddle'
    print('NVLink: MiB, flows (us), packets (us), bus bandwidth (GB/s)')
    for size, flow, packet, bandwidth in nvlink(heddle):
        print(f'{size:6d} {flow:10.1f} {packet:10.1f} {bandwidth:8.1f}')
    print('NVLink, 64 MiB with another value (us)')
    for name, us in nvlink_without(heddle):
        print(f'{name:16} {us:8.1f}')
    print('SHArP: by hosts, in the network (us)')
    for variables in ({}, {'match': '10 ns'}, {'overhead': '0 s'}):
        for size, hosts, network in sharp(heddle, **variables):
            print(f'{variables!s:24} {size:6} {hosts:8.2f} {network:8.2f}')


if __name__ == '__main__':
    main()
