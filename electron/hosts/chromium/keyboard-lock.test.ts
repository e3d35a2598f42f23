import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { RunProgram } from '../shared/commands/child.ts';
import { createKeyboardLock, KEYMAP_FOLDER, KEYMAP_RULES, keymapOf } from './keyboard-lock.ts';

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const LAYOUTS = ['us', 'us(intl)', 'gb', 'es', 'latam', 'ara', 'de'];

/** As X compiles it: all that a keyboard can send. */
function compileX11(symbols: string): string {
  const args = ['-w0', `-I${KEYMAP_FOLDER}`, '-xkb', '-', '-'];
  const { status, stdout } = spawnSync('xkbcomp', args, { input: keymapOf(symbols), encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout;
}

/** As a Wayland compositor compiles it, by the rules. */
function compileWayland(symbols: string): string {
  const [, layout = '', variant = ''] = /^(\w+)(?:\((\w+)\))?$/.exec(symbols) ?? [];
  const args = ['compile-keymap', '--rules', KEYMAP_RULES, '--layout', layout, '--variant', variant];
  const { status, stdout } = spawnSync('xkbcli', args, {
    encoding: 'utf8',
    env: { ...process.env, XKB_CONFIG_EXTRA_PATH: KEYMAP_FOLDER },
  });
  expect(status).toBe(0);
  return stdout;
}

function readKeymap(text: string) {
  const keycodes = /xkb_keycodes[^{]*\{([\s\S]*?)\n\};/.exec(text)?.[1] ?? '';
  const symbols = text.slice(text.indexOf('xkb_symbols'));
  const codes = new Map(
    [...keycodes.matchAll(/<(\w+)>\s*=\s*(\d+);/g)].map(([, name = '', code]) => [name, Number(code)]),
  );
  const keys = new Map(
    [...symbols.matchAll(/key\s+<(\w+)>\s*\{([\s\S]*?)\};/g)].map(([, name = '', body = '']) => [name, body]),
  );
  const modifiers = [...symbols.matchAll(/modifier_map\s+(\w+)/g)].map(([, name]) => name);
  return { codes, keys, modifiers };
}

describe.each([
  { by: 'X11', program: 'xkbcomp', compile: compileX11, last: 255 },
  { by: 'a Wayland compositor', program: 'xkbcli', compile: compileWayland, last: 775 },
])('K1: the keymap as $by reads it', ({ program, compile, last }) => {
  describe.skipIf(!has(program))(`${has(program) ? '' : `${program} is not installed`}`, () => {
    test.each(LAYOUTS)('%s: no key has a meaning for a browser or a compositor', (layout) => {
      const { codes, keys, modifiers } = readKeymap(compile(layout));
      expect(new Set(modifiers)).toEqual(new Set(['Shift', 'Lock', 'Mod5']));
      const all = [...keys.values()].join('\n');
      expect(all).not.toMatch(
        /\b(XF86\w+|Control_\w|Alt_\w|Super_\w|Meta_\w|Hyper_\w|Escape|Menu|Print|Insert|Help|Cancel)\b/,
      );
      expect(all).not.toMatch(/\bF([1-9]|1\d|2[01])\b/);
      // Nor do actions make a modifier of one: those of the chord are none that a browser knows.
      expect(all).not.toMatch(/modifiers\s*=\s*(Control|Mod1|Mod4|Alt|Super|Meta)/i);
      // A key without a meaning is taken for what it is on a US keyboard: there is none.
      const silent = [...codes].filter(([name]) => !/[A-Za-z0-9_]/.test(keys.get(name) ?? ''));
      expect(silent).toEqual([]);
      expect(Math.max(...codes.values())).toBe(last);
      expect(new Set(codes.values()).size).toBe(last - 7);
    });

    test('people type all that their layout has, and staff have their chord', () => {
      const { keys } = readKeymap(compile('es'));
      expect(keys.get('AC10')).toMatch(/ntilde,\s+Ntilde/);
      expect(keys.get('AD03')).toMatch(/EuroSign/);
      expect(keys.get('AC02')).toMatch(/\bs,\s+S,[\s\S]*F24/);
      expect(keys.get('ESC')).toMatch(/F22/);
      expect(keys.get('TAB')).toMatch(/Tab,\s+ISO_Left_Tab/);
      expect(keys.get('KP7')).toMatch(/KP_7/);
    });
  });
});

describe('K1: a kiosk holds keys or says why it can’t', () => {
  const locked = { XKB_DEFAULT_RULES: KEYMAP_RULES, XKB_CONFIG_EXTRA_PATH: '/etc/xkb' };
  /** @param installed what lies in `/etc/xkb`, by what is here; @param there folders of the user's */
  const wayland = (
    environment: NodeJS.ProcessEnv,
    installed = (own: string): string | undefined => own,
    there: readonly string[] = [],
  ) =>
    createKeyboardLock({
      platform: 'wayland',
      environment,
      exists: (path) => there.includes(path),
      read: (path) =>
        path.startsWith(KEYMAP_FOLDER) ? path.slice(KEYMAP_FOLDER.length) : installed(path.slice(8)),
    }).unfit;

  test('under a compositor that was started without its keymap', () => {
    expect(wayland(locked)).toBeUndefined();
    expect(wayland({})).toContain(`XKB_DEFAULT_RULES=${KEYMAP_RULES}`);
    expect(wayland({ ...locked, XKB_DEFAULT_RULES: 'evdev' })).toContain('could leave it');
    expect(wayland({ ...locked, XKB_DEFAULT_LAYOUT: 'us,ru' })).toContain('no layout');
  });

  test.each([
    'rules/carefront-kiosk',
    'keycodes/carefront_kiosk',
    'symbols/carefront_kiosk',
    'types/carefront_kiosk',
  ])('with %s missing, or of another version', (file) => {
    expect(wayland(locked, (own) => (own.endsWith(file) ? undefined : own))).toContain(
      `/etc/xkb/${file} is missing`,
    );
    expect(wayland(locked, (own) => (own.endsWith(file) ? 'older' : own))).toContain(
      `/etc/xkb/${file} is missing`,
    );
  });

  test('with keymaps of the user’s, which would come first', () => {
    const home = { ...locked, HOME: '/home/kiosk' };
    const same = (own: string) => own;
    expect(wayland(home, same)).toBeUndefined();
    expect(wayland(home, same, ['/home/kiosk/.xkb'])).toContain('/home/kiosk/.xkb can change');
    expect(wayland(home, same, ['/home/kiosk/.config/xkb'])).toContain('/home/kiosk/.config/xkb can');
    expect(wayland({ ...home, XDG_CONFIG_HOME: '/etc/else' }, same, ['/etc/else/xkb'])).toContain(
      '/etc/else/xkb can',
    );
  });

  test('on a screen of X11 without the programs for it, or with a layout that is none', () => {
    const x11 = (environment: NodeJS.ProcessEnv, find: (name: string) => string | undefined) =>
      createKeyboardLock({ platform: 'x11', environment, find }).unfit;
    const all = (name: string) => `/usr/bin/${name}`;
    expect(x11({ DISPLAY: ':1' }, all)).toBeUndefined();
    expect(x11({ DISPLAY: ':1' }, (name) => (name === 'xmodmap' ? undefined : all(name)))).toContain(
      'apt-get',
    );
    expect(x11({ DISPLAY: ':1' }, () => undefined)).toContain('apt-get');
    expect(x11({ DISPLAY: ':1', XKB_DEFAULT_LAYOUT: 'us+terminate(ctrl_alt_bksp)' }, all)).toContain(
      'no layout',
    );
  });

  test('and opens no window where they could not be held', async () => {
    const ran: (readonly string[])[] = [];
    const lock = (code: number) =>
      createKeyboardLock({
        platform: 'x11',
        environment: { DISPLAY: ':1', XKB_DEFAULT_LAYOUT: 'ara' },
        find: (name) => `/usr/bin/${name}`,
        run: ((path, args, input) => {
          ran.push([path, args.at(-1) ?? '', input ?? '']);
          return { ended: Promise.resolve({ code, output: '' }), stop: () => undefined };
        }) satisfies RunProgram,
      });
    await lock(0).lock();
    expect(ran).toEqual([
      ['/usr/bin/xkbcomp', ':1', expect.stringContaining('+ara+')],
      ['/usr/bin/xmodmap', expect.stringMatching(/^pointer = 1 0 0 4 5 0 0/), ''],
    ]);
    await expect(lock(1).lock()).rejects.toThrow('keymap');
  });
});
