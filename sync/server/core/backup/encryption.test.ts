import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createKeyRegister } from '../keys/key-register.ts';
import { listBackups } from './backup-folder.ts';
import { type BackupKeySettings, openBackupRecipients, readBackupIdentities } from './backup-keys.ts';
import { openVerified, restoreBackup } from './restore.ts';
import { everyRow, makeTestFolder, openSampleClinic, VENDOR, withSql } from './testing/sample-clinic.ts';

const NAME = 'Rosalind Quill';

async function openClinicWithName() {
  const identity = await generateX25519Identity();
  const clinic = await openSampleClinic({ recipients: [await identityToRecipient(identity)] });
  await clinic.receive(3);
  await clinic.database.sql`
    insert into inbox_items (vendor, id, kind, device, code, triage, held, late, received_at, due_at, summary, judgement)
    values (${VENDOR}, gen_random_uuid(), 'case', 'a', 'AA-AAAA', 'routine', false, false, now(), now(), ${JSON.stringify({ name: NAME })}, '{}')`;
  return { clinic, identity };
}

describe('an encrypted backup', () => {
  it('shows nothing of a patient to someone who finds it', async () => {
    const { clinic } = await openClinicWithName();
    const { place, manifest } = await clinic.takeBackup();
    expect(manifest.v).toBe(2);
    const files = (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(5);
    const contents = await Promise.all(
      files.map(async ({ name, parentPath }) => ({
        isTable: parentPath.endsWith('tables'),
        bytes: await readFile(join(parentPath, name)),
      })),
    );
    expect(contents.filter(({ bytes }) => bytes.includes(NAME))).toEqual([]);
    const heads = contents
      .filter(({ isTable }) => isTable)
      .map(({ bytes }) => bytes.subarray(0, 21).toString());
    expect(new Set(heads)).toEqual(new Set(['age-encryption.org/v1']));
  });

  it('covers what is in it, and is restored row by row with its key', async () => {
    const { clinic, identity } = await openClinicWithName();
    const before = await everyRow(clinic.database.sql, ['inbox_items', 'op_ledger']);
    const { place } = await clinic.takeBackup();
    expect(await clinic.safeThrough()).toBe(3);
    const backup = await openVerified(place);
    const restore = (identities: readonly string[]) =>
      restoreBackup(
        { url: clinic.database.url, blobs: clinic.blobs, now: () => new Date(), identities, replace: true },
        backup,
      );
    await clinic.database.close();
    await expect(restore([])).rejects.toThrow('is encrypted to age1');
    await expect(restore([await generateX25519Identity()])).rejects.toThrow('BACKUP_IDENTITY_FILE');
    expect(await restore([identity])).toMatchObject({ operations: 3 });
    await withSql(clinic.database.url, async (sql) => {
      expect(await everyRow(sql, ['inbox_items', 'op_ledger'])).toEqual(before);
    });
  });

  it('is refused where a byte of it was changed', async () => {
    const { clinic } = await openClinicWithName();
    const { place } = await clinic.takeBackup();
    const path = join(place, 'tables', 'inbox_items.copy.age');
    const bytes = await readFile(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(path, bytes);
    await expect(openVerified(place)).rejects.toThrow('tables/inbox_items.copy.age');
    expect(await listBackups(clinic.folder)).toHaveLength(1);
  });
});

describe('the key for backups', () => {
  async function openSettings(over: Partial<BackupKeySettings> = {}) {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const settings: BackupKeySettings = {
      dataDir: await makeTestFolder(),
      backupEncryption: 'on',
      backupRecipients: [],
      backupIdentityFile: undefined,
      ...over,
    };
    return { settings, register: createKeyRegister(database, () => new Date()) };
  }

  it('is made once, for its owner alone, and kept with the others', async () => {
    const { settings, register } = await openSettings();
    const [first, second] = [
      await openBackupRecipients(settings, register),
      await openBackupRecipients(settings, register),
    ];
    expect(first).toEqual(second);
    const [identity = ''] = await readBackupIdentities(settings);
    expect(first).toEqual([await identityToRecipient(identity)]);
  });

  it("can be the operator's, whose private half is elsewhere", async () => {
    const recipient = await identityToRecipient(await generateX25519Identity());
    const { settings, register } = await openSettings({ backupRecipients: [recipient] });
    expect(await openBackupRecipients(settings, register)).toEqual([recipient]);
    expect(await readBackupIdentities(settings)).toEqual([]);
  });

  it('is not asked for where backups are in clear', async () => {
    const { settings, register } = await openSettings({ backupEncryption: 'off' });
    expect(await openBackupRecipients(settings, register)).toEqual([]);
  });
});
