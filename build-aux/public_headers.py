# public_headers.py: what the engine's public headers declare, and what their comments say of it
# SPDX-License-Identifier: GPL-3.0-or-later
"""The comments are written to be read in the headers: a line before a declaration, a word behind a member. gtk-doc wants a block for each
symbol and a line in it for each member; these functions make that of the one or the other.

A comment that begins with names of the header (`hd_a, hd_b: ...`, `hd_tree_get_title, _help: ...`) is theirs; any other doc comment is of the
declaration behind it, and a plain one of the declarations behind it up to the next empty line."""

import re
from dataclasses import dataclass, field

# Comments and strings are found first: a brace or semicolon in them is none.
TOKEN = re.compile(r'(?P<comment>/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\])*")|(?P<define>^[ \t]*#(?:[^\n\\]|\\.|\\\n)*)|(?P<blank>\n[ \t]*(?=\n))|(?P<rest>.)',
                   re.DOTALL | re.MULTILINE)
NOT_DECLARED = re.compile(r'^(G_BEGIN_DECLS|G_END_DECLS|G_DEFINE_AUTOPTR|extern "C"|\}$)')
STANDARD = re.compile(r'(_get_type|_error_quark)$|^HD_TYPE_')


@dataclass
class Symbol:
    name: str
    text: str = ''
    members: dict = field(default_factory=dict)  # of a structure, an enumeration; parameters of a function
    declaration: str = ''

    @property
    def kind(self):
        if self.declaration.startswith('#'):
            return 'macro'
        if self.declaration.startswith('G_DECLARE_'):
            return 'object'
        match = re.match(r'(?:typedef\s+)?(struct|union|enum)\b', self.declaration)
        if match:
            return match.group(1)
        if self.declaration.startswith('typedef'):
            return 'function type' if re.match(r'typedef[^{]*\(\s*\*', self.declaration) else 'typedef'
        return 'function'


@dataclass
class Header:
    name: str
    summary: str
    description: str
    symbols: list


def comment_text(comment):
    """A comment without its frame."""
    body = comment[2:-2].lstrip('*')
    lines = [re.sub(r'^\s*\* ?', '', line) if n else line.strip() for n, line in enumerate(body.split('\n'))]
    return '\n'.join(line.rstrip() for line in lines).strip()


def is_rule(comment):
    return bool(re.match(r'/\* -{3,}', comment))


def pieces(text):
    """The top level of a header: ('comment', text, is_trailing), ('blank',), ('define', text), ('declaration', text)."""
    declaration, depth, line_has_code = '', 0, False
    for match in TOKEN.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == 'comment' and not declaration.strip():
            yield ('comment', token, line_has_code)
            continue
        if kind == 'blank' and not declaration.strip():
            line_has_code = False
            yield ('blank',)
            continue
        if kind == 'define' and not declaration.strip():
            # A comment behind a macro is its.
            body, _, remark = token.partition('/*')
            yield ('define', body.strip())
            if remark:
                yield ('comment', '/*' + remark, True)
            continue
        declaration += token
        if token == '\n':
            line_has_code = False
            declaration = declaration if declaration.strip() else ''
        depth += {'{': 1, '(': 1, '}': -1, ')': -1}.get(token, 0)
        line = declaration.strip()
        if depth == 1 and re.fullmatch(r'extern "C"\s*\{', line):
            declaration, depth = '', 0
        elif depth <= 0 and (token == ';' or (token == '}' and is_body(line)) or (token == ')' and NOT_DECLARED.match(line)) or line == 'G_BEGIN_DECLS'
                             or (token == ')' and line.startswith('G_DECLARE_'))):
            yield ('declaration', line)
            declaration, depth, line_has_code = '', 0, True


def is_body(declaration):
    """Whether a declaration that ends with a brace is that of a function with its body."""
    return not re.match(r'(typedef|struct|enum|union)\b', declaration) or bool(re.search(r'\)\s*\{', declaration.split('{')[0] + '{'))


def without_comments(text):
    return re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)


def declared(text):
    """The name that a declaration gives, or None."""
    text = without_comments(text).strip()
    if NOT_DECLARED.match(text) or text == ';':
        return None
    for pattern in (r'G_DECLARE_\w+\s*\(\s*(\w+)', r'typedef\b.*\}\s*(\w+)\s*;$', r'typedef\b.*?\(\s*\*\s*(\w+)\s*\)\s*\(', r'typedef\b.*?(\w+)\s*;$', r'struct\s+_(\w+)\s*\{', r'(?:.*?\b)?(\w+)\s*\('):
        match = re.match(pattern, text, re.DOTALL)
        if match:
            return match.group(1)
    return None


def member_names(line):
    """The names in a line of a structure's or enumeration's body."""
    pointer = re.search(r'\(\s*\*\s*(\w+)\s*\)', line)
    if pointer:
        return [pointer.group(1)]
    if line.endswith(';'):
        return [re.search(r'(\w+)\s*(\[[^\]]*\])*$', part.split(':')[0].strip()).group(1) for part in line[:-1].split(',')]
    return [part.split('=')[0].strip() for part in line.split(',') if part.strip()]


