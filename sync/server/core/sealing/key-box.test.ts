import { expect, it } from 'vitest';
import { cheapDerivation } from '../../testing/test-sealing.ts';
import { deriveKey, lockBox, newDerivation, openBox } from './key-box.ts';

it('opens with the same passphrase, however its letters are composed', async () => {
  const derivation = cheapDerivation();
  const box = lockBox(await deriveKey('caf\u00e9 crème', derivation), 'secret', 'a root');
  expect(openBox(await deriveKey('cafe\u0301 cr\u00e8me', derivation), box, 'a root')).toBe('secret');
});

it('stays closed for another passphrase, another salt, another place, and a changed byte', async () => {
  const derivation = cheapDerivation();
  const key = await deriveKey('right', derivation);
  const box = lockBox(key, 'secret', 'a root');
  expect(openBox(await deriveKey('wrong', derivation), box, 'a root')).toBeUndefined();
  expect(openBox(await deriveKey('right', cheapDerivation()), box, 'a root')).toBeUndefined();
  expect(openBox(key, box, 'another root')).toBeUndefined();
  const bytes = Buffer.from(box.sealed, 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  expect(openBox(key, { ...box, sealed: bytes.toString('base64url') }, 'a root')).toBeUndefined();
  expect(openBox(key, { ...box, sealed: '' }, 'a root')).toBeUndefined();
});

it('never shows the secret in the box, and never makes the same box twice', async () => {
  const key = await deriveKey('right', cheapDerivation());
  const [one, other] = [lockBox(key, 'secret', 'x'), lockBox(key, 'secret', 'x')];
  expect(one).not.toEqual(other);
  expect(Buffer.from(one.sealed, 'base64url').toString()).not.toContain('secret');
});

it('derives by argon2id as RFC 9106 recommends where memory is not plenty', () => {
  expect(newDerivation()).toMatchObject({ name: 'argon2id', memoryKiB: 65_536, passes: 3, lanes: 4 });
});
