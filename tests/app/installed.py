#!/usr/bin/env python3
# installed.py: the program as it is installed, in a folder with spaces and letters that are not ASCII
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: an installed program finds its libraries, projects, translations and settings wherever its prefix was moved to; the bus starts it
and hands it files; the file manager's line makes a thumbnail; a program of others builds against the engine; widgets and the command line
work where the source tree lies below the temporary folder. Usage: installed.py WIDGET-TEST..."""

import configparser
import json
import os
import shlex
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

APP = 'io.github.heddle.Heddle'
BUILD = Path(os.environ['HEDDLE_BUILD_ROOT'])
RING = 'small/ring-4.heddle'
TESTS = [str(Path(test).resolve()) for test in sys.argv[1:]]
SCRATCH = tempfile.TemporaryDirectory()
PLACE = Path(SCRATCH.name) / 'ä b c'
PROGRAM = '''#include <heddle/heddle.h>
int main (void) { g_autoptr (HdCatalog) catalog = hd_catalog_new (); g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_print ("%s\\n", hd_catalog_lookup (catalog, "fabric.xpu") != NULL ? "found" : refused[0]); return 0; }
'''


def option(name):
    options = json.loads(subprocess.run(['meson', 'introspect', '--buildoptions', str(BUILD)], stdout=subprocess.PIPE, check=True).stdout)
    return next(entry['value'] for entry in options if entry['name'] == name)


def install():
    """The prefix of an installation in PLACE; made once."""
    prefix = PLACE / Path(option('prefix')).relative_to('/')
    if not prefix.exists():
        subprocess.run(['meson', 'install', '-C', str(BUILD), '--no-rebuild', '--quiet', '--destdir', str(PLACE)], stdout=subprocess.DEVNULL, check=True)
        subprocess.run(['glib-compile-schemas', str(prefix / 'share/glib-2.0/schemas')], check=True)
    return prefix


def environment(prefix, **more):
    """What someone has who installed it there: nothing that points to a source or build tree."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(('HEDDLE_', 'G_TEST_', 'GSETTINGS_SCHEMA'))}
    return {**kept, 'PATH': f'{prefix / "bin"}:{os.environ["PATH"]}', 'XDG_DATA_DIRS': f'{prefix / "share"}:/usr/share', **more}


