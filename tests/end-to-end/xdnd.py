# xdnd.py: another program from which a file is dragged
# SPDX-License-Identifier: GPL-3.0-or-later
"""The source's side of drag and drop between programs, as a file manager has it: freedesktop.org, "Drag-and-Drop Protocol for the X Window System", version 5. It has no picture under the pointer."""

import ctypes
import select
import time
from ctypes import byref, c_char_p, c_int, c_long, c_ulong, c_void_p
from pathlib import Path

from x11 import CLIENT_MESSAGE, X, ClientMessage, Display, Event

SELECTION_REQUEST, SELECTION_NOTIFY = 30, 31
VERSION = 5
ACCEPTED = 1
STEPS = 8
URIS = 'text/uri-list'


class SelectionRequest(ctypes.Structure):
    _fields_ = [('type', c_int), ('serial', c_ulong), ('send_event', c_int), ('display', c_void_p), ('owner', c_ulong), ('requestor', c_ulong), ('selection', c_ulong), ('target', c_ulong),
                ('property', c_ulong), ('time', c_ulong)]


class SelectionNotify(ctypes.Structure):
    _fields_ = [('type', c_int), ('serial', c_ulong), ('send_event', c_int), ('display', c_void_p), ('requestor', c_ulong), ('selection', c_ulong), ('target', c_ulong), ('property', c_ulong),
                ('time', c_ulong)]


class Source:
    """Who drags @file."""

    def __init__(self, file):
        self.display = Display()
        self.window = X.XCreateSimpleWindow(self.display.display, self.display.root, -9, -9, 1, 1, 0, c_ulong(0), c_ulong(0))
        self.uris = (Path(file).as_uri() + '\r\n').encode()
        self.heard = {}

    def say(self, target, name, *data):
        event = Event()
        event.client = ClientMessage(CLIENT_MESSAGE, 0, 1, self.display.display, target, self.display.atom(name), 32, (c_long * 5)(self.window, *data))
        X.XSendEvent(self.display.display, c_ulong(target), 0, c_long(0), byref(event))
        X.XFlush(self.display.display)

    def answer(self, request):
        """Whoever asks for the file's name gets it."""
        atoms = {self.display.atom(URIS): URIS}
        kind = request.property if request.target in atoms else 0
        if kind:
            X.XChangeProperty(self.display.display, c_ulong(request.requestor), c_ulong(request.property), c_ulong(request.target), 8, 0, c_char_p(self.uris), len(self.uris))
        reply = SelectionNotify(SELECTION_NOTIFY, 0, 1, self.display.display, request.requestor, request.selection, request.target, kind, request.time)
        X.XSendEvent(self.display.display, c_ulong(request.requestor), 0, c_long(0), byref(reply))
        X.XFlush(self.display.display)

    def listen(self, name, timeout):
        """The data of the next message @name, or None."""
        end, event, wanted = time.monotonic() + timeout, Event(), self.display.atom(name)
        while time.monotonic() < end:
            while X.XPending(self.display.display):
                X.XNextEvent(self.display.display, byref(event))
                if event.type == SELECTION_REQUEST:
                    self.answer(ctypes.cast(byref(event), ctypes.POINTER(SelectionRequest)).contents)
                elif event.type == CLIENT_MESSAGE and event.client.message_type == wanted:
                    return list(event.client.data)
            select.select([X.XConnectionNumber(self.display.display)], [], [], 0.05)
        return None

    def drop(self, target, start, end, timeout=20):
        """Moves the pointer from @start to @end, places on the screen, over the window @target, and lets go; whether it was taken."""
        target, copy = int(target), self.display.atom('XdndActionCopy')
        X.XSetSelectionOwner(self.display.display, c_ulong(self.display.atom('XdndSelection')), c_ulong(self.window), c_ulong(0))
        self.say(target, 'XdndEnter', VERSION << 24, self.display.atom(URIS), 0, 0)
        status = None
        for step in range(1, STEPS + 1):
            x, y = (int(a + (b - a) * step / STEPS) for a, b in zip(start, end))
            self.display.move(x, y)
            self.say(target, 'XdndPosition', 0, x << 16 | y, 0, copy)
            status = self.listen('XdndStatus', timeout)
        while status is not None and not status[1] & ACCEPTED:  # it may look at what it is first
            self.say(target, 'XdndPosition', 0, x << 16 | y, 0, copy)
            status = self.listen('XdndStatus', timeout) if (timeout := timeout - 1) > 0 else None
        if status is None:
            self.say(target, 'XdndLeave', 0, 0, 0, 0)
            return False
        self.say(target, 'XdndDrop', 0, 0, 0, 0)
        done = self.listen('XdndFinished', timeout)
        return done is not None and bool(done[1] & ACCEPTED)
