#!/usr/bin/env python3
# watch.py: runs a ring slowly, pauses, goes back in time, asks why it is slow, and follows the path
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: who watches a collective can stop it, go back to any step, read what the run came to and what its end waited for, and see that on the drawing;
all by pointer.
Left open: how it looks."""

import re
import sys
import tempfile
import time
from pathlib import Path

from driver import TIMEOUT, tell, wait, walk, xdotool


def texts(window):
    return [node.get_name() or '' for node in walk(window.frame) if node.get_role_name() == 'label']


def find_text(window, pattern):
    return next((text for text in texts(window) if re.search(pattern, text)), None)


def get_step(window):
    text = find_text(window, r'^Step \d of 6 ')
    return int(text.split()[1]) if text else None


def scrub(window, plot, is_there):
    """Holds the pointer on the axis of time, from the right to the left, until it is there."""
    x, y, width, _ = window.box(plot)
    xdotool('mousemove', x + width - 30, y + 8, 'mousedown', 1)
    try:
        for at in range(width - 40, 60, -width // 12):
            for between in range(4):  # a hand does not jump
                xdotool('mousemove', x + at + width // 12 * (3 - between) // 4, y + 8)
            if is_there():
                return True
        return False
    finally:
        xdotool('mouseup', 1)


def watch(window, _):
    wait('Run to be sensitive', lambda: window.is_sensitive('Run'))
    window.click('Run')
    wait('the third step', lambda: (get_step(window) or 0) >= 3)
    yield

    window.click('Pause')
    wait('the pause', lambda: window.find('Paused', 'label'))
    step = get_step(window)
    assert step is not None, 'it has stopped in no step'
    time.sleep(0.5)
    assert get_step(window) == step, 'it goes on'
    yield

    window.key('alt+0')  # the whole run
    before = window.pixels()
    plot = wait('the waveforms', lambda: window.find('Waveforms', 'drawing area') or window.find('Waveforms', 'panel') or window.find('Waveforms'))
    plot = max((node for node in walk(window.frame) if node.get_name() == 'Waveforms'), key=lambda node: window.box(node)[2])
    assert scrub(window, plot, lambda: get_step(window) == 1), f'scrubbing ends at step {get_step(window)}'
    assert window.pixels() != before
    yield

    window.click('Continue')
    xdotool('windowfocus', window.id)
    for _ in range(12):
        window.key('ctrl+bracketright')
    wait('the end', lambda: window.find('Finished', 'label'))
    yield

    window.click('Why Is It Slow?')
    wait('the figure', lambda: window.find('Total time', 'label'))
    sentence = wait('what the end waited for', lambda: find_text(window, r'^All-reduce, ring waits for .* in 24 of 24 steps'))
    wait('what a run says of it', lambda: find_text(window, r'^All-reduce, ring waits for .* by a run'))
    assert '50' in sentence and '100' in sentence
    yield

    before = window.pixels()
    follow = wait('the button', lambda: next((node for node in walk(window.frame) if (node.get_name() or '').replace('_', '') == 'Follow the Path'), None))
    window.point_at(follow)
    xdotool('click', 1)
    wait('the light', lambda: find_text(window, '^(Lit|Waited for): '))
    assert window.pixels() != before
    yield

    rows = [node for node in walk(window.frame) if node.get_role_name() == 'list item' and (node.get_name() or '').startswith('All-reduce, ring waits for')]
    assert rows, 'no row of the path'
    window.point_at(rows[0])
    xdotool('click', 1)
    wait('the part of the path', lambda: find_text(window, r'^Waited for: All-reduce, ring, step \d of 6, from \w+ to \w+'))
    yield

    xdotool('windowfocus', window.id, 'key', 'ctrl+w')
    assert window.process.wait(TIMEOUT) == 0
    yield


watch.steps = ['a slow run comes to its third step', 'Pause freezes it', 'scrubbing goes back to the first step', 'the run ends',
               'Why Is It Slow? says what the end waited for', 'the path is lit', 'a row goes to the moment and the place', 'the window closes']

if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as own:
        # So slow that a busy machine still sees each step.
        text, changed = re.subn('speed="[0-9.]+"', 'speed="0.00125"', Path(sys.argv[2]).read_text(encoding='utf-8'))
        assert changed == 1, 'there is no speed'
        sys.argv[2] = str(Path(own) / Path(sys.argv[2]).name)
        Path(sys.argv[2]).write_text(text, encoding='utf-8')
        tell(watch)
