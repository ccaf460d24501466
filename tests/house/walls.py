#!/usr/bin/env python3
# walls.py: reads the sources and checks that the walls of the house stand
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: which file may include which, as the map in docs/architecture.md says; licences and unfinished lines.
Left open: a room that reaches into a later one without an include (by a declaration of its own)."""

import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

import tap

# A room of the engine sees the rooms before it.
ROOMS = ['base', 'process', 'kernel', 'catalog', 'document', 'format', 'generate', 'design', 'network',
         'collective', 'workload', 'run', 'report', 'why', 'study', 'lesson']
# The rooms of ui/ without GTK, and the rooms that app/ sees; the others of ui/ are in their recipes.
WITHOUT_TOOLKIT = ('paint', 'scene', 'edits', 'journal', 'session')
OF_APP = {'app': ['app/cli', 'ui/journal', 'ui/window'], 'app/cli': ['ui/paint', 'ui/scene']}
TOOLKIT = re.compile(r'^(gtk|gdk|gsk|adwaita|adw)\b|^(gtk|gdk|gsk)[-/]')
DRAWING = re.compile(r'^(cairo|pango)')
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SOURCES = {'.c', '.h', '.cpp', '.py', '.sh', '.build', '.css', '.ui', '.rng', '.supp'}
SCRIPTS = ['run', 'test', '.ci/run', 'meson_options.txt']
PUBLIC = Path('engine/include/heddle')


def files(root, folder, suffixes):
    """Files below a folder, as paths relative to the root; build directories are not the house's."""
    found = []
    for directory, names, leaves in os.walk(root / folder):
        if Path(directory) == root:
            names[:] = [n for n in names if not n.startswith('build') or n == 'build-aux']
        names[:] = [n for n in names if n not in ('.git', '__pycache__')]
        found += [(Path(directory) / leaf).relative_to(root) for leaf in leaves if Path(leaf).suffix in suffixes]
    return sorted(found)


def includes(root, path):
    """(is_quoted, name) of each #include of a file, in order."""
    text = (root / path).read_text(encoding='utf-8')
    return [(match.group(1) == '"', match.group(2)) for match in INCLUDE.finditer(text)]


def c_files(root, folder):
    return files(root, folder, {'.c', '.h', '.cpp'})


def owners(root):
    """The room of each public header: that of the .c file of its name, else the last room that it includes.
    heddle.h, which holds everything, is no room's."""
    owner = {}
    sources = {room: {path.name for path in files(root, f'engine/{room}', {'.c'})} for room in ROOMS}

    def room_of(name):
        if name not in owner:
            homes = [room for room in ROOMS if Path(name).with_suffix('.c').name in sources[room]]
            inner = [n.removeprefix('heddle/') for quoted, n in includes(root, PUBLIC / name)
                     if not quoted and n.startswith('heddle/')]
            below = [room_of(n) for n in inner]
            owner[name] = homes[0] if homes else max(below, key=ROOMS.index, default=ROOMS[0])
        return owner[name]

    for path in (root / PUBLIC).glob('*.h'):
        if path.name != 'heddle.h':
            room_of(path.name)
    return owner


def check_toolkits(root):
    """The engine knows no toolkit, neither do the rooms of ui/ that are to work without, and edits draw nothing."""
    wrong = [f'{path} includes {name}' for path in c_files(root, 'engine')
             for _, name in includes(root, path) if TOOLKIT.search(name) or DRAWING.search(name)]
    wrong += [f'{path} includes {name}' for room in WITHOUT_TOOLKIT for path in c_files(root, f'ui/{room}')
              for _, name in includes(root, path) if TOOLKIT.search(name)]
    wrong += [f'{path} includes {name}' for path in c_files(root, 'ui/edits')
              for _, name in includes(root, path) if DRAWING.search(name)]
    return wrong


def is_generated(folder, name):
    """Whether the build makes a header in a folder: its recipe names it, or the file that it is made from."""
    recipe = folder / 'meson.build'
    text = recipe.read_text(encoding='utf-8') if recipe.exists() else ''
    return f"'{name}'" in text or f"'{Path(name).stem}'" in text


