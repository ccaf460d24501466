#!/usr/bin/env python3
# neptune.py: network processors against the page that speaks of them
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants: rows of projects/neptune/README.md are what runs give, and bounded by what is worked out by hand; programs are what their sources give; captures of a run are what others read as such.
Left open: cycles of single instructions, see tests/engine/libraries/test-netproc.c."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

COMPILER = 'riscv64-unknown-elf-gcc'
VERSION = '12.2.0'  # whose output is shipped
NS = 1e9


def table(root, *head):
    """Rows of the table with this head, without the head."""
    lines = (root / 'projects/neptune/README.md').read_text(encoding='utf-8').splitlines()
    first = lines.index('| ' + ' | '.join(head) + ' |') + 2
    last = next((i for i in range(first, len(lines)) if not lines[i].startswith('|')), len(lines))
    return [[cell.strip() for cell in line.strip('|').split('|')] for line in lines[first:last]]


def differ(found, rows):
    return [f'the page has {row}, runs give {list(other)}' for row, other in zip(rows, found) if row != list(other)] + (
        [] if len(found) == len(rows) else [f'the page has {len(rows)} rows, not {len(found)}'])


def run(root, heddle, *settings, project='single-phase', **more):
    """Metrics of a run."""
    words = [word for setting in settings for word in ('--set', setting)] + [f'--{name}={value}' for name, value in more.items()]
    done = subprocess.run([heddle, 'run', '--quiet', '--json', '-', *words, str(root / f'projects/neptune/{project}.heddle')], stdout=subprocess.PIPE, text=True, check=True)
    return {name: metric['value'] for name, metric in json.loads(done.stdout)['metrics'].items()}


def check_engines(root, heddle):
    """Throughput follows the engines, as worked out by hand."""
    found, wrong = [], []
    for engines in (8, 16, 32, 64, 128):
        metrics = run(root, heddle, f'$engines={engines}')
        least = (metrics['cluster.instructions'] + 2 * 20000) / engines
        found.append((str(engines), f'{metrics["cluster.end"]:.0f}', f'{least:.0f}', f'{metrics["egress.rate"] / 1e6:.1f}', f'{metrics["egress.latency"] * NS:.1f}'))
        if not least <= metrics['cluster.end'] <= least + 100:
            wrong.append(f'{engines} engines take {metrics["cluster.end"]} cycles, by hand {least}')
    return wrong + differ(found, table(root, '`$engines`', 'cycles', 'at least', 'packets/µs', 'mean latency, ns'))


def held(metrics, stage):
    """Cycles of engines of a stage."""
    return sum(value for name, value in metrics.items() if name.startswith(f'{stage}[') and name.rpartition('.')[2] in ('issue', 'hand-over-wait'))


def check_phases(root, heddle):
    """Two phases are slower than one, by what is worked out by hand."""
    found, wrong = [], []
    one = run(root, heddle)['cluster.end']
    for parsers in (4, 6, 7, 8, 10, 12):
        metrics = run(root, heddle, f'$parsers={parsers}', project='multi-phase')
        least = max(held(metrics, 'parse') / parsers, held(metrics, 'edit') / (16 - parsers)) / 8
        cycles = metrics['cluster.end']
        found.append((str(parsers), f'{cycles:.0f}', f'{least:.0f}', f'{cycles / one:.3f}', f'{metrics["egress.rate"] / 1e6:.1f}', f'{metrics["egress.latency"] * NS:.1f}'))
        if not max(one, least) <= cycles <= least + 200:
            wrong.append(f'{parsers} clusters of the first stage take {cycles} cycles, by hand {least}')
    return wrong + differ(found, table(root, '`$parsers`', 'cycles', 'at least', 'of one phase', 'packets/µs', 'mean latency, ns'))


def frames(path):
    """Those of a capture, in no order."""
    data, at, found = path.read_bytes(), 24, []
    while at < len(data):
        size = int.from_bytes(data[at + 8:at + 12], sys.byteorder)
        found.append(data[at + 16:at + 16 + size])
        at += 16 + size
    return sorted(found)


def check_same(root, heddle):
    """One phase, two, and two that go by cycles, let the same packets out; going by cycles changes no time."""
    cases = (('single-phase', ()), ('multi-phase', ()), ('multi-phase', ('parse[*].stepping=cycles', 'edit[*].stepping=cycles')))
    files, ends = [], []
    for project, settings in cases:
        with tempfile.TemporaryDirectory() as made:
            ends.append(run(root, heddle, '$packets=2400', 'egress.capture=true', *settings, project=project, files=made)['cluster.end'])
            captures = [Path(made) / f'egress.{name}.pcap' for name in ('sent', 'control')]
            files.append(([path.read_bytes() for path in captures], [frames(path) for path in captures]))
    wrong = [] if files[0][1] == files[1][1] == files[2][1] else ['other packets leave two phases than one']
    return wrong + ([] if files[1][0] == files[2][0] and ends[1] == ends[2] else ['going by cycles gives other times'])


