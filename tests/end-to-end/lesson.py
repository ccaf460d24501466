# lesson.py: what a student sees of a lesson, and answers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the stories of the classroom: the lesson's pane for a test, by names of what is in it."""

import time

from driver import Atspi, wait, walk, xdotool


def pane(window):
    """The lesson's, which is a small part of the window; in a presentation it is the text of the step."""
    return wait('the lesson', lambda: next((node for node in walk(window.frame) if node.get_name() in ('HeddleLessonPane', 'HeddleStepText')), None))


class Lesson:
    """What a student sees of it."""

    def __init__(self, window):
        self.window = window
        self.pane = pane(window)

    def find(self, role, name, sensitive=True):
        """GTK 4.8 names a button with a mnemonic "_Hint Hint"."""
        return next((node for node in walk(self.pane) if node.get_role_name() == role and (node.get_name() or '').replace('_', '').startswith(name) and
                     (not sensitive or node.get_state_set().contains(Atspi.StateType.SENSITIVE)) and node.get_extents(Atspi.CoordType.WINDOW).width > 0), None)

    def wait(self, text, role='label'):
        """The whole of the label that begins with @text."""
        return wait(text, lambda: self.find(role, text, sensitive=False)).get_name()

    def press(self, name, role='push button'):
        self.window.point_at(wait(name, lambda: self.find(role, name)))
        time.sleep(0.1)
        xdotool('click', 1)

    def wait_focus(self, role):
        return wait(f'the focus on a {role}', lambda: self.window.find_focused(self.pane, role))

    def answer(self, text, verdict):
        """Where the keyboard is, without a pointer."""
        self.wait_focus('text')
        self.window.key('ctrl+a')
        self.window.type(text)
        self.window.key('Return')
        self.wait(verdict)


def drawn(sketch, n):
    """The @n values of a curve, in units without prefixes, once all of it is drawn."""
    sketch.clear_cache()
    parts = (sketch.get_description() or '').split(',')
    return [float(part.split()[0]) for part in parts] if len(parts) == n and all(parts) else None
