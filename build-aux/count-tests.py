#!/usr/bin/env python3
# count-tests.py: counts the test cases of a ./test run
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a directory of results: STAGE.json (meson's testlog.json, one test program a line, with its TAP
output) and stages.tap (a line for each thing that ./test ran itself). Prints what failed, with its last
words, and what was skipped, and as last line "N passed, N failed[, N skipped]". Exits with 1 if anything failed or nothing ran.

With CI set, a skip is a failure: the machine lacks a display or a tool that the tests need. Only a skip
whose reason starts with "not here:" stays one (root reads every file, say)."""

import json
import os
import re
import sys
from pathlib import Path

CASE = re.compile(r'^(not ok|ok)\b\s*(?:\d+\b)?\s*(?:-\s)?(.*)$')
DIRECTIVE = re.compile(r'^(.*?)\s*#\s*(SKIP|TODO)\b[:\s]*(.*)$', re.IGNORECASE)
PLAN = re.compile(r'^1\.\.(\d+)\s*(?:#\s*SKIP\S*\s*(.*))?$', re.IGNORECASE)
WORDS = 12  # lines
GOOD = {'OK', 'EXPECTEDFAIL', 'SKIP'}


def last_words(test):
    """What a program that failed said last: the reason stands there, in a log that may be out of reach."""
    said = [line for name in ('stdout', 'stderr') for line in test.get(name, '').splitlines() if line.strip() and not line.startswith('ok ')]
    return said[-WORDS:]


class Tally:
    def __init__(self, skips_fail):
        self.skips_fail = skips_fail
        self.passed = 0
        self.failed = []
        self.skipped = []

    def fail(self, name, log):
        self.failed.append(f'{name} ({log})')

    def skip(self, name, reason, log):
        reason = reason or 'no reason given'
        if self.skips_fail and not reason.startswith('not here:'):
            self.fail(f'{name}: skipped in CI: {reason}', log)
        else:
            self.skipped.append(f'{name}: {reason}')

    def case(self, verdict, text, prefix, log):
        directive = DIRECTIVE.match(text)
        kind = directive.group(2).upper() if directive else ''
        name = prefix + (directive.group(1) if directive else text)
        if kind == 'SKIP':
            self.skip(name, directive.group(3), log)
        elif verdict == 'ok' and kind != 'TODO':
            self.passed += 1
        else:
            self.fail(name, log)

    def program(self, test, prefix, log):
        """One test program as meson ran it: its TAP cases, and a failure more if it ended badly in another way."""
        before = len(self.failed)
        cases, planned = 0, None
        for line in test.get('stdout', '').splitlines():
            plan, case = PLAN.match(line), CASE.match(line)
            if plan:
                planned = int(plan.group(1))
                if planned == 0:
                    self.skip(f'{prefix}{test["name"]}', plan.group(2), log)
                    return
            elif case:
                cases += 1
                self.case(case.group(1), case.group(2), prefix, log)
        name = f'{prefix}{test["name"]}'
        if test['result'] not in GOOD:
            if len(self.failed) == before:
                self.fail(f'{name}: {test["result"]}, exit status {test.get("returncode")}', log)
            self.failed[-1] += ''.join(f'\n    {line}' for line in last_words(test))
        elif planned is not None and cases != planned:
            self.fail(f'{name}: {planned} cases planned, {cases} run', log)
        elif cases == 0:
            if test['result'] == 'SKIP':
                self.skip(name, '', log)
            else:
                self.passed += 1


def main(directory):
    tally = Tally(os.environ.get('CI', '') not in ('', '0', 'false'))
    for path in sorted(directory.glob('*.json')):
        for line in path.read_text(encoding='utf-8', errors='replace').splitlines():
            tally.program(json.loads(line), f'{path.stem}: ', path)
    stages = directory / 'stages.tap'
    if stages.exists():
        for line in stages.read_text(encoding='utf-8').splitlines():
            case = CASE.match(line)
            tally.case(case.group(1), case.group(2), '', stages)

    for line in tally.skipped:
        print(f'SKIPPED {line}')
    for line in tally.failed:
        print(f'FAILED {line}')
    skipped = f', {len(tally.skipped)} skipped' if tally.skipped else ''
    print(f'{tally.passed} passed, {len(tally.failed)} failed{skipped}')
    return 0 if tally.passed and not tally.failed else 1


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1])))
