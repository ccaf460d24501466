#!/usr/bin/env python3
# draw.py: draws a small system with the pointer, gives it work, runs it, takes all back and does it again
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: what is drawn by hand is a project: it runs, each of its steps is undone and redone, and what was saved is read
and written again as the same bytes.
Left open: what the tests of canvas and inspector see, one gesture at a time."""

from driver import tell, wait
from drawing import Drawing
from using import STEPS, use

PIECES = (('XPU', 'XPU xpu', -160, 120), ('XPU', 'XPU xpu2', 160, 120), ('CXL switch', 'CXL switch cxl_switch', 0, -120))


def draw(window, folder):
    window.key('ctrl+n')
    window.look_at('Untitled')
    drawing = Drawing(window)
    x, y, width, height = window.box(drawing.canvas)
    middle = (x + width // 2, y + height // 2)
    for title, name, across, down in PIECES:
        card = wait(f'{title} in the palette', lambda: window.find(title, 'table cell'))
        x, y, width, height = window.box(card)
        drawing.drag((x + width // 2, y + height // 2), (middle[0] + across, middle[1] + down))
        drawing.item(name)
    wait('all three', lambda: drawing.names() == ['CXL switch cxl_switch, not linked, selected', 'XPU xpu, not linked', 'XPU xpu2, not linked'])
    yield

    for name in ('xpu', 'xpu2'):
        drawing.drag(drawing.side(f'XPU {name}', 'right'), drawing.middle('CXL switch cxl_switch'))
        wait(f'a link of {name}', lambda: drawing.item(f'XPU {name}').get_name().startswith(f'XPU {name}, linked to cxl_switch'))
    yield

    window.enter('Bandwidth', '25 GB/s')
    yield

    drawing.click(drawing.middle('XPU xpu'))
    drawing.click(drawing.middle('XPU xpu2'), 'shift')
    wait('two to be selected', lambda: '2 selected' in drawing.description())
    yield from use(window, folder, drawing)


draw.steps = ['XPUs and a switch are dragged from the palette', 'drags from port to port link them', 'a bandwidth is set by keyboard', *STEPS]

if __name__ == '__main__':
    tell(draw)
