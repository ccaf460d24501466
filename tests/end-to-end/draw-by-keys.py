#!/usr/bin/env python3
# draw-by-keys.py: draws the same small system without a pointer
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: whoever has no pointer and no screen draws, links, sets, runs, undoes and saves: each step is made by keys and
read through assistive technology.
Left open: which words a screen reader speaks."""

from driver import Atspi, tell, wait
from drawing import Drawing
from using import STEPS, press_until, use


def has_focus(node):
    return node is not None and node.get_state_set().contains(Atspi.StateType.FOCUSED)


def link(window, drawing, title):
    """From the CXL port of @title to the switch."""
    window.key('ctrl+F6', 'ctrl+shift+a')
    press_until(window, 'Tab', lambda: drawing.item(title).get_name().endswith('selected'))
    window.key('l')
    press_until(window, 'Tab', lambda: drawing.description().endswith(', cxl'))
    window.key('Return')
    press_until(window, 'Tab', lambda: drawing.description().startswith('cxl_switch'))
    window.key('Return')
    wait(f'a link of {title}', lambda: drawing.item(title).get_name().startswith(f'{title}, linked to cxl_switch'))


def draw_by_keys(window, folder):
    window.key('ctrl+n')
    window.look_at('Untitled')
    drawing = Drawing(window)
    for title, name in (('XPU', 'XPU xpu'), ('XPU', 'XPU xpu2'), ('CXL switch', 'CXL switch cxl_switch')):
        window.key('F8')
        window.type(title)
        window.key('Return')
        drawing.item(name)
    yield

    for title in ('XPU xpu', 'XPU xpu2'):
        link(window, drawing, title)
    yield

    window.key('F6')
    press_until(window, 'Tab', lambda: has_focus(window.find('Bandwidth', 'text')))
    window.key('ctrl+a')
    window.type('25 GB/s')
    window.key('Return')
    wait('the bandwidth', lambda: window.text_of('Bandwidth') == '25 GB/s')
    yield

    window.key('ctrl+F6', 'ctrl+shift+a')
    press_until(window, 'Tab', lambda: drawing.item('XPU xpu').get_name().endswith('selected'))
    window.key('ctrl+t')
    wait('two to be selected', lambda: '2 selected' in drawing.description())
    yield from use(window, folder, drawing)


draw_by_keys.steps = ['XPUs and a switch are added from the palette', 'they are linked', 'a bandwidth is set', *STEPS]

if __name__ == '__main__':
    tell(draw_by_keys)
