#!/usr/bin/env python3
# canvas.py: objects are read, moved, linked and selected with pointer and keys
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: what the pointer does to the drawing, assistive technology reads: names, places, links and how many are selected.
Left open: how it looks, and the panes around the canvas."""

from driver import tell, wait, xdotool
from drawing import Drawing

PROJECT = """<heddle version="1" name="Canvas">
  <top>
    <component id="a" type="fabric.xpu" x="0" y="0"/>
    <component id="b" type="fabric.xpu" x="320" y="0"/>
    <component id="s" type="fabric.cxl-switch" x="160" y="200"/>
    <link from="b.cxl" to="s.down[0]" bandwidth="64 GB/s" latency="200 ns"/>
  </top>
</heddle>
"""


def story(window, folder):
    drawing = Drawing(window)
    wait('three items', lambda: len(drawing.items()) == 3)
    assert drawing.names() == ['XPU a, not linked', 'XPU b, linked to s', 'CXL switch s, linked to b'], drawing.names()
    yield

    before = drawing.box('XPU a')
    drawing.drag(drawing.middle('XPU a'), (drawing.middle('XPU a')[0] + 60, drawing.middle('XPU a')[1] + 90))
    wait('a to lie elsewhere', lambda: drawing.box('XPU a')[1] - before[1] > 60)
    window.key('ctrl+z')
    wait('a to lie where it was', lambda: drawing.box('XPU a') == before)
    yield

    drawing.drag(drawing.side('XPU a', 'right'), drawing.middle('CXL switch s'))
    wait('the link to be read', lambda: drawing.item('XPU a').get_name() == 'XPU a, linked to s')
    yield

    drawing.drag(drawing.side('XPU a', 'top'), drawing.side('XPU b', 'left'))
    wait('the reason', lambda: 'speaks' in drawing.description() or 'takes' in drawing.description())
    yield

    x, y, width, height = drawing.box('XPU a')
    right = drawing.box('XPU b')
    drawing.drag((x - 30, y - 40), (right[0] + right[2] + 20, y + height + 10))
    wait('two to be selected', lambda: '2 selected' in drawing.description())
    window.key('Escape')
    wait('none to be selected', lambda: 'selected' not in drawing.description())
    yield

    window.key('Tab')
    wait('the first to be selected', lambda: drawing.item('XPU a').get_name().endswith('selected'))
    window.key('Tab', 'Tab')
    wait('the third to be selected', lambda: drawing.item('CXL switch s').get_name().endswith('selected'))

    def below():  # the view may move along
        return drawing.box('CXL switch s')[1] - drawing.box('XPU a')[1]
    before = below()
    window.key('ctrl+shift+Down')
    wait('it to be nudged', lambda: below() > before + 20)
    yield

    drawing.click(drawing.middle('XPU b'))
    window.key('F2')
    wait('the entry', lambda: window.find('Name'))
    window.key('ctrl+a')
    window.type('gpu')
    window.key('Return')
    wait('the new name', lambda: drawing.item('XPU gpu'))
    yield

    xdotool('mousemove', 5, 5)
    drawing.click(drawing.middle('XPU a'))
    window.key('l')
    wait('a port to be read', lambda: drawing.description().startswith('a, '))
    window.key('Escape')
    yield


story.steps = ['nodes are read in order', 'a drag moves, Undo moves back', 'a drag from a port links', 'what does not fit says why',
               'a rubber band selects, Escape gives up', 'Tab walks, Ctrl and arrows nudge', 'F2 renames', 'L begins a link by keys']

if __name__ == '__main__':
    import sys
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as place:
        project = Path(place) / 'canvas.heddle'
        project.write_text(PROJECT)
        sys.argv.append(str(project))
        tell(story)
