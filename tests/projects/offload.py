#!/usr/bin/env python3
# offload.py: cards that run collective operations, against the page that speaks of them
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: rows of projects/offload/README.md are what runs give. Times of cards and of software rise with the size; published figures hold as far as the page says, and
where it says that they do not they do not. The fill of buffers rises with size and tasks as the published table does; table-1.csv has its 39 numbers, which rise in each column."""

import csv
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

SIZES = ('256 B', '4 KiB', '64 KiB', '1 MiB')


def table(root, *head):
    """Rows of the table with this head, without the head."""
    lines = (root / 'projects/offload/README.md').read_text(encoding='utf-8').splitlines()
    first = lines.index('| ' + ' | '.join(head) + ' |') + 2
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    return [tuple(cell.strip() for cell in line.strip('|').split('|')) for line in lines[first:last]]


def differ(found, rows):
    return [f'the page has {row}, runs give {other}' for row, other in zip(rows, found) if row != other] + (
        [] if len(found) == len(rows) else [f'the page has {len(rows)} rows, not {len(found)}: {found}'])


def run(root, heddle, project, *words, **variables):
    words += tuple(word for name, value in variables.items() for word in ('--set', f'${name}={value}'))
    done = subprocess.run([heddle, 'run', '--quiet', '--json', '-', *words, str(root / f'projects/offload/{project}.heddle')], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=True)
    return {name: metric['value'] for name, metric in json.loads(done.stdout)['metrics'].items()}


def run_all(root, heddle, project, points):
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda point: run(root, heddle, project, **point), points))


def us(seconds):
    return f'{seconds * 1e6:.1f}'


def check_speed(root, heddle):
    """Cards beside software, over operations, tasks and sizes: the shapes of figures 5 and 6. Broadcasts gain less with the size, and always something; reductions more (but for 3 % from 256 B to
    4 KiB), within a tenth of what the paper states; all-reduces as much as reductions, within 5 %."""
    points = [{'operation': operation, 'tasks': tasks, 'size': size} for operation in ('broadcast', 'reduce', 'all-reduce') for tasks in (1, 8) for size in SIZES]
    found, wrong = [], []
    for point, metrics in zip(points, run_all(root, heddle, 'all-reduce', points)):
        card, host = metrics['nic.time'], metrics['host.time']
        found.append((point['operation'], str(point['tasks']), point['size'], us(card), us(host), f'{host / card:.2f}'))
        if metrics['nic.done'] != 32 * point['tasks'] or metrics['host.done'] != 32 * point['tasks']:
            wrong.append(f'{point}: not all is done')
    gains = {(operation, tasks, size): float(gain) for operation, tasks, size, _, _, gain in found}
    for tasks in ('1', '8'):
        falls, rises, all_of = ([gains[operation, tasks, size] for size in SIZES] for operation in ('broadcast', 'reduce', 'all-reduce'))
        wrong += [] if falls == sorted(falls, reverse=True) and falls[-1] > 1 else [f'broadcasts of {tasks}: {falls}']
        wrong += [] if rises[1:] == sorted(rises[1:]) and rises[1] > 0.97 * rises[0] and 1.46 * 0.9 < min(rises) and max(rises) < 2.42 * 1.1 else [f'reductions of {tasks}: {rises}']
        wrong += [] if all(0.95 * a < b < 1.05 * a for a, b in zip(rises, all_of)) else [f'all-reduces of {tasks}: {all_of}']
    return wrong + differ(found, table(root, 'operation', 'tasks', 'size', 'cards, µs', 'software, µs', 'ratio'))


def check_four(root, heddle):
    """Who is first depends on the size."""
    points = [{'size': size} for size in ('256 B', '4 KiB', '16 KiB', '64 KiB', '256 KiB', '1 MiB')]
    names = ('nic.time', 'host.time', 'in-switches.time', 'in-a-ring.time')
    found, first = [], []
    for point, metrics in zip(points, run_all(root, heddle, 'four-ways', points)):
        times = [metrics[name] for name in names]
        first.append(times.index(min(times)))
        found.append((point['size'], *map(us, times)))
    return ([] if first[0] == 2 and first[-1] != 2 and len(set(first)) > 1 else [f'first are {first}']) + differ(found, table(
        root, 'size', 'cards, µs', 'software, µs', 'switches, µs', 'ring, µs'))


def check_fill(root, heddle):
    """The fill of buffers, beside the published one."""
    with open(root / 'projects/offload/table-1.csv', encoding='utf-8') as file:
        rows = list(csv.reader(line for line in file if not line.startswith('#')))[1:]
    published = {(tasks, size): float(fill.rstrip(' %')) for tasks, size, fill in rows}
    columns = [[float(fill.rstrip(' %')) for tasks, _, fill in rows if tasks == column] for column in ('1', '8', '32')]
    wrong = [] if len(published) == 39 and all(a < b for column in columns for a, b in zip(column, column[1:])) else ['table-1.csv is not the published table']
    points = [{'tasks': tasks, 'size': size} for tasks in (1, 8) for size in SIZES] + [{'tasks': 32, 'size': '64 KiB'}]
    found = []
    for point, metrics in zip(points, run_all(root, heddle, 'buffer', points)):
        fill, told = metrics['nic.mean-fill'], published[str(point['tasks']), point['size']]
        found.append((str(point['tasks']), point['size'], f'{fill:.2f}', f'{told:.2f}'))
    fills = {(tasks, size): float(fill) for tasks, size, fill, _ in found}
    wrong += [f'{a} is not below {b}' for a, b in [(('1', '4 KiB'), ('1', '64 KiB')), (('1', '64 KiB'), ('1', '1 MiB')), (('8', '64 KiB'), ('8', '1 MiB')),
                                                   (('1', '64 KiB'), ('8', '64 KiB')), (('8', '64 KiB'), ('32', '64 KiB'))] if fills[a] >= fills[b]]
    return wrong + differ(found, table(root, 'tasks', 'size', 'fill, %', 'published, %'))


def published(root, name):
    """Speed-ups that a file states, by tasks and size."""
    with open(root / f'projects/offload/{name}.csv', encoding='utf-8') as file:
        rows = list(csv.reader(line for line in file if not line.startswith('#')))[1:]
    return {(int(tasks), size): float(gain) for tasks, size, gain in rows}


# Microseconds, and microseconds a byte: what was fitted (nothing else was), and the bytes of the sizes of the study.
BUILD, CROSSING, NETWORK, POLL, TOUCH = 0.2757, 0.45, 2.6, 8.3987, 0.023818e-3
LINK, PCIE, ADD, MEMORY = 0.080e-3, 0.125e-3, 0.0710e-3, 0.030e-3
BYTES = {'256 B': 256, **{f'{n} KiB': n << 10 for n in (4, 8, 16, 32, 48, 64, 128, 256, 384, 512, 768)}, '1 MiB': 1 << 20}


def equation(number, tasks, size):
    n = BYTES[size]
    if number == 1:
        return 1 + (POLL + TOUCH * n * tasks) / (2 * (BUILD + 2 * CROSSING + NETWORK) + LINK * n * tasks)
    return (BUILD + 2 * CROSSING + NETWORK + PCIE * n * tasks + max(ADD, MEMORY * tasks) * n) / (NETWORK + LINK * n * tasks)


def check_equations(root, _):
    """Equations 1 and 2, which are fits: all 39 points of each, and the 15 that were worked out before, to a thousandth."""
    sizes, before = ('256 B', '4 KiB', '64 KiB', '256 KiB', '1 MiB'), {
        1: ((2.110, 2.078, 1.778, 1.513, 1.365), (2.095, 1.902, 1.422, 1.333, 1.307), (2.047, 1.639, 1.333, 1.307, 1.300)),
        2: ((1.460, 1.564, 2.119, 2.340, 2.420), (1.481, 1.696, 1.909, 1.930, 1.936), (1.550, 1.841, 1.930, 1.936, 1.937))}
    wrong = []
    for number in (1, 2):
        points = published(root, f'equation-{number}')
        wrong += [] if set(points) == {(tasks, size) for tasks in (1, 8, 32) for size in BYTES} else [f'equation-{number}.csv has other points']
        wrong += [f'equation {number}, {point}: {gain}' for point, gain in points.items() if abs(gain - equation(number, *point)) > 0.00051]
        wrong += [f'equation {number}, {tasks}, {size}: {points[tasks, size]}, and {gain}' for tasks, column in zip((1, 8, 32), before[number])
                  for size, gain in zip(sizes, column) if abs(points[tasks, size] - gain) > 0.001]
    return wrong


def check_figures(root, heddle):
    """What the page has of figures 5 and 6: runs, the paper's text as the files beside the project state it, and the equations. Of 32 tasks of 1 MiB, which take ten seconds each, no run."""
    rows = table(root, 'study', 'tasks', 'size', 'runs', "paper's text", 'equation, fitted')
    wrong = [] if {(study, int(tasks), size) for study, tasks, size, *_ in rows} >= {(name, *point) for name in ('figure-5', 'figure-6') for point in published(root, name)} else [
        'the page lacks what the files have']
    rows = [row for row in rows if row[1] == '1']
    points = [{'operation': 'broadcast' if study == 'figure-5' else 'reduce', 'tasks': tasks, 'size': size} for study, tasks, size, *_ in rows]
    found = []
    for (study, tasks, size, *_), metrics in zip(rows, run_all(root, heddle, 'all-reduce', points)):
        stated = published(root, study).get((int(tasks), size))
        found.append((study, tasks, size, f'{metrics["host.time"] / metrics["nic.time"]:.2f}', '' if stated is None else f'{stated:g}',
                      f'{equation(1 if study == "figure-5" else 2, int(tasks), size):.2f}'))
    return wrong + differ(found, rows)


