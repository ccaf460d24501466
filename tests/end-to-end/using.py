# using.py: what one does with two XPUs and a switch, once they are drawn
# SPDX-License-Identifier: GPL-3.0-or-later
"""Groups and replicates, runs, takes all back and does it again, saves, reads again. Shared by the stories that draw them, by
pointer and by keys; all here is by keys, as both XPUs are selected."""

import re
import time

from driver import Atspi, wait, walk, xdotool
from drawing import Drawing

STEPS = ['two become a module', 'the module is replicated', 'work is added, and it runs', 'all is undone and redone to the same bytes',
         'read again and saved, the bytes are the same']


def press_until(window, chord, is_done):
    """What keys do is heard a moment later; one press too many may spoil it."""
    for _ in range(100):
        for _ in range(5):
            if is_done():
                return
            time.sleep(0.1)
        window.key(chord)
    raise AssertionError(f'{chord} has no end')


def choose_listed(window, pane, value):
    """Of a list of @pane that has opened, by keys as far as they were heard: one that is just opening hears none."""
    def is_at():
        return any(node.get_state_set().contains(Atspi.StateType.FOCUSED) and value in [each.get_name() for each in walk(node)]
                   for node in walk(pane) if node.get_role_name() == 'list item')
    xdotool('mousemove', 5, 5)  # what is under the pointer would be chosen
    press_until(window, 'Down', is_at)
    window.key('Return')


def save_as(window, file):
    """The bytes that were written."""
    window.key('ctrl+shift+s')
    window.answer('Save', 'Return', text=str(file))
    wait('the place of the file', lambda: window.find(str(file), 'label'))
    return wait('the file', lambda: file.exists() and file.read_bytes())


def what_is_drawn(drawing):
    """Names, without what a run or the selection adds to them."""
    return [re.sub(r', (\d+ percent busy|selected)', '', name) for name in drawing.names()]


def use(window, folder, drawing):
    window.key('ctrl+g')
    wait('the question for a name', lambda: window.find('Group into a module named', 'text'))
    window.key('Return')
    drawing.item('2 XPU module')
    yield

    window.key('ctrl+shift+d')
    wait('the question for a number', lambda: window.find('How many?', 'text'))
    window.key('ctrl+a')
    window.type('2')
    window.key('Return')
    drawing.item('2 XPU module[1]')
    yield

    window.key('ctrl+alt+w')
    window.answer('Add Workload', 'Return')
    wait('that it can run', lambda: window.is_sensitive('Run'))
    window.key('F5')
    wait('the end of the run', lambda: window.find('Finished', 'label'))
    yield

    saved = save_as(window, folder / 'drawn.heddle')
    shown = what_is_drawn(drawing)
    press_until(window, 'ctrl+z', lambda: not window.offers('Undo '))
    wait('the empty canvas', lambda: not drawing.items())
    press_until(window, 'ctrl+shift+z', lambda: not window.offers('Redo '))
    wait('the whole canvas', lambda: what_is_drawn(drawing) == shown)
    assert save_as(window, folder / 'redone.heddle') == saved, 'after undoing and redoing all, other bytes are saved'
    yield

    copy = folder / 'copy.heddle'
    copy.write_bytes(saved)
    window.key('ctrl+o')
    window.answer('Open', 'Return', text=str(copy))
    window.look_at_other('drawn')
    wait('the place of the copy', lambda: window.find(str(copy), 'label'))
    drawing = Drawing(window)
    wait('the same drawing', lambda: what_is_drawn(drawing) == shown)
    assert save_as(window, folder / 'again.heddle') == saved, 'read and saved, the bytes are others'
    yield
