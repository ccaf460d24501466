#!/bin/sh
# build.sh: programs of engines from their sources, into the folder that is named, or this one
# SPDX-License-Identifier: GPL-3.0-or-later
set -e
to=$(cd "${1:-$(dirname "$0")}" && pwd)
cd "$(dirname "$0")"
for name in edit lookup lookup_np meter parse process rtc rtc_np sum; do
  riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -O2 -fno-tree-switch-conversion -fno-jump-tables -mno-strict-align -mtune=thead-c906 -Wall -Wextra -ffreestanding -nostdlib -fno-builtin -Wl,--build-id=none -Wl,-z,max-page-size=4 \
    -g1 -ffile-prefix-map="$PWD"=. -T engine.ld "$name.c" -o "$to/$name.elf"
done
