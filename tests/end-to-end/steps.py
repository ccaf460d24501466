#!/usr/bin/env python3
# steps.py: a lecturer goes through an all-reduce of four cards, descriptor by descriptor, to its end
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: each press of Next Step, by pointer or F4, is one thing that a card does. So each of four cards fires its five descriptors in their order, waits for each of its four packets from the
card that the line says, and takes it in, and does nothing else; whoever moved is shown with its lines, the one where it is marked, and on the canvas is lit with whom it waits for and the way between.
A click on another card shows that one's lines.
Left open: how it looks, and when which card moves."""

import re
import time

from driver import tell, wait, walk, xdotool

CARDS = [f'card[{i}]' for i in range(4)]
N_DESCRIPTORS, N_PACKETS = 5, 4
N_STEPS = len(CARDS) * (N_DESCRIPTORS + 2 * N_PACKETS)


def read(page):
    """(heading, what each card is at, who moved, lines of the one that is shown, place of the mark): None while the page is being filled."""
    names = [node.get_name() or '' for node in walk(page) if node.get_role_name() == 'label']
    heading = next((name for name in names if name.startswith('At ')), None)
    if heading is None or any(card not in names for card in CARDS):
        return None
    states, moved = {}, []
    for card in CARDS:
        place = names.index(card) + 1
        if names[place] == 'Moved':
            moved.append(card)
            place += 1
        states[card] = names[place]
    first = next((place for place, name in enumerate(names) if name.startswith('CPCount=')), None)
    if first is None:
        return None
    rest = names[first - 2:]
    lines = [line for line in rest if line.startswith('CPCount=')]
    marks = [rest[3 * i] for i in range(len(lines))]
    return heading, states, moved, lines, marks.index('▸') if '▸' in marks else None


def read_other(page, last):
    """What the page says once that is not what it said @last, and stays: labels change one after the other."""
    found = read(page)
    return found if found and found[:3] != last[:3] and found == read(page) else None


def find_page(window):
    """The smallest thing that has both the heading and the button."""
    def probe():
        node = next((node for node in walk(window.frame) if (node.get_name() or '').startswith('At ') and node.get_role_name() == 'label'), None)
        while node is not None and not any(child.get_name() == 'Follow' for child in walk(node)):
            node = node.get_parent()
        while node is not None and read(node) is None:
            node = node.get_parent()
        return node
    return wait('the page Steps', probe)


def note(done, card, state):
    """What a card has done so far, of what its text says."""
    fired = re.search(r'descriptor (\d) of 5, CPCount \d, (\d) taken', state)
    descriptor, taken = (int(fired[1]), int(fired[2])) if fired else (N_DESCRIPTORS, N_PACKETS)
    assert fired or 'all 5 descriptors have fired' in state, state
    waits = re.search(r'waits for SeqID (\d) of (card\[\d\])', state)
    done[card].add(('fired', descriptor - 1))
    done[card].add(('taken', taken))
    if waits:
        assert int(waits[1]) == taken, f'{card}: {state}'
        done[card].add(('waited', taken, waits[2]))
    return descriptor, taken


def steps(window, _):
    wait('Run to be sensitive', lambda: window.is_sensitive('Run'))
    window.key('F4')
    page, canvas = find_page(window), window.canvas()
    button = next(node for node in walk(page) if node.get_name() == 'Next Step' and node.get_role_name() == 'push button')
    yield

    done, before, seen, n_lit = {card: set() for card in CARDS}, {}, read(page), 0
    sources = {}
    for step in range(1, N_STEPS + 1):
        _, states, moved, lines, mark = seen
        here = {card: note(done, card, state) for card, state in states.items()}
        assert all(here[card] >= before[card] for card in before), f'step {step}: {before}, then {here}'
        assert sum(here[card] > before[card] for card in before) <= 1, f'step {step}: {before}, then {here}'
        shown = moved[0] if moved else CARDS[0]
        assert len(lines) == N_DESCRIPTORS and mark == (here[shown][0] if here[shown][0] < N_DESCRIPTORS else None), f'step {step}, {shown}: {lines}, at {mark}'
        sources[shown] = [source for line in lines for source in re.findall(r'[RW]\((card\[\d\])', line)]
        n_lit += moved != [] and 'waits for' in states[shown] and '4 selected' in canvas.get_description()
        before = here
        if step == N_STEPS:
            break
        if step % 4 == 2:
            window.point_at(button)
            xdotool('click', 1)
        else:
            window.key('F4')
        last = seen
        seen = wait(f'step {step + 1}', lambda: read_other(page, last))
        if step == 20:
            yield
    for card in CARDS:
        assert {each[1] for each in done[card] if each[0] == 'fired'} - {-1} == set(range(N_DESCRIPTORS)), done[card]
        assert {each[1] for each in done[card] if each[0] == 'taken'} == set(range(N_PACKETS + 1)), done[card]
        assert [each[2] for each in sorted(done[card]) if each[0] == 'waited'] == sources[card], f'{card} waits for {done[card]}, and its lines say {sources[card]}'
    assert n_lit >= len(CARDS) * N_PACKETS, f'who waits was lit {n_lit} times'
    yield

    other = next(node for node in walk(page) if node.get_name() == CARDS[1])
    window.point_at(other)
    xdotool('click', 1)
    wait('the lines of the other card', lambda: next((True for found in [read(page)] if found and found[3][0] == 'CPCount=0  S(card[0],0:4)'), False))
    yield

    window.key('F4')
    wait('the end', lambda: window.find('Finished', 'label'))
    wait('what it came to', lambda: window.find('All-reduce, in network cards · all 4 steps done', 'label'))
    time.sleep(0.2)
    window.key('ctrl+w')
    assert window.process.wait(60) == 0
    yield


steps.steps = ['the first step shows the page', 'the first twenty are one thing each', 'each card does what its lines say, to the last', 'a click shows another card', 'the run ends, and the window closes']

if __name__ == '__main__':
    tell(steps)
