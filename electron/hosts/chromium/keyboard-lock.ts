/**
 * Keys that open anything never reach Chromium, whatever it shows: the keymap of the screen has no Control, Alt or Super, no function keys and no Escape
 * (`electron/os/linux/xkb/`). Under a Wayland compositor it is the compositor's, which reads it when it starts. On X11 the host puts it there.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FindProgram, findProgram, type RunProgram, runProgram } from '../shared/commands/child.ts';
import { readText } from '../shared/read-text.ts';

/** The name for `XKB_DEFAULT_RULES`. A compositor that doesn't find them has no keymap at all, and so no keyboard. */
export const KEYMAP_RULES = 'carefront-kiosk';
export const KEYMAP_FOLDER = resolve(import.meta.dirname, '../../os/linux/xkb');

export interface KeyboardLock {
  /** Why keys can't be held here, in a sentence for the person who sets up the machine; undefined where they can. */
  readonly unfit: string | undefined;
  /** Before each window: a display that its last program has left forgets its keymap. Rejects where keys would reach Chromium. */
  lock(): Promise<void>;
}

export interface KeyboardLockOptions {
  readonly platform: 'wayland' | 'x11';
  readonly environment: NodeJS.ProcessEnv;
  readonly exists?: (path: string) => boolean;
  readonly read?: (path: string) => string | undefined;
  readonly find?: FindProgram;
  readonly run?: RunProgram;
}

/** A developer's own screen, whose keyboard is left alone. */
export const noKeyboardLock: KeyboardLock = { unfit: undefined, lock: async () => undefined };

/** Layout and variant as XKB writes them: `us`, `us(intl)`. Undefined where they aren't names. */
function symbolsOf({ XKB_DEFAULT_LAYOUT, XKB_DEFAULT_VARIANT }: NodeJS.ProcessEnv): string | undefined {
  const [layout, variant] = [XKB_DEFAULT_LAYOUT || 'us', XKB_DEFAULT_VARIANT || ''];
  if (!/^[a-z]{2,12}$/.test(layout) || !/^[\w-]{0,40}$/.test(variant)) return undefined;
  return variant === '' ? layout : `${layout}(${variant})`;
}

/** As the rules in `os/linux/xkb/rules` put it together, for X11's own compiler. */
export function keymapOf(symbols: string): string {
  const sections = {
    xkb_keycodes: 'carefront_kiosk(x11)',
    xkb_types: 'complete+carefront_kiosk',
    xkb_compat: 'complete',
    xkb_symbols: `carefront_kiosk(base)+${symbols}+carefront_kiosk(x11)`,
  };
  const lines = Object.entries(sections).map(([name, include]) => `${name} { include "${include}" };`);
  return ['xkb_keymap {', ...lines, '};', ''].join('\n');
}

/** The first button and the wheel: others open menus, paste, and go back. */
const BUTTONS = 'pointer = 1 0 0 4 5 0 0 0 0 0';

const NO_LAYOUT = 'XKB_DEFAULT_LAYOUT names no layout, such as us, es or ara.';

const nothing = async () => undefined;

function lockX11({ environment, find = findProgram, run = runProgram }: KeyboardLockOptions): KeyboardLock {
  const symbols = symbolsOf(environment);
  const [compiler, buttons] = [find('xkbcomp'), find('xmodmap')];
  const display = environment.DISPLAY;
  if (symbols === undefined) return { unfit: NO_LAYOUT, lock: nothing };
  if (compiler === undefined || buttons === undefined || display === undefined)
    return {
      unfit: 'Keys can’t be held back on this screen: apt-get install x11-xkb-utils x11-xserver-utils',
      lock: nothing,
    };
  return {
    unfit: undefined,
    async lock() {
      // -w0: layouts name keys that this keymap doesn't have.
      const args = ['-w0', `-I${KEYMAP_FOLDER}`, '-', display];
      const { code } = await run(compiler, args, keymapOf(symbols)).ended;
      const others = await run(buttons, ['-display', display, '-e', BUTTONS]).ended;
      if (code !== 0 || others.code !== 0) throw new Error('The keymap could not be set.');
    },
  };
}

/** All that the keymap is made of, below a folder of XKB's; the layout is the system's. */
const KEYMAP_FILES = [
  `rules/${KEYMAP_RULES}`,
  'keycodes/carefront_kiosk',
  'symbols/carefront_kiosk',
  'types/carefront_kiosk',
];

/** Where a user's own keymaps lie, which are read before all others (`xkb_context_include_path_append_default`). */
function usersFolders({ XDG_CONFIG_HOME, HOME }: NodeJS.ProcessEnv): readonly string[] {
  const config = XDG_CONFIG_HOME || (HOME && join(HOME, '.config'));
  return [config && join(config, 'xkb'), HOME && join(HOME, '.xkb')].filter((path) => path !== undefined);
}

function lockWayland({
  environment,
  exists = existsSync,
  read = readText,
}: KeyboardLockOptions): KeyboardLock {
  const { XKB_DEFAULT_RULES, XKB_CONFIG_EXTRA_PATH: folder } = environment;
  const unfit = (sentence: string): KeyboardLock => ({ unfit: sentence, lock: nothing });
  // What the compositor was started with, this process was, too: it is its child.
  if (XKB_DEFAULT_RULES !== KEYMAP_RULES || folder === undefined)
    return unfit(
      `The compositor's keymap isn't the kiosk's, so that a keyboard could leave it: start it with XKB_CONFIG_EXTRA_PATH=${KEYMAP_FOLDER} and XKB_DEFAULT_RULES=${KEYMAP_RULES} (electron/os/README.md).`,
    );
  const other = KEYMAP_FILES.find((file) => {
    const own = read(join(KEYMAP_FOLDER, file));
    return own === undefined || read(join(folder, file)) !== own;
  });
  if (other !== undefined)
    return unfit(
      `${join(folder, other)} is missing or not this version's, so that a keyboard could leave the kiosk: run electron/os/linux/install.sh again.`,
    );
  const users = usersFolders(environment).find(exists);
  if (users !== undefined)
    return unfit(`${users} can change what keys mean, so that a keyboard could leave the kiosk: remove it.`);
  if (symbolsOf(environment) === undefined) return unfit(NO_LAYOUT);
  return { unfit: undefined, lock: nothing };
}

export function createKeyboardLock(options: KeyboardLockOptions): KeyboardLock {
  return options.platform === 'wayland' ? lockWayland(options) : lockX11(options);
}
