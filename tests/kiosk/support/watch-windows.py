"""Tells of every window that comes on a screen: python3 watch-windows.py DISPLAY; "ready", then a line of JSON for each, until the standard input ends.

A window manager puts a frame around each, which is what is told of then.
"""
import ctypes
import json
import select
import sys

SUBSTRUCTURE_NOTIFY = 1 << 19
UNMAP, MAP = 18, 19


class MapEvent(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("event", ctypes.c_ulong),
        ("window", ctypes.c_ulong),
        ("override_redirect", ctypes.c_int),
    ]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("map", MapEvent), ("pad", ctypes.c_long * 24)]


ON_ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
x11.XDefaultRootWindow.restype = ctypes.c_ulong
x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
x11.XSelectInput.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_long]
x11.XNextEvent.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
x11.XPending.argtypes = [ctypes.c_void_p]
x11.XConnectionNumber.argtypes = [ctypes.c_void_p]
x11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
x11.XFetchName.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(ctypes.c_char_p)]
x11.XGetGeometry.argtypes = [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_void_p] * 7
# What is told of may be gone already.
ignore = ON_ERROR(lambda display, error: 0)
x11.XSetErrorHandler(ignore)

display = x11.XOpenDisplay(sys.argv[1].encode())
if not display:
    sys.exit("There is no such display.")
root = x11.XDefaultRootWindow(display)
x11.XSelectInput(display, root, SUBSTRUCTURE_NOTIFY)
x11.XSync(display, 0)
print("ready", flush=True)


def about(window):
    found = ctypes.c_ulong()
    numbers = [ctypes.c_int(), ctypes.c_int()] + [ctypes.c_uint() for _ in range(4)]
    known = x11.XGetGeometry(display, window, ctypes.byref(found), *[ctypes.byref(each) for each in numbers])
    name = ctypes.c_char_p()
    x11.XFetchName(display, window, ctypes.byref(name))
    return {
        "size": [numbers[2].value, numbers[3].value] if known else None,
        "name": name.value.decode(errors="replace") if name.value else "",
    }


event = Event()
while True:
    while x11.XPending(display):
        x11.XNextEvent(display, ctypes.byref(event))
        if event.type == MAP:
            window = event.map.window
            popup = bool(event.map.override_redirect)
            print(json.dumps({"window": window, "popup": popup, **about(window)}), flush=True)
    if sys.stdin in select.select([sys.stdin, x11.XConnectionNumber(display)], [], [])[0]:
        break
