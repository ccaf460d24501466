#!/usr/bin/env python3
# lessons.py: every lesson and story of the start page is played to its end, in one language
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each is begun from the start page and answered by keys (what is picked, by the pointer) with all points for what is answered; stories go on by Return alone, and their
runs end; what a step says stands there in the language of the user, and nothing of the window beside it in another.
Left open: how it looks; bottleneck.lesson, which class.py answers; two tasks (`faster`, `quiet`), which test-solved.c hands in. What is right is worked out here by the formulas at
the heads of the lessons."""

import gettext
import os
import re
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

from driver import Atspi, tell, wait, walk, xdotool
from drawing import Drawing
from lesson import Lesson, drawn

PROJECTS = Path(os.environ['HEDDLE_SOURCE_ROOT']) / 'projects'
LANGUAGE = '{http://www.w3.org/XML/1998/namespace}lang'
FOREIGN = re.compile(r'[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}')  # three words of English; names and units are fewer
SAID = 'label', 'push button', 'check box', 'toggle button'
COARSE, FINE = 0.05, 0.005  # of the scale of a curve, by a key


class Words:
    """What the program and its lessons say in a language, "" for English."""

    def __init__(self, language):
        self.language = language
        self.catalog = gettext.translation('heddle', Path(os.environ['HEDDLE_BUILD_ROOT']) / 'po', [language]) if language else gettext.NullTranslations()

    def say(self, text):
        return self.catalog.gettext(text).replace('_', '')

    def of(self, node, name):
        """How its @name begins: up to what is drawn for a student, or a paragraph; "" if it has none."""
        texts = [each.text for each in node.findall(name) if each.get(LANGUAGE, '') == self.language]
        return re.split(r'\$|\n\s*\n', texts[0])[0].split() if texts else []


def said(entry):
    return Atspi.Text.get_text(entry, 0, Atspi.Text.get_character_count(entry))


def is_foreign(text):
    return FOREIGN.search(text) and not any(ord(letter) > 0x2e80 for letter in text)


def is_visible(node):
    return node.get_extents(Atspi.CoordType.WINDOW).width > 0


class Pupil(Lesson):
    """Works a lesson through."""

    def __init__(self, window, words, file):
        super().__init__(window)
        self.words = words
        self.root = ET.parse(PROJECTS / file).getroot()
        self.steps = self.root.findall('step')
        self.most = sum(int(question.get('points', '1')) for question in self.root.iter('question'))
        self.own = {value for project in (PROJECTS / file).parent.glob('*.heddle') for node in ET.parse(project).iter() for value in node.attrib.values()}
        self.status = None
        self.points = 0
        self.at = 0

    def say(self, text):
        return self.words.say(text)

    def labels(self):
        return [' '.join((node.get_name() or '').split()) for node in walk(self.pane) if node.get_role_name() == 'label' and is_visible(node)]

    def read(self, name):
        """The label of the step that begins as its @name does."""
        start = ' '.join(self.words.of(self.steps[self.at], name))
        return wait(f'{name}: {start}', lambda: next((label for label in self.labels() if label.startswith(start)), None)) if start else ''

    def find_foreign(self):
        """What is said in English and by no project, and None."""
        return [node.get_name() for node in walk(self.window.frame) if node.get_role_name() in SAID and is_foreign(node.get_name() or '') and
                node.get_name() not in self.own and is_visible(node)] + [None]

    def look(self):
        self.wait(self.say('Step %u of %u') % (self.at + 1, len(self.steps)))
        self.read('title')
        self.read('text')
        foreign = wait('all that is said', self.find_foreign) if self.words.language else [None]
        assert foreign == [None], foreign

    def go_on(self):
        self.window.key('alt+Right')
        self.at += 1
        self.look()

    def tab_to(self, name, role='push button', within=None):
        """As often as it takes, from what has the focus; the pane alone is searched, as a walk through all of the window takes long."""
        seen = None
        for _ in range(120):
            focus = wait('another focus', lambda: next((node for node in walk(within or self.pane) if node.get_state_set().contains(Atspi.StateType.FOCUSED) and
                                                        node != seen), None))
            if focus.get_role_name() == role and (focus.get_name() or '').replace('_', '').startswith(name):
                return focus
            seen = focus
            self.window.key('Tab')
        raise AssertionError(f'Tab does not come to {name}')

    def press_focused(self, name):
        """What the keyboard comes to by itself."""
        wait(f'the focus on {name}', lambda: self.find_focused_button(name))
        self.window.key('Return')

    def find_focused_button(self, name):
        button = self.window.find_focused(self.pane, 'push button')
        return button is not None and button.get_name().replace('_', '').startswith(self.say(name))

    def score(self, question):
        """All of its points."""
        self.points += int(next(node for node in self.root.iter('question') if node.get('id') == question).get('points', '1'))
        self.wait(self.say('%u of %u points') % (self.points, self.most))

    def number(self, question, text):
        self.wait_focus('text')
        self.window.key('ctrl+a')
        self.window.type(text)
        self.window.key('Return')
        self.score(question)

    def choose(self, question, option):
        self.tab_to('', 'check box')
        self.window.key(*['Tab'] * option, 'space')
        self.tab_to(self.say('_Answer'))
        self.window.key('Return')
        self.score(question)

    def sketch(self, question, values):
        """Column by column. Before a run tells the scale nothing can be drawn."""
        node = self.tab_to('', 'slider')
        n = len(values)

        def draw_all():
            self.window.key('Up', *['Right', 'Up'] * (n - 1), *['Left'] * (n - 1))
            time.sleep(0.2)
            return drawn(node, n)

        wait('a scale', draw_all)
        first = drawn(node, n)
        self.window.key('Down')
        top = (first[0] - wait('a step down', lambda: drawn(node, n)[0] < first[0] and drawn(node, n))[0]) / COARSE
        begun = drawn(node, n)
        self.window.key(*['Right'] * (n - 1))
        for i in reversed(range(n)):
            steps = round((values[i] - begun[i]) / top / FINE)
            way = 'Up' if steps > 0 else 'Down'
            coarse, fine = divmod(abs(steps), round(COARSE / FINE))
            self.window.key(*[way] * coarse, *[f'ctrl+{way}'] * fine, *['Left'] * (i > 0))
        wait('the curve', lambda: max(abs(a - b) for a, b in zip(drawn(node, n), values)) <= 3 * FINE * top)
        self.tab_to(self.say('_Answer'))
        self.window.key('Return')
        self.score(question)

    def panel(self, name):
        return wait(name, lambda: next((node for node in walk(self.window.frame) if node.get_name() == name and is_visible(node)), None))

    def status_line(self):
        self.status = self.status or self.panel('HeddleStatusLine')
        return self.status

    def find_in(self, panel, role, name):
        return next((node for node in walk(panel) if node.get_role_name() == role and node.get_name() == name), None)

    def go_to_variable(self, name):
        """Finds it by keys, and goes to its value in the inspector by Tab."""
        self.window.key('ctrl+f')
        self.window.type(name)
        self.window.key('Return', 'shift+F9')
        inspector = self.panel('HeddleInspector')
        wait(f'the variable {name}', lambda: any(node.get_role_name() == 'text' and node.get_name() == self.say('Name') and said(node) == name for node in walk(inspector)))
        return inspector

    def set_number(self, variable, text):
        inspector = self.go_to_variable(variable)
        self.window.point_at(self.find_in(inspector, 'text', self.say('Value')))
        xdotool('click', 1)
        self.window.key('ctrl+a')
        self.window.type(text)
        self.window.key('Return')

    def set_word(self, variable, number):
        """The one that stands @number lines below the one chosen now."""
        inspector = self.go_to_variable(variable)
        self.window.point_at(self.find_in(inspector, 'combo box', self.say('Value')))
        xdotool('click', 1)
        time.sleep(0.3)
        self.window.key(*['Down'] * number, 'Return')

    def check(self, question):
        def go_there():
            """A list that is just closing may keep the key."""
            self.window.key('ctrl+alt+q')
            time.sleep(0.2)
            return self.find_focused_button('Chec_k My Project')

        wait('the focus on the task', go_there)
        self.window.key('Return')
        self.score(question)

    def run(self):
        self.window.key('F5')
        line = self.status_line()
        wait('a run', lambda: self.find_in(line, 'label', self.say('Running')) or self.find_in(line, 'label', self.say('Finished')))

    def wait_result(self, figure):
        """What the status line says of a run that is over: @figure."""
        line = self.status_line()
        wait(f'the end of the run, {figure}', lambda: self.find_in(line, 'label', self.say('Finished')) and
             (figure is None or any(figure in (node.get_name() or '') for node in walk(line))))


def play_story(pupil, figures):
    """Each step runs by itself, and comes to the figure that its text tells; what it reveals is asked for."""
    for step, figure in zip(pupil.steps, figures):
        if step.find('run') is not None:
            pupil.wait_result(figure)
        if step.find('reveal') is not None:
            pupil.press_focused('_Reveal')
            pupil.read('reveal')
        if pupil.at + 1 < len(pupil.steps):
            pupil.press_focused('_Next')
            pupil.at += 1
            pupil.look()


def drawn_of(pupil, pattern):
    """The number that was drawn, which the step tells by @pattern in each language."""
    return next(float(found.group(1)) for label in pupil.labels() if (found := re.search(pattern, label)))


def play_trees(pupil):
    processes = drawn_of(pupil, r'(?:reach|到达) (\d+)')
    pupil.number('packets', f'{processes - 16:g}')
    pupil.read('reveal')
    pupil.go_on()
    pupil.number('heads', f'{processes / 16 - 1:g}')
    pupil.go_on()
    pupil.number('noisy', '2')
    pupil.choose('factor', 2)
    pupil.go_on()
    pupil.sketch('curve', [(3 + 496 * 0.02 / (1 - noise)) * 1e-6 for noise in (0, 0.2, 0.4, 0.6, 0.8)])
    pupil.run()
    pupil.go_on()
    pupil.set_word('algorithm', 2)
    pupil.check('choose')


def play_wormhole(pupil):
    flits = drawn_of(pupil, r'(?:here it has|这里有) (\d+)')
    pupil.number('alone', f'{5 * (16 / 3 + 1) + 2.5 + flits - 1:.2f}')
    pupil.go_on()
    pupil.choose('one', 2)
    pupil.sketch('accepted', [0.144, 0.288, 0.36, 0.36])
    pupil.go_on()
    pick_middle(pupil)
    pupil.press(pupil.say('_Answer'))
    pupil.score('busiest')
    pupil.go_on()
    pupil.number('torus', f'{5 * (256 / 63 + 1) + 2.5:.2f}')
    pupil.choose('deadlock', 1)
    pupil.go_on()
    pupil.set_number('virtual_channels', '4')
    pupil.check('divide')


def pick_middle(pupil):
    """The link between the fourth and the fifth router of a row."""
    drawing = Drawing(pupil.window)

    def probe():
        near, far = (next((item for item in drawing.items() if f' router[3][{i}]' in item.get_name().split(',')[0]), None) for i in (3, 4))
        if near is None or far is None:
            return None
        x, y, width, height = pupil.window.box(near)
        far = pupil.window.box(far)[0]
        drawing.click(((x + width + far) // 2, y + height // 2))
        time.sleep(0.3)
        return pupil.find('label', (pupil.say('Picked: %s') % 'noc/across[')[:-1])

    wait('a link to be picked', probe)


def play_phases(pupil):
    engines = drawn_of(pupil, r'(?:You have|您有) (\d+)')
    pupil.number('cycles', f'{2000 * 203 / engines:.0f}')
    pupil.go_on()
    pupil.sketch('division', [max(2000 * 64 / (8 * n), 2000 * 142 / (8 * (16 - n))) for n in (4, 6, 8, 10, 12)])
    pupil.go_on()
    pupil.choose('best', 2)
    pupil.go_on()
    pupil.sketch('threads', [344000 / 32 / part for part in (0.37, 0.74, 1, 1)])
    pupil.go_on()
    pupil.set_number('threads', '2')
    pupil.check('hide')


def play_parallel(pupil):
    clock = drawn_of(pupil, r'(\d+) GHz') if any('GHz' in label for label in pupil.labels()) else drawn_of(pupil, r'(\d+) MHz') / 1000
    pupil.number('lookahead', f'{1 / clock:g} ns')
    pupil.go_on()
    pupil.choose('same', 0)
    pupil.run()
    pupil.go_on()
    pupil.sketch('crossing', [2 * 7920 * part / 24 for part in (4, 8, 16, 24)])
    pupil.go_on()
    pupil.choose('ask', 0)
    pupil.go_on()


def play_ring(pupil):
    size, unit, rate = next(found.groups() for label in pupil.labels() if (found := re.search(r'(\d+) (MB|GB).*?(\d+) GB/s', label)))
    size, rate = float(size) * (1e6 if unit == 'MB' else 1e9), float(rate) * 1e9
    took = 6 * (size / 4 / rate + 500e-9)
    pupil.number('time', f'{took * 1e3:.4f} ms')
    pupil.run()
    pupil.go_on()
    pupil.number('carried', f'{1.5e-6 * size:g} MB')
    pupil.go_on()
    pupil.choose('small', 0)
    pupil.go_on()
    pupil.number('large', f'{6 * (4e9 / 4 / rate + 500e-9) / took:.4f}')
    pupil.sketch('speed', [each / (6 * (each / 4 / rate + 500e-9)) for each in (1e3, 10e3, 100e3, 1e6, 10e6)])
    pupil.go_on()


LESSONS = {'small/ring': play_ring, 'aggregation/trees': play_trees, 'noc/wormhole': play_wormhole, 'neptune/phases': play_phases, 'bdsim/parallel': play_parallel}
STORIES = {
    'small/slow-link': [None, '140', '240.1', '70'],
    'hcsim/training': [None, None, None, None, None],
    'aggregation/race': [None, None, None, None],
    'chiplets/matrix': [None, None, None, None, None],
}


def begin(window, words, file):
    """Its card on the start page, and a name if it asks for one."""
    root = ET.parse(PROJECTS / file).getroot()
    title = ' '.join(words.of(root, 'title'))
    window.point_at(wait(f'the card of {title}', lambda: next((node for node in walk(window.frame) if node.get_role_name() == 'push button' and
                                                                (node.get_name() or '').startswith(title)), None)))
    xdotool('click', 1)
    pupil = Pupil(window, words, file)
    if pupil.most > 0:
        pupil.wait_focus('text')
        window.key('ctrl+a')
        window.type('Ada')
        window.key('Return')
    pupil.look()
    return pupil


def end(pupil):
    pupil.press(pupil.say('Leave the Lesson; It Can Be Gone On With'))
    pupil.window.look_at_other('Heddle')


def play(window, folder):
    words = Words(os.environ.get('LANGUAGE', ''))
    window.canvas = lambda: window.find(words.say('Drawing of the system'))
    for story, figures in STORIES.items():
        pupil = begin(window, words, story + '.lesson')
        play_story(pupil, figures)
        end(pupil)
        yield
    for lesson, play_lesson in LESSONS.items():
        pupil = begin(window, words, lesson + '.lesson')
        play_lesson(pupil)
        end(pupil)
        yield


play.steps = [*STORIES, *LESSONS]

if __name__ == '__main__':
    tell(play)
