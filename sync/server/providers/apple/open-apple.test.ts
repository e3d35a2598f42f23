import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApple } from './open-apple.ts';

const ids = { clientId: 'org.example.care', teamId: 'TEAM', keyId: 'KEY' };
const now = () => new Date();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carefront-apple-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function keyFile(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

test('Apple is there with a key of the kind that it gives, and not without settings', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const opened = await openApple({ ...ids, keyFile: await keyFile('right.p8', pem) }, now);
  expect(opened?.issuer).toBe('https://appleid.apple.com');
  expect(await openApple(undefined, now)).toBeUndefined();
});

test('A start names the file that is no such key, and nothing of what is in it', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const file of [
    join(folder, 'missing.p8'),
    await keyFile('no-key.p8', 'secret words'),
    await keyFile('rsa.p8', other),
  ])
    await expect(openApple({ ...ids, keyFile: file }, now)).rejects.toThrow(
      `APPLE_KEY_FILE "${file}" is not a private key of Apple's`,
    );
});
