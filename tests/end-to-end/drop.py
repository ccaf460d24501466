#!/usr/bin/env python3
# drop.py: what is dropped where nobody takes it
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drags a component from the palette across the drawing and lets go beside it, as fast as the program answers: sometimes faster than
the drawing can take back that it would have taken it. Needs a display (with-display.sh)."""

import subprocess
import sys
import time

try:
    from x11 import Display
except OSError as missing:
    print(f'TAP version 13\n1..0 # SKIP {missing}')
    sys.exit(0)

N_DRAGS = 30
STEPS = 8
TILE = (129, 318)  # the middle of one
BESIDE = (1388, 640)
QUIET = (900, 875)  # has no tooltip
PATIENCE_S = 5
FIRST_S = 60  # until the palette is there


def wait_for(condition):
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def answer(display):
    display.answered(display.ping(display.windows()[-1]), PATIENCE_S)


def drag(display, to):
    """Whether something was dragged."""
    carried = False
    display.move(*TILE)
    answer(display)
    display.button(1, True)
    for i in range(1, STEPS + 1):
        display.move(TILE[0] + (to[0] - TILE[0]) * i / STEPS, TILE[1] + (to[1] - TILE[1]) * i / STEPS)
        answer(display)
    carried = bool(display.pictures())
    display.button(1, False)
    answer(display)
    return carried


def main():
    display = Display()
    program = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE, text=True)
    n_carried = 0
    stays = False
    wait_for(display.windows)
    begin = time.monotonic()
    while not drag(display, BESIDE) and time.monotonic() < begin + FIRST_S:
        time.sleep(0.2)
    for i in range(N_DRAGS):
        n_carried += drag(display, (BESIDE[0], BESIDE[1] - 5 * i))
        display.move(*QUIET)
        stays = not wait_for(lambda: not display.pictures())
        if stays:
            break
    program.terminate()
    said = program.communicate()[1]
    good = n_carried > 0 and not stays and 'WARNING' not in said and 'CRITICAL' not in said
    print('TAP version 13\n1..1')
    print('\n'.join('# ' + line for line in said.splitlines() if line))
    print(f'{"ok" if good else "not ok"} 1 none of {n_carried} components dropped beside the drawing stays on the screen')
    sys.exit(0 if good else 1)


main()
