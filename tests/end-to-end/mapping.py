#!/usr/bin/env python3
# mapping.py: says what an attribute of a graph means
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: by keys alone, and by the names that assistive technology reads, an attribute that was left out is given a meaning and a unit, and the
graph is read again so. Left open: how it looks."""

import time

from driver import Atspi, tell, walk, wait

GRAPH = '''<graphml><key id="t" for="node" attr.name="type"/><key id="w" for="edge" attr.name="width"/><graph edgedefault="undirected">
<node id="a"><data key="t">host</data></node><node id="b"><data key="t">host</data></node>
<edge source="a" target="b"><data key="w">100</data></edge></graph></graphml>
'''


def has_focus(window, name):
    """Whether what is called so, or something in it, has the focus."""
    there = window.find(name)
    return there is not None and any(node.get_state_set().contains(Atspi.StateType.FOCUSED) for node in walk(there))


def may_read(window):
    """A button with a mnemonic is called by that too."""
    return any(node.get_role_name() == 'push button' and 'Read Again' in (node.get_name() or '')
               and node.get_state_set().contains(Atspi.StateType.SENSITIVE) for node in walk(window.frame))


def tab_to(window, name):
    for _ in range(30):
        if has_focus(window, name):
            return
        window.key('Tab')
        time.sleep(0.3)
    raise AssertionError(f'Tab does not come to {name}')


def mapping(window, folder):
    graph, copy = folder / 'graph.graphml', folder / 'copy.heddle'
    graph.write_text(GRAPH, encoding='utf-8')
    window.key('ctrl+o')
    window.answer('Open', 'Return', text=str(graph))
    wait('the canvas', window.canvas)
    yield

    window.key('ctrl+alt+i')
    window.look_at('Attributes of the Graph')
    wait('what became of it', lambda: any((node.get_name() or '').startswith('2 guessed and 1 left out') for node in walk(window.frame)))
    wait('the attribute', lambda: window.find('width', 'label'))
    assert not may_read(window)
    tab_to(window, 'Meaning of “width”')
    window.key('space', 'Down', 'Return')
    wait('the unit', lambda: window.find('Unit of plain numbers of “width”'))
    tab_to(window, 'Unit of plain numbers of “width”')
    window.key('space', 'End', 'Up', 'Return')
    yield

    wait('something to read again', lambda: may_read(window))
    window.key('alt+r')
    wait('what became of it', lambda: any((node.get_name() or '').endswith('As you said') for node in walk(window.frame)))
    window.key('Escape')
    window.look_at('graph')
    yield

    window.key('ctrl+shift+s')
    window.answer('Save the Project', 'Return', text=str(copy))
    text = wait('the file', lambda: copy.exists() and copy.read_text(encoding='utf-8'))
    assert 'bandwidth="12.5 GB/s"' in text, text  # 100 Gbit/s
    window.key('ctrl+w')
    assert window.process.wait(60) == 0
    yield


mapping.steps = ['a graph is opened', 'an attribute gets a meaning and a unit', 'the graph is read again', 'it is saved so']

if __name__ == '__main__':
    tell(mapping)
