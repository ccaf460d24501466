#!/usr/bin/env python3
# run-projects.py: every project, with every exact synchronisation, on one, two and four partitions
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: build-aux/run-projects.py HEDDLE

Runs the small variant that a project's first comment states ("Small variant: $rows=8, $packets=50.") serially, then with
each exact synchronisation on 1, 2 and 4 partitions and as many threads, and compares the digests. A project without
such a comment runs as it is. Prints a line "ok NAME" or "not ok NAME # REASON" for each project and synchronisation."""

import re
import subprocess
import sys
from pathlib import Path

EXACT = ['window', 'null-message', 'request']
PARTITIONS = [1, 2, 4]
SMALL = re.compile(r'Small variant:\s*(\$.*?)\.\s*(?:-->|\n|$)', re.DOTALL)
SECONDS = 600


def small_variant(project):
    stated = SMALL.search(project.read_text(encoding='utf-8'))
    settings = re.split(r',\s*', stated.group(1)) if stated else []
    return [word for setting in settings for word in ('--set', setting)]


def digest(heddle, project, variant, *options):
    """The digest of a run; an error is raised with what the program said."""
    done = subprocess.run([heddle, 'run', '--quiet', '--digest', '--allow-programs', *variant, *options, str(project)],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or [f'status {done.returncode}'])[-1])
    return done.stdout.strip()


def note(name, reason=None):
    print(f'not ok {name} # {reason}' if reason else f'ok {name}', flush=True)


def check(heddle, project):
    variant = small_variant(project)
    try:
        expected = digest(heddle, project, variant, '--sync', 'serial')
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        note(f'{project} runs', error)
        return
    note(f'{project} runs')
    for sync in EXACT:
        different = []
        for n in PARTITIONS:
            try:
                if digest(heddle, project, variant, '--sync', sync, '--partitions', str(n), '--threads', str(n)) != expected:
                    different.append(f'another digest on {n} partitions')
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                different.append(f'{n} partitions: {error}')
        note(f'{project} {sync}', '; '.join(different))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for project in sorted(Path('projects').rglob('*.heddle')):
        check(sys.argv[1], project)


if __name__ == '__main__':
    main()
