#!/usr/bin/env python3
# what-if.py: 256 accelerators: is it better to double the bandwidth of CXL links, or to halve their latency, and what does each cost with one failed link?
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: who asks that has the answer as a picture, by pointer and keys and by what stands in the window: two curves of two points, of which the one that is better is named; the
table has the four figures, and those of the command line are the same;
the better design is opened from there, and can be taken back.
Left open: how it looks."""

import json
import re
import subprocess
import sys

from driver import Atspi, tell, wait, walk, xdotool
from using import choose_listed

FACTORS = [('$cascade', 'both'), ('$cxl_bandwidth', '128 GB/s, 128 GB/s, 64 GB/s, 64 GB/s'), ('$cxl_latency', '10 us, 10 us, 5 us, 5 us'), ('neighbour[0].failed', '0, 1, 0, 1')]
POINTS = [(128, 10, 0), (128, 10, 1), (64, 5, 0), (64, 5, 1)]  # GB/s, us, failed


def press(window, name, role):
    window.point_at(wait(name, lambda: window.find(name, role)))
    xdotool('click', 1)


def choose(window, name, value):
    list_of_choices = wait(name, lambda: window.find(name, 'combo box'))
    window.point_at(list_of_choices)
    xdotool('click', 1)
    choose_listed(window, list_of_choices, value)


def find_label(window, pattern):
    """The first one that is seen and says so."""
    for node in walk(window.frame):
        match = re.fullmatch(pattern, node.get_name() or '')
        if match and node.get_role_name() == 'label' and node.get_extents(Atspi.CoordType.WINDOW).width > 0:
            return match
    return None


def enter_factor(window, address, values):
    if address is not None:
        window.click('Add Factor')
        window.enter('What is varied', address)
    window.enter('Values', values)
    window.click('Back')
    wait('the study', lambda: window.find('Add Factor'))


def find_figures(window):
    """Throughput of each point, by what stands in the rows of the table."""
    names = [node.get_name() or '' for node in walk(window.frame) if node.get_role_name() == 'label']
    found = {}
    for i, name in enumerate(names):
        row = [re.fullmatch(pattern, text) for pattern, text in zip((r'(\d+)\sGB/s', r'(\d+)\sus', r'([01])', r'([\d.]+)\sbatch/s'), names[i:i + 4])]
        if len(row) == 4 and all(row):
            found[tuple(int(cell[1]) for cell in row[:3])] = float(row[3][1])
    return found if len(found) == len(POINTS) else None


def what_if(window, folder):
    wait('Run to be sensitive', lambda: window.is_sensitive('Run'))
    window.key('ctrl+alt+s')
    window.click('Add Metric')
    window.enter('Metric', 'throughput')
    choose(window, 'Direction', 'maximise')
    window.click('Back')
    press(window, '$xpus', 'label')
    wait('the factor', lambda: window.find('Values', 'text'))
    enter_factor(window, None, '256')
    choose(window, 'Sampling', 'paired')
    for address, values in FACTORS:
        enter_factor(window, address, values)
    yield

    window.key('ctrl+shift+y')
    wait('what it is about', lambda: find_label(window, r'4 points of .*'))
    window.key('F11')
    press(window, '_Run the Study Run the Study', 'push button')
    wait('the runs', lambda: find_label(window, '4 of 4 runs'))
    yield

    choose(window, 'Factor or metric that it is drawn over', 'neighbour[0].failed')
    picture = wait('the picture', lambda: next((node for node in walk(window.frame) if (node.get_name() or '').startswith('Throughput over neighbour[0].failed')), None))
    low, high = map(float, re.fullmatch(r'.* of 4 points: from ([\d.]+)\sbatch/s to ([\d.]+)\sbatch/s', picture.get_name()).groups())
    best = wait('the best', lambda: find_label(window, r'◎ Best: \$cxl_bandwidth=(\d+) GB/s, \$cxl_latency=(\d+) us, neighbour\[0\]\.failed=0 · Throughput ([\d.]+)\sbatch/s'))
    assert (best[1], best[2], float(best[3])) == ('128', '10', high), best[0]
    yield

    choose(window, 'How points are shown', 'Table')
    figures = wait('the four figures', lambda: find_figures(window))
    assert (min(figures.values()), max(figures.values())) == (low, high), figures
    for point in POINTS[1:3]:
        settings = [f'$cxl_bandwidth={point[0]} GB/s', f'$cxl_latency={point[1]} us', f'neighbour[0].failed={point[2]}', '$xpus=256', '$cascade=both']
        told = subprocess.run([sys.argv[1], 'run', sys.argv[2], '--json', '-', *(word for each in settings for word in ('--set', each))], capture_output=True, text=True, check=True)
        value = json.loads(told.stdout)['metrics']['throughput']['value']
        assert float(f'{value:.4g}') == figures[point], f'{point}: {value} and {figures[point]}'
    lost = {bandwidth: 1 - figures[(bandwidth, latency, 1)] / figures[(bandwidth, latency, 0)] for bandwidth, latency, failed in POINTS if failed}
    assert figures[(128, 10, 1)] > figures[(64, 5, 0)] and lost[128] > 5 * lost[64] > 0, lost
    yield

    press(window, f'{figures[(128, 10, 0)]}\u202fbatch/s', 'label')
    press(window, '_Open This Design Open This Design', 'push button')
    window.key('F11')
    wait('the end of its run', lambda: window.find('Finished', 'label'))
    window.click('Back')
    for value in ('$xpus\n256', '$cascade\nboth', '$cxl_latency\n10 us'):
        wait(value, lambda value=value: window.find(value, 'list item'))
    assert window.offers('Undo '), 'it cannot be undone'
    yield


what_if.steps = ['a study is put together', 'it runs', 'the picture has four points, and says which is the best', 'its table says what the command line says', 'that design is opened']

if __name__ == '__main__':
    tell(what_if)
