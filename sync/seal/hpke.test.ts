import { expect, test } from 'vitest';
import { createOpener, newSealingKey, sealTo } from './hpke.ts';

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));

test('what was sealed to a key opens with it alone, and only for what it was bound to', async () => {
  const [vendor, other] = await Promise.all([newSealingKey(), newSealingKey()]);
  const sealed = await sealTo(vendor.publicKey, bytes('Zoë'), bytes('this operation'));
  const open = await createOpener(vendor.privateKey);
  expect(await open(sealed, bytes('this operation'))).toEqual(bytes('Zoë'));
  expect(await open(sealed, bytes('another operation'))).toBeUndefined();
  expect(await (await createOpener(other.privateKey))(sealed, bytes('this operation'))).toBeUndefined();
});

test('a changed byte anywhere, or a cut, keeps it closed', async () => {
  const vendor = await newSealingKey();
  const sealed = await sealTo(vendor.publicKey, bytes('answers'), bytes('bound'));
  const open = await createOpener(vendor.privateKey);
  for (const at of [0, 1, 64, 65, sealed.length - 1]) {
    const changed = sealed.slice();
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await open(changed, bytes('bound'))).toBeUndefined();
  }
  for (const length of [0, 65, sealed.length - 1])
    expect(await open(sealed.slice(0, length), bytes('bound'))).toBeUndefined();
});

test('sealing twice never gives the same bytes', async () => {
  const { publicKey } = await newSealingKey();
  const [one, other] = await Promise.all([1, 2].map(() => sealTo(publicKey, bytes('x'), bytes(''))));
  expect(one).not.toEqual(other);
});
