#!/usr/bin/env python3
# studies.py: heddle study, killed and told wrong things
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: a study that is killed 200 times comes to what it comes to undisturbed, and no run that was kept is made again; so do shards that are merged; results
are read by other programs as the documentation says; what is wrong is said before anything runs. Oracle: sqlite3 of Python. Left open: the loss of power.
Usage: studies.py HEDDLE"""

import contextlib
import csv
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

PROJECT = '''<heddle version="1" name="star">
  <variables><variable name="xpus" type="integer" value="4" minimum="2" maximum="16"/></variables>
  <link-class id="L" bandwidth="10 GB/s" latency="1 us" sharing="split"/>
  <top>
    <component id="hub" type="fabric.switch"/>
    <component id="xpu" type="fabric.xpu" count="$xpus"/>
    <link id="wire" from="xpu[i].eth" to="hub.port[i]" class="L"/>
  </top>
  <communicators><communicator id="all" members="xpu[*]"/></communicators>
  <workload type="collective" on="all" operation="all-reduce" algorithm="ring" bytes="1 MB"/>
  STUDIES
</heddle>'''
SMALL = '''<study id="small"><factor of="xpus" values="2, 4, 99"/><factor of="class:L.bandwidth" values="1 GB/s, 2 GB/s"/>
  <metric of="time_total" direction="minimise" at-most="1 h"/></study>'''
LONG = '''<study id="long" repeats="3"><factor of="xpus" from="2" to="16" steps="15"/><factor of="class:L.bandwidth" from="1 GB/s" to="20 GB/s" steps="200"/></study>'''
KILLS = 200
HEDDLE = str(Path(sys.argv[1]).resolve())


class Bench:
    """A folder with a project, and heddle to run in it."""

    def __init__(self, studies=SMALL):
        self.directory = tempfile.TemporaryDirectory()
        self.folder = Path(self.directory.name)
        (self.folder / 'star.heddle').write_text(PROJECT.replace('STUDIES', studies), encoding='utf-8')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.directory.cleanup()

    def words(self, *words):
        return [HEDDLE, 'study', 'star.heddle', *words]

    def run(self, *words):
        return subprocess.run(self.words(*words), cwd=self.folder, capture_output=True, text=True, timeout=300)

    def query(self, name, sql):
        """Rows of a file of results; none where there is no file, or nothing in it yet."""
        path = self.folder / name
        if not path.exists() or path.stat().st_size == 0:
            return []
        with contextlib.closing(sqlite3.connect(path)) as database:
            return database.execute(sql).fetchall()


RUNS = 'SELECT point, repeat, seed, digest, error, ended FROM run ORDER BY point, repeat'
VALUES = ('SELECT r.point, r.repeat, r.digest, r.error, m.name, v.number FROM run r LEFT JOIN value v USING (point, repeat) LEFT JOIN metric m ON m.number = v.metric '
          'ORDER BY r.point, r.repeat, m.name')


def check_kills(_):
    """A study that is killed 200 times loses no run that was kept, makes none again, and comes to the same."""
    wrong = []
    with Bench(LONG) as bench, Bench(LONG) as undisturbed:
        chance = random.Random(15)
        kept = {}
        n_kills = n_grown = 0
        start_s = -time.monotonic()
        bench.run('--list')
        start_s += time.monotonic()
        while n_kills < KILLS:
            process = subprocess.Popen(bench.words('--resume', '--quiet', '--jobs', '2'), cwd=bench.folder)
            time.sleep(chance.uniform(0.5 * start_s, start_s + 0.05))
            process.send_signal(signal.SIGKILL)
            if process.wait() == 0:
                wrong.append(f'it was done after {n_kills} kills')
                break
            n_kills += 1
            now = {row[:2]: row for row in bench.query('star-long.sqlite', RUNS)}
            n_grown += len(now) > len(kept)
            changed = [key for key, row in kept.items() if now.get(key) != row]
            if changed:
                wrong.append(f'after kill {n_kills}, runs {changed[:3]} are gone or were made again')
            kept = now
        if n_grown < 10:
            wrong.append(f'only {n_grown} of {n_kills} kills came after a run was kept')
        done = bench.run('--resume', '--quiet')
        whole = undisturbed.run('--quiet')
        if done.returncode != 0 or whole.returncode != 0:
            wrong.append(f'it ends with {done.returncode} and {whole.returncode}: {done.stderr}{whole.stderr}')
        results = bench.query('star-long.sqlite', VALUES)
        if len(bench.query('star-long.sqlite', RUNS)) != 15 * 200 * 3 or results != undisturbed.query('star-long.sqlite', VALUES):
            wrong.append('it does not come to what it comes to undisturbed')
        if any((bench.folder / f'star-long.sqlite{end}').exists() for end in ('-wal', '-shm', '-journal')):
            wrong.append('more than the results is left')
    return wrong


def check_interrupt(_):
    """Interrupted, it says how to go on, with exit status 3."""
    with Bench(LONG) as bench:
        process = subprocess.Popen(bench.words('--jobs', '1'), cwd=bench.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not bench.query('star-long.sqlite', 'SELECT name FROM sqlite_master') or not bench.query('star-long.sqlite', RUNS):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        wrong = [] if process.returncode == 3 else [f'it ends with {process.returncode}']
        return wrong + ([] if '--resume goes on with “star-long.sqlite”' in told else [told])


def check_shards(_):
    """Shards that are merged are the whole."""
    with Bench() as bench:
        for i in (1, 2, 3):
            bench.run('--shard', f'{i}/3', '--quiet')
        merged = bench.run('--merge', 'star-small-1of3.sqlite', '--merge', 'star-small-2of3.sqlite', '--merge', 'star-small-3of3.sqlite', '--results', 'merged.sqlite')
        bench.run('--quiet')
        wrong = [] if merged.returncode == 0 and '3.sqlite: 2 runs added' in merged.stderr else [merged.stderr]
        if bench.query('merged.sqlite', VALUES) != bench.query('star-small.sqlite', VALUES):
            wrong.append('merged shards are not the whole')
        return wrong


def check_readable(_):
    """The view of all and points.csv have what runs gave."""
    with Bench() as bench:
        done = bench.run('--csv', 'tables')
        rows = bench.query('star-small.sqlite', 'SELECT point, "$xpus", "class:L.bandwidth", time_total, error FROM results')
        with open(bench.folder / 'tables/points.csv', encoding='utf-8') as file:
            table = list(csv.DictReader(file))
        wrong = [] if done.returncode == 0 else [done.stderr]
        if [row[:3] for row in rows] != [(p, (2, 4, 99)[p // 2], (1e9, 2e9)[p % 2]) for p in range(6)]:
            wrong.append(f'the view has {rows}')
        for row, line in zip(rows, table):
            if (float(line['time_total_s']) if line['time_total_s'] else None) != row[3] or (line['error'] or None) != row[4]:
                wrong.append(f'{line} is not {row}')
            if row[1] == 99 and (not row[4] or '16' not in row[4]):
                wrong.append(f'why 99 is too many is not said: {row}')
        if '2 points have failed' not in done.stdout or 'star-small.sqlite' not in done.stdout:
            wrong.append(done.stdout)
        single = subprocess.run([HEDDLE, 'run', 'star.heddle', '--set', '$xpus=4', '--set', 'class:L.bandwidth=2 GB/s', '--quiet', '--digest'],
                                cwd=bench.folder, capture_output=True, text=True, check=True).stdout.strip()
        if bench.query('star-small.sqlite', 'SELECT digest FROM run WHERE point = 3') != [(single,)]:
            wrong.append('a run of the study is not that run by itself')
        return wrong


def check_refused(_):
    """What is wrong is said, and nothing is written."""
    cases = [
        (SMALL, [], 0, ''),
        (SMALL, ['--resume'], 0, ''),
        (SMALL, ['other'], 2, 'has no study “other”; it has small'),
        (SMALL, ['--shard', '3/2'], 2, '“3/2” is not I/N'),
        (SMALL, ['--shard', '1'], 2, '“1” is not I/N'),
        (SMALL, ['--jobs', '-1'], 2, 'not -1'),
        (SMALL, ['--results', 'star.heddle/a.sqlite'], 4, 'star.heddle/a.sqlite'),
        (SMALL, ['--csv', 'star.heddle/tables'], 4, 'star.heddle/tables'),
        (SMALL, ['--set', 'gone.bandwidth=1 GB/s'], 1, 'gone'),
        (SMALL + LONG, [], 2, 'name one of small, long'),
        ('', [], 2, 'has no study'),
        (SMALL.replace('values="2, 4, 99"', 'values="2, 4"').replace('id=', 'sampling="paired" id='), ['--sensitivity'], 1, 'do not change independently of each other'),
        (SMALL.replace('id=', 'generations="2" population="4" id='), ['--sensitivity'], 1, 'do not change independently of each other'),
        (SMALL.replace('2, 4, 99', '2, 4, 8'), ['--sensitivity', '--sensitivity-json', 'a.json'], 0, ''),
        (SMALL, ['--sensitivity'], 1, '4 points have the metric “time_total”; 8 are needed'),
        (SMALL, ['--sensitivity-json', 'star.heddle/a.json'], 4, 'star.heddle/a.json'),
        (SMALL.replace('id=', 'repeats="4" halving="2" id='), ['--shard', '1/2'], 1, 'cannot be run in shards'),
        (SMALL.replace('id=', 'generations="2" population="4" id='), ['--shard', '1/2'], 1, 'cannot be run in shards'),
        (SMALL.replace('xpus', 'xpu'), [], 1, 'star.heddle:11: error: study:small/xpu.of: The project has no variable “$xpu” (Did you mean “xpus”?)'),
        (SMALL.replace('class:L.bandwidth', 'wire.bandwith'), [], 1, 'bandwith'),
        (SMALL.replace('time_total', 'time_totl'), [], 1, 'No run has the metric “time_totl”; there are'),
        (SMALL.replace('1 h', '1 GB'), [], 1, '“1 GB” is no value of the metric “time_total”, which is in “s”'),
    ]
    wrong = []
    for studies, words, status, message in cases:
        with Bench(studies) as bench:
            done = bench.run(*words)
            if done.returncode != status or message not in done.stderr:
                wrong.append(f'{words}: {done.returncode}, {done.stderr or "nothing"} instead of {status}, {message}')
            if (status == 2 or 'in shards' in message) and len(list(bench.folder.iterdir())) > 1:
                wrong.append(f'{words}: something was written')
    with Bench() as bench:
        bench.run('--quiet')
        again = bench.run()
        if again.returncode != 4 or 'there are results already; --resume goes on with them' not in again.stderr:
            wrong.append(again.stderr)
        project = bench.folder / 'star.heddle'
        project.write_text(project.read_text(encoding='utf-8').replace('1 us', '2 us'), encoding='utf-8')
        changed = bench.run('--resume')
        if changed.returncode == 0 or 'as it was before the project, the study or its settings were changed' not in changed.stderr:
            wrong.append(changed.stderr)
    return wrong


LISTED = '''<heddle version="1" name="listed">
  <link-class id="L" bandwidth="1 GB/s" latency="1 us"/>
  <top><component id="h" type="fabric.host" count="2"/><link id="up" from="h[0].port" to="h[1].port" class="L"/></top>
  <workload type="transfers" file="list.csv"/>
  <study id="rates"><factor of="class:L.bandwidth" values="1 GB/s, 2 GB/s"/><metric of="time_total"/></study>
</heddle>'''
ROWS = 'start_s,bytes,source,destination\n0,{},h[0],h[1]\n'


def check_changed_file(_):
    """A list of transfers that has changed is noticed by whoever goes on, merges, runs again or compares; when it is as it was, all goes on."""
    with Bench() as bench:
        (bench.folder / 'star.heddle').write_text(LISTED, encoding='utf-8')
        trace = bench.folder / 'list.csv'

        def heddle(*words):
            return subprocess.run([HEDDLE, *words], cwd=bench.folder, capture_output=True, text=True, timeout=300)

        trace.write_text(ROWS.format(1000), encoding='utf-8')
        bench.run('--shard', '1/2', '--quiet')
        first = heddle('run', 'star.heddle', '--quiet', '--json', 'first.json')
        again = heddle('run', 'star.heddle', '--quiet', '--like', 'first.json', '--digest')
        noted = bench.query('star-rates-1of2.sqlite', 'SELECT name, bytes, length(sha256) FROM input')
        trace.write_text(ROWS.format(2000), encoding='utf-8')
        resumed = bench.run('--shard', '1/2', '--resume')
        bench.run('--shard', '2/2', '--quiet')
        merged = bench.run('--merge', 'star-rates-1of2.sqlite', '--merge', 'star-rates-2of2.sqlite', '--results', 'both.sqlite')
        like = heddle('run', 'star.heddle', '--quiet', '--like', 'first.json', '--json', 'second.json')
        compared = heddle('compare', 'first.json', 'second.json')
        trace.write_text(ROWS.format(1000), encoding='utf-8')
        back = bench.run('--shard', '1/2', '--resume')

        wrong = [] if noted == [('list.csv', len(ROWS.format(1000)), 64)] else [f'noted is {noted}']
        if first.returncode != 0 or again.returncode != 0 or again.stderr:
            wrong.append(f'{first.stderr}{again.stderr}')
        if resumed.returncode != 1 or '“list.csv” as it was before it changed' not in resumed.stderr:
            wrong.append(f'resumed: {resumed.returncode}, {resumed.stderr}')
        if merged.returncode == 0 or 'another “list.csv” than those here' not in merged.stderr:
            wrong.append(f'merged: {merged.returncode}, {merged.stderr}')
        if like.returncode != 0 or 'was made with another “list.csv”' not in like.stderr:
            wrong.append(f'like: {like.returncode}, {like.stderr}')
        if 'list.csv' not in compared.stdout:
            wrong.append(f'compared: {compared.stdout}')
        if back.returncode != 0:
            wrong.append(f'back: {back.stderr}')
        return wrong


if __name__ == '__main__':
    tap.main([check_kills, check_interrupt, check_shards, check_readable, check_refused, check_changed_file])
