#!/usr/bin/python3
# schemas.py: results are as their schemas say, and nothing else is
# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariant: the result of each ready project (as its small variant), with and without a trace, of heddle tree over those about
aggregation, of a search for saturation, of the sensitivity of a study, of a comparison, of what holds a run up, and of answers to a lesson, is valid; a result with a member too few, too many, or of another type is not, wherever in the schema. Oracle: python3-jsonschema.
Left open: what the numbers are. Usage: schemas.py HEDDLE"""

import copy
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / folder) for folder in ('house', 'projects')]
import tap  # noqa: E402
from strategies import settings_of  # noqa: E402

try:
    import jsonschema
except ImportError:
    missing = 'python3-jsonschema is not installed for ' + sys.executable
    if os.environ.get('CI'):
        print('TAP version 13\n1..1\nnot ok 1 ' + missing)
        sys.exit(1)
    print('TAP version 13\n1..0 # SKIP ' + missing)
    sys.exit(0)

# What the ready projects have none of.
PACKETS = '''<heddle version="1" name="packets">
  <link-class id="L" bandwidth="10 GB/s" latency="1 us" sharing="split"/>
  <top>
    <component id="hub" type="fabric.switch"/>
    <component id="xpu" type="fabric.xpu" count="3"/>
    <link id="wire" from="xpu[i].eth" to="hub.port[i]" class="L"/>
  </top>
  <communicators><communicator id="all" members="xpu[*]"/></communicators>
  <workload type="collective" on="all" operation="all-reduce" algorithm="ring" bytes="1 MB"/>
  <run fidelity="FIDELITY" trace="xpu[0]" colour="red"/>
</heddle>'''


def load(root, name):
    schema = json.loads((root / 'resources/schemas' / f'{name}.schema.json').read_text(encoding='utf-8'))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def complaints(validator, result):
    return [f'{"/".join(map(str, error.absolute_path))}: {error.message[:200]}' for error in list(validator.iter_errors(result))[:3]]


def run(heddle, *words, **kwargs):
    return json.loads(subprocess.run([heddle, *map(str, words)], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **kwargs).stdout)


def result_of(heddle, project, *words):
    return run(heddle, 'run', project, '--quiet', '--allow-programs', '--json', '-', *words)


def check_project(root, heddle, project):
    wrong = complaints(load(root, 'result'), result_of(heddle, project, *settings_of(project)))
    if project.parent.name == 'aggregation':
        wrong += check_trees(root, heddle, project)
    return wrong


def check_trees(root, heddle, project):
    words = ('tree', project, *settings_of(project), '--operation', 'all-reduce', '--size', '4 KiB', '--json', '-')
    trees = load(root, 'trees')
    return complaints(trees, run(heddle, *words, '--algorithm', 'k-ary')) + complaints(trees, run(heddle, *words, '--algorithm', 'k-ary,k-nomial'))


def draw(folder, fidelity):
    path = Path(folder, f'{fidelity}.heddle')
    path.write_text(PACKETS.replace('FIDELITY', fidelity), encoding='utf-8')
    return path


def members(value, path=()):
    """Every place of a result, but only the first of a list's items."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from members(value[key], path + (key,))
    elif isinstance(value, list) and value:
        yield from members(value[0], path + (0,))


def changed(result, path, change):
    other = copy.deepcopy(result)
    holder = other
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return other


def spoil(holder, key):
    holder[key] = [[]] if not isinstance(holder[key], list) else 7


def remove(holder, key):
    del holder[key]


def add(holder, key):
    holder[key]['colour'] = 'red'


def check_spoiled(validator, result, free):
    """@free: members that may be left out, or hold members of any name."""
    wrong = complaints(validator, result)
    for path in members(result):
        if not path:
            continue
        value = result
        for key in path:
            value = value[key]
        changes = [('of another type', spoil)]
        if path[-1] != 0 and path[:-1] not in free:
            changes.append(('missing', remove))
        if isinstance(value, dict) and path not in free:
            changes.append(('with a member too many', add))
        wrong += [f'{"/".join(map(str, path))} {what} is not refused' for what, change in changes if not complaints(validator, changed(result, path, change))]
    if not complaints(validator, {**result, 'colour': 'red'}):
        wrong.append('a member too many is not refused')
    return wrong


