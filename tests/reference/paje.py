#!/usr/bin/python3
# paje.py: Paje traces hold what the table of spans holds
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: a trace follows the published description of the format (events as defined before, fields of their types, types and containers that
exist, times that never go back, states closed in order, each link once begun and once ended), and its states and links are the spans and causes
of spans.csv, its variables the samples of series.csv. Oracle: PajeNG's pj_dump reads the same numbers of states, links and variables.
Left open: how tools draw them. Usage: paje.py HEDDLE"""

import collections
import csv
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

FIELD_TYPES = {'string': str, 'date': Decimal, 'double': float, 'int': int, 'color': str}
PROJECTS = (
    ('small/star.heddle',),
    ('small/ring-4.heddle', '--set', 'run:trace=north south'),
    ('small/two-racks.heddle',),
    ('hcsim/figure-6b.heddle', '--set', '$xpus=8', '--iterations', '2'),
    ('bdsim/mesh-4x4.heddle',),
)


class Fault(Exception):
    """What the description of the format forbids."""


def demand(right, text):
    if not right:
        raise Fault(text)


class Trace:
    def __init__(self, lines):
        self.definitions = {}
        self.types = {'0': ('container', None)}
        self.containers = {'0': '0'}  # alias: type
        self.names = {}
        self.stacks = collections.defaultdict(list)
        self.links = {}
        self.keys = set()
        self.time = Decimal(0)
        self.states, self.causes, self.samples = [], [], []
        self.titles = {}
        for number, line in enumerate(lines, 1):
            try:
                self.read(line.rstrip('\n'))
            except (Fault, KeyError, IndexError, ValueError, ArithmeticError) as fault:
                raise Fault(f'line {number}: {line.strip()}: {fault!r}') from fault
        demand(set(self.containers) == {'0'}, f'containers left: {self.containers}')
        demand(not any(self.stacks.values()), 'states that never end')
        demand(not self.links, f'links that never end: {self.links}')

    def read(self, line):
        if line.startswith('%EventDef '):
            _, name, number = line.split(' ')
            self.defining = self.definitions[number] = (name, [])
        elif line == '%EndEventDef':
            self.defining = None
        elif line.startswith('%'):
            name, kind = line[1:].split()
            self.defining[1].append((name, FIELD_TYPES[kind]))
        else:
            words = shlex.split(line)
            name, fields = self.definitions[words[0]]
            demand(len(words) == len(fields) + 1, f'{len(words) - 1} fields, not {len(fields)}')
            values = {field: kind(word) for (field, kind), word in zip(fields, words[1:])}
            demand(values.get('Time', self.time) >= self.time, 'time goes back')
            self.time = values.get('Time', self.time)
            getattr(self, name)(**values)

    def define(self, kind, Alias, Type, *more):
        demand(Alias not in self.types, 'defined twice')
        demand(self.types[Type][0] == 'container', 'is no type of a container')
        self.types[Alias] = (kind, Type, *more)

    def PajeDefineContainerType(self, Alias, Type, Name):
        self.define('container', Alias, Type)

    def PajeDefineStateType(self, Alias, Type, Name):
        self.define('state', Alias, Type)
        self.titles[Alias] = Name

    def PajeDefineVariableType(self, Alias, Type, Name, Color):
        demand(len([float(part) for part in Color.split()]) == 3, 'no colour')
        self.define('variable', Alias, Type)
        self.titles[Alias] = Name

    def PajeDefineLinkType(self, Alias, Type, StartContainerType, EndContainerType, Name):
        self.define('link', Alias, Type, StartContainerType, EndContainerType)

    def PajeCreateContainer(self, Time, Alias, Type, Container, Name):
        demand(Alias not in self.containers, 'created twice')
        demand(self.types[Type][0] == 'container' and self.types[Type][1] == self.containers[Container], 'in a container of another type')
        self.containers[Alias], self.names[Alias] = Type, Name

    def PajeDestroyContainer(self, Time, Type, Name):
        demand(self.containers.pop(Name) == Type, 'of another type')

    def entity(self, kind, Container, Type):
        demand(self.types[Type][:2] == (kind, self.containers[Container]), f'no {kind} of this container')

    def PajePushState(self, Time, Container, Type, Value, Kind, Iteration):
        self.entity('state', Container, Type)
        demand(not self.stacks[Container, Type], 'a state within another')
        self.stacks[Container, Type].append((Time, Value, Kind, Iteration))

    def PajePopState(self, Time, Container, Type):
        start, name, kind, iteration = self.stacks[Container, Type].pop()
        self.states.append((start, Time, name, kind, iteration, self.names[Container].split(' (and ')[0]))

    def PajeSetVariable(self, Time, Container, Type, Value):
        self.entity('variable', Container, Type)
        self.samples.append((Time, Value, self.titles[Type]))

    def PajeStartLink(self, Time, Container, Type, StartContainer, Value, Key):
        self.entity('link', Container, Type)
        demand(self.containers[StartContainer] == self.types[Type][2], 'begins at a container of another type')
        demand(Key not in self.keys, 'two links of one key')
        self.keys.add(Key)
        self.links[Key] = (Time, Type, Value, StartContainer)

    def PajeEndLink(self, Time, Container, Type, EndContainer, Value, Key):
        demand(self.containers[EndContainer] == self.types[Type][3], 'ends at a container of another type')
        start, kind, value, start_container = self.links.pop(Key)
        demand((kind, value) == (Type, Value), 'ends as something else')
        self.causes.append((Key, start, Time, start_container[1:]))


def rows(path):
    with open(path, newline='', encoding='utf-8') as file:
        return list(csv.DictReader(file))


def compare(what, found, expected):
    missing, more = collections.Counter(expected) - collections.Counter(found), collections.Counter(found) - collections.Counter(expected)
    return [f'{what}: missing {item}' for item in list(missing)[:3]] + [f'{what}: not expected {item}' for item in list(more)[:3]]


def check_project(root, heddle, project, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, 'trace.paje')
        subprocess.run([heddle, 'run', root / 'projects' / project, '--quiet', '--paje', path, '--csv', folder, *options], check=True)
        with open(path, encoding='utf-8') as file:
            trace = Trace(file)
        spans, series = rows(Path(folder, 'spans.csv')), rows(Path(folder, 'series.csv'))
        by_name = {span['span']: span for span in spans}
        wrong = [] if trace.states or trace.samples else ['nothing in the trace']
        wrong += compare('state', trace.states, [(Decimal(s['start_s']), Decimal(s['end_s']), s['name'], s['kind'], int(s['iteration']), s['lane']) for s in spans])
        wrong += compare('link', trace.causes,
                         [(s['span'], min(Decimal(by_name[s['cause']]['end_s']), Decimal(s['start_s'])), Decimal(s['start_s']), s['cause'].split(':')[0])
                          for s in spans if s['cause']])
        wrong += compare('sample', trace.samples,
                         [(Decimal(s['time_s']), float(s['value']), f'{s["probe"]} ({s["unit"]})' if s['unit'] else s['probe'])
                          for s in series if is_number(s['value'])])
        return wrong + check_dump(path, trace)


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def check_dump(path, trace):
    if shutil.which('pj_dump') is None:
        return ['pj_dump is missing'] if os.environ.get('CI') else []
    dump = subprocess.run(['pj_dump', path], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    kinds = collections.Counter(line.split(',')[0] for line in dump.splitlines())
    # A variable lasts from one sample to the next: one at the end, or two at one time, may be left out.
    wrong = [f'pj_dump: {kinds[kind]} of {kind}, not {n}' for kind, n in (('State', len(trace.states)), ('Link', len(trace.causes))) if kinds[kind] != n]
    if kinds['Variable'] > len(trace.samples) or kinds['Variable'] * 4 < len(trace.samples):
        wrong.append(f'pj_dump: {kinds["Variable"]} of Variable, not {len(trace.samples)}')
    return wrong


def check_faults(_):
    """What the format forbids is found"""
    header = '%EventDef PajeDefineContainerType 0\n%  Alias string\n%  Type string\n%  Name string\n%EndEventDef\n'
    created = header + '%EventDef PajeCreateContainer 4\n%  Time date\n%  Alias string\n%  Type string\n%  Container string\n%  Name string\n%EndEventDef\n'
    wrong = []
    for text in (header + '1 A 0 "a"', header + '0 A 0', header + '0 A B "a"', header + '0 A 0 "a"\n0 A 0 "a"',
                 created + '0 A 0 "a"\n4 x B A 0 "b"', created + '0 A 0 "a"\n4 0 B A 0 "b"', created + '0 A 0 "a"\n4 2 B A 0 "b"\n4 1 C A 0 "c"'):
        try:
            Trace(text.splitlines())
        except Fault:
            continue
        wrong.append(f'not refused: {text}')
    return wrong


def checks(heddle):
    for project, *options in PROJECTS:
        def check(root, project=project, options=options):
            return check_project(root, heddle, project, *options)
        check.__doc__ = f'{project} as a Paje trace'
        yield check
    yield check_faults


if __name__ == '__main__':
    tap.main(list(checks(sys.argv[1])))
