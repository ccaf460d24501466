#!/usr/bin/env python3
# resources.py: has the desktop's own tools judge what Heddle gives to the desktop
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: desktop entry, metainfo, settings schema and MIME type are valid, and a .heddle file is known by its
name and by its root element; icons take the theme's colour; no menu leads nowhere."""

import os
import re
import shutil
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import tap

APP = 'io.github.heddle.Heddle'
SVG = '{http://www.w3.org/2000/svg}'


def built(name):
    return str(Path(os.environ['HEDDLE_BUILD_ROOT']) / 'resources' / name)


def check_desktop_entry(root):
    """The desktop entry is valid."""
    return tap.run(['desktop-file-validate', '--no-hints', built(f'{APP}.desktop')])


def check_metainfo(root):
    """The metainfo is valid."""
    return tap.run(['appstreamcli', 'validate', '--no-net', '--no-color', built(f'{APP}.metainfo.xml')])


def check_schema(root):
    """The settings schema is valid."""
    return tap.run(['glib-compile-schemas', '--strict', '--dry-run', str(root / 'resources')])


def check_mime(root):
    """A .heddle file is known by its name and by its root element, a lesson by its name."""
    with tempfile.TemporaryDirectory() as scratch:
        packages = Path(scratch) / 'packages'
        packages.mkdir()
        shutil.copy(root / 'resources' / f'{APP}.mime.xml', packages / f'{APP}.xml')
        wrong = tap.run(['update-mime-database', scratch], env={**os.environ, 'PKGSYSTEM_ENABLE_FSYNC': '0'})
        if wrong:
            return wrong
        wanted = [('globs2', '50:application/x-heddle+xml:*.heddle'),
                  ('globs2', '50:application/x-heddle-lesson+xml:*.lesson'),
                  ('XMLnamespaces', ' heddle application/x-heddle+xml')]
        return [f'{name} lacks "{line}"' for name, line in wanted
                if line not in (Path(scratch) / name).read_text(encoding='utf-8').splitlines()]


def check_icons(root):
    """Symbolic icons are fills on a 16-pixel grid, other icons scale, and the window carries each action icon."""
    wrong = []
    bundle = (root / 'resources/heddle.gresource.xml').read_text(encoding='utf-8')
    for path in sorted((root / 'resources/icons').rglob('*.svg')):
        name = path.relative_to(root / 'resources')
        image = ElementTree.parse(path).getroot()
        symbolic = path.stem.endswith('-symbolic')
        if image.get('viewBox') is None:
            wrong.append(f'{name} has no viewBox')
        if symbolic and (image.get('width'), image.get('height')) != ('16', '16'):
            wrong.append(f'{name} is not 16 pixels wide and high')
        if symbolic and any('stroke' in attribute for node in image.iter() for attribute in node.attrib):
            wrong.append(f'{name} has strokes, which do not take the theme\'s colour')
        if 'actions' in path.parts and not (symbolic and path.stem.startswith('heddle-')):
            wrong.append(f'{name} is not called heddle-NAME-symbolic')
        if 'mimetypes' not in path.parts and f'>{name}<' not in bundle:
            wrong.append(f'{name} is missing in heddle.gresource.xml')
    return wrong


def check_bundle_icons_used(root):
    """Each icon of the project's own that the window names is there."""
    named = re.compile(r'\bheddle-[a-z-]+-symbolic\b')
    there = {path.stem for path in (root / 'resources/icons/scalable/actions').glob('*.svg')}
    wrong = []
    for folder in ('ui', 'app', 'resources'):
        for path in sorted((root / folder).rglob('*')):
            if path.suffix in ('.c', '.ui', '.css'):
                wrong += [f'{path.relative_to(root)} names {icon}, which resources/icons lacks'
                          for icon in sorted(set(named.findall(path.read_text(encoding='utf-8'))) - there)]
    return wrong


def check_actions(root):
    """Each action that a menu, a button, a key or the help names exists."""
    named = re.compile(r'["\'>](?:win|app)\.([a-z][a-z0-9-]*)')
    made = re.compile(r'(?:\{ *|_action_new(?:_stateful)? \()"([a-z][a-z0-9-]*)"')
    texts = {path: path.read_text(encoding='utf-8') for folder in ('ui', 'app', 'resources')
             for path in sorted((root / folder).rglob('*')) if path.suffix in ('.c', '.ui')}
    there = set()
    for path, text in texts.items():
        there |= set(made.findall(text)) if path.suffix == '.c' and 'cli' not in path.parts else set()
    return [f'{path.relative_to(root)} names the action {name}, which nobody makes'
            for path, text in texts.items() for name in sorted(set(named.findall(text)) - there)]


if __name__ == '__main__':
    tap.main([check_desktop_entry, check_metainfo, check_schema, check_mime, check_icons, check_bundle_icons_used,
              check_actions])
