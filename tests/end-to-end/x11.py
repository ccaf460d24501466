# x11.py: pointer, keys and windows of an X display, and whether a program answers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a random user needs of libX11 and libXtst, hundreds of times a second: a process for each event would be too slow.

A program's main loop answers _NET_WM_PING: how long that takes is how long a click would have waited."""

import ctypes
import os
import select
import socket
import struct
import time
from ctypes import byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

X = ctypes.CDLL('libX11.so.6')
XTST = ctypes.CDLL('libXtst.so.6')
SUBSTRUCTURE_NOTIFY = 1 << 19
CLIENT_MESSAGE = 33
VIEWABLE = 2
SHIFT_L = 'Shift_L'


class ClientMessage(ctypes.Structure):
    _fields_ = [('type', c_int), ('serial', c_ulong), ('send_event', c_int), ('display', c_void_p), ('window', c_ulong),
                ('message_type', c_ulong), ('format', c_int), ('data', c_long * 5)]


class Event(ctypes.Union):
    _fields_ = [('type', c_int), ('client', ClientMessage), ('pad', c_long * 24)]


class Attributes(ctypes.Structure):
    _fields_ = [('x', c_int), ('y', c_int), ('width', c_int), ('height', c_int), ('border_width', c_int), ('depth', c_int),
                ('visual', c_void_p), ('root', c_ulong), ('window_class', c_int), ('bit_gravity', c_int), ('win_gravity', c_int),
                ('backing_store', c_int), ('backing_planes', c_ulong), ('backing_pixel', c_ulong), ('save_under', c_int),
                ('colormap', c_ulong), ('map_installed', c_int), ('map_state', c_int), ('all_event_masks', c_long),
                ('your_event_mask', c_long), ('do_not_propagate_mask', c_long), ('override_redirect', c_int), ('screen', c_void_p)]


ERROR_HANDLER = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
IGNORE_ERRORS = ERROR_HANDLER(lambda display, event: 0)  # of windows that have gone meanwhile

X.XOpenDisplay.restype = c_void_p
X.XDefaultRootWindow.restype = X.XCreateSimpleWindow.restype = X.XInternAtom.restype = X.XStringToKeysym.restype = X.XkbKeycodeToKeysym.restype = c_ulong
X.XStringToKeysym.argtypes = [c_char_p]


