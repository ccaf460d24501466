# faults.py: what a program says that is a fault of its own
# SPDX-License-Identifier: GPL-3.0-or-later

import re

FAULT = re.compile(r'-(WARNING|CRITICAL|ERROR) \*\*|runtime error:|Sanitizer')
# GTK 4.8's own: where no window manager ends the move of a window by its header bar, and where its text view, given another width, wants
# another height at once; and the cursor of an entry that blinks on while text is selected by pointer and keys, which is then told and mended.
NO_FAULT = re.compile('Broken accounting of active state|Trying to snapshot .* without a current allocation|GtkText - unexpected blinking selection')


def find_faults(text):
    """The lines of what a program said that are faults."""
    return [line for line in text.splitlines() if FAULT.search(line) and not NO_FAULT.search(line)]