def check_pulses(root, heddle):
    """More pulses at once hide more of what each waits for, and the first of them most."""
    points = [{'pulses': pulses} for pulses in (1, 2, 4, 8, 16)]
    found = [(str(point['pulses']), us(metrics['nic.time']), f'{metrics["nic.mean-fill"]:.1f}') for point, metrics in zip(points, run_all(root, heddle, 'pulses', points))]
    times = [float(time) for _, time, _ in found]
    gains = [a - b for a, b in zip(times, times[1:])]
    return ([] if all(gain > 0 for gain in gains) and gains[0] > gains[1] > max(gains[2:]) else [f'times are {times}']) + differ(
        found, table(root, 'pulses at once', 'time, µs', 'fill, %'))


def check_division(root, heddle):
    """A buffer that all share, or that is divided."""
    points = [{'division': division, 'size': size} for size in ('64 KiB', '256 KiB', '1 MiB') for division in ('shared', 'fixed')]
    times = [us(metrics['nic.time']) for metrics in run_all(root, heddle, 'buffer', points)]
    found = [(size, times[2 * i], times[2 * i + 1]) for i, size in enumerate(('64 KiB', '256 KiB', '1 MiB'))]
    return ([] if float(times[4]) < float(times[5]) else [f'times are {times}']) + differ(found, table(root, 'size', 'shared, µs', 'divided, µs'))


