#!/usr/bin/env python3
# pages.py: the pages of the public headers say what there is
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each public header has its page, and what it declares has a word said of it, but for what the conventions of names say; where
gtk-doc is there, the pages can be made and each symbol is on its header's. Left open: whether the words are true."""

import re
import shutil
import sys
import tempfile
from pathlib import Path

import tap

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'build-aux'))
import public_headers  # noqa: E402

# engine/docs/introduction.xml tells what these mean, whatever they stand in.
CONVENTION = re.compile(r'_(ref|unref|free)$|_(get|find|peek|dup|to_string)(_|$)')


def headers(root):
    return {path.name: public_headers.read(path) for path in sorted((root / 'engine/include/heddle').glob('*.h'))}


def contents(root):
    return [page for _, pages in public_headers.contents((root / 'engine/docs/contents.txt').read_text(encoding='utf-8')) for page in pages]


def check_contents(root):
    """Each public header that declares anything has one page, and each page a title."""
    listed = [name for name, _ in contents(root)]
    there = [name for name, header in headers(root).items() if header.symbols]
    return ([f'{name} has no page in engine/docs/contents.txt' for name in there if name not in listed]
            + [f'engine/docs/contents.txt has {name} {listed.count(name)} times' for name in sorted(set(listed)) if listed.count(name) > 1]
            + [f'engine/docs/contents.txt has {name}, which is no public header' for name in listed if name not in there]
            + [f'{name} has no title' for name, title in contents(root) if not title.strip()])


def check_words(root):
    """Something is said of each public symbol whose name is not enough."""
    return [f'{name}: nothing is said of {symbol.name}' for name, header in headers(root).items() for symbol in header.symbols
            if not symbol.text and not any(symbol.members.values()) and not public_headers.STANDARD.search(symbol.name) and not CONVENTION.search(symbol.name)]


def check_pages(root):
    """gtk-doc makes the pages without a complaint, and each symbol is on its header's."""
    if not shutil.which('gtkdoc-mkdb'):
        raise tap.Skip('not here: gtk-doc is missing')
    docs = root / 'engine/docs'
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / 'ä b'
        wrong = tap.run([sys.executable, str(root / 'build-aux/make-api-pages.py'), str(docs / 'contents.txt'), str(docs / 'introduction.xml'),
                         str(root / 'engine/include/heddle'), '1.0', str(out), str(Path(scratch) / 'd')])
        if wrong:
            return wrong
        for name, header in headers(root).items():
            page = (out / f'{name}.html').read_text(encoding='utf-8') if header.symbols else ''
            wrong += [f'{name}.html lacks {symbol.name}' for symbol in header.symbols
                      if not public_headers.STANDARD.search(symbol.name) and not re.search(rf'<a name="{symbol.name.replace("_", "-")}(:CAPS)?"', page)]
    return wrong


if __name__ == '__main__':
    tap.main([check_contents, check_words, check_pages])
