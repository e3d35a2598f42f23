"""Presses keys and buttons as a keyboard and a mouse do, by the XTEST extension: by the number of the key, whatever the screen's keymap makes of it.

python3 press-keys.py DISPLAY 'Control_L+t' 'F11' 'Button3' ...        each once
python3 press-keys.py DISPLAY --every 50 'Control_L+t' ...             one after the other, every 50 ms, until the standard input ends
"""
import ctypes
import select
import sys
import time

ROWS = {
    9: "Escape 1 2 3 4 5 6 7 8 9 0 minus equal BackSpace Tab q w e r t y u i o p bracketleft bracketright Return Control_L a s d f g h j k l",
    47: "semicolon apostrophe grave Shift_L backslash z x c v b n m comma period slash Shift_R KP_Multiply Alt_L space Caps_Lock",
    67: "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 Num_Lock Scroll_Lock",
    95: "F11 F12",
    104: "KP_Enter Control_R KP_Divide Print Alt_R",
    110: "Home Up Prior Left Right End Down Next Insert Delete",
    133: "Super_L Super_R Menu",
    150: "XF86Sleep",
    166: "XF86Back XF86Forward",
    180: "XF86HomePage XF86Reload",
}
KEYS = {name: first + at for first, names in ROWS.items() for at, name in enumerate(names.split())}
KEYS["plus"] = KEYS["equal"]

x11 = ctypes.CDLL("libX11.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XOpenDisplay.argtypes = [ctypes.c_char_p]
x11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
xtst.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
xtst.XTestFakeButtonEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
xtst.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulong]


def press(display, combination):
    if combination.startswith("Button"):
        button = int(combination.removeprefix("Button"))
        for pressed in (1, 0):
            xtst.XTestFakeButtonEvent(display, button, pressed, 0)
    else:
        codes = [KEYS[name] for name in combination.split("+")]
        for code in codes:
            xtst.XTestFakeKeyEvent(display, code, 1, 0)
        for code in reversed(codes):
            xtst.XTestFakeKeyEvent(display, code, 0, 0)
    x11.XSync(display, 0)


display = x11.XOpenDisplay(sys.argv[1].encode())
if not display:
    sys.exit("There is no such display.")
xtst.XTestFakeMotionEvent(display, -1, 500, 900, 0)
if sys.argv[2] != "--every":
    for combination in sys.argv[2:]:
        press(display, combination)
        time.sleep(0.15)
    sys.exit(0)

pause = int(sys.argv[3]) / 1000
pressed = 0
due = time.monotonic()
while True:
    press(display, sys.argv[4:][pressed % len(sys.argv[4:])])
    pressed += 1
    due += pause
    if select.select([sys.stdin], [], [], max(0, due - time.monotonic()))[0]:
        break
print(pressed)
