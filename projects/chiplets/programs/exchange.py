#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same as exchange.c, without a compiler: two chiplets that pass a number on. usage: exchange.py [LIBRARY], if libheddle-chip is not installed"""
import ctypes
import ctypes.util
import os
import sys

library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else ctypes.util.find_library("heddle-chip"))
library.chip_shared.restype = ctypes.c_uint64
library.chip_shared.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
self, now, theirs = ctypes.c_void_p(), ctypes.c_uint64(1000), ctypes.c_uint32()


def check(error):
    if error != 0:
        sys.exit(f"error {-error}: {os.strerror(-error)}")


def place(number):
    return ctypes.c_uint64(library.chip_shared(self, None) + 128 * (number % 2))  # a line for each


check(library.chip_open(ctypes.byref(self)))
number = library.chip_number(self)
mine = ctypes.c_uint32(100 + number)
size = ctypes.c_size_t(4)
check(library.chip_write(self, place(number), ctypes.byref(mine), size, 0, ctypes.byref(now)))
print(f"cycle {now.value}: wrote {mine.value}")
check(library.chip_barrier(self, 0, ctypes.byref(now)))
check(library.chip_read(self, place(number + 1), ctypes.byref(theirs), size, ctypes.byref(now)))
print(f"cycle {now.value}: read {theirs.value}")
check(library.chip_close(self, now))
