import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyManifestSchema } from '../../protocol/key-manifest.ts';
import { fixturePack } from '../testing/fixture-pack.ts';
import {
  createInstallation,
  type Installation,
  type ServerProcess,
  sendTo,
} from '../testing/server-process.ts';
import { createTestDevice, intake, sealedTo } from '../testing/test-device.ts';

let installation: Installation;
let server: ServerProcess;
let origin: string;
beforeAll(async () => {
  installation = await createInstallation();
  await start();
});

async function start(over: Readonly<Record<string, string>> = {}): Promise<void> {
  server = installation.start(over);
  const ready = await server.ready;
  if (typeof ready !== 'string') throw new Error(ready.output);
  origin = ready;
}
afterAll(() => installation.remove());

const keys = (...args: string[]) => installation.run('sync/server/commands/keys-command.ts', args);
const manifestOf = async (vendor: string) =>
  keyManifestSchema.parse(await (await fetch(`${origin}/connect/${vendor}/keys.json`)).json());

describe('npm run keys (promise 29)', () => {
  it('lists, rotates and rotates the root beside a running server, which opens what was sealed before', async () => {
    const before = await manifestOf('meadow');
    const [key] = before.keys;
    const target = { vendor: 'meadow', keyId: key?.keyId ?? '', publicKey: key?.publicKey ?? '' };
    const listed = await keys('list');
    expect(listed.code).toBe(0);
    expect(listed.output).toContain(`${key?.keyId}`);
    expect(listed.output).toContain('brook  root ');

    expect((await keys('rotate', '--vendor', 'meadow')).code).toBe(0);
    const rotated = await manifestOf('meadow');
    expect(rotated.keys.map(({ keyId }) => keyId)).not.toContain(key?.keyId);
    expect((await keys('rotate-root', '--vendor', 'meadow')).code).toBe(0);
    const rooted = await manifestOf('meadow');
    expect(rooted.endorsements).toMatchObject([{ by: before.rootKey, rootKey: rooted.rootKey }]);

    const { pack } = await fixturePack();
    const device = await createTestDevice(origin);
    const old = await sealedTo(target, 'intake.submit', intake(pack.questionnaires[0]?.formHash ?? ''));
    const outcome = async () => (await device.push(sendTo(origin), 'meadow', [old])).results[0]?.outcome;
    await expect.poll(outcome).toBe('applied');
    expect((await keys('list', '--vendor', 'meadow')).output).toContain(`${key?.keyId}`);
  });

  it.each([
    [['list', '--vendor', 'nowhere'], 'no sealing keys of "nowhere"'],
    [['rotate'], 'Usage:'],
    [['rotate', '--vendor', 'nowhere'], 'no sealing keys of "nowhere"'],
    [['burn'], 'Usage:'],
    [['change-passphrase'], 'Set KEYS_NEW_PASSPHRASE'],
  ])('says what is wrong with %j', async (args, line) => {
    const { code, output } = await keys(...args);
    expect(code).toBe(1);
    expect(output).toContain(line);
  });

  it('puts all keys under a passphrase of the operator, without which no start opens them', async () => {
    const before = await manifestOf('brook');
    expect(server.output()).toMatch(/passphrase of the sealing keys is kept beside them .*change-passphrase/);
    const done = await installation.run('sync/server/commands/keys-command.ts', ['change-passphrase'], {
      KEYS_NEW_PASSPHRASE: 'a passphrase of ours',
    });
    expect(done).toMatchObject({ code: 0 });
    expect(done.output).toContain('Put it into KEYS_PASSPHRASE');
    expect(await readdir(join(installation.dataDir, 'keys'))).not.toContain('passphrase');
    // The running server has its keys, and goes on.
    expect(await manifestOf('brook')).toEqual(before);
    await server.kill('SIGTERM');

    const without = await installation.start().exited;
    expect([without.code, without.output.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('need their passphrase: set KEYS_PASSPHRASE')],
    ]);
    const wrong = await installation.start({ KEYS_PASSPHRASE: 'another' }).exited;
    expect([wrong.code, wrong.output.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('The passphrase does not open the sealing keys')],
    ]);
    await start({ KEYS_PASSPHRASE: 'a passphrase of ours' });
    expect(await manifestOf('brook')).toEqual(before);
    expect(server.output()).not.toContain('beside them');
  });
});
