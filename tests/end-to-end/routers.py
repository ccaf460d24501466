#!/usr/bin/env python3
# routers.py: draws an interposer by hand, looks at latency over load, finds the router that saturates first and gives it channels
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: an architect comes from an empty window to the difference that two more virtual channels make, by pointer and keys; the curve, the router
that is found and the difference that is read are those of the saved project on the command line. Left open: what routers do."""

import json
import re
import subprocess
import sys
import time

from driver import tell, wait, walk, xdotool
from drawing import Drawing
from using import choose_listed, press_until, save_as

# Four routers, three of them in a circle, each with a die; from the middle of the canvas.
PLACES = {
    'Switch': (('switch', -250, -60), ('switch2', -20, 30), ('switch3', 200, -110), ('switch4', 190, 50)),
    'Host': (('host', -250, -170), ('host2', -60, 160), ('host3', 200, -200), ('host4', 190, 145)),
}
LINKS = (('Host host', 'Switch switch'), ('Host host2', 'Switch switch2'), ('Host host3', 'Switch switch3'), ('Host host4', 'Switch switch4'),
         ('Switch switch', 'Switch switch2'), ('Switch switch2', 'Switch switch3'), ('Switch switch2', 'Switch switch4'), ('Switch switch3', 'Switch switch4'))
LOAD = '0.7'  # of what a die's link passes: near the knee
CHANNELS = 3 + 2
N_SWEPT = 15


def say(node):
    return node.get_name() or ''


class Pane:
    """A part of the window: its widgets are found sooner than among those of all."""

    def __init__(self, window, name):
        self.window = window
        self.root = wait(name, lambda: next((node for node in walk(window.frame) if say(node) == name), None))

    def names(self):
        return [say(node) for node in walk(self.root)]

    def find(self, name, role):
        return wait(f'{name} to be there', lambda: next((node for node in walk(self.root) if node.get_role_name() == role and say(node) == name), None))

    def find_place(self, name, role):
        """The box of what is called @name, once nothing is scrolled or laid out any more."""
        node = self.find(name, role)

        def look():
            before = self.window.box(node)
            time.sleep(0.2)
            node.clear_cache()
            return before if self.window.box(node) == before and before[2] > 0 else None
        return wait(f'{name} to stand still', look)

    def reveal(self, name, role):
        """Turns the wheel until @name stands in the pane."""
        left, top, width, height = self.window.box(self.root)
        for _ in range(60):
            box = self.find_place(name, role)
            if top + 60 < box[1] and box[1] + box[3] < top + height - 4:
                return box
            turns = max(abs(box[1] - top - height // 2) // 100, 1)
            xdotool('mousemove', left + 60, top + height // 2, 'click', '--repeat', turns, '--delay', 50, 5 if box[1] > top + 60 else 4)
        raise AssertionError(f'{name} does not come into view')

    def press(self, name):
        """A button with a mnemonic is called by that first."""
        click(self.find_place(f'_{name} {name}', 'push button'))


def click(box):
    xdotool('mousemove', box[0] + box[2] // 2, box[1] + box[3] // 2)
    time.sleep(0.1)
    xdotool('click', 1)


def open_list(window, box):
    """Of choices, in a popover, which is a window as well."""
    before = len(window.find_x_windows(''))
    click(box)
    wait('the list', lambda: len(window.find_x_windows('')) > before)
    xdotool('mousemove', 5, 5)  # what is under the pointer would be chosen
    time.sleep(0.5)


def show_project(window):
    """In the inspector, which shows what is selected."""
    inspector = Pane(window, 'HeddleInspector')
    window.key('ctrl+F6')
    press_until(window, 'ctrl+shift+a', lambda: 'Fidelity' in inspector.names())
    return inspector


def run(project, *words):
    """The result of the saved project on the command line."""
    done = subprocess.run([sys.argv[1], 'run', '--quiet', '--json', '-', str(project), *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return json.loads(done.stdout)


def run_to_end(window, n):
    """The @n-th run, which is kept on the page Compare."""
    window.key('alt+7', 'F5')
    page = Pane(window, 'HeddleDock')
    page.find(f'Run {n}', 'label')
    return page


def read(figure):
    """Seconds of what is shown with a unit."""
    number, unit = figure.split()
    return float(number) * {'s': 1, 'ms': 1e-3, 'µs': 1e-6, 'ns': 1e-9}[unit]


def assert_same(figure, result):
    """As far as digits are shown."""
    value = result['metrics']['latency_mean']['value']
    assert abs(read(figure) / value - 1) < 1e-3, f'{figure} is shown, the command line comes to {value}'


def draw(window, drawing):
    x, y, width, height = window.box(drawing.canvas)
    middle = (x + width // 2, y + height // 2)
    palette = Pane(window, 'HeddlePalette')
    for title, places in PLACES.items():
        x, y, width, height = palette.find_place(title, 'table cell')
        for name, across, down in places:
            drawing.drag((x + width // 2, y + height // 2), (middle[0] + across, middle[1] + down))
            drawing.item(f'{title} {name}')


def count_links(drawing, title):
    """As the name of the item says: linked to a and b, or to 4 objects."""
    words = drawing.item(title).get_name().split(', ')[1]
    found = re.search(r'linked to (\d+) objects', words)
    return int(found[1]) if found else 0 if words == 'not linked' else 1 + words.count(' and ')


def link(window, drawing):
    for one, other in LINKS:
        n = count_links(drawing, other)
        drawing.drag(drawing.side(one, 'bottom'), drawing.middle(other))
        wait(f'a link of {one} to {other}', lambda: count_links(drawing, other) == n + 1)
    window.key('ctrl+t')
    Pane(window, 'HeddleInspector').find(f'{len(LINKS)} objects', 'label')
    window.enter('Latency', '1 ns')


def give_traffic(window):
    window.key('ctrl+alt+w')
    window.look_at('Add Workload')
    dialog = Pane(window, 'Add Workload')
    open_list(window, dialog.find_place('Workload', 'combo box'))
    window.key('End', 'Return')
    dialog.find('Message size', 'list item')
    window.key('alt+a')
    wait('the dialog to close', lambda: not window.find_x_windows('Add Workload'))
    window.look_at('Untitled')


def routers(window, folder):
    window.key('ctrl+n')
    window.look_at('Untitled')
    drawing = Drawing(window)
    draw(window, drawing)
    yield

    link(window, drawing)
    yield

    give_traffic(window)
    inspector = show_project(window)
    open_list(window, inspector.reveal('Fidelity', 'combo box'))
    choose_listed(window, inspector.root, 'flit')
    status = Pane(window, 'HeddleStatusLine')
    wait('flit fidelity', lambda: any('flit fidelity' in name for name in status.names()))
    yield

    window.key('alt+9')
    page = Pane(window, 'HeddleDock')
    page.press('Vary the Load')
    page.find('$load', 'label')
    page.press('Sweep')
    page.find(f'{N_SWEPT} runs', 'label')
    curve = wait('the curve', lambda: next((name for name in page.names() if f'over $load, of {N_SWEPT} runs: from ' in name), None))
    swept = save_as(window, folder / 'swept.heddle') and folder / 'swept.heddle'
    low, first, high, last = (word for part in curve.split(': from ')[1].split(' to ') for word in part.split(' at '))
    for figure, load in ((low, first), (high, last)):
        assert_same(figure, run(swept, '--set', f'$load={load}'))
    assert read(high) > 10 * read(low), curve
    yield

    click(show_project(window).reveal('$load', 'label'))
    window.enter('Value', LOAD)
    run_to_end(window, 1)
    window.key('ctrl+b')
    before = save_as(window, folder / 'before.heddle') and run(folder / 'before.heddle')
    first = max(before['routers'], key=lambda router: router['stalled'])['id']
    window.key('ctrl+shift+u')
    Pane(window, 'HeddleDock').press('What Saturates First?')
    wait(f'{first} to be selected', lambda: drawing.item(f'Switch {first}').get_name().endswith('selected'))
    wait('why', lambda: any(say(node).startswith(f'Most stands still in {first}: ') for node in walk(window.frame)))
    yield

    Pane(window, 'HeddleInspector').reveal('Virtual channels', 'text')
    window.enter('Virtual channels', str(CHANNELS))
    words = run_to_end(window, 2).names()
    after = save_as(window, folder / 'after.heddle') and run(folder / 'after.heddle')
    at = words.index('Latency, mean')
    *shown, change = words[at + 1:at + 4]  # baseline, now
    for figure, result in zip(shown, (before, after)):
        assert_same(figure, result)
    more = 100 * (read(shown[1]) / read(shown[0]) - 1)
    assert abs(float(change.rstrip('%')) - more) < 0.1 < abs(more), f'{change} is not the difference of {shown}'
    yield


routers.steps = ['routers and dies are dragged from the palette', 'they are linked, all links with a latency', 'traffic is added, to be looked at flit by flit',
                 'latency over load is a curve', 'the router that saturates first is found', 'with two more channels the difference is read']

if __name__ == '__main__':
    tell(routers)