def check_threads(root, heddle):
    """Threads hide the packet buffer, up to where engines always issue."""
    found = []
    for threads in (1, 2, 4, 8):
        metrics = run(root, heddle, f'$threads={threads}', '$engines=32', 'cluster.program=programs/sum.elf')
        cycles = metrics['cluster.end'] * 32
        found.append((str(threads), f'{metrics["cluster.end"]:.0f}', f'{100 * metrics["cluster.issue"] / cycles:.1f} %', f'{100 * metrics["cluster.buffer-wait"] / cycles:.1f} %'))
    return differ(found, table(root, '`$threads`', 'cycles', 'of all cycles: issue', 'wait for the buffer'))


def check_programs(root):
    """Shipped programs are what their sources give."""
    if shutil.which(COMPILER) is None:
        raise tap.Skip(f'not here: {COMPILER} is missing')
    version = subprocess.run([COMPILER, '-dumpversion'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    if version != VERSION:
        raise tap.Skip(f'not here: {COMPILER} is {version}, programs are from {VERSION}')
    folder = root / 'projects/neptune/programs'
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(['sh', str(folder / 'build.sh'), made], check=True)
        names = {path.name for path in folder.glob('*.elf')} | {path.name for path in Path(made).glob('*.elf')}
        return [f'{name} is not what its source gives' for name in sorted(names)
                if not (folder / name).exists() or not (Path(made) / name).exists() or (folder / name).read_bytes() != (Path(made) / name).read_bytes()]


def check_captures(root, heddle):
    """Others read what was captured."""
    if shutil.which('capinfos') is None:
        raise tap.Skip('not here: capinfos is missing')
    with tempfile.TemporaryDirectory() as made:
        metrics = run(root, heddle, '$packets=1200', 'egress.capture=true', files=made)
        wrong = []
        for name, n in (('sent', metrics['egress.sent']), ('control', metrics['egress.control'])):
            told = subprocess.run(['capinfos', '-Mc', f'{made}/egress.{name}.pcap'], stdout=subprocess.PIPE, text=True, check=True).stdout
            if told.split()[-1] != f'{n:.0f}':
                wrong.append(f'{name}: {told}, not {n}')
        return wrong


def check_file(root, heddle):
    """What one processor captured another takes, in either form, and as far apart as it was captured."""
    if shutil.which('editcap') is None:
        raise tap.Skip('not here: editcap is missing')
    wrong = []
    with tempfile.TemporaryDirectory() as made:
        first = run(root, heddle, '$packets=1200', '$engines=4', 'egress.capture=true', files=made)
        captured = Path(made) / 'egress.sent.pcap'
        subprocess.run(['editcap', '-F', 'pcapng', str(captured), f'{made}/other.pcapng'], check=True)
        fast = [run(root, heddle, f'source.file={name}') for name in (captured, f'{made}/other.pcapng')]
        slow = run(root, heddle, f'source.file={captured}', 'source.as-captured=true')
        twice = run(root, heddle, f'source.file={captured}', 'source.repeat=2')
        if fast[0] != fast[1]:
            wrong.append('pcap and pcapng give different runs')
        if not fast[0]['source.offered'] == fast[0]['egress.sent'] == slow['egress.sent'] == first['egress.sent'] or twice['egress.sent'] != 2 * first['egress.sent']:
            wrong.append(f'of {first["egress.sent"]} packets {fast[0]["egress.sent"]}, {slow["egress.sent"]} and {twice["egress.sent"]} are sent')
        if not 0.9 < slow['egress.rate'] / first['egress.rate'] < 1.1 or fast[0]['egress.rate'] < 2 * slow['egress.rate']:
            wrong.append(f'{slow["egress.rate"]} a second leave as captured, {first["egress.rate"]} did, {fast[0]["egress.rate"]} could')
        empty = Path(made) / 'empty.pcap'
        empty.write_bytes(captured.read_bytes()[:24])
        if run(root, heddle, f'source.file={empty}').get('egress.sent', 0) != 0:
            wrong.append('packets leave that nobody captured')
        captured.write_bytes(captured.read_bytes()[:-1])
        done = subprocess.run([heddle, 'run', '--quiet', '--set', f'source.file={captured}', str(root / 'projects/neptune/single-phase.heddle')], stderr=subprocess.PIPE, text=True,
                              check=False)
        if done.returncode == 0 or f'record {first["egress.sent"]:.0f}: it is cut off' not in done.stderr:
            wrong.append(f'a damaged file: {done.stderr}')
    return wrong


def main():
    heddle = sys.argv[1]

    def with_program(check):
        def checked(root):
            return check(root, heddle)
        checked.__doc__ = check.__doc__
        return checked
    tap.main([with_program(check_engines), with_program(check_phases), with_program(check_same), with_program(check_threads), check_programs, with_program(check_captures),
              with_program(check_file)])


if __name__ == '__main__':
    main()
