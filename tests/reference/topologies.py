#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generated topologies against NetworkX and against what textbooks say of them: shape, degree, diameter, bisection.

Usage: topologies.py TOPOLOGY-DUMP
"""
import os
import subprocess
import sys

SWITCH = 2

try:
    import networkx as nx
except ImportError:
    missing = 'NetworkX is not installed for ' + sys.executable
    if os.environ.get('CI'):
        print('TAP version 13\n1..1\nnot ok 1 ' + missing)
        sys.exit(1)
    print('TAP version 13\n1..0 # SKIP ' + missing)
    sys.exit(0)


class Topology:
    def __init__(self, kind, **settings):
        words = [f'{key}={value}' for key, value in settings.items()]
        text = subprocess.run([sys.argv[1], kind, *words], check=True, capture_output=True, text=True).stdout
        self.name = ' '.join([kind, *words])
        self.graph = nx.MultiGraph()
        names = []
        for line in text.splitlines():
            what, a, b = line.split()
            if what == 'node':
                names.append(a)
                self.graph.add_node(a, switch=int(b) == SWITCH)
            else:
                self.graph.add_edge(names[int(a)], names[int(b)])
        self.hosts = [node for node, data in self.graph.nodes(data=True) if not data['switch']]
        self.switches = self.graph.subgraph(node for node, data in self.graph.nodes(data=True) if data['switch'])

    def is_like(self, other):
        """The switches are joined as those of another graph, without double links, and each host has one link."""
        simple = nx.Graph(self.switches)
        return (simple.number_of_edges() == self.switches.number_of_edges() and nx.is_isomorphic(simple, other) and
                all(self.graph.degree(host) == 1 for host in self.hosts))

    def degrees(self, prefix='switch'):
        return {self.graph.degree(node) for node in self.graph if node.startswith(prefix + '[') or node == prefix}

    def diameter(self):
        return nx.diameter(nx.Graph(self.switches))

    def cut(self, left):
        """Links that must be cut to part the hosts for which left (path) holds from the others; hosts' own links do not count."""
        flow = nx.Graph()
        for a, b in self.graph.edges():
            own = a in self.hosts or b in self.hosts
            capacity = 10 ** 9 if own else 1 + (flow[a][b]['capacity'] if flow.has_edge(a, b) else 0)
            flow.add_edge(a, b, capacity=capacity)
        for host in self.hosts:
            flow.add_edge('left' if left(host) else 'right', host, capacity=10 ** 9)
        return nx.minimum_cut_value(flow, 'left', 'right')


def indices(path):
    return [int(part.rstrip(']')) for part in path.split('[')[1:]]


