#!/usr/bin/env python3
# counting.py: the last line of ./test counts what ran, and nothing gets lost
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: a failing, crashing, cut-short or missing test is never counted as passed, and in CI neither is a skip."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import tap


def count(root, programs, stages='', ci=False):
    """Exit status and output lines of count-tests.py for test programs given as (result, standard output)."""
    environment = {key: value for key, value in os.environ.items() if key != 'CI'}
    if ci:
        environment['CI'] = 'true'
    with tempfile.TemporaryDirectory() as scratch:
        lines = [json.dumps({'name': f'program-{number}', 'result': result, 'returncode': 0, 'stdout': output})
                 for number, (result, output) in enumerate(programs, 1)]
        (Path(scratch) / 'release.json').write_text(''.join(f'{line}\n' for line in lines))
        if stages:
            (Path(scratch) / 'stages.tap').write_text(stages)
        done = subprocess.run([sys.executable, str(root / 'build-aux/count-tests.py'), scratch],
                              stdout=subprocess.PIPE, text=True, env=environment)
    return done.returncode, done.stdout.splitlines()


def expect(root, status, last, *arguments, **options):
    found_status, lines = count(root, *arguments, **options)
    if (found_status, lines[-1]) == (status, last):
        return []
    return [f'expected exit status {status} and "{last}", got {found_status} and "{lines[-1]}"']


def check_passes(root):
    """Every case counts, of programs and of stages."""
    programs = [('OK', 'TAP version 13\n1..2\nok 1 /a\n# a remark\nok 2 /b\n'), ('OK', '')]
    return expect(root, 0, '4 passed, 0 failed', programs, 'ok fuzz-xml for 20 s\n')


def check_failures(root):
    """A failing case is a failure, and its program is not one more."""
    programs = [('FAIL', '1..3\nok 1 /a\nnot ok 2 /b\nnot ok 3 /c - why\n')]
    return expect(root, 1, '1 passed, 2 failed', programs) + expect(root, 1, '0 passed, 1 failed', [], 'not ok builds\n')


def check_crashes(root):
    """A program that crashes, hangs or stops early is a failure."""
    return (expect(root, 1, '1 passed, 1 failed', [('ERROR', '1..2\nok 1 /a\n')]) +
            expect(root, 1, '1 passed, 1 failed', [('TIMEOUT', '1..2\nok 1 /a\n')]) +
            expect(root, 1, '1 passed, 1 failed', [('OK', '1..2\nok 1 /a\n')]))


def check_last_words(root):
    """Of a program that failed its last lines are printed, and counted as nothing."""
    _, lines = count(root, [('ERROR', '1..2\nok 1 /a\nBail out! not ok with 2\n'), ('OK', 'quiet\n1..1\nok 1 /b\n')])
    text = '\n'.join(lines)
    if 'Bail out! not ok with 2' in text and 'quiet' not in text and lines[-1] == '2 passed, 1 failed':
        return []
    return [f'expected the words of the first program alone and "2 passed, 1 failed", got: {text}']


def check_skips(root):
    """A skip is named, and in CI it is a failure unless it says that it is not for here."""
    program = [('OK', '1..2\nok 1 /a\nok 2 /b # SKIP no display\n')]
    excused = [('OK', '1..2\nok 1 /a\nok 2 /b # SKIP not here: root reads every file\n')]
    whole = [('SKIP', '1..0 # SKIP no display\n'), ('OK', '')]
    return (expect(root, 0, '1 passed, 0 failed, 1 skipped', program) +
            expect(root, 1, '1 passed, 1 failed', program, ci=True) +
            expect(root, 0, '1 passed, 0 failed, 1 skipped', excused, ci=True) +
            expect(root, 0, '1 passed, 0 failed, 1 skipped', whole) +
            expect(root, 1, '1 passed, 1 failed', whole, ci=True))


def check_nothing(root):
    """Nothing run is no success."""
    return expect(root, 1, '0 passed, 0 failed', [])


if __name__ == '__main__':
    tap.main([check_passes, check_failures, check_crashes, check_last_words, check_skips, check_nothing])
