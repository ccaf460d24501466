#!/usr/bin/env python3
# monkey.py: random pointer and keys over projects, and a watchdog
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses the program without sense: motion, clicks, drags, wheel, keys, words in entries, closing of dialogs and windows.

A project fails if the program ends by itself other than well, prints a warning or what a sanitizer finds, or if its main
loop is late: a ping of the window manager waits longer than --late seconds for its answer. Time in which the main thread,
the display's server or this program was ready but had no processor does not count, so a loaded machine is no fault. What is
left is the main thread's own time on a processor, and what it waited for: locks, files, the server. A late main thread is
held and its stack printed, if gdb is there, and use goes on. Needs a display (with-display.sh); projects are copied, and
dialogs that lead to other files only closed."""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from faults import find_faults

try:
    from x11 import Display
except OSError as missing:
    print(f'TAP version 13\n1..0 # SKIP {missing}')
    sys.exit(0)

SOURCE = Path(__file__).resolve().parents[2]
LIMIT_S = 0.2     # what a user should ever wait
LOOK_S = 0.02     # how often a wait is looked at
HUNG_S = 60       # past this it will not come back
START_S = 120
MODIFIERS = {'Control': 'Control_L', 'Shift': 'Shift_L', 'Alt': 'Alt_L'}
# Where the program refuses these, GTK opens its own inspector, which is not what is tested.
INSPECTOR = [['Control_L', 'Shift_L', letter] for letter in 'di']
KEYS = ['Return', 'Tab', 'Escape', 'space', 'Delete', 'BackSpace', 'Left', 'Right', 'Up', 'Down', 'Home', 'End', 'Page_Up',
        'Page_Down', 'F10', 'Menu', 'plus', 'minus', 'c', 'e', 'p', 'f', 'slash', 'a']
WORDS = ['12.5 GB/s', '100 ns', '-1', '0', '1e300', '99999999999999', '3', '64', '$x', '(1 + 2', '1/0', 'xpu[0..3]', 'a.b', '50 %', '<&>',
         'the quick brown fox', 'switch', 'core', '%s%n', '']
# Other dialogs, of files and of printing, are closed.
DIALOGS = {'', 'Preferences', 'Shortcuts', 'Add Workload', 'Generate a Topology', 'Change a Topology', 'Attributes of the Graph', 'About Heddle', 'Export'}


def chords():
    """All that the program's tables of keys have, as names of X keys."""
    text = ''.join((SOURCE / name).read_text() for name in ('ui/window/heddle-window-actions.c', 'app/heddle-application.c'))
    found = []
    for key in re.findall(r'"((?:<\w+>)+\w+|F\d+)"', text):
        names = re.findall(r'\w+', key)
        found.append([MODIFIERS[name] for name in names[:-1]] + names[-1:])
    return [chord for chord in found if chord not in INSPECTOR]


def scheduled(pid):
    """Seconds for which the main thread of a process ran, and for which it was ready and did not."""
    try:
        ran, waited = Path(f'/proc/{pid}/schedstat').read_text().split()[:2]
        return int(ran) * 1e-9, int(waited) * 1e-9
    except (OSError, ValueError):
        return 0, 0


class Wait:
    """What a wait for the program consists of. That a process waits for a processor is known once it has got one."""

    def __init__(self, program, others):
        self.processes = [program, *others]
        self.own = 0       # seconds that are the program's: it ran, or waited for something other than a processor
        self.running = 0   # of these, the main thread's time on a processor
        self.held = 0      # seconds for which it was made to stand still
        self.began, self.before = time.monotonic(), self.read()

    def read(self):
        return [scheduled(pid) for pid in self.processes]

    def look(self):
        now = self.read()
        queued = sum(new[1] - old[1] for new, old in zip(now, self.before))
        self.running = now[0][0] - self.before[0][0]
        self.own = max(time.monotonic() - self.began - self.held - queued, self.running)
        return self.own


