#!/usr/bin/env python3
# chiplets.py: a student's first chiplet: the program of the page, on four chiplets that are drawn, with one memory and with two
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: by pointer and keys alone, as projects/chiplets/README.md says, its program in C becomes four chiplets on a mesh; whoever runs them is asked once;
what they print, beside the number of each process and how it ended, shows that two memories are faster; the program in Python takes the same cycles.
Left open: what the pages look like; results, see tests/projects."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from driver import Atspi, give_up, tell, wait, walk, xdotool
from drawing import Drawing
from using import choose_listed, save_as

SOURCE, BUILD = Path(os.environ['HEDDLE_SOURCE_ROOT']), Path(os.environ['HEDDLE_BUILD_ROOT'])
SWITCHES = {'switch': (-110, -80), 'switch2': (110, -80), 'switch3': (-110, 80), 'switch4': (110, 80)}
PROGRAMS = {'process': (-330, -80), 'process2': (330, -80), 'process3': (-330, 80), 'process4': (330, 80)}
MESH = (('switch', 'switch2'), ('switch2', 'switch4'), ('switch4', 'switch3'), ('switch3', 'switch'))
QUESTION = 'Let This Project Start Programs?'
LEAST = 4 * 512 * 5 * 0.7  # cycles of a chiplet in which one link carries what four read: 512 lines each, of five flits


