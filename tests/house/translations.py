#!/usr/bin/env python3
# translations.py: checks that every string reaches the translators and that each language is complete
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: po/POTFILES holds every file with strings for people; each language of po/LINGUAS translates every
string that xgettext finds in them now, none of them doubtful, with formats that agree, and has one word for a term of
the field. With --update it writes po/POTFILES instead.
Left open: strings for people that nobody marked, and how good a translation is."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import tap

MARKED = re.compile(r'\b(?:_|N_|C_|NC_|Q_|ngettext|g_dngettext|g_dgettext|g_dpgettext2?)\s*\(\s*(?:"|[A-Z_]+,\s*")')
# What i18n.gettext (preset: 'glib') gives to xgettext.
KEYWORDS = ['--from-code=UTF-8', '--add-comments', '--keyword=_', '--keyword=N_', '--keyword=C_:1c,2',
            '--keyword=NC_:1c,2', '--keyword=g_dcgettext:2', '--keyword=g_dngettext:2,3',
            '--keyword=g_dpgettext2:2c,3', '--flag=N_:1:pass-c-format', '--flag=C_:2:pass-c-format',
            '--flag=NC_:2:pass-c-format', '--flag=g_dngettext:2:pass-c-format',
            '--flag=g_strdup_printf:1:c-format', '--flag=g_string_printf:2:c-format',
            '--flag=g_string_append_printf:2:c-format', '--flag=g_error_new:3:c-format',
            '--flag=g_set_error:4:c-format']

# By language: what the English has, the word for it, and what else was once written for the same.
TERMS = {
    'zh_CN': [
        (r'\bcommunicator', '通信域', r'通信组|通信子'),
        (r'\bfidelity\b', '保真度', r'精度|[流包片]保真度'),
        (r'\bflits?\b', '微片', r'\bflit'),
        (r'\blatency|\bdelay', '延迟', r'时延'),
        (r'\bnodes?\b', '节点', r'结点'),
        (r'\bnoise', '噪声', r'背景'),
        (r'\bpackets?\b', '数据包', r'分组|封包'),
        (r'\bsimulat', '仿真', r'模拟'),
        (r'\bworkload', '工作负载', r'(?<!工作)负载(?!相加)'),
    ],
}
PLACES_OF_CHOICES = ('engine/document/hd-schema.c', 'engine/document/hd-run-settings.c', 'engine/workload/hd-workload-*.c',
                     'engine/generate/hd-generators.c', 'engine/libraries/*/*.c')
LITERAL = re.compile(r'(\w+=\S+|FIDELITY|\w+;\w+;|units are)')  # what is typed, found or listed as it stands


def entries(path):
    """The lines of a list file that are no comments."""
    lines = (line.split('#')[0].strip() for line in path.read_text(encoding='utf-8').splitlines())
    return [word for line in lines for word in line.split()]


def has_strings(path):
    if path.name.endswith(('.desktop.in', '.metainfo.xml.in')):
        return True
    if path.suffix == '.ui':
        return 'translatable="yes"' in path.read_text(encoding='utf-8')
    return path.suffix in ('.c', '.h') and MARKED.search(path.read_text(encoding='utf-8')) is not None


def files_with_strings(root):
    return sorted(str(path.relative_to(root)) for folder in ('engine', 'ui', 'app', 'resources')
                  for path in (root / folder).rglob('*') if path.is_file() and has_strings(path))


def check_potfiles(root):
    """POTFILES lists the files with strings for people, each once, in order."""
    listed, found = entries(root / 'po/POTFILES'), files_with_strings(root)
    wrong = [f'{name} has strings but is not listed' for name in found if name not in listed]
    wrong += [f'{name} is listed but has no strings' for name in listed if name not in found]
    if wrong:
        wrong.append('tests/house/translations.py --update writes the list anew')
    return wrong or ([] if listed == sorted(set(listed)) else ['the list is not in order'])


def check_languages(root):
    """Each language is complete."""
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        template, merged = Path(scratch) / 'heddle.pot', Path(scratch) / 'merged.po'
        wrong += tap.run(['xgettext', *KEYWORDS, f'--files-from={root / "po/POTFILES"}', f'--directory={root}',
                          f'--output={template}'])
        for language in entries(root / 'po/LINGUAS') if not wrong else []:
            source = root / 'po' / f'{language}.po'
            merge = tap.run(['msgmerge', '--quiet', '--no-fuzzy-matching', f'--output-file={merged}', str(source),
                             str(template)])
            wrong += [f'{language}: {line}' for line in merge or tap.run(['msgfmt', '--check', '-o', '/dev/null',
                                                                          str(merged)])]
            for kind in ('--untranslated', '--only-fuzzy'):
                left = subprocess.run(['msgattrib', kind, '--no-obsolete', '--no-wrap', str(merged)],
                                      stdout=subprocess.PIPE, text=True, check=True).stdout
                wrong += [f'{language}: {kind.strip("-")}: {line}' for line in left.splitlines()
                          if line.startswith('msgid') and line != 'msgid ""']
    return wrong


def messages(path):
    """(English, translation) of a .po file; a plural is its first form."""
    joined = lambda part: ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', part))
    for entry in path.read_text(encoding='utf-8').split('\n\n'):
        match = re.search(r'^msgid (.*?)^(?:msgid_plural .*?)?^msgstr(?:\[0\])? (.*)', entry, re.S | re.M)
        if match:
            yield joined(match.group(1)), joined(match.group(2))


def check_terms(root):
    """A term of the field is the same word everywhere."""
    wrong = []
    for language, terms in TERMS.items():
        for english, translation in messages(root / 'po' / f'{language}.po'):
            wrong += [f'{language}: {word}, not {match.group()}: {english[:80]}' for pattern, word, others in terms
                      if re.search(pattern, english, re.I) and not LITERAL.search(english)
                      for match in [re.search(others, translation)] if match]
    return wrong


def check_choices(root):
    """What is chosen from a list has a word for people."""
    known = set(re.findall(r'N_\s*\("([^"]+)"\)', (root / 'ui/scene/heddle-words.c').read_text(encoding='utf-8')))
    wrong = []
    files = [path for place in PLACES_OF_CHOICES for path in sorted(root.glob(place))]
    for path in files:
        name, text = path.relative_to(root), path.read_text(encoding='utf-8')
        for table in re.findall(r'^static const char \*const \w+\[\] = \{(.*?)\};', text, re.S | re.M):
            if 'N_(' not in table and not re.search(r'"\d', table):  # words for people already; values of a preset
                wrong += [f'{name}: {word} is not in ui/scene/heddle-words.c' for word in re.findall(r'"([a-z][a-z_-]*)"', table)
                          if word not in known]
    return wrong


if __name__ == '__main__':
    if '--update' in sys.argv:
        here = Path(__file__).resolve().parents[2]
        (here / 'po/POTFILES').write_text(''.join(f'{name}\n' for name in files_with_strings(here)))
        sys.exit(0)
    tap.main([check_potfiles, check_languages, check_terms, check_choices])
