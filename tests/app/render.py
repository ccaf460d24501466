#!/usr/bin/env python3
# render.py: every view as a picture in a file, without a display
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each view gives a sound SVG, PDF and PNG, the same each time, another for another input or option; scale and width are the picture's;
what a view does not take is refused with what it takes, and leaves no file.
Left open: how it looks (tests/ui/paint). Usage: render.py HEDDLE"""

import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

STAR, RING, TREES = 'small/star.heddle', 'small/ring-4.heddle', 'aggregation/figure-16.heddle'
TREE_OPTIONS = ('--operation', 'reduce', '--size', '8 B', '--algorithm', 'k-ary')
VIEWS = {
    'canvas': (RING,), 'heatmap': ('hcsim/figure-6b.heddle', '--set', '$xpus=8', '--set', 'run:iterations=1'), 'waveforms': (RING,),
    'timeline': ('hcsim/figure-6b.heddle', '--set', '$xpus=8', '--set', 'run:iterations=1'),
    'matrix': ('hcsim/figure-6b.heddle', '--set', '$xpus=8', '--set', 'run:iterations=1'),
    'links': ('hcsim/figure-6b.heddle', '--set', '$xpus=8', '--set', 'run:iterations=1'),
    'latency': ('noc/mesh-8x8.heddle', '--set', '$columns=4', '--set', '$rows=4', '--set', '$cycles=500'),
    'transfers': ('chiplets/memory-nodes.heddle', '--set', 'chip[*][*].log=true'),
    'trees': (TREES, *TREE_OPTIONS),
    'costs': (TREES, *TREE_OPTIONS),
}
# Words after which the picture must be another.
CHANGES = {
    'canvas': (('--dark',), ('--heat',), ('--set', 'class:wire.bandwidth=1 GB/s', '--heat')),
    'heatmap': (('--dark',), ('--peak',)),
    'waveforms': (('--dark',), ('--until', '50 ms'), ('--from', '10 ms'), ('--probe', 'Collective in flight'), ('--set', 'class:wire.bandwidth=1 GB/s')),
    'matrix': (('--dark',), ('--until', '50 ms'), ('--count', '3'), ('--width', '800')),
    'timeline': (('--dark',), ('--until', '50 ms'), ('--find', 'sync'), ('--critical-path',), ('--width', '800')),
    'links': (('--dark',), ('--peak',), ('--count', '3')),
    'latency': (('--dark',), ('--width', '800'), ('--set', '$load=0.1')),
    'transfers': (('--dark',), ('--width', '800'), ('--count', '20'), ('--linked',)),
    'trees': (('--dark',), ('--k', '3')),
    'costs': (('--dark',), ('--k', '3')),
}
FAULTS = (
    (('--view', 'sunset'), ('sunset', 'canvas, heatmap, waveforms, timeline, links, matrix, latency, transfers, study, trees, costs')),
    (('--view', 'canvas', '--probe', 'x'), ('--probe', '--module, --size, --heat, --peak, --energy')),
    (('--view', 'links', '--energy'), ('--energy', '--count, --peak')),
    (('--view=timeline', '--module', 'x'), ('--module', '--critical-path')),
    (('--view', 'waveforms', '--critical-path'), ('--critical-path', '--probe')),
    (('--view', 'waveforms', '--probe', 'nothing'), ('nothing', 'Collective in flight')),
    (('--view', 'timeline', '--from', '5'), ('--from', '5')),
    (('--view', 'timeline', '--from', '3 kg'), ('--from', 'kg')),
    (('--view', 'timeline', '--until', '3 m'), ('--until', '3 m', '20 us')),
    (('--view', 'timeline', '--from', '50 ms', '--until', '40 ms'), ('--from', '--until')),
    (('--view', 'timeline', '--from', '5000 s'), ('--from', 'ms')),
    (('--view', 'timeline', '--width', '0'), ('--width', '400', '20000')),
    (('--view', 'links', '--count', '0'), ('--count', '1', '100')),
    (('--view', 'timeline', '--width', '10'), ('--width', '400', '20000', '10')),
    (('--view', 'links', '--count', '0.5'), ('--count',)),
    (('--view', 'links', '--count', '101'), ('--count', '100', '101')),
    (('--view', 'links', '--width', '800'), ('--width', '--count, --peak')),
    (('--view', 'canvas', '--scale', '20'), ('--scale', '0.1', '10', '20')),
    (('--view', 'latency', '--count', '3'), ('--count', '--width')),
    (('--view', 'transfers', '--count', '0'), ('--count', '1', '1000')),
    (('--view', 'transfers', '--peak'), ('--peak', '--count, --width, --linked')),
    (('--view', 'links', '--linked'), ('--linked', '--count, --peak')),
    (('--view', 'trees', '--probe', 'x'), ('--probe',)),
)


class Renderer:
    def __init__(self, heddle, folder):
        self.heddle, self.folder = heddle, Path(folder)

    def run(self, out, project, *words):
        path = Path(os.environ['HEDDLE_SOURCE_ROOT'], 'projects', project)
        return subprocess.run([self.heddle, 'render', path, '-o', out, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def picture(self, view, extension, *words):
        out = self.folder / f'{view}.{extension}'
        out.unlink(missing_ok=True)
        project, *options = VIEWS[view]
        done = self.run(out, project, '--view', view, *options, *words)
        if done.returncode or done.stdout or done.stderr:
            raise RuntimeError(f'{view} {words}: {done.returncode} {done.stdout}{done.stderr}')
        return out.read_bytes()


def size_of_svg(data):
    root = xml.etree.ElementTree.fromstring(data)
    if root.tag != '{http://www.w3.org/2000/svg}svg':
        raise ValueError(f'root is {root.tag}')
    return float(root.get('width').rstrip('px')), float(root.get('height').rstrip('px'))


def size_of_png(data):
    """Having read every row."""
    if data[:8] != b'\x89PNG\r\n\x1a\n':
        raise ValueError('no PNG')
    at, pixels, end = 8, b'', False
    while at < len(data):
        length, kind = struct.unpack('>I4s', data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        if zlib.crc32(kind + content) != struct.unpack('>I', data[at + 8 + length:at + 12 + length])[0]:
            raise ValueError('checksum')
        if kind == b'IHDR':
            width, height, depth, colour = struct.unpack('>IIBB', content[:10])
        pixels += content if kind == b'IDAT' else b''
        end = kind == b'IEND'
        at += 12 + length
    if not end or len(zlib.decompress(pixels)) != height * (1 + width * {2: 3, 6: 4}[colour] * depth // 8):
        raise ValueError('incomplete')
    return width, height


def check_pdf(data):
    if not data.startswith(b'%PDF-1.') or not data.rstrip().endswith(b'%%EOF'):
        raise ValueError('no PDF')
    at = int(data.rstrip().split(b'startxref')[-1].split()[0])
    if not data[at:].startswith(b'xref') and b'/XRef' not in data[at:at + 200]:
        raise ValueError('startxref leads elsewhere')


def check_view(renderer, view):
    svg, png, pdf = (renderer.picture(view, extension) for extension in ('svg', 'png', 'PDF'))
    width, height = size_of_svg(svg)
    wrong = []
    check_pdf(pdf)
    if any(abs(a - b) > 1.01 for a, b in zip(size_of_png(png), (width, height))):
        wrong.append(f'PNG of {size_of_png(png)}, SVG of {width} x {height}')
    if any(abs(a - 2 * b) > 1.01 for a, b in zip(size_of_png(renderer.picture(view, 'png', '--scale', '2')), (width, height))):
        wrong.append('--scale 2 is not twice as large')
    if renderer.picture(view, 'svg') != svg or renderer.picture(view, 'png') != png:
        wrong.append('not the same again')
    return wrong + [f'no other picture with {words}' for words in CHANGES[view] if renderer.picture(view, 'png', *words) == png]


def check_names(renderer):
    """Names in the project are names in the picture"""
    text = Path(os.environ['HEDDLE_SOURCE_ROOT'], 'projects', RING).read_text(encoding='utf-8')
    changed, out = renderer.folder / 'changed.heddle', renderer.folder / 'changed.svg'
    wrong = []
    for view, old, new in (('canvas', 'north', 'polar'), ('waveforms', 'Collective in flight', 'Collective on its way')):
        changed.write_text(text.replace(old, new), encoding='utf-8')
        subprocess.run([renderer.heddle, 'render', changed, '-o', out, '--view', view], check=True)
        if out.read_bytes() == renderer.picture(view, 'svg'):
            wrong.append(f'{view} is the same with {new} for {old}')
    return wrong


def check_energy(renderer):
    """Heat is energy where that is counted"""
    project, *options = VIEWS['latency']
    pictures = {}
    for words in (('--view', 'heatmap'), ('--view', 'heatmap', '--energy'), ('--energy',), ('--heat', '--energy', '--peak')):
        out = renderer.folder / 'energy.svg'
        done = renderer.run(out, project, *options, *words)
        if done.returncode or done.stdout or done.stderr:
            return [f'{words}: {done.returncode} {done.stdout}{done.stderr}']
        pictures[words] = out.read_bytes()
        out.unlink()
    load, energy, short, peak = pictures.values()
    wrong = [] if energy == short else ['--energy alone is another picture than with heatmap']
    wrong += [f'no other picture for {what}' for what, same in (('--energy', load == energy), ('--peak', peak == energy)) if same]
    none = renderer.run(out, RING, '--energy')
    if none.returncode != 1 or Path(RING).name not in none.stderr or out.exists():
        wrong.append(f'energy of nothing: status {none.returncode}, {none.stderr.strip()}')
    return wrong


STUDY = '''<heddle version="1" name="star"><link-class id="L" bandwidth="10 GB/s" latency="1 us" sharing="split"/>
<top><component id="hub" type="fabric.switch"/><component id="xpu" type="fabric.xpu" count="3"/><link id="wire" from="xpu[i].eth" to="hub.port[i]" class="L"/></top>
<communicators><communicator id="all" members="xpu[*]"/></communicators><workload type="collective" on="all" operation="all-reduce" algorithm="ring" bytes="1 MB"/>
<study id="a"><factor of="class:L.bandwidth" values="1 GB/s, 2 GB/s, 4 GB/s"/><factor of="class:L.latency" values="1 us, 1 ms"/><metric of="time_total"/></study></heddle>'''


def check_study(renderer):
    """Results of a study as curves, heatmap, parallel lines and bars of what matters; what there is none of is said"""
    project, out = renderer.folder / 'star.heddle', renderer.folder / 'study.svg'
    project.write_text(STUDY, encoding='utf-8')
    none = renderer.run(out, project, '--view', 'study')
    wrong = [] if none.returncode and 'star-a.sqlite' in none.stderr and not out.exists() else [f'without results: status {none.returncode}, {none.stderr.strip()}']
    subprocess.run([renderer.heddle, 'study', project, '--quiet'], check=True, stdout=subprocess.DEVNULL)
    pictures = {}
    for words in ((), ('--x', 'class:L.latency'), ('--figure', 'heatmap'), ('--figure', 'parallel'), ('--figure', 'sensitivity'), ('--dark',), ('--width', '800')):
        done = renderer.run(out, project, '--view', 'study', *words)
        if done.returncode or done.stdout or done.stderr:
            return [f'{words}: {done.returncode} {done.stdout}{done.stderr}']
        pictures[words] = out.read_bytes()
        out.unlink()
    if len(set(pictures.values())) != len(pictures):
        wrong.append('words change nothing in a picture')
    for words, said in ((('--x', 'colour'), 'class:L.latency'), (('--y', 'colour'), 'time_total'), (('--figure', 'cake'), 'heatmap'), (('--figure', 'heatmap', '--x', 'time_total'), 'two factors')):
        done = renderer.run(out, project, '--view', 'study', *words)
        if done.returncode != 2 or said not in done.stderr or out.exists():
            wrong.append(f'{words}: status {done.returncode}, {done.stderr.strip()}')
    return wrong


def check_faults(renderer):
    """What a view does not take is refused"""
    wrong = []
    for words, said in FAULTS:
        out = renderer.folder / 'fault.svg'
        done = renderer.run(out, RING, *words)
        if done.returncode != 2 or out.exists() or len(done.stderr.splitlines()) != 1:
            wrong.append(f'{words}: status {done.returncode}, {done.stderr.strip()}')
        wrong += [f'{words}: {word} is missing in {done.stderr.strip()}' for word in said if word not in done.stderr]
    silent = renderer.folder / 'silent.heddle'
    ring = Path(os.environ['HEDDLE_SOURCE_ROOT'], 'projects', RING).read_text(encoding='utf-8')
    silent.write_text(re.sub(r'<probes>.*</probes>', '', ring, flags=re.S), encoding='utf-8')
    for view, project in (('waveforms', silent), ('timeline', 'bdsim/mesh-4x4.heddle'), ('latency', RING), ('transfers', RING)):
        empty = renderer.run(renderer.folder / 'fault.svg', project, '--view', view)
        if empty.returncode != 1 or Path(project).name not in empty.stderr:
            wrong.append(f'{view} of nothing: status {empty.returncode}, {empty.stderr.strip()}')
    return wrong


def checks(renderer):
    for view in VIEWS:
        def check(_, view=view):
            return check_view(renderer, view)
        check.__doc__ = f'The view {view} as SVG, PDF and PNG'
        yield check
    for whole in (check_names, check_energy, check_study, check_faults):
        def check_whole(_, whole=whole):
            return whole(renderer)
        check_whole.__doc__ = whole.__doc__
        yield check_whole


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as scratch:
        tap.main(list(checks(Renderer(sys.argv[1], scratch))))
