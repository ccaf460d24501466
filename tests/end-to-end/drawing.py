# drawing.py: the canvas for a test: its objects by name, and a pointer among them
# SPDX-License-Identifier: GPL-3.0-or-later
"""The canvas is a list for assistive technology; each node in view is an item with a name ("XPU a, linked to s") and extents. So a story can point at
what a user sees, without knowing where it lies."""

import time

from driver import Atspi, wait, xdotool

STEPS = 12  # of a drag: fewer than three are no drag for GTK


class Drawing:
    def __init__(self, window):
        self.window = window
        self.canvas = wait('the canvas', window.canvas)

    def items(self):
        """Items in reading order."""
        children = (self.canvas.get_child_at_index(i) for i in range(self.canvas.get_child_count()))
        return [child for child in children if child is not None and child.get_role() == Atspi.Role.LIST_ITEM]

    def names(self):
        return [item.get_name() for item in self.items()]

    def item(self, title):
        """The item that begins with @title: "XPU a"."""
        return wait(f'{title} on the canvas', lambda: next(
            (item for item in self.items() if item.get_name() == title or item.get_name().startswith(title + ',')), None))

    def box(self, title):
        """Items stand for other nodes after a while; the name that was known of one may be old, its extents never are."""
        def find():
            item = self.item(title)
            box = self.window.box(item)
            item.clear_cache()
            return box if item.get_name().split(',')[0] == title.split(',')[0] else None
        return wait(f'the place of {title}', find)

    def middle(self, title):
        x, y, width, height = self.box(title)
        return x + width // 2 - 8, y + height // 2

    def side(self, title, side, share=0.5):
        """Where a port lies that is @share along a side of the card."""
        x, y, width, height = self.box(title)
        return {'left': (x, y + height * share), 'right': (x + width, y + height * share),
                'top': (x + width * share, y), 'bottom': (x + width * share, y + height)}[side]

    def description(self):
        return self.canvas.get_description()

    def move(self, place):
        xdotool('mousemove', round(place[0]), round(place[1]))
        time.sleep(0.05)

    def click(self, place, *modifiers):
        self.move(place)
        for key in modifiers:
            xdotool('keydown', key)
        xdotool('click', 1)
        for key in modifiers:
            xdotool('keyup', key)

    def drag(self, begin, end, *modifiers, release=True, steps=STEPS):
        self.move(begin)
        time.sleep(0.2)  # ports are there under the pointer alone
        for key in modifiers:
            xdotool('keydown', key)
        xdotool('mousedown', 1)
        for step in range(1, steps + 1):
            self.move((begin[0] + (end[0] - begin[0]) * step / steps, begin[1] + (end[1] - begin[1]) * step / steps))
        time.sleep(0.1)
        if release:
            xdotool('mouseup', 1)
        for key in modifiers:
            xdotool('keyup', key)
