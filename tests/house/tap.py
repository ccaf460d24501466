# tap.py: the few lines of TAP that the checks of the house need
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check is a function that takes the root of the source tree and returns a list of complaints, or raises Skip.
Its docstring's first line is its name in the output."""

import os
import subprocess
import sys
from pathlib import Path


class Skip(Exception):
    """The check can't be made here, and why."""


def run(command, **kwargs):
    """Complaints of a tool: its output if it failed, else none."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **kwargs)
    except FileNotFoundError as error:
        raise Skip(f'{command[0]} is missing') from error
    return done.stdout.splitlines() or [f'{command[0]} failed'] if done.returncode else []


def main(checks):
    root = Path(os.environ['HEDDLE_SOURCE_ROOT'])
    failed = False
    print('TAP version 13')
    print(f'1..{len(checks)}')
    for number, check in enumerate(checks, 1):
        name = check.__doc__.splitlines()[0].rstrip('.')
        try:
            complaints = check(root)
        except Skip as skip:
            print(f'ok {number} {name} # SKIP {skip}')
            continue
        failed = failed or bool(complaints)
        print(f'{"not ok" if complaints else "ok"} {number} {name}')
        for complaint in complaints:
            print(f'# {complaint}')
            print(complaint, file=sys.stderr)
    sys.exit(1 if failed else 0)