class Student:
    def __init__(self, window):
        self.window, self.drawing = window, Drawing(window)
        self.palette, self.inspector, self.dock = (wait(name, lambda name=name: window.find(name, 'filler')) for name in ('HeddlePalette', 'HeddleInspector', 'HeddleDock'))
        x, y, width, height = window.box(self.drawing.canvas)
        self.middle = (x + width // 2, y + height // 2)

    def title(self, name):
        """As the canvas calls it."""
        return ('Switch ' if name.startswith('switch') else 'Program ' if name.startswith('process') else 'Shared memory ') + name

    @staticmethod
    def find(pane, name, role):
        """In a pane alone: a look at all that a window has takes long."""
        return next((node for node in walk(pane) if node.get_name() == name and node.get_role_name() == role and node.get_extents(Atspi.CoordType.WINDOW).width > 0), None)

    def put(self, card, name, place):
        x, y, width, height = self.window.box(wait(f'{card} in the palette', lambda: self.find(self.palette, card, 'table cell')))
        self.drawing.drag((x + width // 2, y + height // 2), (self.middle[0] + place[0], self.middle[1] + place[1]), steps=4)
        self.drawing.item(self.title(name))

    def link(self, name, other):
        """From the port at the lower edge; programs have their net there."""
        before = self.drawing.item(self.title(name)).get_name()
        self.drawing.drag(self.drawing.side(self.title(name), 'bottom'), self.drawing.middle(self.title(other)), steps=4)
        wait(f'a link from {name} to {other}', lambda: self.drawing.item(self.title(name)).get_name() not in (before, before + ', selected'))

    def reach(self, name, role):
        """Turns the wheel over the inspector until @name is in view."""
        x, y, width, height = self.window.box(self.inspector)

        def is_there():
            node = self.find(self.inspector, name, role)
            if node is None:
                return None
            _, top, _, own = self.window.box(node)
            if y < top and top + own < y + height:
                return node
            xdotool('mousemove', x + 30, y + height // 2)
            xdotool('click', '--repeat', 2, '--delay', 20, 4 if top <= y else 5)
            node.clear_cache()
            time.sleep(0.2)
            return None
        return wait(f'{name} in the inspector', is_there)

    def set(self, name, value):
        self.window.point_at(self.reach(name, 'text'))
        xdotool('click', '--repeat', 3, '--delay', 60, 1)
        self.window.key('ctrl+a')
        self.window.type(value)
        self.window.key('Return')

        def is_set():
            entry = self.find(self.inspector, name, 'text')
            return entry and Atspi.Text.get_text(entry, 0, Atspi.Text.get_character_count(entry)) == value
        wait(f'{name} to say {value}', is_set)

    def choose(self, name, value):
        self.window.point_at(self.reach(name, 'combo box'))
        xdotool('click', 1)
        wait('the list to open', lambda: self.find(self.inspector, 'Expression…', 'label'))
        choose_listed(self.window, self.inspector, value)
        wait(f'{name} to be {value}', lambda: any(node.get_name() == value for entry in [self.find(self.inspector, name, 'combo box')] if entry for node in walk(entry)))

    def select_all(self, title, n):
        """All of one sort, by the inspector."""
        def find():
            lists = [node for node in walk(self.inspector) if node.get_role_name() == 'list' and node.get_name() == 'Select only']
            return next((node for each in lists for node in walk(each) if node.get_name() == title), None)
        self.window.key('ctrl+F6', 'ctrl+a')
        self.window.point_at(wait(f'{title} to be chosen', find))
        xdotool('click', 1)
        wait(f'{n} to be selected', lambda: self.find(self.inspector, f'{n} objects', 'label'))

    def ended(self):
        """The processes that the page Output has, and that ended well."""
        names = (node.get_name() or '' for node in walk(self.dock))
        return {name for name in names if re.fullmatch(r'stream(\.py)? · process \d+ · ended: exit 0', name)}

    def run(self, is_asked):
        """Cycles of the programs, by their place."""
        before = self.ended()
        self.window.key('ctrl+F6', 'F5')
        if is_asked:
            self.window.answer(QUESTION, 'alt+a')
        self.window.key('ctrl+shift+o')
        wait('four processes to end', lambda: len(self.ended() - before) == 4)
        wait('the end of the run', lambda: self.window.find('Finished', 'label'))
        return [self.read(name) for name in PROGRAMS]

    def read(self, name):
        """What a program has printed."""
        self.window.point_at(wait(f'{name} on the page', lambda: self.find(self.dock, name, 'list item')))
        xdotool('click', 1)

        def find():
            texts = (Atspi.Text.get_text(node, 0, -1) for node in walk(self.dock) if node.get_role_name() == 'text')
            return next((found for found in (re.match(r'64 KiB in (\d+) cycles', text or '') for text in texts) if found), None)
        return int(wait(f'what {name} printed', find).group(1))


def blocks(language):
    page = (SOURCE / 'projects/chiplets/README.md').read_text(encoding='utf-8')
    return re.findall(rf'^```{language}\n(.*?)^```', page, re.MULTILINE | re.DOTALL)


def write_programs(folder):
    """As the page says, with a library that is not installed."""
    library = BUILD / 'engine/chip'
    (folder / 'stream.c').write_text(blocks('c')[0], encoding='utf-8')
    subprocess.run(['cc', 'stream.c', '-o', 'stream', f'-I{SOURCE}/engine/include', f'-L{library}', '-lheddle-chip', f'-Wl,-rpath,{library}'], cwd=folder, check=True)
    script = folder / 'stream.py'
    script.write_text(blocks('python')[0], encoding='utf-8')
    script.chmod(0o755)


def draw(student):
    for name, place in SWITCHES.items():
        student.put('Switch', name, place)
    student.window.click('Chiplets')
    for name, place in PROGRAMS.items():
        student.put('Program', name, place)
    student.put('Shared memory', 'memory', (-110, 210))
    for name, other in MESH:
        student.link(name, other)
    for name, other in zip(PROGRAMS, SWITCHES):
        student.link(name, other)
    student.link('memory', 'switch3')


def set_link(student):
    student.set('Bandwidth', '32 GB/s')
    student.set('Latency', '1 ns')


def set_all(student):
    student.select_all('Link', 9)
    set_link(student)
    student.select_all('Program', 4)
    student.set('Program', 'stream')
    for number, name in enumerate(PROGRAMS):
        student.drawing.click(student.drawing.middle(student.title(name)))
        wait(f'{name} alone', lambda: student.find(student.inspector, name, 'label') and student.drawing.item(student.title(name)).get_name().endswith('selected'))
        student.set('Number', str(number))
    student.drawing.click((student.middle[0], student.middle[1] - 200))
    student.choose('Fidelity', 'flit')


def chiplets(window, folder):
    if shutil.which('cc') is None:
        give_up('cc is missing')
    write_programs(folder)
    yield

    window.key('ctrl+n')
    window.look_at('Untitled')
    student = Student(window)
    draw(student)
    yield

    set_all(student)
    text = save_as(window, folder / 'four.heddle').decode()
    assert 'fidelity="flit"' in text and text.count('program="stream"') == 4 and text.count('bandwidth="32 GB/s"') == 9, text
    yield

    one = student.run(is_asked=True)
    assert max(one) > LEAST, one
    yield

    student.put('Shared memory', 'memory2', (110, -210))
    student.link('memory2', 'switch2')
    set_link(student)
    student.select_all('Program', 4)
    student.set('Memories', 'memory memory2')
    two = student.run(is_asked=False)
    assert max(two) < LEAST, (one, two)
    yield

    student.select_all('Program', 4)
    student.set('Program', 'stream.py')
    student.set('Arguments', str(BUILD / 'engine/chip/libheddle-chip.so'))
    assert student.run(is_asked=True) == two
    yield


chiplets.steps = ['the programs of the page are written and compiled', 'four chiplets and a memory are drawn on a mesh', 'links, programs and fidelity are set, and it is saved',
                  'it runs once that is allowed', 'two memories are faster, and nobody is asked again', 'in Python it takes the same cycles']

if __name__ == '__main__':
    tell(chiplets)
