# SPDX-License-Identifier: GPL-3.0-or-later
"""Packets that are drawn the same everywhere: in each cycle, for each node, splitmix64 says whether one begins, and where it goes (any other node)."""

MASK_64 = 2**64 - 1


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK_64
        x = self.state
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
        x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK_64
        return x ^ x >> 31


def uniform(n_nodes, n_cycles, rate, seed):
    """(cycle, source, destination) of each packet; it is sent half a cycle later."""
    random = SplitMix64(seed)
    for cycle in range(n_cycles):
        for source in range(n_nodes):
            if (random.next() >> 11) * 2.0**-53 < rate:
                destination = random.next() % (n_nodes - 1)
                yield cycle, source, destination + (destination >= source)
