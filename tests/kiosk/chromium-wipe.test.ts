/** K5 on the second host: after a wipe nothing of a patient is anywhere that a file or the next page could show it. */
import { readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wipe } from '../../electron/core/session/wipe.ts';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import { scanProfile } from '../support/profile-scan.ts';
import { chromiumKioskIsMissing, startTestKiosk, type TestKiosk } from './support/chromium-kiosk.ts';
import { readClipboard } from './support/clipboard.ts';

const missing = chromiumKioskIsMissing();
/** Made again for each run, so that no file of another run holds them. */
const RUN = crypto.randomUUID().slice(0, 8);
const CANARIES = Array.from(
  { length: 30 },
  (_, index) => `Quetzal-${RUN}-${String(index).padStart(2, '0')}-Hartebeest`,
);

const quietly = <Result>(run: () => Result, otherwise: Result): Result => {
  try {
    return run();
  } catch {
    // Others make and delete files there at the same time.
    return otherwise;
  }
};

/** Files that were written since, where a browser would leave something by itself. */
function writtenSince(folder: string, since: number): string[] {
  return quietly(() => readdirSync(folder, { withFileTypes: true }), []).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return writtenSince(path, since);
    return entry.isFile() && quietly(() => statSync(path).mtimeMs >= since, false) ? [path] : [];
  });
}

/** Of files that memfd_create(2) made: in memory and on no file system, whatever the path looks like. */
const IN_MEMORY = '/memfd:';

/** Regular files that the processes of a page hold open for writing. */
function openForWriting(folder: string): string[] {
  return processesOver(folder).flatMap(({ pid }) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
        const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
        const writable = (Number.parseInt(flags, 8) & 0o3) !== 0;
        const isFile = target.startsWith('/') && !target.startsWith('/dev/') && !target.startsWith(IN_MEMORY);
        return writable && isFile ? [target] : [];
      });
    } catch {
      return [];
    }
  });
}

describe.skipIf(missing !== undefined)(`a wipe on the Chromium host ${missing ?? ''}`, () => {
  let kiosk: TestKiosk;
  const began = Date.now();
  beforeAll(async () => {
    kiosk = await startTestKiosk();
  });
  afterAll(async () => {
    await kiosk.close();
  });

  test('30 canaries of one patient are nowhere after the wipe, and were found before it', async () => {
    const view = await kiosk.open();
    expect(await kiosk.probe(view, 'leave', { canaries: CANARIES })).toEqual({ copied: true });
    const { folder } = kiosk;
    expect(processesOver(folder).length).toBeGreaterThan(0);

    // The control: the same scan of the same places finds them while the patient is there.
    const before = scanProfile(folder, CANARIES);
    expect(new Set(before.map(({ canary }) => canary)).size).toBeGreaterThan(15);
    expect(new Set(before.map(({ where }) => where))).toContain('leveldb table');
    const clipboardBefore = await readClipboard(kiosk.display);
    expect(CANARIES.some((canary) => clipboardBefore.includes(canary))).toBe(true);
    const planted = join(kiosk.dataFolder, 'planted');
    writeFileSync(planted, Buffer.from(CANARIES[3] ?? '', 'utf16le'));
    expect(scanProfile(kiosk.dataFolder, CANARIES).map(({ file }) => file)).toEqual(['planted']);
    writeFileSync(planted, '');

    // Nothing is even open on a disk.
    expect(openForWriting(folder).filter((path) => !path.startsWith(kiosk.memoryFolder))).toEqual([]);

    const steps = kiosk.host.wipeSteps(view);
    const report = await wipe(
      { ...steps, 'stop-speech': () => undefined, 'forget-checkpoint': () => undefined },
      { now: kiosk.host.clock.monotonic, after: kiosk.host.clock.after },
    );
    expect(report).toMatchObject({ complete: true, failed: [] });
    expect(view.target.isDestroyed()).toBe(true);
    expect(processesOver(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(scanProfile(folder, CANARIES)).toEqual([]);
    expect(scanProfile(kiosk.dataFolder, CANARIES)).toEqual([]);
    const elsewhere = [
      tmpdir(),
      '/tmp',
      '/var/tmp',
      '/dev/shm',
      join(homedir(), '.config'),
      join(homedir(), '.cache'),
    ];
    const written = [...new Set(elsewhere)].flatMap((folder) => writtenSince(folder, began));
    const left = written.filter((path) => {
      const bytes = quietly(() => readFileSync(path), Buffer.alloc(0));
      return CANARIES.some(
        (canary) => bytes.includes(canary) || bytes.includes(Buffer.from(canary, 'utf16le')),
      );
    });
    expect(left).toEqual([]);
    const clipboardAfter = await readClipboard(kiosk.display);
    expect(CANARIES.filter((canary) => clipboardAfter.includes(canary))).toEqual([]);

    const next = await kiosk.open();
    expect(next.id).not.toBe(view.id);
    const seen = await kiosk.probe(next, 'find');
    expect(CANARIES.filter((canary) => JSON.stringify(seen).includes(canary))).toEqual([]);
    expect(seen).toMatchObject({
      local: {},
      session: {},
      cookie: '',
      caches: [],
      databases: [],
      files: [],
      state: null,
    });
    await kiosk.host.discard(next);
  });

  test('a wipe of a page that never was is no success', async () => {
    const never = { id: 999, target: { isDestroyed: () => true, send: () => undefined } };
    await expect(Promise.resolve(kiosk.host.wipeSteps(never)['clear-data']())).rejects.toThrow();
  });

  test('a page that is made ready has no window and nothing running when it is discarded', async () => {
    const spare = await kiosk.host.createView('next');
    const { folder } = kiosk;
    expect(processesOver(folder).length).toBeGreaterThan(0);
    await kiosk.host.discard(spare);
    expect(processesOver(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
