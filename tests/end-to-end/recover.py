#!/usr/bin/env python3
# recover.py: the program is killed with work that nobody saved, and gives it back when it starts again
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: two seconds after an edit a kill loses nothing; the file is as it was; what is recovered can be undone.
Left open: power that fails."""

import sys
import tempfile
import time
from pathlib import Path

from driver import Atspi, Window, tell, wait, walk, xdotool
from drawing import Drawing

PROJECT = """<heddle version="1" name="Recover">
  <top>
    <component id="a" type="fabric.xpu" x="0" y="0"/>
    <component id="b" type="fabric.xpu" x="320" y="0"/>
  </top>
</heddle>
"""


def find_button(process, name):
    """In a dialog, which is a window of its own; the one that was killed may still be listed."""
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(i)
        for node in walk(application) if application and application.get_process_id() == process.pid else ():
            if (node.get_name() or '').endswith(name) and node.get_role_name() == 'push button' and \
                    node.get_extents(Atspi.CoordType.WINDOW).width > 0:
                return node
    return None


def story(window, folder):
    program, project = sys.argv[1:]
    drawing = Drawing(window)
    wait('two items', lambda: len(drawing.items()) == 2)
    drawing.click(drawing.middle('XPU a'))
    wait('the selection', lambda: drawing.item('XPU a').get_name().endswith('selected'))
    window.key('Delete')
    wait('one item', lambda: len(drawing.items()) == 1)
    time.sleep(2)
    window.process.kill()
    window.process.wait()
    assert Path(project).read_text() == PROJECT
    yield

    again = Window(program, project)
    window.process, window.said = again.process, again.said  # ended with the story
    again.wait_open()
    button = wait('the question', lambda: find_button(again.process, 'Recover'))
    yield

    place = button.get_extents(Atspi.CoordType.WINDOW)  # no window manager moves the dialog away from the corner
    xdotool('mousemove', place.x + place.width // 2, place.y + place.height // 2, 'click', 1)
    wait('the answer', lambda: not find_button(again.process, 'Recover'))
    again.wait_open()  # what was open before may have been the dialog
    drawing = Drawing(again)
    wait('one item again', lambda: [name.split(',')[0] for name in drawing.names()] == ['XPU b'])
    yield

    again.key('ctrl+z')
    wait('two items again', lambda: len(drawing.items()) == 2)
    again.key('ctrl+shift+z')
    wait('one of them', lambda: len(drawing.items()) == 1)
    again.key('ctrl+s')
    wait('it in the file', lambda: 'id="a"' not in Path(project).read_text())
    again.key('ctrl+w')
    assert again.process.wait(20) == 0
    yield


story.steps = ['it is killed two seconds after an edit', 'it asks when it starts again', 'the edit is there again',
               'it is undone, done again and saved']

if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / 'recover.heddle'
        file.write_text(PROJECT)
        sys.argv.append(str(file))
        tell(story)