class Monkey:
    def __init__(self, display, options, project, folder):
        self.display = display
        self.options = options
        self.project = project
        self.folder = folder
        self.random = random.Random(f'{options.seed} {project}')
        self.said = folder / 'said'
        self.chords = chords()
        self.recent = []
        self.longest = self.longest_running = 0
        self.late = []
        self.n_late = self.n_actions = self.n_starts = 0
        self.process = None
        self.others = [display.server(), os.getpid()]
        self.acts = [(self.point, 20), (self.click, 30), (self.drag, 12), (self.wheel, 10), (self.key, 12), (self.shortcut, 20), (self.write, 8),
                     (self.close, 1)]

    # -- what a user does --------------------------------------------------------------------------------------------------------

    def point(self):
        """Half of the time somewhere, else near where the pointer was: things are clicked, then used."""
        x, y = self.random.randrange(self.display.width), self.random.randrange(self.display.height)
        if self.at and self.random.random() < 0.5:
            x = min(max(self.at[0] + self.random.randint(-60, 60), 0), self.display.width - 1)
            y = min(max(self.at[1] + self.random.randint(-40, 40), 0), self.display.height - 1)
        self.at = (x, y)
        self.display.move(x, y)
        return f'point {x} {y}'

    def click(self):
        said = self.point()
        button = self.random.choices([1, 2, 3], [10, 1, 2])[0]
        times = self.random.choices([1, 2, 3], [10, 4, 1])[0]
        held = self.random.choice([[], [], [], [], ['Shift_L'], ['Control_L']])
        for name in held:
            self.display.press(name, True)
        for _ in range(times):
            self.display.click(button)
        for name in held:
            self.display.press(name, False)
        return f'{said}, click {button} x {times} {held}'

    def drag(self):
        said = self.point()
        x, y = self.at
        button = self.random.choices([1, 2], [4, 1])[0]
        held = self.random.choice([[], [], [], ['Shift_L'], ['Control_L'], ['space']])
        to = self.random.randrange(self.display.width), self.random.randrange(self.display.height)
        for name in held:
            self.display.press(name, True)
        self.display.button(button, True)
        for i in range(1, 9):
            self.display.move(x + (to[0] - x) * i / 8, y + (to[1] - y) * i / 8)
            self.answer()
        if self.random.random() < 0.1:
            self.display.chord(self.random.choice(['Escape', 'Delete', 'F5']))
        self.display.button(button, False)
        for name in held:
            self.display.press(name, False)
        self.at = to
        return f'{said}, drag {button} to {to} {held}'

    def wheel(self):
        said = self.point()
        held = self.random.choice([[], ['Control_L'], ['Shift_L']])
        button = self.random.choice([4, 5, 6, 7])
        times = self.random.randint(1, 12)
        for name in held:
            self.display.press(name, True)
        for _ in range(times):
            self.display.click(button)
        for name in held:
            self.display.press(name, False)
        return f'{said}, wheel {button} x {times} {held}'

    def key(self):
        name = self.random.choice(KEYS)
        times = self.random.choice([1, 1, 1, 2, 5])
        for _ in range(times):
            self.display.chord(name)
        return f'key {name} x {times}'

    def shortcut(self):
        """Running, undoing and redoing are more likely than the rest."""
        chord = self.random.choice(self.chords + [['F5']] * 8 + [['Control_L', 'z']] * 5 + [['Control_L', 'y']] * 3)
        if chord == ['Control_L', 'q'] and self.random.random() < 0.9:
            chord = ['Escape']
        self.display.chord(*chord)
        return f'shortcut {"+".join(chord)}'

    def write(self):
        word = self.random.choice(WORDS)
        names = {' ': 'space', '/': 'slash', '-': 'minus', '+': 'plus', '.': 'period', '$': 'dollar', '(': 'parenleft', '[': 'bracketleft',
                 ']': 'bracketright', '%': 'percent', '<': 'less', '>': 'greater', '&': 'ampersand'}
        if self.random.random() < 0.5:
            self.display.chord('Control_L', 'a')
        for letter in word:
            self.display.chord(names.get(letter, letter))
        end = self.random.choice(['Return', 'Tab', 'Escape', None])
        if end is not None:
            self.display.chord(end)
        return f'write {word!r} {end}'

    def close(self):
        """A window or dialog by its frame; the last one ends the program, which is then started again."""
        window = self.random.choice(self.display.windows() or [0])
        if window:
            self.display.send(window, 'WM_DELETE_WINDOW')
        return f'close {self.display.title(window) if window else "nothing"!r}'

    # -- the program ---------------------------------------------------------------------------------------------------------------

    def start(self):
        self.n_starts += 1
        self.at = None
        with open(self.said, 'a') as said:
            self.process = subprocess.Popen([self.options.program, str(self.folder / 'projects' / self.project)], cwd=self.folder,
                                            stdout=said, stderr=said, env={**os.environ, 'HOME': str(self.folder)})
        end = time.monotonic() + START_S
        while not self.display.windows():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f'the program does not start: {self.process.poll()}')
            time.sleep(0.02)
        self.answer(START_S)

    def stack(self):
        """Of the main thread, as it stands now: gdb takes longer to come than most waits last."""
        if shutil.which('gdb') is None:
            return 'no gdb, no stack'
        self.process.send_signal(signal.SIGSTOP)
        done = subprocess.run(['gdb', '-p', str(self.process.pid), '-batch', '-ex', 'set print frame-arguments scalars', '-ex', 'bt 120'],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.process.send_signal(signal.SIGCONT)
        return '\n'.join(line for line in done.stdout.splitlines() if line.startswith('#'))

    def answer(self, limit=None):
        """Waits for the main loop; it is late beyond @limit seconds."""
        limit = limit or self.options.late
        windows = [window for window in self.display.windows() if not self.display.transient_for(window)] or self.display.windows()
        if not windows:
            return
        wait = Wait(self.process.pid, self.others)
        ping = self.display.ping(windows[-1])
        stack = None
        while not self.display.answered(ping, LOOK_S):
            if self.process.poll() is not None or windows[-1] not in self.display.windows():
                return
            if wait.look() > limit and stack is None:
                held = time.monotonic()
                stack = self.stack()
                wait.held = time.monotonic() - held
            if time.monotonic() - wait.began > HUNG_S:
                raise AssertionError(f'the main loop has not turned for {HUNG_S} s:\n{stack}')
        wait.look()
        if limit == self.options.late:
            if wait.own > self.longest:
                self.longest, self.longest_running = wait.own, wait.running
            self.n_late += wait.own > LIMIT_S
        if stack is not None and wait.own > limit:
            self.late.append(f'{wait.own:.2f} s')
            print(f'# {self.project}: the main loop was late by {wait.own:.2f} s, {wait.running:.2f} s of it running, after ' +
                  f'{"; ".join(self.recent[-4:])}\n' + '\n'.join('#   ' + line for line in stack.splitlines()), flush=True)

    def focus(self):
        """There is no window manager: what is on top has the focus and lies on the screen, and what leads to other files is closed.

        GTK 4.8 asks no screen at all how large it is where a menu opens from a button that lies on none."""
        windows = self.display.windows()
        if not windows:
            return
        top = windows[0]
        self.display.keep_inside(top)
        if self.display.transient_for(top) and self.display.title(top) not in DIALOGS:
            self.display.focus(top)
            self.display.send(top, 'WM_DELETE_WINDOW')
            self.answer()
            return
        self.display.focus(top)

    def check(self):
        """What the program said, and whether it goes on."""
        text = self.said.read_text(errors='replace')
        faults = find_faults(text)
        if faults:
            if self.process.poll() is None:
                time.sleep(0.5)  # so that a report is whole
            raise AssertionError('it said: ' + '\n'.join(self.said.read_text(errors='replace').splitlines()[-60:]))
        if self.process.poll() not in (None, 0):
            raise AssertionError(f'it ended with {self.process.returncode}: ' + '\n'.join(text.splitlines()[-60:]))

    def act(self):
        act = self.random.choices([act for act, weight in self.acts], [weight for act, weight in self.acts])[0]
        self.focus()
        self.recent.append(act())
        del self.recent[:-12]
        self.n_actions += 1
        self.answer()
        self.check()

    def play(self):
        end = time.monotonic() + self.options.seconds
        try:
            while time.monotonic() < end:
                if self.process is None or self.process.poll() is not None:
                    self.start()
                self.act()
        except AssertionError as error:
            return f'{error}\nafter {chr(10).join(self.recent)}'
        finally:
            self.stop()
        return f'the main loop was late: {", ".join(self.late)}' if self.late else None

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seconds', type=float, default=60, help='for each project')
    parser.add_argument('--late', type=float, default=LIMIT_S, help='seconds that the main loop may take')
    parser.add_argument('--seed', default=str(time.time_ns()))
    parser.add_argument('program')
    parser.add_argument('projects', nargs='*', help='in the folder of projects; without any, all that are shipped')
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    if not options.projects:
        options.projects = sorted(str(path.relative_to(SOURCE / 'projects')) for path in (SOURCE / 'projects').rglob('*.heddle'))
    n_failed = 0
    print(f'TAP version 13\n1..{len(options.projects)}\n# seed {options.seed}', flush=True)
    for number, project in enumerate(options.projects, 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            shutil.copytree(SOURCE / 'projects', folder / 'projects')
            monkey = Monkey(Display(), options, project, folder)
            fault = monkey.play()
            figures = f'{monkey.n_actions} actions, longest wait {1000 * monkey.longest:.0f} ms ' \
                      f'({1000 * monkey.longest_running:.0f} ms of it running), {monkey.n_late} over {1000 * LIMIT_S:.0f} ms, ' \
                      f'{monkey.n_starts} starts'
            if fault is not None:
                n_failed += 1
                print('\n'.join('# ' + line for line in fault.splitlines()))
            print(f'{"ok" if fault is None else "not ok"} {number} random use of {project}\n# {figures}', flush=True)
    sys.exit(1 if n_failed else 0)


main()