def check_partition(root, heddle):
    """Tasks of four sizes at once: shared, the buffer is fuller, and the whole takes less time."""
    points = [{'division': division} for division in ('shared', 'fixed')]
    metrics = run_all(root, heddle, 'partition', points)
    names = ('longest', 'long', 'short', 'shortest')
    found = [(point['division'], us(m['nic.time']), *(us(m[f'{name}.time']) for name in names), f'{m["nic.mean-fill"]:.1f}') for point, m in zip(points, metrics)]
    wrong = [] if metrics[0]['nic.time'] < metrics[1]['nic.time'] and metrics[0]['nic.mean-fill'] > metrics[1]['nic.mean-fill'] else [str(found)]
    return wrong + differ(found, table(root, 'division', 'all, µs', '1 MiB, µs', '256 KiB, µs', '64 KiB, µs', '4 KiB, µs', 'fill, %'))


def check_choices(root, heddle):
    """What the paper leaves open: some rows of the scan, of those that take less than a second each; PCIe of cards, its sharing and pulses move reductions, control messages broadcasts, and queues nothing."""
    heads = ('choice', 'what is otherwise', 'broadcast, 256 B', '1 MiB, 32 tasks', 'reduce, 256 B', '64 KiB', '64 KiB, 8 tasks', '256 KiB', '1 MiB', 'all-reduce, 1 MiB, 8 tasks', 'fill, %', 'cards, µs')
    places = {'b1': 2, 'r1': 4, 'r64': 5, 'r8': 6, 'r256': 7}
    rows = {row[0].strip('`'): row for row in table(root, *heads)}
    points = [{'choice': choice, 'point': point} for choice, point in (
        ('none', 'b1'), ('unannounced', 'b1'), ('by_card', 'b1'), ('by_hop', 'b1'), ('none', 'r1'), ('asked', 'r1'), ('none', 'r64'), ('fast', 'r64'), ('fast_card', 'r64'), ('none', 'r256'), ('by_room', 'r256'), ('fast', 'r256'), ('one_rate', 'r64'), ('one_rate', 'r256'), ('none', 'r8'), ('queued', 'r8'), ('short_queue', 'b1'))]
    wrong, gains = [], {}
    for point, metrics in zip(points, run_all(root, heddle, 'choices', points)):
        gain, stated = metrics['host.time'] / metrics['nic.time'], rows[point['choice']][places[point['point']]]
        gains[tuple(point.values())] = gain
        wrong += [] if f'{gain:.2f}' == stated else [f'{point}: the page has {stated}, runs give {gain:.2f}']
    wrong += [] if 1.86 < gains['none', 'b1'] < 2.36 and gains['by_card', 'b1'] > gains['unannounced', 'b1'] > gains['none', 'b1'] == gains['short_queue', 'b1'] else [f'broadcasts: {gains}']
    return wrong + ([] if gains['fast', 'r256'] > gains['fast', 'r64'] > gains['none', 'r64'] and gains['none', 'r1'] > gains['asked', 'r1'] and gains['none', 'r1'] > 1.46 * 0.9
               and gains['none', 'r256'] > gains['none', 'r64'] and gains['none', 'r256'] > gains['by_room', 'r256'] and gains['none', 'r8'] > 1.46 * 0.9 > gains['queued', 'r8'] else [f'reductions: {gains}'])


