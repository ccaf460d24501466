#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Routes of random systems against NetworkX: all pairs, by (latency, hops, list of link numbers).

Endpoints and memories forward nothing, so each is two nodes here: one that only sends, one that only receives.
Of equally short node paths NetworkX lists all; each hop takes its first fastest link; the smallest list must be the route.
"""
import os
import subprocess
import sys

SEEDS = range(12)
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


def read(seed):
    roles, links, routes = {}, [], {}
    text = subprocess.run([sys.argv[1], str(seed)], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        kind, *rest = line.split()
        numbers = [int(field) for field in rest]
        if kind == 'node':
            roles[numbers[0]] = numbers[1]
        elif kind == 'link':
            links.append(tuple(numbers[1:]))
        else:
            routes[numbers[0], numbers[1]] = numbers[2:] if kind == 'route' else None
    return roles, links, routes


def build(roles, links):
    graph = nx.DiGraph()
    first = {}

    def sender(node):
        return node if roles[node] == SWITCH else ('out', node)

    def receiver(node):
        return node if roles[node] == SWITCH else ('in', node)

    for node in roles:
        graph.add_nodes_from([sender(node), receiver(node)])
    for number, (a, b, latency) in enumerate(links):
        for start, end in ((sender(a), receiver(b)), (sender(b), receiver(a))):
            weight = latency * 1000000 + 1
            if (start, end) not in first or weight < graph[start][end]['weight']:
                graph.add_edge(start, end, weight=weight)
                first[start, end] = number
    return graph, first, sender, receiver


def expected(graph, first, start, end):
    try:
        paths = nx.all_shortest_paths(graph, start, end, weight='weight')
        return min([first[hop] for hop in zip(path, path[1:])] for path in paths)
    except nx.NetworkXNoPath:
        return None


def check(seed):
    roles, links, routes = read(seed)
    graph, first, sender, receiver = build(roles, links)
    wrong = 0
    for (a, b), route in routes.items():
        want = [] if a == b else expected(graph, first, sender(a), receiver(b))
        if want != route:
            wrong += 1
            if wrong < 5:
                print(f'# seed {seed}: {a} to {b} is {route}, should be {want}')
    return wrong, len(routes)


print('TAP version 13')
print(f'1..{len(SEEDS)}')
failed = 0
for n, seed in enumerate(SEEDS, 1):
    wrong, total = check(seed)
    failed += wrong > 0
    print(f"{'not ' if wrong else ''}ok {n} seed {seed}: {total} pairs, NetworkX {nx.__version__}")
sys.exit(1 if failed else 0)
