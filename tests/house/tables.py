#!/usr/bin/env python3
# tables.py: every column of a table that is written says its unit
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: a column of a CSV file is a text, counts, ends with its unit, or is a value with its unit in a column beside it.
Left open: whether what stands in a column is in that unit (tests/engine/report), and transfers.csv, whose columns are those of its list."""

import re

import tap

HEADER = re.compile(r'"((?:[a-z][a-z0-9_]*,)+[a-z][a-z0-9_]*)\\n"')
UNIT = re.compile(r'(^|_)(s|bytes|flop|j|ratio)(_per_s)?$')
TEXTS = {'name', 'address', 'unit', 'link', 'class', 'probe', 'kind', 'lane', 'span', 'cause', 'peer', 'component', 'writer', 'capacity', 'stage', 'reason', 'other_source', 'other_destination',
         'other_link', 'router', 'file', 'student', 'question', 'function', 'calls', 'program'}
COUNTS = {'count', 'transfer', 'write', 'iteration', 'step', 'equal_lanes', 'unfinished', 'hop', 'cycles', 'channel', 'other_channel', 'switched_flits', 'accepted_flits',
          'no_channel_cycles', 'no_credit_cycles', 'no_switch_cycles', 'no_room_cycles', 'points', 'most_points', 'counter', 'updates', 'sum', 'packets', 'layers', 'instructions', 'issue_cycles', 'waited_cycles', 'line'}  # from 0, or how many; unfinished is 0 or 1
FOLDERS = ('engine', 'ui', 'app')


def complaints_of(header):
    columns = header.split(',')
    known = TEXTS | COUNTS | ({'value'} if 'unit' in columns else set())
    return [f'{column} of {header} has no unit and is in neither list of this test' for column in columns if column not in known and not UNIT.search(column)]


def check_headers(root):
    """Columns of tables say their units."""
    headers = [header for folder in FOLDERS for path in sorted((root / folder).rglob('*.c')) for header in HEADER.findall(path.read_text(encoding='utf-8'))]
    wrong = [complaint for header in headers for complaint in complaints_of(header)]
    return wrong if len(headers) >= 5 else wrong + [f'only {len(headers)} tables found']


def check_itself(_):
    """A column without a unit is found."""
    wrong = {'name,value': 1, 'name,value,unit': 0, 'link,load': 1, 'link,bandwidth_bytes_per_s': 0, 'start,end': 2, 'link,chars': 1}
    return [f'{header}: {len(complaints_of(header))} complaints' for header, n in wrong.items() if len(complaints_of(header)) != n]


if __name__ == '__main__':
    tap.main([check_headers, check_itself])
