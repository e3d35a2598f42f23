import { beforeAll, describe, expect, test } from 'vitest';
import { codeHash, importCheckInKey, personHashes } from './check-in-hash.ts';

let key: CryptoKey;
let other: CryptoKey;
beforeAll(async () => {
  key = await importCheckInKey(new Uint8Array(32).fill(7));
  other = await importCheckInKey(new Uint8Array(32).fill(8));
});
const shared = (one: readonly string[], two: readonly string[]) => one.some((each) => two.includes(each));

describe('an appointment is found by birth date and name', () => {
  test('however the name is written', async () => {
    const listed = await personHashes(key, 'willow', '1990-04-03', 'José Antonio Núñez');
    expect(shared(listed, await personHashes(key, 'willow', '1990-04-03', 'nunez, jose'))).toBe(true);
    expect(listed.every((each) => /^[0-9a-f]{64}$/.test(each))).toBe(true);
  });

  test('and not with another date, vendor or key', async () => {
    const listed = await personHashes(key, 'willow', '1990-04-03', 'José Núñez');
    expect(shared(listed, await personHashes(key, 'willow', '1990-03-04', 'José Núñez'))).toBe(false);
    expect(shared(listed, await personHashes(key, 'lantern', '1990-04-03', 'José Núñez'))).toBe(false);
    expect(shared(listed, await personHashes(other, 'willow', '1990-04-03', 'José Núñez'))).toBe(false);
  });

  test('a first name alone finds nobody', async () => {
    expect(await personHashes(key, 'willow', '1990-04-03', 'José')).toEqual([]);
  });

  test('a code is read as it is printed or written', async () => {
    const listed = await codeHash(key, 'willow', 'K7O1-4QF');
    expect(await codeHash(key, 'willow', 'k70l 4qf')).toBe(listed);
    expect(await codeHash(key, 'willow', 'K701-4QG')).not.toBe(listed);
  });

  test('a code is no name: what is hashed says what it is', async () => {
    const person = await personHashes(key, 'willow', 'A', 'B C');
    expect(person).not.toContain(await codeHash(key, 'willow', 'A B C'));
  });

  test('a short key is refused', async () => {
    await expect(importCheckInKey(new Uint8Array(31))).rejects.toThrow(RangeError);
  });
});
