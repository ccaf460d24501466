#!/usr/bin/env python3
# manual.py: manual pages and completions say what the option tables say
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each subcommand has a page that man reads without a warning; each option stands in its page, in the help, and in the
completion of each shell; what bash completes is what the program permits. Left open: how zsh and fish look. Usage: manual.py HEDDLE"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/house'), str(ROOT / 'build-aux')]
import command_line  # noqa: E402
import tap  # noqa: E402

HEDDLE = str(Path(sys.argv[1]).resolve())
MADE = Path(HEDDLE).parent / 'manual'
SCRIPTS = {'bash': 'heddle', 'zsh': '_heddle', 'fish': 'heddle.fish'}
C_LOCALE = {**os.environ, 'LC_ALL': 'C.UTF-8', 'MANWIDTH': '200', 'MAN_KEEP_FORMATTING': ''}


def page_of(command=None):
    return MADE / ('heddle.1' if command is None else f'heddle-{command.name}.1')


def shown(page):
    """(text, warnings) of a page as man shows it."""
    try:
        done = subprocess.run(['man', '--warnings', '-l', '-P', 'cat', str(page)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', env=C_LOCALE)
    except FileNotFoundError as error:
        raise tap.Skip('man is missing') from error
    return re.sub('.\b', '', done.stdout), done.stderr.splitlines() + ([f'man ends with {done.returncode}'] if done.returncode else [])


def check_pages(root):
    """Every subcommand has a page, and man has nothing to say against any."""
    wrong = []
    for page in [page_of()] + [page_of(command) for command in command_line.read(HEDDLE)]:
        if not page.exists():
            wrong.append(f'{page.name} is missing: app/manual/meson.build names the pages')
            continue
        text, warnings = shown(page)
        wrong += [f'{page.name}: {warning}' for warning in warnings]
        if not re.search(r'Heddle \d+\.\d+\.\d+ +\d{4}-\d\d-\d\d +HEDDLE', text):
            wrong.append(f'{page.name} does not end with version and date')
        wrong += [f'{page.name} has no section {title}' for title in ('NAME', 'SYNOPSIS', 'EXIT STATUS', 'SEE ALSO') if f'\n{title}\n' not in text]
    return wrong


def check_page_options(root):
    """Every option stands in its page and in the help."""
    wrong = []
    for command in command_line.read(HEDDLE):
        text = shown(page_of(command))[0]
        usage = subprocess.run([HEDDLE, command.name, '--help'], stdout=subprocess.PIPE, encoding='utf-8', env=C_LOCALE).stdout
        for option in command.options:
            head = f'--{option.name}' + ('' if command_line.is_flag(option) else f'={option.argument}')
            wrong += [f'{where} of {command.name} lacks {head}' for where, words in (('page', text), ('help', usage)) if head not in words]
    return wrong


def check_shells(root):
    """Every shell reads its completion, and every option is in it."""
    wrong = []
    for shell, name in SCRIPTS.items():
        script = (MADE / name).read_text(encoding='utf-8')
        for command in command_line.read(HEDDLE):
            for option in command.options:
                word = f'-l {option.name} ' if shell == 'fish' else f'--{option.name}'
                wrong += [] if word in script else [f'{name} ({shell}) lacks --{option.name} of {command.name}']
        if shell == 'bash':
            wrong += tap.run(['bash', '-n', str(MADE / name)])
    return wrong


def parses(shell):
    return tap.run([shell, '-n', str(MADE / SCRIPTS[shell])])


def check_zsh(root):
    """Zsh parses its completion."""
    return parses('zsh')


def check_fish(root):
    """Fish parses its completion."""
    return parses('fish')


def complete(folder, *words):
    """What bash offers after the words, of which the last is begun; = stands alone, as bash splits words."""
    script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heddle; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(['bash', '-c', script, str(MADE / 'heddle'), 'heddle', *words], stdout=subprocess.PIPE, encoding='utf-8', cwd=folder, check=True,
                          env={**C_LOCALE, 'PATH': f'{Path(HEDDLE).parent}:{os.environ["PATH"]}'})
    return sorted(line for line in done.stdout.splitlines() if line)


def check_completion(root):
    """Bash completes commands, options, choices, files, kinds and types."""
    cases = [(['ru'], ['run']), (['run', '--fid'], ['--fidelity=']), (['run', '--fidelity', '=', ''], ['flit', 'flow', 'packet']),
             (['run', '--fidelity', '=', 'fl'], ['flit', 'flow']), (['run', '--fidelity', '='], ['flit', 'flow', 'packet']),
             (['run', 'two w'], ['two words.heddle']), (['run', '--json', 'tw'], ['two words.heddle']), (['run', '--seed', ''], []),
             (['run', '--quie'], ['--quiet']), (['render', 'a.heddle', '--vi'], ['--view=']), (['generate', 'tor'], ['torus']),
             (['describe', 'fabric.tor'], ['fabric.tor-switch']), (['check', '--fid'], [])]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / 'two words.heddle').touch()
        return [f'{" ".join(words)}: expected {wanted}, got {got}' for words, wanted in cases if (got := complete(folder, *words)) != wanted]


if __name__ == '__main__':
    tap.main([check_pages, check_page_options, check_shells, check_zsh, check_fish, check_completion])
