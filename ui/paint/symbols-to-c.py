#!/usr/bin/env python3
"""symbols-to-c.py: turns the SVG symbols into tables of path operations

SPDX-License-Identifier: GPL-3.0-or-later

Understands what the symbols use (g, rect with rx, circle, path with M L H V C A Z in both cases; fill,
fill-opacity, stroke) and fails on anything else, so that a symbol is never drawn wrongly in silence.

usage: symbols-to-c.py OUT.c IN.svg...
"""
import math
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

KAPPA = 0.5522847498  # control point distance of a quarter circle
SVG = '{http://www.w3.org/2000/svg}'
KNOWN = {'x', 'y', 'width', 'height', 'rx', 'cx', 'cy', 'r', 'd', 'fill', 'fill-opacity', 'stroke'}


def arc(x0, y0, rx, ry, large, sweep, x, y):
    """Cubic pieces of an unrotated arc; SVG 1.1, appendix F.6.5."""
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    grow = math.sqrt(max(1, (dx / rx) ** 2 + (dy / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    k = math.sqrt(max(0, (rx * ry) ** 2 - (rx * dy) ** 2 - (ry * dx) ** 2) / ((rx * dy) ** 2 + (ry * dx) ** 2))
    k = -k if large == sweep else k
    cx, cy = k * rx * dy / ry + (x0 + x) / 2, -k * ry * dx / rx + (y0 + y) / 2
    begin = math.atan2((y0 - cy) / ry, (x0 - cx) / rx)
    turn = math.atan2((y - cy) / ry, (x - cx) / rx) - begin
    turn += 2 * math.pi if sweep and turn < 0 else -2 * math.pi if not sweep and turn > 0 else 0
    n = math.ceil(abs(turn) / (math.pi / 2))
    t = 4 / 3 * math.tan(turn / n / 4)
    for i in range(n):
        a, b = begin + turn * i / n, begin + turn * (i + 1) / n
        yield ('C', cx + rx * (math.cos(a) - t * math.sin(a)), cy + ry * (math.sin(a) + t * math.cos(a)),
               cx + rx * (math.cos(b) + t * math.sin(b)), cy + ry * (math.sin(b) - t * math.cos(b)),
               cx + rx * math.cos(b), cy + ry * math.sin(b))


def path(d):
    tokens = re.findall(r'[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)', d)
    count = {'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'A': 7, 'Z': 0}
    x = y = sx = sy = 0.0
    i, command = 0, None
    while i < len(tokens):
        if tokens[i].isalpha():
            command, i = tokens[i], i + 1
        kind, relative = command.upper(), command.islower()
        a = [float(t) for t in tokens[i:i + count[kind]]]
        i += count[kind]
        ox, oy = (x, y) if relative else (0.0, 0.0)
        if kind == 'M':
            x, y = sx, sy = a[0] + ox, a[1] + oy
            command = 'l' if relative else 'L'
            yield ('M', x, y)
        elif kind in 'LHV':
            x, y = {'L': lambda: (a[0] + ox, a[1] + oy), 'H': lambda: (a[0] + ox, y), 'V': lambda: (x, a[0] + oy)}[kind]()
            yield ('L', x, y)
        elif kind == 'C':
            yield ('C', *(v + (ox, oy)[j % 2] for j, v in enumerate(a)))
            x, y = a[4] + ox, a[5] + oy
        elif kind == 'A':
            assert a[2] == 0, 'rotated arc'
            ex, ey = a[5] + ox, a[6] + oy
            yield from arc(x, y, a[0], a[1], a[3], a[4], ex, ey)
            x, y = ex, ey
        else:
            x, y = sx, sy
            yield ('Z',)


def rounded(x, y, w, h, rx, ry):
    k, m = rx * (1 - KAPPA), ry * (1 - KAPPA)
    yield ('M', x + rx, y)
    yield ('L', x + w - rx, y)
    yield ('C', x + w - k, y, x + w, y + m, x + w, y + ry)
    yield ('L', x + w, y + h - ry)
    yield ('C', x + w, y + h - m, x + w - k, y + h, x + w - rx, y + h)
    yield ('L', x + rx, y + h)
    yield ('C', x + k, y + h, x, y + h - m, x, y + h - ry)
    yield ('L', x, y + ry)
    yield ('C', x, y + m, x + k, y, x + rx, y)
    yield ('Z',)


def operations(element):
    get = lambda name: float(element.get(name, 0))
    assert set(element.keys()) <= KNOWN, f'attributes {set(element.keys()) - KNOWN}'
    if element.tag == SVG + 'rect':
        yield from rounded(get('x'), get('y'), get('width'), get('height'), get('rx'), get('rx'))
    elif element.tag == SVG + 'circle':
        r = get('r')
        yield from rounded(get('cx') - r, get('cy') - r, 2 * r, 2 * r, r, r)
    elif element.tag == SVG + 'path':
        yield from path(element.get('d'))
    else:
        raise AssertionError(f'element {element.tag}')


def convert(file):
    numbers, out = [], []
    root = ET.parse(file).getroot()
    assert root.get('viewBox') == '0 0 48 48', 'viewBox'
    for element in (e for group in root for e in group):
        fill = float(element.get('fill-opacity', 1)) if element.get('fill') == 'currentColor' else 0
        stroke = element.get('stroke') != 'none'
        codes = ''
        for op in operations(element):
            codes += op[0]
            numbers += op[1:]
        out.append(f'  {{ "{codes}", {fill:g}, {"TRUE" if stroke else "FALSE"} }},')
    return numbers, out


def main():
    target, files = sys.argv[1], sorted(map(pathlib.Path, sys.argv[2:]), key=lambda f: f.stem)
    lines = ['/* Made by symbols-to-c.py from resources/symbols/. */', '#include "heddle-symbol-table.h"', '']
    for index, file in enumerate(files):
        try:
            numbers, shapes = convert(file)
        except AssertionError as error:
            sys.exit(f'{file}: not understood: {error}')
        text = ', '.join(f'{n:.6g}' for n in numbers)
        lines += [f'static const float numbers_{index}[] = {{ {text} }};',
                  f'static const HeddleSymbolShape shapes_{index}[] = {{', *shapes, '};']
    lines += ['', 'const HeddleSymbolData heddle_symbol_table[] = {']
    lines += [f'  {{ "{f.stem}", shapes_{i}, G_N_ELEMENTS (shapes_{i}), numbers_{i} }},' for i, f in enumerate(files)]
    lines += ['};', '', f'const guint heddle_symbol_table_length = {len(files)};', '']
    pathlib.Path(target).write_text('\n'.join(lines))


main()
