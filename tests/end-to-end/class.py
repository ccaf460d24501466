#!/usr/bin/env python3
# class.py: a student answers a lesson by pointer and keys, leaves and comes back, and hands in what is then graded; a teacher presents it
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: what is drawn for a name, answered in each way that a lesson asks for, kept over a break and handed in, is graded by the command line with the
points that the window showed; a stroke of the pen is there until it is erased. What is right is worked out by hand here, as in test-cli-grade.c.
Left open: questions of other lessons, and where windows lie when a window manager has two screens."""

import json
import re
import subprocess
import sys
import time

from driver import tell, wait, walk, xdotool
from drawing import Drawing
from lesson import Lesson, drawn

STUDENT = 'Ada'
UPLINKS = 5, 10, 25, 50, 100  # GB/s, along the curve that is drawn
RACK = 50                     # GB/s inside a rack
PEN = b'\xe1\x1c\x23'         # the first one's colour


def ring(n, gigabytes, rate):
    """Seconds of an all-reduce of @n in a ring, without its latencies."""
    return 2 * (n - 1) / n * gigabytes / rate


def draw(lesson, curve):
    """One stroke across, then each column to where two clicks show that its value lies."""
    sketch = wait('the curve', lambda: lesson.find('slider', 'What you expect, drawn'))
    x, y, width, height = lesson.window.box(sketch)
    left = width * 0.2  # figures stand there
    column = [x + left + (width - left) * (i + 0.5) / len(curve) for i in range(len(curve))]
    high, low = y + height * 0.25, y + height * 0.6
    Drawing(lesson.window).drag((column[0], high), (column[-1], low))
    wait('all of it to be drawn', lambda: drawn(sketch, len(UPLINKS)))

    def click(i, at):
        before = drawn(sketch, len(UPLINKS))
        xdotool('mousemove', round(column[i]), round(at), 'click', 1)
        return wait('the curve to follow', lambda: (drawn(sketch, len(UPLINKS)) or before) != before and drawn(sketch, len(UPLINKS)))[i]

    upper, lower = click(2, high), click(2, low)
    for i, value in enumerate(curve):
        click(i, high + (upper - value) / (upper - lower) * (low - high))


def pick_uplink(window, is_picked):
    """The first one, beside its label. The drawing may have moved since it told where it lies."""
    def probe():
        click_uplink(window)
        time.sleep(0.5)
        return is_picked()

    wait('the uplink to be picked', probe)


def click_uplink(window):
    drawing = Drawing(window)
    x, y, width, _ = drawing.box('4 XPU rack[0]')
    _, top, _, height = drawing.box('Core switch core')
    drawing.click((x + width // 2, (top + height + y) // 2 - 20))


def pen(window):
    """Pixels in the colour of the pen."""
    rgb = subprocess.run(['import', '-window', 'root', '-depth', '8', 'rgb:-'], stdout=subprocess.PIPE, check=True).stdout
    return rgb.count(PEN)


def classroom(window, folder):
    program, file = sys.argv[1:]
    lesson = Lesson(window)

    lesson.wait_focus('text')
    window.key('ctrl+a')
    window.type(STUDENT)
    window.key('Return')
    lesson.wait('Step 1 of 6')
    hosts, rate = (int(number) for number in re.search(r'there are \((\d+)\).*\((\d+) GB/s\)', lesson.wait('Accelerators around one switch')).groups())
    lesson.wait_focus('text')
    window.key('F5')
    wait('what stands in the way of a run', lambda: window.find_focused(window.frame, 'push button'))
    assert window.busiest() is None
    window.key('Escape')
    yield

    lesson.answer('7', '“7” has no unit')
    lesson.answer(f'{ring(hosts, 4, rate) * 1.1:.4f} s', 'Not quite')
    lesson.press('Hint')
    lesson.wait('No direction of a link')
    lesson.answer(f'{ring(hosts, 4, rate) * 1e3:.2f} ms', 'Right: ')
    window.key('F5')
    wait('the end of the run', lambda: window.find('Finished', 'label'))
    assert window.busiest() is not None
    yield

    lesson.press('Next')
    lesson.wait('Step 2 of 6')
    lesson.wait_focus('check box')  # who pressed it goes on by keys
    lesson.press('twice as long', 'label')
    lesson.press('Answer')
    lesson.wait('Right. 2 points')
    yield

    wait('Next to have the focus', lambda: 'Next' in lesson.wait_focus('push button').get_name())
    window.key('Return')
    lesson.wait('Step 3 of 6')
    lesson.answer(f'{2 * (hosts - 1) * 2 * 0.999:.3f} ms', 'Right: ')
    window.key('alt+Right')
    lesson.wait('Step 4 of 6')
    yield

    pick_uplink(window, lambda: lesson.find('label', 'Picked: uplink[0]'))
    lesson.press('Answer')
    lesson.wait('Right. 2 points')
    yield

    lesson.press('Leave the Lesson')
    window.look_at_other('Heddle')
    window.point_at(wait('the card of the lesson', lambda: next((node for node in walk(window.frame) if node.get_role_name() == 'push button' and
                                                                (node.get_name() or '').startswith('What a bottleneck is')), None)))
    xdotool('click', 1)
    lesson = Lesson(window)
    lesson.wait('9 of 17 points')
    lesson.wait('Step 4 of 6')
    yield

    lesson.press('Next')
    lesson.wait('Step 5 of 6')
    draw(lesson, [ring(2 * hosts, 1, min(uplink, RACK)) for uplink in UPLINKS])
    lesson.press('Answer')
    lesson.wait('Right. 3 points')
    yield

    lesson.press('Next')
    lesson.wait('Step 6 of 6')
    window.key('shift+F9')
    pick_uplink(window, lambda: window.find('Bandwidth', 'text'))
    window.enter('Bandwidth', f'{RACK} GB/s')
    lesson.press('Check My Project')
    lesson.wait('Right. 4 points')
    yield

    sheet = folder / 'ada.xml'
    lesson.press('Hand In')
    window.answer('Hand In', 'Return', text=str(sheet))
    wait('the sheet', lambda: sheet.exists() and '</answers>' in sheet.read_text())
    shown = int(lesson.wait('16 of 17 points').split()[0])
    done = subprocess.run([program, 'grade', file, str(sheet), '--format', 'json'], stdout=subprocess.PIPE, check=True)
    grade = json.loads(done.stdout)['grades'][0]
    assert grade['student'] == STUDENT and grade['points'] == shown, grade
    yield

    window.key('shift+F11')
    window.look_at_other('What a bottleneck is')
    shown = Lesson(window)
    shown.wait('Buy well')
    assert pen(window) == 0
    window.key('p')
    Drawing(window).drag((300, 300), (600, 400))
    wait('a stroke', lambda: pen(window) > 300)
    window.key('e')
    wait('it to be gone', lambda: pen(window) == 0)
    window.key('p', 'Page_Up')
    shown.wait('Where it ends')
    window.key('Escape')
    window.look_at('Heddle')
    lesson.wait('Step 5 of 6')
    yield

    window.key('ctrl+w')
    assert window.process.wait(60) == 0
    yield


classroom.steps = ['a student begins, and nothing runs yet', 'a number without a unit, a wrong one, a hint, and the right one', 'an option is chosen by pointer',
                   'a number by keys alone', 'a link is picked on the drawing', 'the lesson is left, and goes on where it was', 'a curve is drawn',
                   'the project is built as was asked for', 'what is handed in is graded as the window said', 'a teacher draws over it while it is presented',
                   'the window closes']

if __name__ == '__main__':
    tell(classroom)
