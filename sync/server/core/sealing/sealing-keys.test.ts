import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sealTo } from '../../../seal/hpke.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import { openTestSealing, TEST_PASSPHRASE } from '../../testing/test-sealing.ts';
import { openKeyFiles } from './key-files.ts';
import { openPassphrase, passphraseNote, sealingFolder } from './passphrase.ts';
import { createKeyOpener } from './sealing-keys.ts';
import { mintKey } from './vendor-keys.ts';

const DAY_MS = 86_400_000;
const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const bound = bytes('bound');

async function folderOfItsOwn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-sealing-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** As `npm run keys -- rotate` does it, in a process of its own. */
async function rotateElsewhere(folder: string, vendor: string): Promise<string> {
  const files = await openKeyFiles(folder);
  return files.exclusively(async () => {
    const file = await files.read(vendor);
    if (!file) throw new Error('There is no file.');
    const opener = createKeyOpener({ read: async () => TEST_PASSPHRASE, keptBeside: undefined });
    const { keys, kek } = await opener.open(file, files.pathOf(vendor));
    const next = await mintKey(keys, kek, new Date(), { instead: true });
    await files.write(next.file);
    return next.file.keys.at(-1)?.keyId ?? '';
  });
}

describe('the sealing keys of a server', () => {
  it('are made once, for this user alone, and are the same after a restart', async () => {
    const folder = await folderOfItsOwn();
    const first = await openTestSealing({ folder });
    const second = await openTestSealing({ folder });
    expect(second.manifestOf('meadow')).toEqual(first.manifestOf('meadow'));
    expect(second.manifestOf('brook').rootKey).not.toBe(first.manifestOf('meadow').rootKey);
    expect((await stat(join(folder, 'meadow.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).toSorted()).toEqual(['brook.json', 'lock', 'meadow.json']);
  });

  it('are minted in time, at a start and while the server runs, and old ones still open', async () => {
    const folder = await folderOfItsOwn();
    let passed = 0;
    const now = () => new Date(Date.now() + passed);
    const sealing = await openTestSealing({ folder, now });
    const [old] = sealing.manifestOf('meadow').keys;
    const sealed = await sealTo(Buffer.from(old?.publicKey ?? '', 'base64url'), bytes('Zoë'), bound);
    passed = 59 * DAY_MS;
    await sealing.mintDue();
    expect(sealing.manifestOf('meadow').keys).toHaveLength(1);
    passed = 61 * DAY_MS;
    await sealing.mintDue();
    expect(sealing.manifestOf('meadow').keys).toHaveLength(2);
    passed = 900 * DAY_MS;
    const later = await openTestSealing({ folder, now });
    expect(later.manifestOf('meadow').keys.map(({ keyId }) => keyId)).not.toContain(old?.keyId);
    expect(await later.unsealer.open('meadow', old?.keyId ?? '', sealed, bound)).toEqual({
      ok: true,
      plain: bytes('Zoë'),
    });
  });

  it('open nothing of another vendor, and say which keys they lack', async () => {
    const sealing = await openTestSealing({ folder: await folderOfItsOwn() });
    const [key] = sealing.manifestOf('meadow').keys;
    const sealed = await sealTo(Buffer.from(key?.publicKey ?? '', 'base64url'), bytes('Zoë'), bound);
    const { open, knows } = sealing.unsealer;
    expect(await open('brook', key?.keyId ?? '', sealed, bound)).toEqual({
      ok: false,
      reason: 'unknown-key',
    });
    expect(await open('meadow', key?.keyId ?? '', sealed, bytes('other'))).toEqual({
      ok: false,
      reason: 'does-not-open',
    });
    expect(await knows('meadow', key?.keyId ?? '')).toBe(true);
    expect(await knows('meadow', '0'.repeat(16))).toBe(false);
    expect(await knows('elsewhere', key?.keyId ?? '')).toBe(false);
  });

  it('are read again when another process has rotated them, and listeners hear of it', async () => {
    const folder = await folderOfItsOwn();
    const sealing = await openTestSealing({ folder });
    let heard = 0;
    sealing.onNewKeys(() => {
      heard++;
    });
    const before = sealing.manifestOf('meadow');
    const rotated = await rotateElsewhere(folder, 'meadow');
    expect(await sealing.unsealer.knows('meadow', rotated)).toBe(true);
    expect(sealing.manifestOf('meadow').keys.map(({ keyId }) => keyId)).toEqual([rotated]);
    expect(sealing.manifestOf('meadow').issuedAt > before.issuedAt).toBe(true);
    expect(heard).toBe(1);
    await sealing.refresh('meadow');
    expect(heard).toBe(1);
  });

  it('stay as they are where the file is damaged under the running server', async () => {
    const folder = await folderOfItsOwn();
    const sealing = await openTestSealing({ folder });
    const before = sealing.manifestOf('meadow');
    await writeFile(join(folder, 'meadow.json'), '{"v":1');
    await sealing.refresh('meadow');
    expect(await sealing.faults()).toEqual([]);
    await rm(join(folder, 'brook.json'));
    await sealing.refresh('brook');
    expect(await sealing.faults()).toEqual(['brook: no key file']);
    await expect(sealing.mintDue()).rejects.toThrow(StartupError);
    expect(sealing.manifestOf('meadow')).toEqual(before);
    expect(sealing.errors).toHaveLength(2);
    expect(await readdir(folder)).not.toContain('brook.json');
  });

  it('lose none of two that are made at the same time', async () => {
    const folder = await folderOfItsOwn();
    await openTestSealing({ folder, vendors: ['meadow'] });
    const made = await Promise.all([1, 2, 3, 4].map(() => rotateElsewhere(folder, 'meadow')));
    const again = await openTestSealing({ folder, vendors: ['meadow'] });
    for (const keyId of made) expect(await again.unsealer.knows('meadow', keyId)).toBe(true);
  });

  it('stop the start in one line where the passphrase is wrong', async () => {
    const folder = await folderOfItsOwn();
    await openTestSealing({ folder });
    const wrong = openTestSealing({ folder, passphrase: 'another' });
    await expect(wrong).rejects.toThrow(StartupError);
    await expect(wrong).rejects.toThrow(
      /^The passphrase does not open .*meadow\.json: check KEYS_PASSPHRASE.*$/,
    );
  });
});

describe('the passphrase', () => {
  const none = { keysPassphrase: undefined, keysPassphraseFile: undefined };

  it('is made once and kept beside the keys where none is given, which the start says', async () => {
    const dataDir = await folderOfItsOwn();
    const made = await openPassphrase({ dataDir, ...none });
    const again = await openPassphrase({ dataDir, ...none });
    expect(await again.read()).toBe(await made.read());
    expect((await made.read()).length).toBeGreaterThan(40);
    expect((await stat(join(dataDir, 'keys', 'passphrase'))).mode & 0o777).toBe(0o600);
    expect(passphraseNote(made)).toMatch(/beside them \(.*passphrase\): npm run keys -- change-passphrase/);
  });

  it('comes from the setting or from the first line of a file, and then nothing is kept', async () => {
    const dataDir = await folderOfItsOwn();
    const keysPassphraseFile = join(dataDir, 'given');
    await writeFile(keysPassphraseFile, 'of the file \nsecond line\n');
    const fromFile = await openPassphrase({ dataDir, ...none, keysPassphraseFile });
    expect(await fromFile.read()).toBe('of the file ');
    const given = await openPassphrase({ dataDir, ...none, keysPassphrase: 'given' });
    expect([await given.read(), passphraseNote(given)]).toEqual(['given', undefined]);
    await expect(readFile(join(dataDir, 'keys', 'passphrase'))).rejects.toThrow();
  });

  it('is never made again for keys that have one', async () => {
    const dataDir = await folderOfItsOwn();
    await openTestSealing({ folder: sealingFolder(dataDir) });
    await expect(openPassphrase({ dataDir, ...none })).rejects.toThrow(
      /need their passphrase: set KEYS_PASSPHRASE/,
    );
  });

  it('that is missing or empty stops the start', async () => {
    const dataDir = await folderOfItsOwn();
    const keysPassphraseFile = join(dataDir, 'none');
    await expect(openPassphrase({ dataDir, ...none, keysPassphraseFile })).rejects.toThrow(StartupError);
    await writeFile(keysPassphraseFile, '\n');
    await expect(openPassphrase({ dataDir, ...none, keysPassphraseFile })).rejects.toThrow(StartupError);
  });
});
