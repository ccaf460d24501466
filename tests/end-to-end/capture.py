#!/usr/bin/env python3
# capture.py: an engineer drops a capture on two processors, and sees which is faster, and where its engines wait
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: a capture that is dragged in from another program is what both processors get, in one step that Undo takes back; the page Result then has, for either, the throughput, the latency and the
waits of engines that the command line comes to with the same capture. All by pointer and keys.
Left open: how it looks."""

import json
import re
import struct
import subprocess
import sys
from pathlib import Path

from driver import is_shown, tell, wait, walk, xdotool
from xdnd import Source

N_PACKETS = 600
WAITS = {'exact-wait': 'Wait for exact matches', 'lpm-wait': 'Wait for longest prefixes', 'send-wait': 'Wait for room'}
FIGURES = {'throughput': 'Throughput', 'latency': 'Latency'}
N_CLUSTERS = {'one': 1, 'four': 15}
STATUS_LINE = 20  # pixels
PREFIXES = {'': 1, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'm': 1e-3, 'µ': 1e-6, 'n': 1e-9}


def ones_sum(data):
    total = sum(struct.unpack(f'>{len(data) // 2}H', data))
    while total > 0xffff:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def frame(i):
    """IPv4 with UDP, of flows that are routed, in either of three lengths."""
    inner = struct.pack('>HHHH', 1000 + i % 7, 2000, 8 + 40 * (1 + i % 3), 0) + bytes(40 * (1 + i % 3))
    head = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(inner), i, 0, 64, 17, 0, bytes((10, 1, 0, 1 + i % 16)), bytes((10, 2, 0, 9)))
    head = head[:10] + struct.pack('>H', ones_sum(head)) + head[12:]
    return bytes.fromhex('0200000000010200000000020800') + head + inner


def write_capture(path):
    frames = [frame(i) for i in range(N_PACKETS)]
    path.write_bytes(struct.pack('<IHHIIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, 1) + b''.join(struct.pack('<IIII', 0, 0, len(each), len(each)) + each for each in frames))


def run_elsewhere(capture):
    """What the command line comes to: figures by their names in the window."""
    done = subprocess.run([sys.argv[1], 'run', '--quiet', '--json', '-', '--set', f'one/source.file={capture}', '--set', f'four/source.file={capture}', sys.argv[2]],
                          stdout=subprocess.PIPE, check=True)
    metrics = json.loads(done.stdout)['metrics']
    figures = {f'{side}/egress: {title}': metrics[f'{side}/egress.{metric}']['value'] for side in N_CLUSTERS for metric, title in FIGURES.items()}
    return figures | {f'{side}/cluster[{i}]: {title}': metrics[f'{side}/cluster[{i}].{metric}']['value'] for side, n in N_CLUSTERS.items() for i in range(n) for metric, title in WAITS.items()}


def to_number(text):
    """Of a figure as it is shown, as “457.1 Mpacket/s”, “1,241” or “1.2 µs”."""
    found = re.fullmatch(r'([\d.,]+)\s*([kMGmµn]?)(packet/s|s|cycles?|)', text.replace('\u202f', ' ').strip())
    return float(found[1].replace(',', '')) * PREFIXES[found[2]] if found else None


def read_figures(window, wanted):
    """Of the page Result, each row of which is a name and a value; None while it is being filled."""
    rows = [node.get_name() or '' for node in walk(window.frame) if node.get_role_name() == 'list item']
    found = {name: next((row[len(name) + 1:] for row in rows if row.startswith(name + ' ')), None) for name in wanted}
    return None if None in found.values() else {name: to_number(value) for name, value in found.items()}


def open_page(window, name):
    """Its button is small while another page is open; the one with its name beside is out of sight then."""
    buttons = wait(f'the button of {name}', lambda: [node for node in walk(window.frame) if node.get_name() == name and node.get_role_name() == 'push button' and window.box(node)[2] > 0])
    window.point_at(min(buttons, key=lambda node: window.box(node)[2]))
    xdotool('click', 1)


def is_inside(window, node):
    _, y, _, height = window.box(node)
    _, top, _, all_of = window.box(window.frame)
    return top < y and y + height < top + all_of - STATUS_LINE


def capture(window, folder):
    file = folder / 'mine.pcap'
    write_capture(file)
    expected = run_elsewhere(file)
    wait('Run to be sensitive', lambda: window.is_sensitive('Run'))
    x, y, width, height = window.box(window.canvas())
    assert Source(file).drop(window.id, (x + 20, y + 20), (x + width // 2, y + height // 2)), 'the drawing does not take a capture'
    wait('who gets it', lambda: window.find('2 sources offer the packets of “mine.pcap”', 'label'))
    yield

    window.click('Run')
    wait('the end', lambda: window.find('Finished', 'label'))
    shown = wait('what each is asked for', lambda: next((node.get_name() for node in walk(window.frame) if node.get_role_name() == 'label' and (node.get_name() or '').startswith('one/egress: ')), None))
    assert re.fullmatch(r'one/egress: Throughput .+? · four/egress: Throughput .+? · one/egress: Latency .+?', shown), shown
    yield

    open_page(window, 'Result')
    more = wait('those of single components', lambda: next((node for node in walk(window.frame) if node.get_role_name() == 'push button' and re.fullmatch(r'Show \d+ of Single Components', node.get_name() or '')), None))
    window.point_at(wait('the page', lambda: window.find('End of the run', 'label')))
    wait('it to scroll in', lambda: is_inside(window, more) or xdotool('click', 5))
    window.point_at(more)
    place = window.box(more)[1]
    xdotool('click', 1)
    first = wait('the first of them', lambda: window.find('one/source: Offered', 'label'))
    wait('all of them', lambda: not is_shown(more))
    assert abs(window.box(first)[1] - place) < STATUS_LINE, f'the first stands at {window.box(first)[1]}, the button did at {place}'
    found = wait('all figures', lambda: read_figures(window, expected))
    for name, value in expected.items():
        assert found[name] is not None and abs(found[name] - value) <= 0.002 * abs(value), f'{name}: {found[name]} is shown, it is {value}'
    yield

    open_page(window, 'Waveforms')
    window.key('ctrl+z')
    wait('that nothing is left to undo', lambda: not window.offers('Undo '))
    yield

    window.key('ctrl+w')
    assert window.process.wait(60) == 0
    yield


capture.steps = ['a capture that is dropped is what both processors get', 'one run takes its packets through both', 'throughput, latency and waits of engines of both are what the command line comes to',
                 'Undo takes the capture back', 'the window closes']

if __name__ == '__main__':
    tell(capture)
