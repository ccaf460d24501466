#!/bin/sh
# numbers.sh: prints every number of README.md with the command line
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: projects/hcsim/numbers.sh [HEDDLE [barrier|neighbours [PART...]]], from the top of the source tree; parts are figure-8, table-6, figure-10, figure-11.
# With neighbours all of it takes half an hour.
heddle=${1:-build/app/heddle}
steps=${2:-barrier}
parts=${*:-all}
here=$(dirname "$0")

throughput () # FIGURE XPUS SECOND_TYPE [VARIABLE=VALUE...]
{
  figure=$1 xpus=$2 second=$3
  shift 3
  for setting; do set -- "$@" --set "\$$setting"; shift; done
  "$heddle" run "$here/figure-$figure.heddle" --iterations 1 --set "\$xpus=$xpus" --set "\$second_type=$second" --set "run:steps=$steps" "$@" --json - --quiet |
    python3 -c 'import json, sys; print ("%10.4f" % json.load (sys.stdin)["metrics"]["throughput"]["value"], end = "")'
}

wanted () # PART
{
  case $parts in *figure*|*table*) case " $parts " in *" $1 "*) ;; *) return 1;; esac;; esac
}

echo "Throughput in batch/s, steps: $steps"
if wanted figure-8; then
echo "Figure 8: 1 8 64 128 256 512 1024 accelerators"
for figure in 6a 6b; do
  for second in H100 A100 V100; do
    printf '%s %s' $figure $second
    for xpus in 1 8 64 128 256 512 1024; do throughput $figure $xpus $second; done
    echo
  done
done
fi
if wanted table-6; then
echo "Table 6: 64 H100, 256 H100, 128 H100 + 128 A100, 128 H100 + 128 V100"
for ring in classic coherent; do
  printf '%8s' $ring
  throughput 6b 64 H100 ring=$ring
  for second in H100 A100 V100; do throughput 6b 256 $second ring=$ring; done
  echo
done
fi
if wanted figure-10; then
echo "Figure 10: 16 32 64 128 256 512 1024 GB/s"
for second in H100 A100 V100; do
  for xpus in 64 256 1024; do
    printf '%s %4s' $second $xpus
    for bandwidth in 16 32 64 128 256 512 1024; do throughput 6b $xpus $second "cxl_bandwidth=$bandwidth GB/s"; done
    echo
  done
done
fi
if wanted figure-11; then
echo "Figure 11: 0.1 0.2 0.5 1 2 5 10 20 50 100 1000 us"
for xpus in 64 256 1024; do
  printf 'H100 %4s' $xpus
  for latency in "100 ns" "200 ns" "500 ns" "1 us" "2 us" "5 us" "10 us" "20 us" "50 us" "100 us" "1 ms"; do
    throughput 6b $xpus H100 "cxl_latency=$latency"
  done
  echo
done
fi