def checks(root, heddle, folder):
    for project in sorted((root / 'projects').rglob('*.heddle')):
        def check(_, project=project):
            return check_project(root, heddle, project)
        check.__doc__ = f'{project.parent.name}/{project.name} has results as the schemas say'
        yield check

    for fidelity in ('flow', 'packet', 'flit'):
        def check_result(_, fidelity=fidelity):
            result = result_of(heddle, draw(folder, fidelity))
            wrong = check_spoiled(load(root, 'result'), result, {('metrics',), ('variables',)})
            wrong += complaints(load(root, 'result'), {**result, 'digest': None, 'metrics': {}})  # while the run goes on
            if fidelity == 'flow' and not (result['trace'] and result['problems']):
                wrong.append('neither a trace nor problems')
            return wrong
        check_result.__doc__ = f'A wrong result at {fidelity} fidelity is refused'
        yield check_result

    def check_wrong_trees(_):
        """Wrong trees are refused"""
        words = ('tree', draw(folder, 'packet'), '--operation', 'all-reduce', '--size', '4 KiB', '--json', '-')
        trees = load(root, 'trees')
        return check_spoiled(trees, run(heddle, *words, '--algorithm', 'k-ary'), ()) + check_spoiled(trees, run(heddle, *words, '--algorithm', 'k-ary,k-nomial'), ())
    yield check_wrong_trees

    def check_saturation(_):
        """A search for saturation has results as its schema says, and wrong ones are refused"""
        words = ('run', root / 'projects/noc/mesh-8x8.heddle', '--set', '$columns=4', '--set', '$rows=4', '--set', '$cycles=500', '--quiet', '--json', '-')
        saturation = load(root, 'saturation')
        result = run(heddle, *words, '--saturation', 'load=0.02..1:0.2')
        optional = {('steps', 0, 'latency_mean_s'), ('steps', 0, 'latency_half_width_s')}
        wrong = [complaint for complaint in check_spoiled(saturation, result, ()) if not any(f'{"/".join(map(str, path))} missing' in complaint for path in optional)]
        return wrong + complaints(saturation, run(heddle, *words, '--saturation', 'load=0.02..0.05'))
    yield check_saturation

    def check_sensitivity(_):
        """What factors of a study matter is as its schema says, and wrong ones are refused"""
        study = """<study id="a"><factor of="class:L.bandwidth" values="1 GB/s, 2 GB/s"/><factor of="class:L.latency" values="1 us, 1 ms"/><metric of="time_total"/></study>"""
        project = Path(folder, 'study.heddle')
        project.write_text(PACKETS.replace('FIDELITY', 'flow').replace('<run', study + '<run'), encoding='utf-8')
        words = ('study', project, '--quiet', '--sensitivity-json', '-', '--resume')
        validator = load(root, 'sensitivity')
        wrong = check_spoiled(validator, run(heddle, *words), ())
        drawn = project.read_text(encoding='utf-8').replace('"a"', '"b" sampling="sobol" points="16" repeats="2"')
        project.write_text(drawn, encoding='utf-8')
        return wrong + complaints(validator, run(heddle, *words))
    yield check_sensitivity

    def check_comparison(_):
        """A comparison is as its schema says, and wrong ones are refused"""
        validator = load(root, 'comparison')
        optional = {(*path, side) for path in (('metrics', 'time_total'), ('links', 0)) for side in 'ab'}
        optional |= {('metrics', 'time_total', key) for key in ('difference', 'difference_ratio')}
        project = draw(folder, 'packet')
        result = run(heddle, 'compare', project, project, '--set-b', 'class:L.bandwidth=5 GB/s', '--json', '-')
        result['metrics'] = {'time_total': result['metrics']['time_total']}
        if not (result['links'] and result['differences']):
            return ['neither links nor differences']
        wrong = [complaint for complaint in check_spoiled(validator, result, {('metrics',)})
                 if not any(complaint.startswith(f'{"/".join(map(str, path))} missing') for path in optional)]
        return wrong + complaints(validator, run(heddle, 'compare', project, draw(folder, 'flow'), '--json', '-'))
    yield check_comparison

    def check_why(_):
        """What holds a run up is as its schema says, and wrong ones are refused"""
        validator = load(root, 'why')
        result = run(heddle, 'why', draw(folder, 'packet'), '--set', 'class:L.latency=2 us', '--json', '-')
        if not (result['bounds'] and result['floors'] and result['trials'] and result['overrides']):
            return ['neither bounds nor floors nor trials nor overrides']
        return check_spoiled(validator, result, ()) + complaints(validator, run(heddle, 'why', draw(folder, 'flow'), '--trials', '0', '--json', '-'))
    yield check_why

    def check_grades(_):
        """Grades of answers to a lesson are as their schema says, and wrong ones are refused"""
        validator, lesson, answers = load(root, 'grades'), root / 'projects/small/bottleneck.lesson', Path(folder, 'ada.xml')
        answers.write_bytes(subprocess.run([heddle, 'grade', lesson, '--hand-out', 'Ada'], check=True, stdout=subprocess.PIPE).stdout)
        result = run(heddle, 'grade', lesson, answers, '--format', 'json')
        if not result['grades'][0]['marks']:
            return ['no marks']
        odd = subprocess.run([heddle, 'grade', lesson, root / 'projects/small/star.heddle', '--format', 'json'], stdout=subprocess.PIPE, text=True)
        return check_spoiled(validator, result, ()) + complaints(validator, json.loads(odd.stdout))
    yield check_grades


if __name__ == '__main__':
    import tempfile
    with tempfile.TemporaryDirectory() as scratch:
        tap.main(list(checks(Path(os.environ['HEDDLE_SOURCE_ROOT']), sys.argv[1], scratch)))
