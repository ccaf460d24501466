#!/usr/bin/env python3
# trees.py: looks at the aggregation trees of figure 16, narrows them, walks one, follows it to the canvas, exports
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: an engineer who opens the pruned fat tree sees three trees side by side, with 496, 16 and 31 packets on their hottest links as
published, and a run along each, which can be played; keys walk a tree and select what it stands for on the canvas, whose links then show those packets.
Left open: how it looks."""

import re

from driver import Atspi, tell, wait, walk, xdotool

TITLES = ('32-ary', '32-nomial', 'Hierarchical 32-nomial')
HOTTEST = {'32-ary': (16, 496), '32-nomial': (16, 31), 'Hierarchical 32-nomial': (1, 31)}  # up, down


def hottest(window, title):
    """Most packets up and down a link, from the description of a tree."""
    tree = wait(f'the tree {title}', lambda: window.find(title, 'image'))
    words = wait(f'the figures of {title}', lambda: re.search(r'up a link: ([\d,]+), .*down a link: ([\d,]+)', tree.get_description()))
    return int(words[1].replace(',', '')), int(words[2].replace(',', ''))


def simulated(window):
    """What the table, which is told column by column, says of the runs along the trees, in microseconds; None while one is missing."""
    names = [node.get_name() or '' for node in walk(window.frame) if node.get_role_name() == 'label']
    row = next((name for name in names if re.fullmatch(r'Simulated.*, median', name)), None)
    if 'Height' not in names or row is None:
        return None
    first, last = names.index('Height'), names.index(row)
    columns = [names.index(title, last) for title in TITLES if title in names[last:]]
    times = [re.fullmatch(r'([\d.]+)\sµs', names[column + 1 + last - first]) for column in columns]
    return [float(time[1]) for time in times] if len(times) == len(TITLES) and all(times) else None


def progress(window):
    """How many vertices of each tree have the result."""
    found = [re.fullmatch(r'(?:\d+ gathered · )?(\d+) (?:informed|reached)', node.get_name()) for node in walk(window.frame) if node.get_role_name() == 'label']
    return [int(match[1]) for match in found if match]


def expect(window, what, holds, key=None):
    """Waits until @holds of the vertices of each tree that have the result; presses @key until then."""
    seen = []

    def probe():
        seen[:] = progress(window)
        return holds(seen) or (key and window.key(key))

    try:
        wait(what, probe)
    except AssertionError as error:
        raise AssertionError(f'{error}: {seen}') from error


def press(window, name, role):
    found = wait(name, lambda: window.find(name, role))
    window.point_at(found)
    xdotool('click', 1)


def trees(window, folder):
    wait('the canvas', window.canvas)
    wait('Run to be sensitive', lambda: window.is_sensitive('Run'))
    window.key('alt+6', 'F11')
    for title in TITLES:
        found = hottest(window, title)
        assert found == HOTTEST[title], f'{title}: {found}'
    yield

    window.click('Simulate')
    times = wait('a run along each tree', lambda: simulated(window))
    assert min(times) == times[2], times
    yield

    press(window, 'Play the aggregation', 'push button')
    expect(window, 'it to be played to its end', lambda seen: seen == [512] * 3)
    window.key('Tab', 'Home')
    expect(window, 'none to have it', lambda seen: seen == [0] * 3)
    window.key(*['ctrl+Right'] * 8)
    expect(window, 'a tree that has ended before another', lambda seen: 512 in seen and min(seen) < 512, 'Right')
    window.click('Show the trees alone again')
    expect(window, 'the trees alone', lambda seen: seen == [])
    yield

    press(window, 'Hierarchical k-nomial', 'check box')
    wait('one tree less', lambda: window.find(TITLES[2], 'image') is None)
    press(window, 'Minimum cost', 'check box')
    entries = wait('the tree in switches', lambda: window.find('Minimum cost', 'image'))
    wait('31 table entries', lambda: 'Table entries: 31' in entries.get_description())
    yield

    window.click('Use Optimum 41')
    wait('trees of width 41', lambda: window.find('41-ary', 'image') and window.find('41-nomial', 'image'))
    yield

    window.point_at(window.find('41-ary', 'image'))
    xdotool('click', 1)
    window.key('Home', 'Down', 'Down')
    tree = window.find('41-ary', 'image')
    wait('a rank under rank 1', lambda: tree.get_description().startswith('Rank 42, '))
    window.key('space')
    yield

    press(window, 'Packets on the canvas', 'push button')
    window.key('F11')
    wait('packets on the canvas', lambda: re.search(r'1 selected, hottest link \d+ packets', window.canvas().get_description()))
    yield

    window.key('F11')
    button = wait('Export', lambda: next((n for n in walk(window.frame) if n.get_name() == 'Export' and n.get_role_name() == 'push button'
                                          and n.get_extents(Atspi.CoordType.WINDOW).width > 0), None))
    picture = folder / 'trees.svg'
    window.point_at(button)
    xdotool('click', 1)
    window.key('Down', 'Return')
    window.answer('Export the Trees', 'Return', text=str(picture))
    wait('the picture', lambda: picture.exists() and picture.read_text().rstrip().endswith('</svg>'))
    yield

    window.key('ctrl+w')
    assert window.process.wait(60) == 0
    yield


trees.steps = ['three trees have the published packets on their hottest links', 'each is run', 'what they did is played',
               'trees are chosen by toggles',
               'the optimum of the cost model is taken', 'keys walk a tree', 'the canvas shows its packets and what was selected',
               'a picture is exported', 'the window closes']

if __name__ == '__main__':
    tell(trees)
