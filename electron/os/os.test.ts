import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEYMAP_RULES } from '../hosts/chromium/keyboard-lock.ts';
import { judgeHostArguments } from '../hosts/chromium/start/arguments.ts';
import { CREDENTIAL, NO_KEY_STORE_EXIT_CODE } from '../hosts/shared/key-protection.ts';
import { judgeArguments, REFUSED_EXIT_CODE } from '../policy/arguments.ts';

const here = import.meta.dirname;
const read = (name: string) => readFileSync(join(here, name), 'utf8');
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const unit = read('linux/carefront-kiosk.service');
const settings = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('K14: the layer that is not ours', () => {
  test('the unit starts the kiosk with what the kiosk lets itself be started with, and not again where it refuses', () => {
    const [command = ''] = settings('ExecStart');
    const [cage, own = ''] = command.split(' -- ');
    // Its `-s` would let anybody switch to another console.
    expect(cage).toBe('/usr/bin/cage');
    expect(judgeArguments(own.split(' ').slice(1))).toEqual({ ok: true });
    expect(settings('RestartPreventExitStatus')).toEqual([`${REFUSED_EXIT_CODE} ${NO_KEY_STORE_EXIT_CODE}`]);
    expect(settings('Restart')).toEqual(['always']);
  });

  test("in Chromium's place of Electron it is the same unit with another command, which that host lets itself be started with", () => {
    const lines = read('linux/chromium.conf')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.slice(0, 2)).toEqual(['[Service]', 'ExecStart=']);
    expect(lines).toHaveLength(3);
    const [cage, own = ''] = (lines[2] ?? '')
      .replace('ExecStart=', '')
      .replaceAll('VENDOR', 'willow')
      .split(' -- ');
    expect(cage).toBe('/usr/bin/cage');
    const [node, program, ...argv] = own.split(' ');
    expect([node, program]).toEqual([
      '/opt/carefront-kiosk/node_modules/.bin/node',
      '/opt/carefront-kiosk/electron/hosts/chromium/main.ts',
    ]);
    expect(judgeHostArguments(argv)).toMatchObject({
      ok: true,
      arguments: { vendor: 'willow', data: '/var/lib/carefront-kiosk', noSandboxForTests: false },
    });
  });

  test("install.sh changes nothing where that vendor's kiosk is not prepared, or the host is none", () => {
    for (const args of [['chromium'], ['chromium', 'willow'], ['firefox']]) {
      const { status, stderr } = spawnSync('sh', [join(here, 'linux/install.sh'), ...args], {
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(/is prepared|install\.sh \[/);
    }
  });

  test('S14: its key is a credential under the name that the kiosk asks for, and is made once', () => {
    expect(settings('LoadCredentialEncrypted')).toEqual([`${CREDENTIAL}:/etc/carefront-kiosk/key.cred`]);
    const script = read('linux/install.sh');
    expect(script).toContain(`systemd-creds encrypt --name=${CREDENTIAL} - /etc/carefront-kiosk/key.cred`);
    expect(script).toContain('if [ ! -e /etc/carefront-kiosk/key.cred ]');
  });

  test('a kiosk that hangs is noticed: its children may speak for it', () => {
    expect(settings('Type')).toEqual(['notify']);
    expect(settings('NotifyAccess')).toEqual(['all']);
    expect(Number(settings('WatchdogSec')[0])).toBeGreaterThan(30);
  });

  test('nothing of its memory comes to lie on a disk', () => {
    expect(settings('LimitCORE')).toEqual(['0']);
    expect(settings('MemorySwapMax')).toEqual(['0']);
    expect(settings('TemporaryFileSystem')[0]).toMatch(/^\/tmp:.* \/var\/tmp:.* \/dev\/shm:/);
    // Whatever it leaves there goes with it: these belong to the unit alone, and none of its processes outlives it.
    expect(settings('KillMode')).toEqual(['control-group']);
    expect(settings('SendSIGKILL')).toEqual(['yes']);
    expect(settings('RuntimeDirectoryPreserve')).toEqual([]);
    expect(settings('ProtectSystem')).toEqual(['strict']);
    expect(settings('StateDirectoryMode')).toEqual(['0700']);
    const kernel = read('linux/sysctl.conf');
    for (const line of ['kernel.sysrq = 0', 'kernel.core_pattern = |/bin/false', 'fs.suid_dumpable = 0'])
      expect(kernel).toContain(line);
  });

  test('K1: the compositor has the kiosk’s keymap or none, and every part of it is installed', () => {
    expect(settings('Environment')).toEqual(
      expect.arrayContaining([
        'XKB_CONFIG_EXTRA_PATH=/etc/xkb',
        `XKB_DEFAULT_RULES=${KEYMAP_RULES}`,
        'XKB_DEFAULT_LAYOUT=us',
      ]),
    );
    const parts = readdirSync(join(here, 'linux/xkb'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(here, 'linux'), join(entry.parentPath, entry.name)));
    expect(parts).toHaveLength(4);
    for (const part of parts) expect(read('linux/install.sh')).toContain(`put ${part} /etc/${part}\n`);
  });

  test("Chromium's sandbox is left to it: nothing forbids its namespaces, and nothing switches it off", () => {
    expect(settings('RestrictNamespaces')).toEqual([]);
    expect(settings('SystemCallFilter')).toEqual([]);
    const files = readdirSync(join(here, 'linux'), { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name } of files) expect(read(`linux/${name}`)).not.toContain('no-sandbox');
  });

  test('what is installed is taken away again, every file of it', () => {
    const targets = (text: string) =>
      [...text.matchAll(/\/etc\/[\w./-]+\.(?:service|conf|json)|\/etc\/xkb\/[\w/-]+/g)].map(([path]) => path);
    expect(new Set(targets(read('linux/uninstall.sh')))).toEqual(new Set(targets(read('linux/install.sh'))));
    expect(read('windows/uninstall.ps1')).toContain('before.json');
  });

  test('Shell Launcher starts the kiosk again, and leaves a refused start to staff', () => {
    const xml = read('windows/shell-launcher.xml');
    expect(xml).toContain(`<ReturnCodeAction ReturnCode="${REFUSED_EXIT_CODE}" Action="DoNothing"/>`);
    expect(xml).toContain('<DefaultAction Action="RestartShell"/>');
    const ids = [...xml.matchAll(/Profile Id="(\{[0-9a-f-]{36}\})"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    const open: string[] = [];
    for (const [, end, name = '', alone] of xml.matchAll(/<(\/?)([A-Za-z]+)(?:\s[^>]*?)?(\/?)>/g)) {
      if (end === '/' && open.at(-1) === name) open.pop();
      else if (alone !== '/') open.push(`${end}${name}`);
    }
    expect(open).toEqual([]);
  });

  test('nobody loses their accessibility keys', () => {
    const script = read('windows/install.ps1');
    for (const key of ['Shift+Win+S', 'StickyKeys', 'LShift+LAlt+NumLock', 'Win+U'])
      expect(script).not.toContain(key);
  });

  test.each(['linux/install.sh', 'linux/uninstall.sh'])('%s is a script that a shell can read', (name) => {
    const { status, stderr } = spawnSync('sh', ['-n', join(here, name)], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test.skipIf(!has('systemd-analyze'))(
    'systemd accepts the unit (skipped where systemd-analyze is not installed)',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'kiosk-unit-'));
      try {
        // What it starts isn't installed here; everything else of the unit is judged as it is.
        const runnable = join(folder, 'carefront-kiosk.service');
        copyFileSync(join(here, 'linux/carefront-kiosk.service'), runnable);
        writeFileSync(
          runnable,
          unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true').replace(/^Documentation=.*\n/m, ''),
        );
        const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', runnable], {
          encoding: 'utf8',
        });
        expect(stderr.split('\n').filter((line) => line.includes('carefront-kiosk.service'))).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
