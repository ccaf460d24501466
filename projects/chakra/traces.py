#!/usr/bin/env python3
# traces.py: writes the traces of this folder
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: projects/chakra/traces.py [FOLDER]

One step of data-parallel training on four ranks, as Chakra execution traces: a model of two layers, forward and backward, the gradients of each
layer summed in a bucket of 8 MB, then the optimizer. In overlapped.RANK.et a bucket goes out as soon as its layer's gradients are there, in
late.RANK.et both go out after the whole backward pass. What a trace is: engine/format/chakra/hd-chakra.proto."""

import sys
from pathlib import Path

RANKS = 4
LAYERS = 2
BUCKET_BYTES = 8_000_000
FORWARD_US, BACKWARD_US, OPTIMIZER_US = 100, 200, 50
COMPUTE, COLLECTIVE = 4, 7  # NodeType
ALL_REDUCE = 0              # CollectiveCommType


def varint(value):
    """Seven bits a byte, the lowest first; the high bit says that more follow."""
    low, rest = value & 0x7f, value >> 7
    return bytes([low]) if rest == 0 else bytes([low | 0x80]) + varint(rest)


def number(field, value):
    return varint(field << 3) + varint(value)


def data(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def record(message):
    return varint(len(message)) + message


def node(identity, name, kind, dependencies, duration=0, attributes=()):
    message = number(1, identity) + data(2, name) + number(3, kind)
    message += data(5, b''.join(varint(d) for d in dependencies)) if dependencies else b''
    message += number(7, duration) if duration else b''
    message += b''.join(data(10, data(1, key) + number(9, value)) for key, value in attributes)
    return record(message)


def step(overlapped):
    """The trace of a rank; all ranks have the same."""
    nodes, last = [record(data(1, '1.0.0'))], []
    buckets = []

    def add(name, kind, dependencies, **more):
        nodes.append(node(len(nodes), name, kind, dependencies, **more))
        return len(nodes) - 1

    def reduce(layer, dependencies):
        sizes = (('comm_type', ALL_REDUCE), ('comm_size', BUCKET_BYTES))
        return add(f'gradients of layer {layer}', COLLECTIVE, dependencies, attributes=sizes)

    for layer in range(1, LAYERS + 1):
        last = [add(f'forward {layer}', COMPUTE, last, duration=FORWARD_US)]
    for layer in range(LAYERS, 0, -1):
        last = [add(f'backward {layer}', COMPUTE, last, duration=BACKWARD_US)]
        if overlapped:
            buckets.append(reduce(layer, last))
    if not overlapped:
        buckets = [reduce(layer, last) for layer in range(LAYERS, 0, -1)]
    add('optimizer', COMPUTE, last + buckets, duration=OPTIMIZER_US)
    return b''.join(nodes)


def write(folder):
    for name in ('overlapped', 'late'):
        for rank in range(RANKS):
            (folder / f'{name}.{rank}.et').write_bytes(step(name == 'overlapped'))


if __name__ == '__main__':
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