def check_rooms(root):
    """Inside the engine a room includes only itself and rooms before it."""
    wrong, owner, private = [], owners(root), {}
    for room in ROOMS:
        for path in c_files(root, f'engine/{room}'):
            if path.suffix == '.h':
                if path.name in private:
                    wrong.append(f'{path}: {private[path.name]} has a header of that name too')
                private[path.name] = room
    places = [(room, path) for room in ROOMS for path in c_files(root, f'engine/{room}')]
    places += [(owner[path.name], path) for path in c_files(root, PUBLIC) if path.name in owner]
    for room, path in places:
        for quoted, name in includes(root, path):
            if quoted:
                other = room if is_generated(root / 'engine' / room, name) else private.get(name)
                if other is None:
                    wrong.append(f'{path} includes "{name}", which lies in no room')
                    continue
            elif name.startswith('heddle/'):
                other = owner.get(name.removeprefix('heddle/'))
                if other is None:
                    wrong.append(f'{path} includes <{name}>, which is no room\'s public header')
                    continue
            else:
                continue
            if ROOMS.index(other) > ROOMS.index(room):
                wrong.append(f'{path} includes {name} of {other}, a later room')
    return wrong


def ui_rooms(root):
    """The rooms of ui/ in the order in which they are built, each with those that its recipe lets it see."""
    names = re.compile(r"'([a-z]+)'")
    recipe = (root / 'ui/meson.build').read_text(encoding='utf-8')
    order = names.findall(''.join(re.findall(r'ui_rooms \+?= (.*)', recipe)))
    recipes = {room: (root / f'ui/{room}/meson.build').read_text(encoding='utf-8') for room in order}
    return {room: names.findall(re.search(r'^room_sees = (.*)$', recipe, re.MULTILINE).group(1))
            for room, recipe in recipes.items()}


def check_ui_rooms(root):
    """A room of ui/ sees those that its recipe names, rooms before it alone; it includes each of them, and no other."""
    wrong, rooms, home = [], ui_rooms(root), {}
    order = list(rooms)
    wrong += [f'ui/{room} sees {other}, a later room' for room in order for other in rooms[room]
              if other not in order[:order.index(room)]]
    sees = {f'ui/{room}': [f'ui/{other}' for other in rooms[room]] for room in order} | OF_APP
    for path in files(root, 'ui', {'.h'}) + files(root, 'app', {'.h'}):
        if path.name in home:
            wrong.append(f'{path}: {home[path.name]} has a header of that name too')
        home[path.name] = str(path.parent)
    used = {folder: set() for folder in sees}
    for path in c_files(root, 'ui') + c_files(root, 'app'):
        folder = str(path.parent)
        if folder not in sees and path.suffix == '.c':
            wrong.append(f'{path} lies in no room')
        for name in [name for quoted, name in includes(root, path) if quoted and not is_generated(root / folder, name)]:
            other = home.get(name, 'no room')
            if other in sees.get(folder, []) and not name.endswith('-private.h'):
                used[folder].add(other)
            elif other != folder:
                wrong.append(f'{path} includes "{name}" of {other}, which it does not see')
    return wrong + [f'{folder} is let see {other}, which it does not include' for folder in sees
                    for other in sees[folder] if other not in used[folder]]


def check_map(root):
    """The table of rooms in docs/architecture.md says what the recipes say."""
    text = (root / 'docs/architecture.md').read_text(encoding='utf-8')
    rows = {name: re.findall(r'[a-z]+', sees) for name, sees in
            re.findall(r'^\| `ui/([a-z]+)` \|[^|]*\|([^|]*)\|$', text, re.MULTILINE)}
    return [f'docs/architecture.md: ui/{room} sees {", ".join(rows.get(room, []))}; by its recipe {", ".join(sees)}'
            for room, sees in ui_rooms(root).items() if rows.get(room) != (sees or ['nothing'])]


def check_facade(root):
    """ui/ and app/ see the engine's public headers alone."""
    wrong = []
    for path in c_files(root, 'ui') + c_files(root, 'app'):
        for quoted, name in includes(root, path):
            if not quoted and name.startswith('heddle/') and not (root / PUBLIC.parent / name).exists():
                wrong.append(f'{path} includes <{name}>, which is not public')
            elif not quoted and Path(name).name.startswith('hd-') and not name.startswith('heddle/'):
                wrong.append(f'{path} includes <{name}> past the facade')
    return wrong


def check_libraries(root):
    """Component libraries see heddle-component.h of Heddle's headers, the protocol of chiplets, and their own."""
    wrong, seen = [], ('heddle/heddle-component.h', 'heddle/heddle-chip-protocol.h')
    for path in c_files(root, 'engine/libraries'):
        for quoted, name in includes(root, path):
            if quoted and not (root / path.parent / name).exists():
                wrong.append(f'{path} includes "{name}" of elsewhere')
            elif not quoted and name.startswith('heddle/') and name not in seen:
                wrong.append(f'{path} includes <{name}>')
    return wrong