def check_workloads(root, heddle):
    """As workloads of cards that can do both, broadcasts and reductions take what they take as parameters of cards and hosts, within 3 %."""
    wrong = []
    for operation in ('broadcast', 'reduce'):
        beside = run(root, heddle, 'all-reduce', operation=operation, size='4 KiB', tasks=8)
        for mode, name in (('offload', 'nic.time'), ('host', 'host.time')):
            alone = run(root, heddle, operation, mode=mode, size='4 KiB', tasks=8)[f'{operation}.time']
            wrong += [] if abs(alone / beside[name] - 1) < 0.03 else [f'{operation} by {mode}: {alone} s, and {beside[name]} s']
    return wrong


def check_grants(root, heddle):
    """Grants in the order of reading come to an end; in the order of requests, and without any, all stand still, and it is said who waits for whom; what is lost is sent again."""
    wrong = [] if run(root, heddle, 'grants', loss='0.02', duplication='0.1', reordering='0.1')['nic.done'] == 64 else ['with losses not all is done']
    for grants in ('on-request', 'none'):
        done = subprocess.run([heddle, 'run', '--quiet', '--set', f'$grants={grants}', str(root / 'projects/offload/grants.heddle')], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False)
        wrong += [] if done.returncode != 0 and 'Deadlock' in done.stderr and 'in a circle' in done.stderr else [f'{grants}: {done.stderr}']
    return wrong


def check_order(root, heddle):
    """Sums by the program are always the same, sums as packets arrive are not."""
    seeds = range(1, 17)
    with ThreadPoolExecutor() as pool:
        sums = {order: [metrics['nic.result'] for metrics in pool.map(lambda seed, o=order: run(root, heddle, 'order', '--set', f'run:seed={seed}', order=o), seeds)]
                for order in ('program', 'arrival')}
    found = [(order, str(len(set(values))), f'{min(values):.5g}', f'{max(values):.5g}') for order, values in sums.items()]
    return ([] if len(set(sums['program'])) == 1 < len(set(sums['arrival'])) else [str(sums)]) + differ(
        found, table(root, 'order', 'sums over 16 seeds', 'least', 'most'))


def checks(heddle):
    for function in (check_speed, check_four, check_fill, check_equations, check_figures, check_pulses, check_division, check_partition, check_choices, check_workloads, check_grants, check_order):
        def check(root, function=function):
            return function(root, heddle)
        check.__doc__ = function.__doc__
        yield check


if __name__ == '__main__':
    tap.main(list(checks(sys.argv[1])))