def members(body):
    """What the comments in a body say of its members: one behind a member is its, one on a line of its own that of the next."""
    found, before, names, code = {}, '', [], ''
    for match in TOKEN.finditer(body):
        token = match.group()
        if match.lastgroup == 'comment':
            if code.strip() or not names:
                before = comment_text(token)
            else:
                for name in names:
                    found[name] = ' '.join(filter(None, [found[name], comment_text(token)]))
            continue
        code += token
        if token == '\n':
            names = []
        if token in ';,' and code.count('(') == code.count(')') and (token == ',') == (';' not in body_kind(body)):
            names = member_names(code.strip() if token == ';' else code.strip()[:-1])
            for name in names:
                found[name] = before
            before, code = '', ''
    if code.strip():
        last = re.split(r'[,]', without_comments(code))
        for name in (part.split('=')[0].strip() for part in last):
            if re.fullmatch(r'\w+', name):
                found.setdefault(name, before)
                trailing = re.search(rf'\b{name}\b[^,]*?/\*(.*?)\*/', body, re.DOTALL)
                if trailing:
                    found[name] = comment_text('/*' + trailing.group(1) + '*/')
    return found


def body_kind(body):
    return without_comments(body)


def sort_out(text, names):
    """(names that a comment is of, what it says). A name may stand for its end alone: hd_a_get_title, _help."""
    match = re.match(r'((?:[\w-]+,\s*)*[\w-]+):(?=\s|$)', text)
    if not match:
        return [], text
    subjects = []
    for part in re.split(r',\s*', match.group(1)):
        whole = re.sub(r'_[a-z0-9]+$', part, subjects[0]) if part.startswith('_') and subjects else part
        if whole in names:
            subjects.append(whole)
    return (subjects, text[match.end():].strip()) if subjects else ([], text)


def split_members(text):
    """(what a comment says at all, {member: what it says of it}): lines that begin with @names and a colon."""
    said, rest, current = {}, [], None
    for line in text.split('\n'):
        match = re.match(r'@((?:\w+|\.\.\.)(?:,\s*@\w+)*):\s*(.*)', line)
        if match:
            current = re.split(r',\s*@', match.group(1))
            said.update((name, match.group(2)) for name in current)
        elif current and line.strip():
            for name in current:
                said[name] += ' ' + line.strip()
        else:
            current = None
            rest.append(line)
    return '\n'.join(rest).strip(), said


def read(path):
    text = path.read_text(encoding='utf-8')
    found = list(pieces(text))
    head = comment_text(found[0][1])
    first, _, rest = head.partition('\n')
    summary = first.split(': ', 1)[1]
    description = '\n'.join(line for line in rest.split('\n') if 'SPDX' not in line).strip()

    symbols = {}
    for piece in found[1:]:
        if piece[0] == 'define':
            match = re.match(r'#\s*define\s+(\w+)', piece[1])
            if match:
                symbols[match.group(1)] = Symbol(match.group(1), declaration=piece[1])
        elif piece[0] == 'declaration':
            name = declared(piece[1])
            if name:
                symbol = symbols.setdefault(name, Symbol(name))
                body = re.search(r'\{(.*)\}', piece[1], re.DOTALL) if re.match(r'(typedef\s+)?(struct|enum|union)\b', piece[1]) else None
                if body:
                    symbol.members = members(body.group(1))
                # What a type holds counts, not that there is such a type.
                if not symbol.declaration or body:
                    symbol.declaration = piece[1]

    pending, is_doc, last = '', False, None
    for piece in found[1:]:
        if piece[0] == 'blank':
            pending = pending if is_doc else ''
        elif piece[0] == 'comment':
            if is_rule(piece[1]):
                pending = ''
                continue
            said = comment_text(piece[1])
            subjects, rest = sort_out(said, symbols)
            if subjects:
                for name in subjects:
                    tell(symbols[name], rest)
                pending = ''
            elif piece[2] and last:
                tell(symbols[last], said)
            else:
                pending, is_doc = said, piece[1].startswith('/**')
        else:
            name = declared(piece[1]) if piece[0] == 'declaration' else (re.match(r'#\s*define\s+(\w+)', piece[1]) or [None, None])[1]
            last = name if name in symbols else None
            if last and pending:
                if not symbols[last].text:
                    tell(symbols[last], pending)
                pending = '' if is_doc else pending
    return Header(path.name, summary, description, list(symbols.values()))


def tell(symbol, text):
    rest, said = split_members(text)
    symbol.text = '\n\n'.join(filter(None, [symbol.text, rest]))
    symbol.members.update(said)


def contents(text):
    """[(part, [(header, title)])] of a list of pages."""
    parts = []
    for line in text.splitlines():
        if line.startswith('= '):
            parts.append((line[2:], []))
        elif line and not line.startswith('#'):
            parts[-1][1].append(tuple(line.split(' ', 1)))
    return parts
