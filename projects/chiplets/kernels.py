#!/usr/bin/env python3
# kernels.py: the kernels of matrix-scaling.heddle
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: kernels.py > matrix.kernels

A product of two matrices of 400 x 400 numbers of 4 bytes on 1 to 16 chiplets; the role of chiplet i of n is 100 n + i. A product of width w takes
8 w + 12 instructions for each warp of 32 numbers of the result. On four chiplets it is as in the paper: two products of blocks of 200 each, which are published, then
sums. On any other number each computes a block of the result from a panel of A and one of B. The first chiplet ends with all of it."""

import math

WIDTH, NUMBER, LINE, WARP = 400, 4, 128, 32


def lines(rows, columns):
    return math.ceil(rows * columns * NUMBER / LINE)


def warps(rows, columns):
    return math.ceil(rows * columns / WARP)


def instructions(width):
    return 8 * width + 12


def four(i):
    """Chiplet i of four: two products, one of which it publishes; then it adds what another has published to the other."""
    block, w, n = lines(200, 200), warps(200, 200), instructions(200)
    yield w, n, 0, 0, 2 * block, 0, '-'
    yield w, n, 0, 0, block, block, 0
    yield w, 12, 0, 0, block, block if i else 0, 0
    if i == 0:
        yield 0, 0, 0, 0, 3 * block, 0, '-'


def grid(n):
    rows = max(r for r in range(1, n + 1) if n % r == 0 and r * r <= n)
    return rows, n // rows


def share(i, n):
    return WIDTH * (i + 1) // n - WIDTH * i // n


def blocks(i, n):
    """Chiplet i of n: a block of the result."""
    if n == 1:
        yield warps(WIDTH, WIDTH), instructions(WIDTH), 2 * lines(WIDTH, WIDTH), lines(WIDTH, WIDTH), 0, 0, '-'
        return
    rows, columns = grid(n)
    sizes = [(share(j // columns, rows), share(j % columns, columns)) for j in range(n)]
    height, width = sizes[i]
    yield warps(height, width), instructions(WIDTH), 0, 0, lines(height, WIDTH) + lines(WIDTH, width), lines(height, width) if i else 0, 0
    if i == 0:
        yield 0, 0, 0, 0, sum(lines(*size) for size in sizes[1:]), 0, '-'


def matrix():
    for n in range(1, 17):
        for i in range(n):
            yield f'@ {100 * n + i}'
            for kernel in four(i) if n == 4 else blocks(i, n):
                yield ' '.join(map(str, kernel))


if __name__ == '__main__':
    print('# written by kernels.py: warps, instructions, private lines read and written, shared lines read and written, barrier')
    print('\n'.join(matrix()))
