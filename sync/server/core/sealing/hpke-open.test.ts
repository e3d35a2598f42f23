import { describe, expect, it } from 'vitest';
import { createOpener, newSealingKey, sealTo } from '../../../seal/hpke.ts';
import { createOpen } from './hpke-open.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const BOUND = bytes('this operation');

describe('opening what was sealed to a vendor (promise 26)', () => {
  it.each([0, 1, 31, 4_096, 65_536])('gives the %i bytes that were sealed', async (length) => {
    const { privateKey, publicKey } = await newSealingKey();
    const plain = crypto.getRandomValues(new Uint8Array(length));
    const sealed = await sealTo(publicKey, plain, BOUND);
    expect(createOpen(privateKey)(sealed, BOUND)).toEqual(plain);
  });

  it('gives nothing with another key, for another operation, or of less than a message', async () => {
    const { privateKey, publicKey } = await newSealingKey();
    const sealed = await sealTo(publicKey, bytes('hello'), BOUND);
    const open = createOpen(privateKey);
    expect(createOpen((await newSealingKey()).privateKey)(sealed, BOUND)).toBeUndefined();
    expect(open(sealed, bytes('that operation'))).toBeUndefined();
    for (const length of [0, 1, 64, 65, 80, sealed.length - 1])
      expect(open(sealed.slice(0, length), BOUND)).toBeUndefined();
    expect(open(sealed, BOUND)).toEqual(bytes('hello'));
  });

  it('gives nothing where any one byte has changed, as the library of the devices does', async () => {
    const { privateKey, publicKey } = await newSealingKey();
    const sealed = await sealTo(publicKey, bytes('hello'), BOUND);
    const open = createOpen(privateKey);
    const reference = await createOpener(privateKey);
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(open(changed, BOUND)).toBeUndefined();
      expect(await reference(changed, BOUND)).toBeUndefined();
    }
  });

  it('refuses a key that is none', () => {
    expect(() => createOpen({})).toThrow('It is no private key of P-256.');
  });
});
