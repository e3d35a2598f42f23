/**
 * What the kiosk may be started with (S12, K13). Chromium reads switches that no fuse covers (`--remote-debugging-port`, `--js-flags`,
 * `--proxy-server`, `--log-net-log`, …), so whatever isn't known to be harmless keeps the kiosk from starting.
 */

/** Exit code of a start that was refused: `EX_USAGE` of sysexits.h, which supervisors can tell from a crash. */
export const REFUSED_EXIT_CODE = 64;

/** Switches that Electron itself or the scripts of this repository's packages put there; with the values that they may have. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  // Wayland under cage, and X11 where that is what the clinic has.
  'ozone-platform': /^(wayland|x11)$/,
  'enable-features':
    /^(UseOzonePlatform|WaylandWindowDecorations)(,(UseOzonePlatform|WaylandWindowDecorations))*$/,
  'force-device-scale-factor': /^[1-4](\.\d{1,2})?$/,
  // A restart by the watchdog says why, so that the ladder goes on where it was.
  'kiosk-restart': /^(view-failures|gpu-failures|update|staff)$/,
};

export type StartVerdict =
  | { readonly ok: true }
  /** `names` of switches only: a value may hold anything, and this goes into the log. */
  | { readonly ok: false; readonly names: readonly string[] };

/**
 * @param argv everything behind the program's own path
 * @returns the names of what may not be there; what isn't a switch (a file, an address) is named `argument`
 */
export function judgeArguments(argv: readonly string[]): StartVerdict {
  const names = argv.flatMap((argument) => {
    const match = /^--?([A-Za-z][A-Za-z0-9-]*)(?:=(.*))?$/s.exec(argument);
    if (match === null) return ['argument'];
    const [, name = '', value = ''] = match;
    const pattern = Object.hasOwn(ALLOWED, name) && argument.startsWith('--') ? ALLOWED[name] : undefined;
    return pattern?.test(value) === true ? [] : [name.slice(0, 60)];
  });
  return names.length === 0 ? { ok: true } : { ok: false, names: [...new Set(names)] };
}
