# driver.py: the program in a window, driven by a real pointer and keys, seen through assistive technology
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the end-to-end stories share. They run under a display and a session bus of their own (with-display.sh, session.sh).
A story is a generator: each yield ends one of its steps, which is one line of TAP."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from faults import find_faults

TIMEOUT = 60
START_TIMEOUT = 120  # the first start ever reads every library and font from a cold disk
TAP = os.fdopen(3, 'w')  # session.sh keeps it apart from what the program prints


def give_up(reason):
    """No way to test here: a skip, but in CI a failure."""
    if os.environ.get('CI'):
        print(f'TAP version 13\n1..1\nnot ok 1 the window can be driven # {reason}', file=TAP, flush=True)
        sys.exit(1)
    print(f'TAP version 13\n1..0 # SKIP {reason}', file=TAP, flush=True)
    sys.exit(0)


try:
    import gi
    gi.require_version('Atspi', '2.0')
    from gi.repository import Atspi, GLib
except (ImportError, ValueError) as error:
    give_up(str(error))


def wait(what, probe, timeout=TIMEOUT):
    """The first true answer of @probe."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        try:
            answer = probe()
        except GLib.Error:  # an object that has just gone
            answer = None
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError(f'waited {timeout} s for {what}')


def is_shown(node):
    return node is not None and node.get_state_set().contains(Atspi.StateType.SHOWING)


def walk(node):
    yield node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield from walk(child)


def xdotool(*arguments):
    subprocess.run(['xdotool', *map(str, arguments)], check=True)


class Window:
    """The program, seen through assistive technology and driven by an X pointer."""

    def __init__(self, program, *arguments):
        self.said = tempfile.TemporaryFile('a+', errors='replace')
        self.process = subprocess.Popen([program, *map(str, arguments)], stderr=self.said, env={**os.environ, 'G_DEBUG': 'fatal-criticals'})
        self.frame = self.id = None

    def read_said(self):
        self.said.seek(0)  # the program appends
        return self.said.read()

    def wait_open(self):
        self.frame = wait('the window', self.find_first_frame, START_TIMEOUT)
        self.look_at('Heddle')

    def find_first_frame(self):
        status = self.process.poll()
        if status is not None:
            raise AssertionError(f'the program ended with {status} before it had a window')
        return self.find_frame('Heddle')

    @staticmethod
    def frames():
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            for k in range(application.get_child_count() if application else 0):
                frame = application.get_child_at_index(k)
                if frame is not None and frame.get_name():
                    yield frame

    def find_frame(self, name):
        return next((frame for frame in self.frames() if name in frame.get_name()), None)

    def find(self, name, role=None):
        """What has @name and can be seen."""
        for node in walk(self.frame):
            if node.get_name() == name and (role is None or node.get_role_name() == role):
                if node.get_state_set().contains(Atspi.StateType.SHOWING) or \
                        node.get_extents(Atspi.CoordType.WINDOW).width > 0:
                    return node
        return None

    @staticmethod
    def find_focused(frame, role):
        return next((node for node in walk(frame) if node.get_role_name() == role and
                     node.get_state_set().contains(Atspi.StateType.FOCUSED)), None) if frame else None

    def box(self, node):
        """Extents on the screen: coordinates of the window begin inside its invisible border."""
        shape = dict(line.split('=') for line in subprocess.run(
            ['xdotool', 'getwindowgeometry', '--shell', self.id], stdout=subprocess.PIPE, text=True,
            check=True).stdout.split())
        frame = self.frame.get_extents(Atspi.CoordType.WINDOW)
        inner = node.get_extents(Atspi.CoordType.WINDOW)
        left = int(shape['X']) + (int(shape['WIDTH']) - frame.width) // 2
        top = int(shape['Y']) + (int(shape['HEIGHT']) - frame.height) // 2
        return left + inner.x, top + inner.y, inner.width, inner.height

    def is_sensitive(self, name, role='push button'):
        node = self.find(name, role)
        return node is not None and node.get_state_set().contains(Atspi.StateType.SENSITIVE)

    def offers(self, start):
        """Whether something is named "Undo add xpu" or the like: just "Undo" if there is nothing to undo."""
        return any((node.get_name() or '').startswith(start) for node in walk(self.frame))

    def point_at(self, node):
        x, y, width, height = self.box(node)
        xdotool('mousemove', x + width // 2, y + height // 2)

    def click(self, name):
        button = wait(f'the button {name}', lambda: self.find(name, 'push button'))
        wait(f'{name} to be sensitive', lambda: self.is_sensitive(name))
        self.point_at(button)
        time.sleep(0.1)
        xdotool('click', 1)

    def look_at(self, name):
        """Goes on with the window that shows @name."""
        self.frame = wait(f'a window with {name}', lambda: self.find_frame(name))
        self.id = wait(f'the X window of {name}', lambda: self.find_x_windows(name))[0]
        xdotool('windowfocus', self.id)

    def look_at_other(self, name):
        """Goes on with a window that shows @name and has opened beside the one looked at."""
        frame, number = self.frame, self.id
        self.frame = wait(f'another window with {name}', lambda: next((each for each in self.frames() if name in each.get_name() and each != frame), None))
        self.id = wait(f'another X window of {name}', lambda: next((each for each in self.find_x_windows(name) if each != number), None))
        xdotool('windowfocus', self.id)

    def find_x_windows(self, name):
        """Those of the program, the largest first: a popover bears the name of its window."""
        found = subprocess.run(['xdotool', 'search', '--all', '--pid', str(self.process.pid), '--onlyvisible', '--name', name],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.split()
        return sorted(found, key=self.area, reverse=True)

    @staticmethod
    def area(number):
        shape = dict(line.split('=') for line in subprocess.run(
            ['xdotool', 'getwindowgeometry', '--shell', number], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.split())
        return int(shape.get('WIDTH', 0)) * int(shape.get('HEIGHT', 0))

    def answer(self, title, *keys, text=None):
        """In the dialog @title: types @text over what its entry says, then @keys; goes back to the window."""
        dialog = wait(f'the dialog {title}', lambda: self.find_x_windows(title))[0]
        xdotool('windowfocus', dialog)
        time.sleep(0.5)
        if text is not None:
            self.key('ctrl+a')
            self.type(text)
        self.key(*keys)
        wait(f'the dialog {title} to close', lambda: dialog not in self.find_x_windows(title))
        xdotool('windowfocus', self.id)

    def text_of(self, name):
        """What the entry @name says."""
        entry = wait(f'the entry {name}', lambda: self.find(name, 'text'))
        return Atspi.Text.get_text(entry, 0, Atspi.Text.get_character_count(entry))

    def enter(self, name, text):
        """Types @text into the entry @name and leaves it."""
        self.point_at(wait(f'the entry {name}', lambda: self.find(name, 'text')))
        xdotool('click', '--repeat', 3, '--delay', 60, 1)
        self.key('ctrl+a')
        self.type(text)
        self.key('Return')
        wait(f'{name} to say {text}', lambda: self.text_of(name) == text)

    def canvas(self):
        return self.find('Drawing of the system')

    def busiest(self):
        """Percent in the description of the canvas, or None before a run."""
        words = self.canvas().get_description().split()
        return int(words[-2]) if 'busiest' in words else None

    def pixels(self):
        x, y, width, height = self.box(self.canvas())
        return subprocess.run(['import', '-window', 'root', '-crop', f'{width}x{height}+{x}+{y}', '-depth', '8', 'rgb:-'],
                              stdout=subprocess.PIPE, check=True).stdout

    def key(self, *chords):
        """Presses keys, one chord after the other, in whatever has the focus."""
        xdotool('key', '--delay', 40, *chords)

    def type(self, text):
        xdotool('type', '--delay', 20, text)


def tell(story):
    """Plays @story (window, folder), a generator with the names of its steps in `story.steps`."""
    for tool in ('xdotool', 'import'):
        if shutil.which(tool) is None:
            give_up(f'{tool} is missing')
    if not os.environ.get('DISPLAY') or not os.environ.get('DBUS_SESSION_BUS_ADDRESS'):
        give_up('no display or no session bus')

    done = 0
    print(f'TAP version 13\n1..{len(story.steps)}', file=TAP, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        window = Window(*sys.argv[1:])
        try:
            window.wait_open()
            for step, _ in enumerate(story(window, Path(folder)), 1):
                faults = find_faults(window.read_said())
                assert not faults, faults
                print(f'ok {step} {story.steps[step - 1]}', file=TAP, flush=True)
                done = step
        except (AssertionError, AttributeError, GLib.Error, subprocess.CalledProcessError) as error:
            print(f'not ok {done + 1} {story.steps[done]}\n# {error}', file=TAP, flush=True)
            subprocess.run(['import', '-window', 'root', os.environ.get('HEDDLE_SCREENSHOT', '/dev/null')], check=False)
        finally:
            if window.process.poll() is None:
                window.process.kill()
                window.process.wait()
            print(window.read_said(), flush=True)
    sys.exit(0 if done == len(story.steps) else 1)
