#!/usr/bin/env python3
# points.py: every ready project shows its point soon after it is opened
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: each file in projects/ has a speed at which its run lasts some seconds, no more than a quarter of a minute; each of its probes gives samples
that are not all one; it names a view that it opens with, and that view has something to show; a link is clearly used, unless there is a reason why not.
What a reason says is measured. Left open: whether it looks good."""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

SHORTEST_S, LONGEST_S = 2, 15
SHARE = 0.5
SAMPLES = 10  # of a waveform that is looked at first
LANES = 2     # of a timeline likewise
LATENCY = 0.01
ROOT = re.compile(r'<heddle [^>]*\bview="([^"]+)"')
SPEED = re.compile(r'<run [^>]*\bspeed="([^"]+)"')
PROBES = re.compile(r'<probe [^>]*\btitle="([^"]+)"')


def command(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f'{" ".join(map(str, words))}: {done.stderr.strip()}')
    return done.stdout


class Run:
    """What a run of a project gave."""

    def __init__(self, heddle, project, *words):
        with tempfile.TemporaryDirectory() as folder:
            self.record = json.loads(command(heddle, 'run', project, '--quiet', '--allow-programs', '--json', '-', f'--csv={folder}', *words))
            self.series = self.read(Path(folder) / 'series.csv')
            self.spans = self.read(Path(folder) / 'spans.csv')

    @staticmethod
    def read(path):
        with open(path, encoding='utf-8', newline='') as file:
            return list(csv.DictReader(file))

    def metric(self, name):
        return self.record['metrics'][name]['value']

    def values(self, probe):
        return [row['value'] for row in self.series if row['probe'] == probe]

    def hottest(self):
        return max(link['utilisation'] for link in self.record['links'])


# ---- why no link is used for more than half of the run --------------------------------------------------------------------------------

def is_latency_alone(heddle, project, run):
    """Links carry next to nothing: what a run takes is the time of links and switches."""
    return [] if run.hottest() < LATENCY else [f'the hottest link is used for {run.hottest():.0%}: that is not latency alone']


def collects(heddle, project, run):
    """With MACT there are fewer requests, each takes longer, and the whole takes less time: the links are to have room for that."""
    without = Run(heddle, project, '--set', '$mact=0')
    told = [f'{name}: {run.metric(name)} with MACT, {without.metric(name)} without'
            for name, grows in (('mact.requests', False), ('vcore.latency', True), ('vcore.last', False))
            if (run.metric(name) > without.metric(name)) != grows]
    return told


def meets(heddle, project, run):
    """Messages of a barrier are few, and what counts is how long they take: without them it costs nothing."""
    ideal = Run(heddle, project, '--set', '$barrier=ideal')
    return [] if run.metric('gpu.end') > 1.2 * ideal.metric('gpu.end') else ['the barrier costs next to nothing']


def takes_turns(heddle, project, run):
    """A link is full while those at its ends send, and rests while they compute or wait for each other."""
    peak = max(link['peak_utilisation'] for link in run.record['links'])
    return [] if peak > 0.99 else [f'no link is ever used for more than {peak:.0%}']


def are_busy(heddle, project, run):
    """Engines speak over wires, which are no network; what they do is the point: most of their cycles they execute, or hand packets over."""
    end, busy, idle = (run.metric(f'cluster.{name}') for name in ('end', 'issue', 'idle'))
    return [] if end > 0 and busy > idle else [f'engines execute for {busy} cycles and are idle for {idle}']


IDLE_LINKS = {'fat-tree-512': is_latency_alone, 'figure-16': is_latency_alone, 'sharp-128': is_latency_alone, 'mact-128-cores': collects, 'barrier-cost': meets,
              'matrix-4': takes_turns, 'mixed-3': takes_turns, 'all-reduce': takes_turns, 'broadcast': takes_turns, 'buffer': takes_turns, 'choices': takes_turns, 'four-ways': takes_turns,
              'grants': takes_turns, 'order': takes_turns, 'reduce': takes_turns, 'steps': is_latency_alone, 'single-phase': are_busy, 'multi-phase': are_busy,
              'side-by-side': are_busy}


# ---- what a view has to show ------------------------------------------------------------------------------------------------------------

def check_waveforms(heddle, project, run, probes):
    return [] if any(len(run.values(probe)) >= SAMPLES for probe in probes) else [f'no probe has {SAMPLES} samples']


def check_timeline(heddle, project, run, probes):
    lanes = {span['lane'] for span in run.spans if float(span['end_s']) > float(span['start_s'])}
    return [] if len(lanes) >= LANES else [f'the timeline has {len(lanes)} lanes']


def check_links(heddle, project, run, probes):
    return [] if run.hottest() >= SHARE else [f'the hottest link is used for {run.hottest():.0%}']


def check_trees(heddle, project, run, probes):
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / 'trees.svg'
        command(heddle, 'render', project, '--view=trees', f'--output={picture}')
        return [] if '<path' in picture.read_text(encoding='utf-8') else ['no tree is drawn']


def check_steps(heddle, project, run, probes):
    """The page lists what cards are about; a card that does something has spans."""
    return check_timeline(heddle, project, run, probes)


VIEWS = {'waveforms': check_waveforms, 'timeline': check_timeline, 'links': check_links, 'trees': check_trees, 'steps': check_steps}


def check_project(project, heddle):
    text = project.read_text(encoding='utf-8')
    run = Run(heddle, project)
    probes, stated, view = PROBES.findall(text), SPEED.search(text), ROOT.search(text)
    speed = float(stated.group(1)) if stated else 0
    lasts = run.record['simulated_time_s'] / speed if speed > 0 else 0
    wrong = []
    if not SHORTEST_S <= lasts <= LONGEST_S:
        wrong.append(f'its run lasts {lasts:g} s')
    if not probes:
        wrong.append('it has no probe')
    wrong += [f'probe “{probe}” does not change' for probe in probes if len(set(run.values(probe))) < 2]
    if view is None or view.group(1) not in VIEWS:
        wrong.append(f'it opens with {view.group(1) if view else "no view"}')
    else:
        wrong += VIEWS[view.group(1)](heddle, project, run, probes)
    if project.stem in IDLE_LINKS:
        wrong += IDLE_LINKS[project.stem](heddle, project, run)
    else:
        wrong += check_links(heddle, project, run, probes)
    return [f'{project}: {fault}' for fault in dict.fromkeys(wrong)]


def checks(root, heddle):
    for project in sorted((root / 'projects').rglob('*.heddle')):
        def check(_, project=project):
            return check_project(project, heddle)
        check.__doc__ = f'{project.parent.name}/{project.name} shows its point'
        yield check


if __name__ == '__main__':
    tap.main(list(checks(Path(os.environ['HEDDLE_SOURCE_ROOT']), sys.argv[1])))