class Display:
    def __init__(self):
        X.XSetErrorHandler(IGNORE_ERRORS)
        self.display = c_void_p(X.XOpenDisplay(None))
        if not self.display:
            raise OSError('no display')
        self.root = c_ulong(X.XDefaultRootWindow(self.display))
        X.XSelectInput(self.display, self.root, c_long(SUBSTRUCTURE_NOTIFY))
        self.width, self.height = X.XDisplayWidth(self.display, 0), X.XDisplayHeight(self.display, 0)
        self.pings = 0
        self.claim_to_manage()

    def claim_to_manage(self):
        """So that GTK leaves the moving of its windows to a window manager, which does not move any: they stay on the screen."""
        check = c_ulong(X.XCreateSimpleWindow(self.display, self.root, -9, -9, 1, 1, 0, c_ulong(0), c_ulong(0)))
        supported = [self.atom(name) for name in ('_NET_SUPPORTING_WM_CHECK', '_NET_SUPPORTED', '_NET_WM_MOVERESIZE')]
        for window in (check, self.root):
            self.set_property(window, '_NET_SUPPORTING_WM_CHECK', 'WINDOW', [check.value])
        self.set_property(self.root, '_NET_SUPPORTED', 'ATOM', supported)
        X.XFlush(self.display)

    def set_property(self, window, name, kind, values):
        X.XChangeProperty(self.display, window, c_ulong(self.atom(name)), c_ulong(self.atom(kind)), 32, 0,
                          (c_ulong * len(values))(*values), len(values))

    def server(self):
        """The process that the display is; one of another machine is none."""
        with socket.socket(fileno=os.dup(X.XConnectionNumber(self.display))) as connection:
            if connection.family != socket.AF_UNIX:
                return 0
            return struct.unpack('3i', connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize('3i')))[0]

    def atom(self, name):
        return X.XInternAtom(self.display, name.encode(), 0)

    # -- windows ----------------------------------------------------------------------------------------------------------------

    def windows(self):
        """Those that a user sees, the topmost first, without what takes no focus of its own."""
        return self.shown(override=False)

    def pictures(self):
        """What takes no focus: popovers, tooltips, what is dragged."""
        return self.shown(override=True)

    def shown(self, override):
        root, parent, n = c_ulong(), c_ulong(), c_uint()
        children = ctypes.POINTER(c_ulong)()
        found = []
        if X.XQueryTree(self.display, self.root, byref(root), byref(parent), byref(children), byref(n)):
            for i in reversed(range(n.value)):
                attributes = Attributes()
                if X.XGetWindowAttributes(self.display, c_ulong(children[i]), byref(attributes)) and \
                        attributes.map_state == VIEWABLE and bool(attributes.override_redirect) == override and attributes.width > 10:
                    found.append(children[i])
            if n.value:
                X.XFree(children)
        return found

    def title(self, window):
        name = c_char_p()
        if not X.XFetchName(self.display, c_ulong(window), byref(name)) or name.value is None:
            return ''
        return name.value.decode('utf-8', 'replace')

    def transient_for(self, window):
        """The window that @window is a dialog of, or 0."""
        parent = c_ulong()
        return parent.value if X.XGetTransientForHint(self.display, c_ulong(window), byref(parent)) else 0

    def keep_inside(self, window):
        """As managers of windows do with what was dragged off the screen."""
        it = Attributes()
        if not X.XGetWindowAttributes(self.display, c_ulong(window), byref(it)):
            return
        x, y = max(min(it.x, self.width - it.width), 0), max(min(it.y, self.height - it.height), 0)
        if (x, y) != (it.x, it.y):
            X.XMoveWindow(self.display, c_ulong(window), x, y)
            X.XFlush(self.display)

    def focus(self, window):
        X.XSetInputFocus(self.display, c_ulong(window), 1, c_ulong(0))
        X.XFlush(self.display)

    def send(self, window, protocol, time_=0):
        """A message of the window manager, as there is none."""
        event = Event()
        event.client = ClientMessage(CLIENT_MESSAGE, 0, 1, self.display, window, self.atom('WM_PROTOCOLS'), 32,
                                     (c_long * 5)(self.atom(protocol), time_, window, 0, 0))
        X.XSendEvent(self.display, c_ulong(window), 0, c_long(0), byref(event))
        X.XFlush(self.display)

    # -- answers ----------------------------------------------------------------------------------------------------------------

    def ping(self, window):
        """Asks; the number is for answered()."""
        self.pings += 1
        self.send(window, '_NET_WM_PING', self.pings)
        return self.pings

    def answered(self, ping, timeout):
        """Waits until @ping, or a later one, is answered, at most @timeout seconds."""
        end = time.monotonic() + timeout
        event = Event()
        while True:
            while X.XPending(self.display):
                X.XNextEvent(self.display, byref(event))
                if event.type == CLIENT_MESSAGE and event.client.window == self.root.value and event.client.data[1] >= ping:
                    return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            select.select([X.XConnectionNumber(self.display)], [], [], left)

    # -- pointer and keys ---------------------------------------------------------------------------------------------------------

    def move(self, x, y):
        XTST.XTestFakeMotionEvent(self.display, -1, int(x), int(y), c_ulong(0))
        X.XFlush(self.display)

    def button(self, number, down):
        XTST.XTestFakeButtonEvent(self.display, number, int(down), c_ulong(0))
        X.XFlush(self.display)

    def click(self, number):
        self.button(number, True)
        self.button(number, False)

    def press(self, name, down):
        """Any key; one that needs Shift gets it."""
        keysym = X.XStringToKeysym(name.encode())
        code = X.XKeysymToKeycode(self.display, c_ulong(keysym)) & 0xff
        if code == 0:
            return
        shifted = name != SHIFT_L and X.XkbKeycodeToKeysym(self.display, code, 0, 0) != keysym
        if shifted and down:
            self.press(SHIFT_L, True)
        XTST.XTestFakeKeyEvent(self.display, code, int(down), c_ulong(0))
        if shifted and not down:
            self.press(SHIFT_L, False)
        X.XFlush(self.display)

    def chord(self, *names):
        """Modifiers first."""
        for name in names:
            self.press(name, True)
        for name in reversed(names):
            self.press(name, False)
