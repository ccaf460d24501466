#!/bin/bash
# session.sh: runs a test on a session bus of its own; what daemons and the program say becomes comments between the test's lines
# SPDX-License-Identifier: GPL-3.0-or-later
dbus-run-session -- "$@" 3>&1 > >(sed 's/^/# /') 2>&1
