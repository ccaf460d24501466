#!/usr/bin/env python3
# figures.py: numbers for people are made in one place
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: what a window shows is formatted by hd_figure_*: no printf of a floating number, no hand-made percent, no text
of hd_quantity_format(), which is for what is read back. ui/edits writes documents, as do the files named below.
Left open: integers that stand for quantities; the command line, whose texts are read by programs too."""

import re

import tap

FLOATING = re.compile(r'%[-+ #0]*(\*|\d+)?(\.(\*|\d+))?l?[aAeEfFgG]\b')
PERCENT = re.compile(r'(%[-+ #0-9.]*l?[dus]|\d) %%')
MACHINE = re.compile(r'\bhd_quantity_format\b')
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
EXEMPT = re.compile(r'g_ascii_formatd|^ \*|^#include')  # ascii: for files, whatever the language
DOCUMENTS = {'ui/editor/heddle-project-items.c', 'ui/views/heddle-sweep-page.c', 'ui/views/heddle-tree-trials.c', 'ui/scene/heddle-knob.c'}  # a factor, entries, an attribute of a workload, and settings


def complaints_of(line):
    """What is wrong with one line of C."""
    if EXEMPT.search(line):
        return []
    texts = ' '.join(STRING.findall(line))
    found = [f'formats a number with {match.group(0)}' for match in FLOATING.finditer(texts)]
    found += [f'makes a percentage by hand: {match.group(0)}' for match in PERCENT.finditer(texts)]
    return found + ['shows what hd_quantity_format() makes'] * bool(MACHINE.search(line))


def check_window(root):
    """Figures of the window come from hd_figure_format() and its like."""
    paths = [path for path in sorted((root / 'ui').rglob('*.c')) if path.relative_to(root).parts[1] != 'edits']
    wrong = []
    for path in paths:
        name = str(path.relative_to(root))
        if name in DOCUMENTS:
            continue
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            wrong += [f'{name}:{number} {complaint}' for complaint in complaints_of(line)]
    return wrong if len(paths) > 100 else wrong + [f'only {len(paths)} files found']


def check_itself(_):
    """A figure made by hand is found."""
    wrong = {'"%.4g %s"': 1, '"%.0f %%"': 1, '"%u %%"': 1, '"%lf"': 1, 'hd_quantity_format (q, 3)': 1, '"%u %s"': 0, '"100%% sure"': 0,
             'g_ascii_formatd (b, sizeof b, "%.3f", x)': 0, '"%s, %d percent busy"': 0, 'a % f': 0}
    return [f'{line}: {complaints_of(line)}' for line, n in wrong.items() if len(complaints_of(line)) != n]


if __name__ == '__main__':
    tap.main([check_window, check_itself])
