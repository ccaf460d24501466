#!/usr/bin/env python3
# capitals.py: menus are written as GNOME's guidelines say
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: an item of a menu, a label with a mnemonic beside its action, and the title of an empty page have header
capitals: each word of four letters or more begins with a capital, and so do the first and the last.
Left open: what stands in sentences; verbs of fewer letters."""

import re
import xml.etree.ElementTree as ElementTree

import tap

LABEL = re.compile(r'\bN?_ \("((?:[^"\\]|\\.)*)"\), "(?:win|app)\.|\bN?_\("((?:[^"\\]|\\.)*)"\), "(?:win|app)\.')
TITLE = re.compile(r'status_page_set_title \([^;]*?\bN?_ ?\("((?:[^"\\]|\\.)*)"\)|heddle_empty_page_new \([^;]*?"heddle-[a-z-]*-symbolic",\s*_\("((?:[^"\\]|\\.)*)"\)')
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")


def small_words(label):
    """The words that should begin with a capital and do not."""
    words = WORD.findall(label.replace('_', ''))
    return [word for i, word in enumerate(words) if word[0].islower() and (len(word) >= 4 or i in (0, len(words) - 1))]


def labels_of(text):
    labels = [match.group(1) or match.group(2) for match in LABEL.finditer(text)]
    titles = [match.group(1) or match.group(2) for match in TITLE.finditer(text)]
    return [label for label in labels if '_' in label] + titles


def labels_of_template(tree):
    labels = [node.text for node in tree.iter('attribute') if node.get('name') == 'label']
    for thing in tree.iter('object'):
        has = {node.get('name'): node.text for node in thing.findall('property')}
        if 'action-name' in has:
            labels.append(has.get('label') or '')
        if thing.get('class') == 'AdwStatusPage' and 'title' in has:
            yield has['title']
    yield from (label for label in labels if '_' in label)


def check_menus(root):
    """Menus and titles have header capitals."""
    found = [(path, label) for folder in ('ui', 'app') for path in sorted((root / folder).rglob('*.c'))
             for label in labels_of(path.read_text(encoding='utf-8'))]
    found += [(path, label) for path in sorted((root / 'resources/gtk').glob('*.ui'))
              for label in labels_of_template(ElementTree.parse(path))]
    wrong = [f'{path.relative_to(root)}: “{label}”: {", ".join(small_words(label))}' for path, label in found if small_words(label)]
    return wrong if len(found) >= 80 else wrong + [f'only {len(found)} labels found']


def check_itself(_):
    """A small letter is found."""
    cases = {'_Fit to window': ['window'], '_Fit to Window': [], 'Cu_t': [], '_Link from Here': ['from'], '_Pin or Unpin': [], 'Add a _Probe': []}
    wrong = [f'{label}: {small_words(label)}' for label, words in cases.items() if small_words(label) != words]
    template = ElementTree.fromstring('<interface><object class="GtkButton"><property name="label">_Keep it</property>'
                                      '<property name="action-name">win.keep</property></object>'
                                      '<object class="AdwStatusPage"><property name="title">no trees</property></object>'
                                      '<menu id="m"><item><attribute name="label">_Fit to window</attribute></item></menu></interface>')
    wrong += ['no label found in a template'] * (set(labels_of_template(template)) != {'_Keep it', 'no trees', '_Fit to window'})
    return wrong + ['no label found'] * (labels_of('{ N_("_Fit to window"), "win.zoom-fit" }') != ['_Fit to window'])


if __name__ == '__main__':
    tap.main([check_menus, check_itself])