def checks():
    ring = Topology('ring', switches=9, hosts=2)
    yield ring, 'is a cycle', ring.is_like(nx.cycle_graph(9))
    yield ring, 'two links part its halves', ring.cut(lambda h: indices(h)[0] < 4) == 2

    star = Topology('star', hosts=6)
    yield star, 'is a star', nx.is_isomorphic(nx.Graph(star.graph), nx.star_graph(6))

    mesh = Topology('mesh', rows=4, columns=5)
    yield mesh, 'is a grid', mesh.is_like(nx.grid_2d_graph(4, 5))
    yield mesh, 'diameter', mesh.diameter() == 3 + 4
    yield mesh, 'bisection', mesh.cut(lambda h: indices(h)[0] < 2) == 5

    torus = Topology('torus', rows=4, columns=6)
    yield torus, 'is a periodic grid', torus.is_like(nx.grid_2d_graph(4, 6, periodic=True))
    yield torus, 'diameter', torus.diameter() == 2 + 3
    yield torus, 'bisection', torus.cut(lambda h: indices(h)[1] < 3) == 2 * 4

    for dimensions in range(1, 7):
        cube = Topology('hypercube', dimensions=dimensions)
        yield cube, 'is a hypercube', cube.is_like(nx.hypercube_graph(dimensions))
        yield cube, 'diameter', cube.diameter() == dimensions
        yield cube, 'bisection', cube.cut(lambda h: indices(h)[0] < 2 ** (dimensions - 1)) == 2 ** (dimensions - 1)

    for k in (2, 4, 6, 8):
        tree = Topology('fat-tree', arity=k)
        yield tree, 'accelerators', len(tree.hosts) == k ** 3 // 4
        yield tree, 'switches', len(tree.switches) == 5 * k * k // 4
        yield tree, 'ports', tree.degrees('core') | tree.degrees('aggregation') | tree.degrees('edge') == {k}
        yield tree, 'diameter', tree.diameter() == 4
        yield tree, 'full bisection', tree.cut(lambda h: indices(h)[0] < k // 2) == k ** 3 // 8

    leaf = Topology('leaf-spine', leaves=6, spines=3, hosts=4)
    yield leaf, 'is complete bipartite', leaf.is_like(nx.complete_bipartite_graph(6, 3))
    yield leaf, 'bisection', leaf.cut(lambda h: indices(h)[0] < 3) == 9

    # Super-nodes of 8 leaves with 4 hosts and 2 spines each; the cut between halves of the super-nodes is all that leaves one half.
    for supers, leaves, spines, uplinks, hosts in ((4, 8, 2, 3, 4), (2, 3, 3, 3, 3), (6, 4, 4, 1, 8)):
        tree = Topology('pruned-fat-tree', supers=supers, leaves=leaves, spines=spines, uplinks=uplinks, hosts=hosts)
        yield tree, 'accelerators', len(tree.hosts) == supers * leaves * hosts
        yield tree, 'ports', (tree.degrees('core'), tree.degrees('spine'), tree.degrees('leaf')) == ({supers}, {leaves + uplinks}, {hosts + spines})
        yield tree, 'connected', nx.is_connected(nx.Graph(tree.graph))
        yield tree, 'diameter', tree.diameter() == (6 if spines > 1 and leaves == 1 else 4)
        yield tree, 'bisection', tree.cut(lambda h: indices(h)[0] < supers // 2) == supers // 2 * spines * uplinks
        yield tree, 'within a super-node', tree.cut(lambda h: indices(h)[0] == 0 and indices(h)[1] == 0) == min(spines, leaves * spines)

    for routers, globals_ in ((4, 2), (2, 1), (6, 3)):
        fly = Topology('dragonfly', routers=routers, globals=globals_, hosts=1)
        groups = routers * globals_ + 1
        between = {frozenset((indices(a)[0], indices(b)[0])) for a, b in fly.switches.edges() if indices(a)[0] != indices(b)[0]}
        yield fly, 'switches', len(fly.switches) == groups * routers
        yield fly, 'ports', fly.degrees() == {routers - 1 + globals_ + 1}
        yield fly, 'each two groups are joined once', len(between) == groups * (groups - 1) // 2 == sum(
            indices(a)[0] != indices(b)[0] for a, b in fly.switches.edges())
        yield fly, 'diameter', fly.diameter() == 3

    drawn = []
    for switches, degree, seed in ((16, 4, 1), (16, 4, 2), (25, 6, 1), (40, 3, 5), (10, 9, 0), (64, 2, 3)):
        random = Topology('random-regular', switches=switches, degree=degree, seed=seed)
        simple = nx.Graph(random.switches)
        drawn.append(sorted(sorted(edge) for edge in simple.edges()))
        yield random, 'is simple', simple.number_of_edges() == random.switches.number_of_edges() == switches * degree // 2
        yield random, 'is regular', nx.is_k_regular(simple, degree)
        yield random, 'is connected', nx.is_connected(simple)
    yield random, 'another seed draws another', drawn[0] != drawn[1]

    # Jellyfish: nearly as short as can be. Mean distance of random regular graphs, as NetworkX draws them, within 3 percent.
    own = [Topology('random-regular', switches=200, degree=5, seed=seed) for seed in range(5)]
    ours = sum(nx.average_shortest_path_length(nx.Graph(one.switches)) for one in own) / len(own)
    theirs = sum(nx.average_shortest_path_length(nx.random_regular_graph(5, 200, seed=seed)) for seed in range(5)) / 5
    yield own[0], f'mean distance {ours:.3f}, of NetworkX {theirs:.3f}', abs(ours / theirs - 1) < 0.03


print('TAP version 13')
count = 0
for topology, what, good in checks():
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {topology.name}: {what}", flush=True)
print(f'1..{count}')
