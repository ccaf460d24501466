#!/usr/bin/env bash
# with-display.sh: runs a program on a virtual display and in a home of its own
# SPDX-License-Identifier: GPL-3.0-or-later
#
# As xvfb-run -a, but the X server itself picks the number of the display, so that tests may start side by side. In the home
# nothing has happened yet: no settings, no recent files, nothing to recover that another test left.
set -u

home=$(mktemp -d) || exit 1
number=$home/display
trap 'rm -rf "$home"' EXIT
export XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp -noreset 3>"$number" 2>/dev/null &
server=$!
for _ in $(seq 1200); do
  [ -s "$number" ] && break
  kill -0 $server 2>/dev/null || { echo "with-display.sh: Xvfb does not start" >&2; exit 1; }
  sleep 0.05
done
# Over a window the pointer would rest on something with a tooltip, and GTK complains if its window goes before that is shown.
DISPLAY=:$(cat "$number") xdotool mousemove 1439 899
DISPLAY=:$(cat "$number") "$@"
status=$?
kill $server
wait $server 2>/dev/null
exit $status
