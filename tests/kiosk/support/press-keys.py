"""Presses keys as a keyboard would: python3 press-keys.py DISPLAY 'Control_L+t' 'F11' ... (X keysym names), by the XTEST extension."""
import ctypes
import sys
import time

x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
x11.XStringToKeysym.restype = ctypes.c_ulong
x11.XStringToKeysym.argtypes = [ctypes.c_char_p]
x11.XKeysymToKeycode.restype = ctypes.c_ubyte
x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
x11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
xtst.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
xtst.XTestFakeButtonEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
xtst.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulong]

display = x11.XOpenDisplay(sys.argv[1].encode())
if not display:
    sys.exit("There is no such display.")
xtst.XTestFakeMotionEvent(display, -1, 500, 900, 0)
for combination in sys.argv[2:]:
    if combination.startswith("Button"):
        button = int(combination.removeprefix("Button"))
        for pressed in (1, 0):
            xtst.XTestFakeButtonEvent(display, button, pressed, 0)
    else:
        codes = [x11.XKeysymToKeycode(display, x11.XStringToKeysym(name.encode())) for name in combination.split("+")]
        for code in codes:
            xtst.XTestFakeKeyEvent(display, code, 1, 0)
        for code in reversed(codes):
            xtst.XTestFakeKeyEvent(display, code, 0, 0)
    x11.XSync(display, 0)
    time.sleep(0.15)