def run(prefix, *words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', env=environment(prefix, **more), cwd=PLACE)


def check_command_line(root):
    """The installed program finds its libraries, projects and translations."""
    prefix = install()
    wrong = []
    types = run(prefix, 'heddle', 'describe').stdout
    wrong += [f'describe lacks {name}: {types[:400]}' for name in ('fabric.xpu', 'manycore.core') if name not in types]
    project = prefix / 'share/heddle/projects' / RING
    done = run(prefix, 'heddle', 'run', str(project), '--json', 'ä r.json')
    if done.returncode or not json.loads((PLACE / 'ä r.json').read_text(encoding='utf-8')):
        wrong.append(f'run ends with {done.returncode}: {done.stdout}')
    if 'LOCPATH' in os.environ:
        said = run(prefix, 'heddle', '--help', LC_ALL='de_DE.UTF-8', LANGUAGE='zh_CN').stdout
        wrong += [] if '用法' in said else [f'--help is not translated: {said[:200]}']
    for name in ('bash-completion/completions/heddle', 'man/man1/heddle-run.1', 'heddle/schemas/result.schema.json', 'locale/zh_CN/LC_MESSAGES/heddle.mo'):
        wrong += [] if (prefix / 'share' / name).exists() else [f'share/{name} is not installed']
    return wrong


def check_build(root):
    """A program of others builds against the installed engine and runs."""
    prefix = install()
    (PLACE / 'other.c').write_text(PROGRAM, encoding='utf-8')
    pc = next(prefix.rglob('heddle.pc'))
    moved = PLACE / 'heddle.pc'
    lines = pc.read_text(encoding='utf-8').splitlines()
    moved.write_text('\n'.join(['prefix=' + str(prefix).replace(' ', '\\ '), *lines[1:]]) + '\n', encoding='utf-8')
    said = subprocess.run(['pkg-config', '--cflags', '--libs', 'heddle'], stdout=subprocess.PIPE, check=True,
                          env={**os.environ, 'PKG_CONFIG_PATH': str(PLACE)}).stdout
    # It quotes byte by byte what is not ASCII.
    words = [word.encode('latin-1').decode() for word in shlex.split(said.decode('latin-1'))]
    output = prefix / 'bin/other'
    wrong = tap.run([*os.environ.get('HEDDLE_CC', 'cc').split(), 'other.c', '-o', str(output), *words], cwd=PLACE)
    return wrong or [f'it says: {said}' for said in [run(prefix, str(output)).stdout.strip()] if said != 'found']


def entry(path, group):
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(path, encoding='utf-8')
    return parser[group]


def check_thumbnail(root):
    """The file manager's line makes a picture of the size asked for, whatever the file is called."""
    prefix = install()
    line = entry(prefix / 'share/thumbnailers/heddle.thumbnailer', 'Thumbnailer Entry')['Exec']
    project, picture = prefix / 'share/heddle/projects' / RING, PLACE / 'thumbnail'
    words = [word.replace('%s', '128').replace('%o', str(picture)).replace('%i', str(project)) for word in line.split()]
    done = run(prefix, *words)
    if done.returncode:
        return [f'{line}: {done.stdout}']
    data = picture.read_bytes()
    if data[:8] != b'\x89PNG\r\n\x1a\n':
        return ['it is no PNG']
    size = struct.unpack('>II', data[16:24])
    return [] if max(size) in range(64, 129) else [f'it measures {size}, not 128']


def check_elsewhere(root):
    """Widgets are tested from a source tree below the temporary folder."""
    source = PLACE / 'source'
    source.symlink_to(root)
    more = {'HEDDLE_SOURCE_ROOT': str(source), 'G_TEST_SRCDIR': str(source / 'tests'), 'HEDDLE_BUILD_ROOT': str(BUILD), 'TMPDIR': SCRATCH.name}
    return [line for test in TESTS
            for line in tap.run([str(root / 'tests/with-display.sh'), test], env={**os.environ, **more}, cwd=PLACE)]


def check_bus(root):
    """The bus starts the program, which opens a file that it is handed."""
    prefix = install()
    services = Path(SCRATCH.name) / 'bus' / 'dbus-1/services'
    services.mkdir(parents=True)
    service = entry(prefix / f'share/dbus-1/services/{APP}.service', 'D-BUS Service')
    program, *words = shlex.split(service['Exec'])
    if not (PLACE / Path(program).relative_to('/')).exists() or entry(prefix / f'share/applications/{APP}.desktop', 'Desktop Entry')['DBusActivatable'] != 'true':
        return [f'{program} is not installed, or not activated by the bus']
    launcher = Path(SCRATCH.name) / 'launch'
    launcher.write_text(f'#!/bin/sh\nexec "{prefix}/bin/heddle" "$@"\n', encoding='utf-8')
    launcher.chmod(0o755)
    (services / f'{APP}.service').write_text(f'[D-BUS Service]\nName={APP}\nExec={launcher} {" ".join(words)}\n', encoding='utf-8')
    uri = (prefix / 'share/heddle/projects' / RING).as_uri()
    call = f"gdbus call --session --dest {APP} --object-path /{APP.replace('.', '/')} --method org.freedesktop.Application"
    script = f'''{call}.Open "['{uri}']" "{{}}" && timeout 60 xdotool search --sync --onlyvisible --class heddle getwindowname &&
      gdbus call --session --dest {APP} --object-path /{APP.replace('.', '/')} --method org.gtk.Actions.Activate quit '[]' '{{}}' '''
    done = subprocess.run([str(root / 'tests/with-display.sh'), 'dbus-run-session', '--', 'bash', '-c', script],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', cwd=PLACE,
                          env=environment(prefix, XDG_DATA_DIRS=f'{SCRATCH.name}/bus:{prefix / "share"}:/usr/share', GDK_BACKEND='x11', GSK_RENDERER='cairo',
                                          GSETTINGS_BACKEND='memory', ADW_DISABLE_PORTAL='1', GTK_A11Y='none'))
    return [] if done.returncode == 0 and 'CRITICAL' not in done.stdout else done.stdout.splitlines() or [f'ends with {done.returncode}']


def window_size(root, prefix, config, **more):
    """'WIDTH HEIGHT' of the window that the installed program opens."""
    script = f'''export XDG_CONFIG_HOME="{config}"
      "{prefix}/bin/heddle" "{prefix}/share/heddle/projects/{RING}" & program=$!
      window=$(timeout 60 xdotool search --sync --onlyvisible --class heddle | tail -1)
      eval "$(xdotool getwindowgeometry --shell "$window")" && echo "size $WIDTH $HEIGHT"
      kill $program; wait $program'''
    done = subprocess.run([str(root / 'tests/with-display.sh'), 'bash', '-c', script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', cwd=PLACE,
                          env=environment(prefix, GSETTINGS_BACKEND='keyfile', GDK_BACKEND='x11', GSK_RENDERER='cairo',
                                          ADW_DISABLE_PORTAL='1', GTK_A11Y='none', **more))
    return next((line.removeprefix('size ') for line in done.stdout.splitlines() if line.startswith('size ')), done.stdout)


def check_settings(root):
    """The installed program finds the schema of its settings where nothing but its own place tells of it, and does without."""
    prefix = install()
    config = PLACE / 'config'
    kept = config / 'glib-2.0/settings/keyfile'
    kept.parent.mkdir(parents=True)
    kept.write_text(f'[{APP.replace(".", "/")}]\nwindow-width=1111\nwindow-height=777\n', encoding='utf-8')
    size = window_size(root, prefix, config, XDG_DATA_DIRS='/usr/share')
    wrong = [] if size == '1111 777' else [f'with its settings the window measures {size}, not 1111 777']
    schemas = prefix / 'share/glib-2.0/schemas/gschemas.compiled'
    hidden = schemas.rename(schemas.with_suffix('.hidden'))
    size = window_size(root, prefix, config, XDG_DATA_DIRS='/usr/share')
    hidden.rename(schemas)
    return wrong + ([] if size.replace(' ', '').isdigit() and size != '1111 777' else [f'without their schema: {size}'])


if __name__ == '__main__':
    PLACE.mkdir()
    tap.main([check_command_line, check_build, check_thumbnail] + ([check_settings, check_bus, check_elsewhere] if TESTS else []))
