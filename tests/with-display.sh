#!/usr/bin/env bash
# with-display.sh: runs a program on a virtual display of its own
# SPDX-License-Identifier: GPL-3.0-or-later
#
# As xvfb-run -a, but the X server itself picks the number of the display, so that tests may start side by side.
set -u

number=$(mktemp) || exit 1
trap 'rm -f "$number"' EXIT
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp -noreset 3>"$number" 2>/dev/null &
server=$!
for _ in $(seq 200); do
  [ -s "$number" ] && break
  kill -0 $server 2>/dev/null || { echo "with-display.sh: Xvfb does not start" >&2; exit 1; }
  sleep 0.05
done
DISPLAY=:$(cat "$number") "$@"
status=$?
kill $server
wait $server 2>/dev/null
exit $status
