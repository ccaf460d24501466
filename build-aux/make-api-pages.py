#!/usr/bin/env python3
# make-api-pages.py: pages of the engine's public headers, by gtk-doc
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-api-pages.py CONTENTS INTRODUCTION HEADERS VERSION OUT DEPENDENCIES: CONTENTS names the headers in HEADERS (a folder) and their titles; the
pages come to be in the folder OUT, and what they are made from is listed in DEPENDENCIES. What gtk-doc complains of on the way is an error."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

import public_headers

MODULE = 'heddle'


def book(parts, version):
    """The master document."""
    chapters = ''.join(
        f'<chapter id="{"-".join(part.lower().split())}"><title>{escape(part)}</title>' + ''.join(f'<xi:include href="xml/{Path(name).stem}.xml"/>' for name, _ in pages) + '</chapter>'
        for part, pages in parts)
    return ('<?xml version="1.0"?>\n<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.3//EN"'
            ' "http://www.oasis-open.org/docbook/xml/4.3/docbookx.dtd">\n'
            '<book id="index" xmlns:xi="http://www.w3.org/2003/XInclude">'
            f'<bookinfo><title>Heddle, the engine</title><releaseinfo>Of version {escape(version)}</releaseinfo></bookinfo>'
            f'<xi:include href="introduction.xml"/>{chapters}'
            '<index id="api-index-full"><title>Index</title><xi:include href="xml/api-index-full.xml"><xi:fallback/></xi:include></index></book>\n')


def prose(text, types, functions):
    """A comment's words as gtk-doc's: marks of XML and Markdown are none here; types and functions become links."""
    text = re.sub(r'([*_`\[\]])', r'\\\1', text) if '`' not in text else ''.join(
        part if n % 2 else re.sub(r'([*_\[\]])', r'\\\1', part) for n, part in enumerate(re.split(r'(`[^`]*`)', text)))
    text = text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    # Names are no Markdown.
    text = re.sub(r'\w*(?:\\_\w*)+', lambda match: match.group().replace('\\_', '_'), text)
    text = re.sub(r'\b(\w+) ?\(\)', lambda match: f'{match.group(1)}()' if match.group(1) in functions else match.group(), text)
    return re.sub(r'(?<![#%@\w])([A-Z]\w+)\b', lambda match: ('#' if match.group(1) in types else '') + match.group(1), text)


def sentence(text):
    """With a capital, unless it begins with a name or an annotation."""
    return text[:1].upper() + text[1:] if re.match(r'[a-z]+\b(?![_(])', text) else text


def block(symbol, types, functions):
    """The comment block of a symbol."""
    lines = [f'{symbol.name}:']
    for name, said in filter(lambda member: member[1], symbol.members.items()):
        # What may be translated is an annotation of the house alone.
        said = re.sub(r'^(.*)\(translatable\):?\s*(.*)$', lambda match: match.group(1) + ', '.join(filter(None, [match.group(2), 'translatable'])), ' '.join(said.split()))
        lines.append(f'@{name}: ' + prose(said, types, functions))
    text = re.sub(r'^\((?:array|nullable|transfer|out|not)\b[^)]*\)(?: \([^)]*\))*:\s*', '', symbol.text)
    text = re.sub(r'(?<!\n)\s*\bErrors: ', '\n\nErrors: ', text).strip()
    lines += ['', *sentence(prose(text, types, functions)).split('\n')]
    return '/**\n' + '\n'.join(f' * {line}'.rstrip().replace('*/', '*&#47;') for line in lines) + '\n */\n'


def section_block(header, types, functions):
    lines = [f'SECTION:{Path(header.name).stem}', f'@section_id: {header.name}', f'@short_description: {prose(header.summary, types, functions)}', f'@include: heddle/{header.name}', '',
             *prose(header.description, types, functions).split('\n')]
    return '/**\n' + '\n'.join(f' * {line}'.rstrip() for line in lines) + '\n */\n'


def sections(pages, headers):
    text = ''
    for name, title in pages:
        symbols = [symbol.name for symbol in headers[name].symbols]
        shown = [symbol for symbol in symbols if not public_headers.STANDARD.search(symbol)]
        hidden = [symbol for symbol in symbols if public_headers.STANDARD.search(symbol)]
        text += f'<SECTION>\n<FILE>{Path(name).stem}</FILE>\n<TITLE>{title}</TITLE>\n' + '\n'.join(shown)
        text += ('\n<SUBSECTION Standard>\n' + '\n'.join(hidden) if hidden else '') + '\n</SECTION>\n\n'
    return text


