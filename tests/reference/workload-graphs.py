#!/usr/bin/python3
# workload-graphs.py: workload graphs that NetworkX writes, through Heddle and back; graphs as Graphviz reads them
# SPDX-License-Identifier: GPL-3.0-or-later
"""A random cyclic graph of computations and communications goes NetworkX -> Heddle -> NetworkX: vertices, dependencies and their values are the same,
and a run of the project does what the graph says. Other names and units by a map. Oracle for dot: the nodes and edges that `dot -Tplain` finds, of
topologies, workloads and trees. Usage: workload-graphs.py HEDDLE"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import networkx as nx
except ImportError:
    missing = 'NetworkX is not installed for ' + sys.executable
    if os.environ.get('CI'):
        print('TAP version 13\n1..1\nnot ok 1 ' + missing)
        sys.exit(1)
    print('TAP version 13\n1..0 # SKIP ' + missing)
    sys.exit(0)

SEEDS = range(5)
PROJECT = '''<heddle version="1" name="bench">
  <link-class id="L" bandwidth="10 GB/s" latency="1 us" sharing="split"/>
  <top>
    <component id="hub" type="fabric.switch"/>
    <component id="xpu" type="fabric.xpu" count="4" fp32="1 TFLOP/s"/>
    <link id="wire" from="xpu[i].eth" to="hub.port[i]" class="L"/>
  </top>
  <communicators><communicator id="all" members="xpu[*]"/></communicators>
  <workload type="collective" on="all" operation="barrier"/>
  <probes><probe of="wire[0].rate"/></probes>
  <run iterations="2"/>
</heddle>'''


def heddle(*words, status=0):
    done = subprocess.run([sys.argv[1], *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != status:
        raise RuntimeError(f'{words}: status {done.returncode}, {done.stderr}')
    return done


def draw(rng):
    """A ring with chords forwards, so that it can run: what leads back does not count the first time."""
    graph, n = nx.MultiDiGraph(), rng.randint(3, 12)
    for i in range(n):
        if i == 1 or (i > 1 and rng.random() < 0.4):
            graph.add_node(f'v{i}', kind='comm', operation='all-reduce', algorithm='ring', bytes=float(rng.randint(1, 10 ** 6) * 1000), members='xpu[*]', channel='c')
        else:
            graph.add_node(f'v{i}', kind='compute', work=rng.randint(1, 10 ** 6) * 1e6, access=0.0, place=f'xpu[{rng.randint(0, 3)}]', mode='local',
                           start=i == 0, x=float(20 * i), y=float(rng.randint(0, 500)))
    for i in range(n - 1):
        graph.add_edge(f'v{i}', f'v{i + 1}')
        if i + 2 < n and rng.random() < 0.5:
            graph.add_edge(f'v{i}', f'v{rng.randint(i + 2, n - 1)}')
    graph.add_edge(f'v{n - 1}', 'v0', first='ignore')
    return graph


def values(graph):
    plain = {'first': 'count', 'start': False}
    nodes = sorted((name, sorted((key, value) for key, value in data.items() if value not in (False, ''))) for name, data in graph.nodes(data=True))
    edges = sorted((a, b, data.get('first', plain['first'])) for a, b, data in graph.edges(data=True))
    return nodes, edges


def check_round_trip(folder, seed):
    graph = draw(random.Random(seed))
    first, project, out, back = (folder / name for name in ('a.graphml', 'p.heddle', 'q.heddle', 'b.workload.graphml'))
    nx.write_graphml(graph, first)
    project.write_text(PROJECT, encoding='utf-8')
    heddle('convert', project, out, '--workload', first, '--map', 'work=work:FLOP', '--map', 'bytes=bytes:B')
    heddle('convert', out, back)
    expected, found = values(graph), values(nx.read_graphml(back, force_multigraph=True))
    wrong = [f'{a} became {b}' for side in (0, 1) for a, b in zip(expected[side], found[side]) if a != b]
    if [len(side) for side in expected] != [len(side) for side in found]:
        wrong.append('the number of vertices or dependencies changed')
    result = json.loads(heddle('run', out, '--quiet', '--json', '-').stdout)
    if len(result['iteration_ends_s']) != 2:
        wrong.append(f'{len(result["iteration_ends_s"])} iterations ran')
    if '<probe ' not in out.read_text(encoding='utf-8') or out.read_text(encoding='utf-8').count('<workload') != 1:
        wrong.append('the rest of the project is not what it was')
    return wrong + check_dot(out, folder / 'w.workload.dot', graph.number_of_nodes(), graph.number_of_edges())


def check_map(folder):
    graph = nx.DiGraph()
    graph.add_node('one task', gflop=2.5, where='xpu[1]', start=True, colour='red')
    graph.add_node('send', payload=3, operation='point-to-point', src='xpu[1]', dst='xpu[2]')
    graph.add_edge('one task', 'send')
    graph.add_edge('send', 'one task', first=True)
    first, project, out, back = (folder / name for name in ('m.graphml', 'p.heddle', 'm.heddle', 'm.workload.graphml'))
    nx.write_graphml(graph, first)
    project.write_text(PROJECT, encoding='utf-8')
    notes = heddle('convert', project, out, '--workload', first, '--map', 'gflop=work:GFLOP', '--map', 'where=place', '--map', 'payload=bytes:MB', '--map', 'src=from',
                   '--map', 'dst=to').stderr
    heddle('convert', out, back)
    found = nx.read_graphml(back)
    wrong = [] if 'colour' in notes and 'became a communication' in notes else [notes]
    expected = {'one_task': {'kind': 'compute', 'work': 2.5e9, 'place': 'xpu[1]', 'start': True},
                'send': {'kind': 'comm', 'bytes': 3e6, 'operation': 'point-to-point', 'from': 'xpu[1]', 'to': 'xpu[2]'}}
    wrong += [f'{name}: {found.nodes[name]}' for name in expected if dict(found.nodes[name]) != expected[name]]
    return wrong + ([] if found.edges['send', 'one_task']['first'] == 'ignore' and 'on' in found.graph else [str(found.graph)])


FAULTS = (
    ('undirected', nx.path_graph(2), (), 1, ':', 'direction'),
    ('unit', nx.DiGraph(), ('--map', 'load=work:s'), 1, 'load', 'graph has no attribute'),
    ('field', nx.path_graph(2, create_using=nx.DiGraph), ('--map', 'weight=colour'), 1, 'weight=colour', 'colour'),
)


def check_faults(folder):
    project, out = folder / 'p.heddle', folder / 'fault.heddle'
    project.write_text(PROJECT, encoding='utf-8')
    wrong = []
    for name, graph, words, status, *said in FAULTS:
        graph.add_node('n')
        nx.write_graphml(graph, folder / 'f.graphml')
        errors = heddle('convert', project, out, '--workload', folder / 'f.graphml', *words, status=status).stderr
        wrong += [f'{name}: “{word}” is missing in {errors}' for word in said if word not in errors]
        if out.exists():
            wrong.append(f'{name} left a project')
    errors = heddle('convert', project, folder / 'x.graphml', '--workload', folder / 'f.graphml', status=2).stderr
    generated = heddle('convert', project, folder / 'x.workload.dot', status=1).stderr
    # A place that does not exist is the project's fault, said when it is checked.
    graph = nx.DiGraph()
    graph.add_node('a', kind='compute', place='xpu[9]', start=True)
    nx.write_graphml(graph, folder / 'g.graphml')
    heddle('convert', project, out, '--workload', folder / 'g.graphml')
    dangling = heddle('check', out, status=1).stderr
    return wrong + [text for text, word in ((errors, '--workload'), (generated, 'collective'), (dangling, 'xpu[9]')) if word not in text]


def count_plain(path):
    plain = subprocess.run(['dot', '-Tplain', path], check=True, stdout=subprocess.PIPE, text=True).stdout
    return collections.Counter(line.split(' ')[0] for line in plain.splitlines())


def check_dot(project, dot, n_nodes, n_edges, *words):
    if words:
        heddle(*words)
    else:
        heddle('convert', project, dot)
    found = count_plain(dot)
    return [] if (found['node'], found['edge']) == (n_nodes, n_edges) else [f'{dot.name}: {found["node"]} nodes, {found["edge"]} edges, not {n_nodes}, {n_edges}']


def check_topologies(folder):
    wrong = []
    for name in ('small/star', 'small/two-racks', 'small/fat-tree', 'bdsim/mesh-4x4'):
        project = Path(os.environ['HEDDLE_SOURCE_ROOT'], 'projects', name + '.heddle')
        size = json.loads(heddle('run', project, '--quiet', '--iterations', '1', '--json', '-').stdout)['project']
        wrong += check_dot(project, folder / 't.dot', size['components'], size['links'])
    return wrong


def check_trees(folder):
    project = Path(os.environ['HEDDLE_SOURCE_ROOT'], 'projects/aggregation/figure-16.heddle')
    words = ['tree', project, '--operation', 'reduce', '--size', '8 B', '--algorithm', 'k-ary', '--k', '4']
    tree = json.loads(heddle(*words, '--json', '-').stdout)
    return check_dot(project, folder / 'tree.dot', len(tree['vertices']), len(tree['vertices']) - 1, *words, '--dot', folder / 'tree.dot')


with tempfile.TemporaryDirectory() as name:
    scratch = Path(name)
    checks = [(f'round trip {seed}', lambda seed=seed: check_round_trip(scratch, seed)) for seed in SEEDS]
    checks += [(name, lambda check=check: check(scratch)) for name, check in (('map', check_map), ('faults', check_faults), ('topologies as dot', check_topologies),
                                                                              ('trees as dot', check_trees))]
    print(f'TAP version 13\n1..{len(checks)}')
    failed = False
    for number, (name, check) in enumerate(checks, 1):
        wrong = check()
        failed = failed or bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {number} {name}')
        for line in wrong[:5]:
            print('# ' + line)
sys.exit(failed)
