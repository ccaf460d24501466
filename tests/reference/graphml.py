#!/usr/bin/python3
# graphml.py: graphs that NetworkX writes, through Heddle and back
# SPDX-License-Identifier: GPL-3.0-or-later
"""A random multigraph with types, parameters, places and parallel edges goes NetworkX -> Heddle -> NetworkX: nodes, edges and their values are
the same. Of a digraph with an edge each way every pair is one link. Usage: graphml.py HEDDLE"""
import os
import random
import subprocess
import sys
import tempfile

try:
    import networkx as nx
except ImportError:
    missing = 'NetworkX is not installed for ' + sys.executable
    if os.environ.get('CI'):
        print('TAP version 13\n1..1\nnot ok 1 ' + missing)
        sys.exit(1)
    print('TAP version 13\n1..0 # SKIP ' + missing)
    sys.exit(0)

SEEDS = range(6)


def convert(*arguments):
    subprocess.run([sys.argv[1], 'convert', *arguments], check=True, stderr=subprocess.DEVNULL)


def draw(rng):
    graph = nx.MultiGraph()
    switches = [f'sw{i}' for i in range(rng.randint(1, 5))]
    for name in switches:
        graph.add_node(name, type='switch', x=float(rng.randint(0, 5000)), y=float(rng.randint(0, 5000)))
    for i in range(rng.randint(2, 12)):
        name = rng.choice(['host {}', 'h{}.example.org', 'node_{}']).format(i)
        graph.add_node(name, type='host', speed=rng.randint(1, 10 ** 6) * 1e6, cores=rng.randint(1, 64), x=float(rng.randint(0, 5000)), y=float(rng.randint(0, 5000)))
        for _ in range(rng.randint(1, 3)):
            graph.add_edge(name, rng.choice(switches), bw=rng.randint(1, 10 ** 6) * 1e5, delay=rng.randint(0, 10 ** 6) * 1e-9, sharing=rng.choice(['shared', 'split']))
    return graph


def values(graph, identify, bandwidth, latency, speed):
    nodes = sorted((identify(name), data['type'].replace('fabric.', ''), round(data.get(speed, 0)), round(data.get('cores', 0)), data['x'], data['y'])
                   for name, data in graph.nodes(data=True))
    edges = sorted((*sorted((identify(a), identify(b))), round(data[bandwidth]), round(data[latency] * 1e12), data['sharing']) for a, b, data in graph.edges(data=True))
    return nodes, edges


def check_round_trip(folder, seed):
    graph = draw(random.Random(seed))
    first, project, second = (os.path.join(folder, name) for name in ('a.graphml', 'b.heddle', 'c.graphml'))
    nx.write_graphml(graph, first)
    convert(first, project)
    convert(project, second)
    back = nx.read_graphml(second)
    plain = lambda name: ''.join(c if c.isascii() and (c.isalnum() or c in '_-') else '_' for c in name)
    expected = values(graph, plain, 'bw', 'delay', 'speed')
    found = values(back, plain, 'bandwidth', 'latency', 'fp32')
    return [] if expected == found else [f'{a} became {b}' for side in (0, 1) for a, b in zip(expected[side], found[side]) if a != b] or ['the number of nodes or edges changed']


def check_digraph(folder):
    graph = nx.relabel_nodes(nx.grid_2d_graph(3, 3).to_directed(), lambda n: f'n{n[0]}{n[1]}')
    first, second = os.path.join(folder, 'd.graphml'), os.path.join(folder, 'e.graphml')
    nx.write_graphml(graph, first)
    convert(first, second)
    back = nx.read_graphml(second)
    wires = [edge for edge in back.edges if any(name.endswith('-host') for name in edge[:2])]
    return [] if len(back) == 18 and len(back.edges) - len(wires) == 12 else [f'{len(back)} nodes, {len(back.edges)} edges']


def check_map(folder):
    graph = nx.Graph()
    graph.add_edge('a', 's', load=3, strength=2.5)
    graph.add_edge('b', 's', load=4, strength=1.5)
    first, second = os.path.join(folder, 'm.graphml'), os.path.join(folder, 'n.graphml')
    nx.write_graphml(graph, first)
    convert(first, second, '--map', 'strength=bandwidth:GB/s', '--map', 'load=latency:us')
    back = nx.read_graphml(second)
    found = sorted((round(data['bandwidth']), round(data['latency'] * 1e12)) for _, _, data in back.edges(data=True))
    return [] if found == [(1500000000, 4000000), (2500000000, 3000000)] else [str(found)]


def check_dot(folder):
    first, second = os.path.join(folder, 'o.graphml'), os.path.join(folder, 'o.dot')
    nx.write_graphml(nx.star_graph(3), first)
    convert(first, second)
    with open(second, encoding='utf-8') as file:
        text = file.read()
    return [] if text.count(' -- ') == 3 and text.startswith('graph "o" {') else [text]


with tempfile.TemporaryDirectory() as scratch:
    checks = [(f'round trip {seed}', lambda seed=seed: check_round_trip(scratch, seed)) for seed in SEEDS]
    checks += [('digraph', lambda: check_digraph(scratch)), ('map', lambda: check_map(scratch)), ('dot', lambda: check_dot(scratch))]
    print(f'TAP version 13\n1..{len(checks)}')
    failed = False
    for number, (name, check) in enumerate(checks, 1):
        wrong = check()
        failed = failed or bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {number} {name}')
        for line in wrong[:5]:
            print('# ' + line)
sys.exit(failed)
