import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../base/config/config.ts';
import { replaceBackupKey, replaceReceiptKeys, replaceSealingKeys } from '../../commands/key-replace.ts';
import { createInstallation, type ServerProcess } from '../../testing/server-process.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openTestSealing } from '../../testing/test-sealing.ts';
import { openBackupRecipients } from '../backup/backup-keys.ts';
import { createReceiptSigner } from '../ingest/receipts.ts';
import { checkKeys } from './key-check.ts';
import { createKeyRegister, INSTALLATION } from './key-register.ts';
import { openKeys } from './keys.ts';

const TIMEOUT = 180_000;
const now = () => new Date('2026-05-04T10:00:00Z');

/** A database that has received one submission at `meadow`, with the key files that go with it. */
async function openInstallation({ isRegistered = true } = {}) {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'carefront-keys-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const folder = join(dataDir, 'keys', 'sealing');
  const receipts = createReceiptSigner((await openKeys(dataDir)).receiptSigning);
  const sealing = await openTestSealing({ folder });
  onTestFinished(sealing.stop);
  const register = createKeyRegister(database, now);
  if (isRegistered) {
    await register.add(INSTALLATION, 'receipt', [receipts.keyId]);
    for (const vendor of ['meadow', 'brook'])
      await register.add(
        vendor,
        'sealing',
        sealing.manifestOf(vendor).keys.map(({ keyId }) => keyId),
      );
  }
  await database.sql`
    insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, key_id, received_at, captured_at)
    values ('meadow', gen_random_uuid(), '', '', 'a', 'l', 1, '{}', 'intake.submit', 2, 1, ${receipts.keyId}, ${now().toISOString()}, '{}')`;
  const { files } = sealing;
  return {
    dataDir,
    files,
    register,
    folder,
    meadow: files.pathOf('meadow'),
    receiptFile: join(dataDir, 'keys', 'receipt-signing.pem'),
    /** What a start says, or undefined where it goes on. */
    start: () =>
      checkKeys({ register, files, dataDir }, ['meadow', 'brook']).then(
        () => undefined,
        (error: Error) => error.message,
      ),
  };
}

describe('key files that are lost over a ledger that needs them', () => {
  it('are missed by name, and nothing is made in their place', async () => {
    const { start, meadow, folder } = await openInstallation();
    expect(await start()).toBeUndefined();
    await rename(meadow, `${meadow}.kept`);
    const told = await start();
    expect(told).toContain(`The sealing keys of "meadow" are missing: ${meadow}. 1 operation is sealed`);
    expect(told).toContain('npm run keys -- replace --vendor meadow');
    expect(told).not.toContain('brook');
    expect(await readdir(folder)).not.toContain('meadow.json');
    await rename(`${meadow}.kept`, meadow);
    expect(await start()).toBeUndefined();
  });

  it('are missed in a database that is older than the register, too', async () => {
    const { start, meadow, receiptFile } = await openInstallation({ isRegistered: false });
    expect(await start()).toBeUndefined();
    await rm(meadow);
    await rm(receiptFile);
    expect(await start()).toMatch(/^1 key that signed receipts is missing.*\n.*"meadow" are missing/);
  });

  it('are missed where an older file was put in the place of a newer one', async () => {
    const { start, meadow, register } = await openInstallation();
    await copyFile(meadow, `${meadow}.older`);
    await register.add('meadow', 'sealing', ['a-newer-key']);
    expect(await start()).toContain(`${meadow} lacks 1 key (a-newer-key) of "meadow"`);
  });

  it('are given up by replace alone, once, and only where something is missing', async () => {
    const { start, meadow, register, files } = await openInstallation();
    const replace = () => replaceSealingKeys({ register, files }, 'meadow', now());
    await expect(replace()).rejects.toThrow('No sealing key of "meadow" is missing');
    await rm(meadow);
    expect(await replace()).toMatch(
      /new keys, made at the next start.*can’t be opened.*won’t trust a new one/s,
    );
    expect(await start()).toBeUndefined();
    await expect(replace()).rejects.toThrow('No sealing key of "meadow" is missing');
  });

  it('are given up in a database that is older than the register, too', async () => {
    const { start, meadow, register, files } = await openInstallation({ isRegistered: false });
    await rm(meadow);
    await replaceSealingKeys({ register, files }, 'meadow', now());
    expect(await start()).toBeUndefined();
  });

  it('that are damaged are kept under another name', async () => {
    const { meadow, register, files, folder } = await openInstallation();
    await writeFile(meadow, '{');
    const told = await replaceSealingKeys({ register, files }, 'meadow', now());
    const aside = (await readdir(folder)).find((name) => name.startsWith('meadow.json.damaged-'));
    expect(told).toContain(aside);
  });

  it.each([true, false])(
    'sign receipts: the start is refused until it is decided (registered: %s)',
    async (isRegistered) => {
      const { start, receiptFile, register, dataDir } = await openInstallation({ isRegistered });
      await rm(receiptFile);
      expect(await start()).toContain(`restore ${receiptFile} from your backup`);
      expect(await replaceReceiptKeys({ register, dataDir })).toContain('makes a new key');
      expect(await start()).toBeUndefined();
    },
  );

  it('open backups: no new one is made unasked', async () => {
    const { register, dataDir } = await openInstallation();
    const config = readConfig({ DATA_DIR: dataDir });
    const [recipient] = await openBackupRecipients(config, register);
    const file = join(dataDir, 'keys', 'backup-identity.txt');
    await rm(file);
    await expect(openBackupRecipients(config, register)).rejects.toThrow(
      `missing from ${file} (${recipient})`,
    );
    expect(await replaceBackupKey(config, register)).toContain('can no longer be opened');
    expect(await openBackupRecipients(config, register)).not.toEqual([recipient]);
    await expect(replaceBackupKey(config, register)).rejects.toThrow('No backup key is missing');
  });
});

describe('a start over files that are not its own', { timeout: TIMEOUT }, () => {
  async function address(server: ServerProcess): Promise<string> {
    const ready = await server.ready;
    if (typeof ready !== 'string') throw new Error(`The server ended: ${ready.output}`);
    return ready;
  }

  it('is refused where a key is lost, and where the folder names the database of another', async () => {
    // Only a database that is out of the data folder can be named by a copy of it.
    const installation = await createInstallation('unreachable');
    onTestFinished(installation.remove);
    const first = installation.start();
    await address(first);
    const copy = `${installation.dataDir}-copy`;
    await mkdir(join(copy, 'keys'), { recursive: true });
    await copyFile(join(installation.dataDir, 'cluster.json'), join(copy, 'cluster.json'));
    const onCopy = await installation.start({ DATA_DIR: copy }).exited;
    expect(onCopy.code).toBe(1);
    expect(onCopy.output).toContain(`${copy} is a copy of ${installation.dataDir}`);

    await first.kill('SIGINT');

    await rm(join(installation.dataDir, 'keys', 'sealing', 'meadow.json'));
    const refused = await installation.start().exited;
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('npm run keys -- replace --vendor meadow');
    const replaced = await installation.run('sync/server/commands/keys-command.ts', [
      'replace',
      '--vendor',
      'meadow',
    ]);
    expect(replaced).toMatchObject({ code: 0 });
    const again = installation.start();
    await address(again);
    await again.kill('SIGINT');
  });
});