def check_chip(root):
    """The library of chiplets' programs stands on libc, and sees its own headers alone."""
    kept = re.compile(r'^(heddle/heddle-chip(-protocol)?\.h|[a-z]+\.h|sys/[a-z]+\.h)$')
    return [f'{path} includes {name}' for path in c_files(root, 'engine/chip') for _, name in includes(root, path)
            if not kept.match(name)]


def check_own_header(root):
    """A .c file includes its own header first."""
    wrong = []
    for path in [p for p in c_files(root, 'engine') + c_files(root, 'ui') + c_files(root, 'app') if p.suffix == '.c']:
        beside = [name for name in (f'{path.stem}.h', f'{path.stem}-private.h') if (root / path.parent / name).exists()]
        own = [(True, name) for name in beside]
        if (root / PUBLIC / f'{path.stem}.h').exists():
            own.append((False, f'heddle/{path.stem}.h'))
        if own and next(iter(includes(root, path)), None) not in own:
            wrong.append(f'{path} includes another header before its own')
    return wrong


def check_headers_stand_alone(root):
    """Each public header compiles alone and is guarded."""
    wrong = []
    compiler = shlex.split(os.environ['HEDDLE_CC'])
    packages = subprocess.run(['pkg-config', '--cflags', 'glib-2.0', 'gobject-2.0', 'gio-2.0'],
                              stdout=subprocess.PIPE, text=True, check=True)
    flags = ['-std=gnu17', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-I', str(root / 'engine/include'),
             *shlex.split(packages.stdout)]
    with tempfile.TemporaryDirectory() as scratch:
        for path in files(root, PUBLIC, {'.h'}):
            if '#pragma once' not in (root / path).read_text(encoding='utf-8'):
                wrong.append(f'{path} lacks #pragma once')
            source = Path(scratch) / 'alone.c'
            source.write_text(f'#include <heddle/{path.name}>\n')
            wrong += [f'{path}: {line}' for line in tap.run([*compiler, *flags, str(source)])]
    return wrong


def check_tasks(root):
    """Threads of tasks are started in one way, which finalizes no source object in a worker."""
    return [f'{path} calls g_task_run_in_thread ()' for folder in ('engine', 'ui', 'app') for path in c_files(root, folder)
            if path.stem != 'hd-task' and re.search(r'\bg_task_run_in_thread\b *\(', (root / path).read_text(encoding='utf-8'))]


def check_writing(root):
    """Files are written in one way, which replaces no device and leaves nothing behind; the journal appends."""
    return [f'{path} writes a file with {call} (): hd_file_write () does' for folder in ('engine', 'ui', 'app') for path in c_files(root, folder)
            for call in ('g_file_set_contents', 'g_file_set_contents_full', 'g_file_replace_contents')
            if re.search(rf'\b{call}\b *\(', (root / path).read_text(encoding='utf-8'))]


def check_licences(root):
    """Each source file names its licence: the engine's LGPL, elsewhere GPL, three or later."""
    wrong, lesser = [], (Path('engine'), Path('resources/schemas'))
    for path in files(root, '.', SOURCES) + [Path(script) for script in SCRIPTS]:
        licence = ('LGPL' if any(path.is_relative_to(folder) for folder in lesser) else 'GPL') + '-3.0-or-later'
        head = (root / path).read_text(encoding='utf-8')[:1500]
        if not re.search(rf'SPDX-License-Identifier: {licence}\b', head):
            wrong.append(f'{path} lacks the line SPDX-License-Identifier: {licence}')
    for licence in ('GPL-3.0-or-later', 'LGPL-3.0-or-later'):
        if not (root / 'LICENSES' / f'{licence}.txt').exists():
            wrong.append(f'LICENSES/{licence}.txt is missing')
    return wrong


def check_finished(root):
    """No line says that it is unfinished, none holds a path of one machine."""
    unfinished = re.compile(r'(?://|\*|#|<!--)\s*(?:TODO|FIXME|XXX)\b|\b(?:TODO|FIXME|XXX)(?::|\()')
    machine = re.compile(r'''(?<![\w.~/$}])/(work|home|root|Users)/''')
    wrong = []
    for path in files(root, '.', SOURCES | {'.md', '.xml', '.in', '.heddle'}) + [Path(script) for script in SCRIPTS]:
        for number, line in enumerate((root / path).read_text(encoding='utf-8', errors='replace').splitlines(), 1):
            if unfinished.search(line) or machine.search(line):
                wrong.append(f'{path}:{number}: {line.strip()[:100]}')
    return wrong


if __name__ == '__main__':
    tap.main([check_toolkits, check_rooms, check_ui_rooms, check_map, check_facade, check_libraries, check_chip, check_own_header,
              check_headers_stand_alone, check_tasks, check_writing, check_licences, check_finished])