def declaration(symbol):
    """An entry of gtk-doc's list of declarations. Its own scanner knows neither structures without a tag nor those that hold functions."""
    text = re.sub(r'\bHD_EXPORT\s+', '', re.sub(r'[ \t]*/\*.*?\*/', '', symbol.declaration, flags=re.DOTALL))
    text = re.sub(r'\s*__attribute__ \(\(.*?\)\)(?=;)', '', text)  # nor what is said to the compiler behind a member
    function = re.match(r'(?:typedef\s+)?(?:static inline\s+)?(.*?)\s*\(?\**\s*\b' + symbol.name + r'\)?\s*\((.*)\)', text.split('{')[0], re.DOTALL)
    if symbol.kind in ('function', 'function type'):
        returns = ' '.join((function.group(1) + ' ' + '*' * text.split(symbol.name)[0].rstrip(' (').count('*')).replace('*', ' *').split())
        returns = re.sub(r'\* (?=\*)', '*', returns.split(' *')[0] + (' ' + '*' * returns.count('*') if '*' in returns else ''))
        arguments = re.sub(r'\)\s*G_GNUC.*', '', function.group(2), flags=re.DOTALL)
        tag = 'FUNCTION' if symbol.kind == 'function' else 'USER_FUNCTION'
        return f'<{tag}>\n<NAME>{symbol.name}</NAME>\n<RETURNS>{returns}</RETURNS>\n{" ".join(arguments.split())}\n</{tag}>\n'
    tag = {'object': 'STRUCT'}.get(symbol.kind, symbol.kind.upper())
    if tag == 'STRUCT' and '{' not in text:
        return f'<STRUCT>\n<NAME>{symbol.name}</NAME>\n</STRUCT>\n'
    return f'<{tag}>\n<NAME>{symbol.name}</NAME>\n{text}\n</{tag}>\n'


# What is not ours to complain of: members that say all by their name, and GLib's pages, which may not be there to link to.
PARDONED = re.compile(r'(is|are) missing in source code comment block|no link for: "(?!Hd|hd-|HD-)')


def gtkdoc(tool, *arguments, cwd):
    done = subprocess.run([f'gtkdoc-{tool}', *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    complaints = [line for line in done.stdout.splitlines() if re.search(r'\b(warning|error)\b', line) and not PARDONED.search(line)]
    if done.returncode or complaints:
        sys.exit(f'gtkdoc-{tool}:\n' + ('\n'.join(complaints) or done.stdout))


def main(contents, introduction, folder, version, out, dependencies):
    parts = public_headers.contents(contents.read_text(encoding='utf-8'))
    pages = [page for _, part in parts for page in part]
    headers = {name: public_headers.read(folder / name) for name, _ in pages}
    symbols = [symbol for header in headers.values() for symbol in header.symbols]
    types = {symbol.name for symbol in symbols if re.match('Hd[A-Z]', symbol.name)}
    functions = {symbol.name for symbol in symbols if symbol.kind == 'function'}

    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        (work / 'comments').mkdir()
        (work / 'html').mkdir()
        (work / f'{MODULE}-docs.xml').write_text(book(parts, version), encoding='utf-8')
        (work / f'{MODULE}-sections.txt').write_text(sections(pages, headers), encoding='utf-8')
        (work / 'comments/comments.c').write_text(
            ''.join(section_block(header, types, functions) for header in headers.values())
            + ''.join(block(symbol, types, functions) for symbol in symbols), encoding='utf-8')
        shutil.copy(introduction, work / 'introduction.xml')
        (work / f'{MODULE}-decl.txt').write_text(''.join(map(declaration, symbols)), encoding='utf-8')
        gtkdoc('mkdb', f'--module={MODULE}', f'--source-dir={work / "comments"}', '--output-format=xml', '--name-space=hd', '--xml-mode', cwd=work)
        # It calls the table of a structure's members as it calls a member of the name members.
        for page in (work / 'xml').glob('*.xml'):
            page.write_text(re.sub(r'(<refsect3 id="\w+\.)(members" role="struct_members")', r'\1all-\2', page.read_text(encoding='utf-8')), encoding='utf-8')
        gtkdoc('mkhtml', MODULE, f'../{MODULE}-docs.xml', cwd=work / 'html')
        gtkdoc('fixxref', f'--module={MODULE}', '--module-dir=html', '--html-dir=/usr/share/gtk-doc/html', cwd=work)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(work / 'html', out)
    dependencies.write_text(f'{out}: ' + ' '.join(str(folder / name) for name in headers) + '\n', encoding='utf-8')


if __name__ == '__main__':
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]).resolve(), sys.argv[4], Path(sys.argv[5]), Path(sys.argv[6]))
