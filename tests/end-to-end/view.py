#!/usr/bin/env python3
# view.py: opens figure 6b, runs it with the pointer, watches it light up, stops it, exports a picture
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: what a user does with pointer and keys has the effect that a user sees: on the screen, and through
assistive technology.
Left open: how it looks, and what a window manager adds."""

import re
import sys
import tempfile
from pathlib import Path

from driver import TIMEOUT, tell, wait, walk, xdotool


def changed(before, after):
    return sum(before[i:i + 3] != after[i:i + 3] for i in range(0, min(len(before), len(after)), 3))


def view(window, folder):
    canvas = wait('the canvas', window.canvas)
    wait('its description', lambda: 'links' in canvas.get_description())
    wait('Run to be sensitive', lambda: window.is_sensitive('Run'))
    yield

    def zoom_label():
        return [n.get_name() for n in walk(window.frame) if re.fullmatch(r'\d+\s%', n.get_name() or '') and n.get_role_name() == 'push button']
    before = wait('the zoom', zoom_label)
    window.point_at(canvas)
    xdotool('keydown', 'ctrl', 'click', 4, 'click', 4, 'keyup', 'ctrl')
    wait('another zoom', lambda: zoom_label() != before)
    xdotool('key', 'ctrl+9')
    wait('the zoom that fits', lambda: zoom_label() == before)
    yield

    idle = window.pixels()
    assert window.busiest() is None
    window.click('Run')
    wait('the state', lambda: window.find('Running', 'label'))
    yield

    bar = wait('the progress bar', lambda: window.find('Progress of the run'))
    first = wait('progress', lambda: bar.get_value_iface().get_current_value())
    wait('more progress', lambda: bar.get_value_iface().get_current_value() > first)
    yield

    seen = {wait('heat', window.busiest)}
    wait('other heat', lambda: seen.add(window.busiest()) or len(seen) > 2)
    assert changed(idle, window.pixels()) > 3000, 'the picture has hardly changed'
    yield

    window.click('Pause')
    wait('the pause', lambda: window.find('Paused', 'label'))
    window.click('Continue')
    wait('the run', lambda: window.find('Running', 'label'))
    yield

    window.click('Stop')
    wait('the stop', lambda: window.find('Stopped', 'label'))
    wait('Run again', lambda: window.find('Run', 'push button'))
    yield

    picture = folder / 'heat.svg'
    window.key('ctrl+e')
    dialog = wait('the dialog', lambda: window.find_x_windows('^Export$'))[0]
    xdotool('windowfocus', dialog)
    window.key('alt+e')
    window.answer('Export to a File', 'Return', text=str(picture))
    wait('the picture', lambda: picture.exists() and picture.read_text().rstrip().endswith('</svg>'))
    assert 'path' in picture.read_text()
    yield

    xdotool('windowfocus', window.id, 'key', 'ctrl+w')
    assert window.process.wait(TIMEOUT) == 0
    yield


view.steps = ['the project opens', 'the wheel zooms the canvas', 'Run, pressed with the pointer, starts it',
              'the progress grows', 'the heat on the canvas changes', 'Pause and Continue', 'Stop ends it',
              'a picture is exported', 'the window closes']

if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as own:
        # Of so many iterations that it does not end before it is stopped, however busy the machine is.
        text, changed_settings = re.subn('iterations="[0-9]+"', 'iterations="1000"', Path(sys.argv[2]).read_text(encoding='utf-8'))
        assert changed_settings == 1, 'there is no number of iterations'
        sys.argv[2] = str(Path(own) / Path(sys.argv[2]).name)
        Path(sys.argv[2]).write_text(text, encoding='utf-8')
        tell(view)
