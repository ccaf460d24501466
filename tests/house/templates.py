#!/usr/bin/env python3
# templates.py: reads the templates of widgets and the files that they belong to
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each file of resources/gtk is in the bundle, and GTK's own tool takes it; each template belongs to one
file, which, with those that share its private header, binds all that the template names, and nothing else; strings for
people are for translators.
Left open: classes of libadwaita and of Heddle, which the tool does not know: the tests of these widgets make them."""

import re
import shutil
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import tap

PREFIX = '/io/github/heddle/Heddle/'
FOR_PEOPLE = {'label', 'title', 'subtitle', 'description', 'tooltip-text', 'placeholder-text', 'heading', 'body'}
VALIDATE_EACH = 'for file; do gtk4-builder-tool validate "$file" || failed=1; done; exit ${failed:-0}'


def templates(root):
    """(path, its tree, the C files that name it, with what those bind that include their private header) of each file
    of resources/gtk that holds a template."""
    sources = {path: path.read_text(encoding='utf-8') for folder in ('ui', 'app')
               for path in sorted((root / folder).rglob('*.c'))}
    for path in sorted((root / 'resources/gtk').glob('*.ui')):
        tree = ElementTree.parse(path)
        if tree.find('template') is not None:
            name = f'{PREFIX}gtk/{path.name}'
            owners = [owner for owner, text in sources.items() if name in text]
            yield path.relative_to(root), tree, {owner: '\n'.join(
                text for other, text in sources.items()
                if other == owner or f'#include "{owner.stem}-private.h"' in text) for owner in owners}


def check_bundle(root):
    """The window carries each of them."""
    bundle = (root / 'resources/heddle.gresource.xml').read_text(encoding='utf-8')
    return [f'resources/gtk/{path.name} is missing in heddle.gresource.xml'
            for path in sorted((root / 'resources/gtk').glob('*.ui')) if f'>gtk/{path.name}<' not in bundle]


def check_valid(root):
    """GTK's own tool takes them."""
    for tool in ('Xvfb', 'gtk4-builder-tool'):
        if not shutil.which(tool):
            raise tap.Skip(f'{tool} is missing')
    copies = []
    with tempfile.TemporaryDirectory() as scratch:
        for path in sorted((root / 'resources/gtk').glob('*.ui')):
            tree = ElementTree.parse(path)
            classes = {node.get('class') for node in tree.iter('object')}
            classes |= {node.get('parent') for node in tree.iter('template')}
            if not all(name.startswith('G') for name in classes):
                continue
            for node in list(tree.iter()): # the tool has nobody to tell
                for signal in node.findall('signal'):
                    node.remove(signal)
            copy = Path(scratch) / path.name
            tree.write(copy)
            copies.append(str(copy))
        return tap.run([str(root / 'tests/with-display.sh'), 'sh', '-c', VALIDATE_EACH, 'sh', *copies])


def check_bound(root):
    """Each template belongs to one file, which binds what it names, if need be in its parts, and nothing else."""
    wrong = []
    for path, tree, sources in templates(root):
        if len(sources) != 1:
            wrong.append(f'{path} belongs to {len(sources)} files')
            continue
        (owner, text), = sources.items()
        name = tree.find('template').get('class')
        if not re.search(rf'G_DEFINE_[A-Z_]+ \({name}, ', text):
            wrong.append(f'{path} is of {name}, which {owner.relative_to(root)} does not define')
        named = {node.get('id') for node in tree.iter('object') if node.get('id')}
        bound = set(re.findall(rf'bind_template_child(?:_full|_internal)? \(\w+, {name}, (\w+)\)', text))
        # What another part of the template refers to need not be bound.
        within = {node.text for node in tree.iter('property')} | {node.text for node in tree.iter('relation')}
        within |= {node.get('object') for node in tree.iter('signal')} | {node.get('name') for node in tree.iter('widget')}
        wrong += [f'{path} names {child}, which nobody binds' for child in sorted(named - bound - within)]
        named |= {node.get('id') for tag in ('menu', 'submenu') for node in tree.iter(tag)}
        wrong += [f'{owner.relative_to(root)} binds {child}, which {path} lacks' for child in sorted(bound - named)]
        handlers = {node.get('handler') for node in tree.iter('signal')}
        calls = set(re.findall(r'bind_template_callback(?:_full)? \(\w+, (?:"\w+", )?(\w+)\)', text))
        wrong += [f'{path}: {handler} is bound by nobody' for handler in sorted(handlers - calls)]
        wrong += [f'{path}: {call} is bound for nothing' for call in sorted(calls - handlers)]
    return wrong


def check_strings(root):
    """Each string for people is for translators."""
    wrong = []
    for path in sorted((root / 'resources/gtk').glob('*.ui')):
        for node in ElementTree.parse(path).iter():
            told = node.tag == 'item' or node.tag == 'property' and node.get('name') in FOR_PEOPLE
            words = node.text != 'Heddle' and re.search(r'[^\W\d_]{2}', node.text or '') # one letter is a symbol
            if told and words and node.get('translatable') != 'yes':
                wrong.append(f'{path.name}: “{node.text}” is not translatable')
    return wrong


if __name__ == '__main__':
    tap.main([check_bundle, check_valid, check_bound, check_strings])
