import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const unit = readFileSync(join(import.meta.dirname, 'carefront.service'), 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
/** Of `systemd-analyze security`: 0 is closed, 10 is open to everything. */
const MAX_EXPOSURE = 20;

/** By section and name; the last of several counts, as for systemd where a setting is no list. */
function settingsOf(text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n')) {
    const header = /^\[(\w+)\]$/.exec(line)?.[1];
    if (header !== undefined) section = header;
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings.set(`${section}.${name}`, value);
  }
  return settings;
}

/** The unit with a program that is installed here in place of the server. */
function runnableUnit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'server-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'carefront.service');
  writeFileSync(
    path,
    unit.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true').replace(/^Documentation=.*\n/m, ''),
  );
  return path;
}

describe("the server's systemd unit", () => {
  const settings = settingsOf(unit);

  it('starts the server of this project, by its own Node', () => {
    const [program = '', ...args] = (settings.get('Service.ExecStart') ?? '').split(' ');
    expect(program).toBe(`${settings.get('Service.WorkingDirectory')}/node_modules/.bin/node`);
    const file = args.at(-1) ?? '';
    expect(readFileSync(join(root, file), 'utf8')).toContain('run({ config');
  });

  it('starts it again for ever, and gives it time to stop in order', () => {
    expect(settings.get('Service.Restart')).toBe('always');
    expect(settings.get('Unit.StartLimitIntervalSec')).toBe('0');
    expect(settings.get('Service.KillMode')).toBe('mixed');
    expect(settings.get('Service.OOMPolicy')).toBe('continue');
    // A stop while it starts takes a minute, and its PostgreSQL half a minute.
    expect(Number(settings.get('Service.TimeoutStopSec'))).toBeGreaterThanOrEqual(90);
  });

  it('leaves the machine some of its memory, and slows down before it is ended', () => {
    const [high, max] = ['High', 'Max'].map((bound) =>
      Number(/^(\d+)%$/.exec(settings.get(`Service.Memory${bound}`) ?? '')?.[1]),
    );
    expect(high).toBeGreaterThanOrEqual(50);
    expect(high).toBeLessThan(max ?? 0);
    expect(max).toBeLessThanOrEqual(95);
  });

  it('runs as a user of its own, who may write to the data folder and nowhere else', () => {
    expect(settings.get('Service.User')).toBe('carefront');
    expect(settings.get('Service.ProtectSystem')).toBe('strict');
    expect(settings.get('Service.StateDirectory')).toBe('carefront');
    expect(settings.get('Service.StateDirectoryMode')).toBe('0700');
    expect(settings.get('Service.UMask')).toBe('0077');
    expect(unit).toContain('Environment=DATA_DIR=/var/lib/carefront\n');
    expect(settings.has('Service.ReadWritePaths')).toBe(false);
    expect(settings.get('Service.NoNewPrivileges')).toBe('yes');
    expect(settings.get('Service.CapabilityBoundingSet')).toBe('');
    // V8 writes the code that it runs.
    expect(settings.has('Service.MemoryDenyWriteExecute')).toBe(false);
  });

  it.skipIf(!has('systemd-analyze'))(
    'is accepted by systemd without a warning (skipped where systemd-analyze is not installed)',
    () => {
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', runnableUnit()], {
        encoding: 'utf8',
      });
      expect(stderr.split('\n').filter((line) => line.includes('carefront.service'))).toEqual([]);
    },
  );

  it.skipIf(!has('systemd-analyze'))(
    'leaves little open, by the measure of systemd (skipped where systemd-analyze is not installed)',
    () => {
      const { status, stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['security', '--offline=yes', `--threshold=${MAX_EXPOSURE}`, '--no-pager', runnableUnit()],
        { encoding: 'utf8' },
      );
      expect(stderr).toBe('');
      expect(status, stdout).toBe(0);
    },
  );
});
