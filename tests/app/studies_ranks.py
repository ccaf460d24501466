#!/usr/bin/env python3
# studies_ranks.py: heddle study in several processes
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: a study that mpirun starts comes to what it comes to alone, and all processes but the first have made runs of it; whichever of them is killed, or mpirun
interrupted, nothing that was kept is lost or made again; what is wrong is said once. Oracle: the study alone; sqlite3 of Python. Left open: how long it takes.
Usage: studies_ranks.py HEDDLE"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import studies

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'house'))
import tap  # noqa: E402

GRID = '<study id="grid" repeats="2"><factor of="xpus" from="2" to="16" steps="15"/><factor of="class:L.bandwidth" values="1 GB/s, 2 GB/s, 90 GB/s"/></study>'
PRECISE = '<study id="precise" repeats="9" precision="0.01"><factor of="xpus" values="2, 4, 99, 8"/><metric of="time_total"/></study>'
HALVED = '<study id="halved" repeats="9" halving="3"><factor of="xpus" from="2" to="16" steps="15"/><metric of="time_total" direction="maximise" at-most="1 h"/></study>'
BRED = ('<study id="bred" generations="4" population="8" repeats="2"><factor of="xpus" from="2" to="16" steps="15"/>'
        '<factor of="class:L.bandwidth" from="1 GB/s" to="40 GB/s" steps="40"/><metric of="time_total" direction="minimise"/></study>')
# one machine with few processors, in a container perhaps
PLACE = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1', 'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_mpi_yield_when_idle': '1'}
SECONDS_TO_END = 60


class Ranks(studies.Bench):
    """Likewise, under mpirun."""

    def start(self, n, *words):
        return subprocess.Popen(['mpirun', '-n', str(n), *self.words(*words)], cwd=self.folder, env=os.environ | PLACE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def spread(self, n, *words):
        with self.start(n, *words) as process:
            process.out, process.told = process.communicate(timeout=300)
            return process


def check_same(_):
    """Any number of processes comes to what one comes to."""
    wrong = []
    for study in (GRID, PRECISE, HALVED, BRED):
        with Ranks(study) as alone:
            alone.run('--quiet')
            name = next(alone.folder.glob('*.sqlite')).name
            expected = alone.query(name, studies.VALUES)
            for n, words in ((1, ['--jobs', '2']), (2, []), (4, []), (3, ['--jobs', '2'])):
                (alone.folder / name).unlink()
                done = alone.spread(n, '--quiet', *words)
                if done.returncode != 0 or done.told:
                    wrong.append(f'{n} processes end with {done.returncode}: {done.told}')
                if alone.query(name, studies.VALUES) != expected or not expected:
                    wrong.append(f'{n} processes come to something else')
    return wrong


def check_shards(_):
    """Shards may have several processes each."""
    with Ranks(GRID) as bench:
        for i in (1, 2):
            bench.spread(3, '--shard', f'{i}/2', '--quiet')
        merged = bench.spread(2, '--merge', 'star-grid-1of2.sqlite', '--merge', 'star-grid-2of2.sqlite', '--results', 'merged.sqlite', '--quiet')
        bench.run('--quiet')
        wrong = [] if merged.returncode == 0 else [merged.told]
        return wrong + ([] if bench.query('merged.sqlite', studies.VALUES) == bench.query('star-grid.sqlite', studies.VALUES) else ['merged shards are not the whole'])


def find_ranks(mpirun):
    return [int(word) for word in Path(f'/proc/{mpirun.pid}/task/{mpirun.pid}/children').read_text(encoding='ascii').split()]


def is_running(pid):
    try:
        return ') Z ' not in Path(f'/proc/{pid}/stat').read_text(encoding='ascii', errors='replace')
    except OSError:
        return False


def count_runs(bench):
    has_tables = bench.query('star-long.sqlite', "SELECT 1 FROM sqlite_master WHERE name = 'run'")
    return bench.query('star-long.sqlite', 'SELECT count(*) FROM run')[0][0] if has_tables else 0


def check_killed(_):
    """Whoever is killed, the others end, what was kept is kept, and the study goes on to the same."""
    wrong = []
    chance = random.Random(2)
    with Ranks(studies.LONG) as bench, Ranks(studies.LONG) as undisturbed:
        kept = {}
        for victim in (0, 1, 2, 0, 2, signal.SIGINT, signal.SIGTERM):
            process = bench.start(3, '--resume', '--quiet')
            n_wanted = len(kept) + chance.randrange(1, 40)
            while count_runs(bench) < n_wanted and process.poll() is None:
                time.sleep(0.01)
            ranks = find_ranks(process)
            if isinstance(victim, signal.Signals):
                process.send_signal(victim)
            else:
                os.kill(ranks[victim], signal.SIGKILL)
            _, told = process.communicate(timeout=SECONDS_TO_END)
            if process.returncode == 0:
                wrong.append(f'{victim} is killed, and all is well: {told}')
            deadline = time.monotonic() + SECONDS_TO_END
            while any(map(is_running, ranks)) and time.monotonic() < deadline:
                time.sleep(0.01)
            if any(map(is_running, ranks)):
                wrong.append(f'{victim} is killed, and others run on')
            now = {row[:2]: row for row in bench.query('star-long.sqlite', studies.RUNS)}
            if any(now.get(key) != row for key, row in kept.items()) or len(now) < n_wanted:
                wrong.append(f'{victim} is killed, and runs are gone or were made again')
            kept = now
        done = bench.spread(3, '--resume', '--quiet')
        undisturbed.run('--quiet')
        if done.returncode != 0 or bench.query('star-long.sqlite', studies.VALUES) != undisturbed.query('star-long.sqlite', studies.VALUES):
            wrong.append(f'it does not come to what it comes to undisturbed: {done.told}')
    return wrong


def check_refused(_):
    """What is wrong is said once, by the first process, and all end."""
    wrong = []
    with Ranks(GRID) as bench:
        for words, status, message in ((['other'], 2, 'star.heddle: The project has no study “other”; it has grid'), (['--jobs', '2', 'grid', '--results', 'star.heddle/a'], 4, 'star.heddle/a'), (['--list'], 0, '')):
            done = bench.spread(3, *words)
            if done.returncode != status or (done.told.count(f'heddle: {message}') != 1 if message else 'heddle:' in done.told):
                wrong.append(f'{words}: {done.returncode}, {done.told}')
        other = bench.folder / 'other.heddle'
        other.write_text((bench.folder / 'star.heddle').read_text(encoding='utf-8').replace('1 us', '2 us'), encoding='utf-8')
        for file, message in (('other.heddle', 'Rank 1 has another project, another study or other settings than rank 0'), ('none.heddle', 'Rank 1 cannot work: ')):
            mixed = subprocess.run(['mpirun', '-n', '1', *bench.words('--resume'), ':', '-n', '1', studies.HEDDLE, 'study', file], cwd=bench.folder, env=os.environ | PLACE,
                                   capture_output=True, text=True, timeout=SECONDS_TO_END)
            if mixed.returncode == 0 or message not in mixed.stderr:
                wrong.append(f'{file}: {mixed.returncode}, {mixed.stderr}')
    return wrong


if __name__ == '__main__':
    if shutil.which('mpirun') is None:
        print('1..0 # SKIP mpirun is missing')
    else:
        tap.main([check_same, check_shards, check_killed, check_refused])
