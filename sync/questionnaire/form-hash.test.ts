import { expect, it } from 'vitest';
import { formHash } from './form-hash.ts';

it('the hash of a form does not depend on the order of its keys, and does on everything else', async () => {
  const hash = await formHash({ a: 1, b: [1, 2] });
  // printf '{"a":1,"b":[1,2]}' | sha256sum
  expect(hash).toBe('8baa73198470c7bb4c3ce142a8fd651affc0310d878bb9bd159e37a573fb4874');
  expect(await formHash({ b: [1, 2], a: 1 })).toBe(hash);
  expect(await formHash({ a: 1, b: [2, 1] })).not.toBe(hash);
  await expect(formHash(undefined)).rejects.toThrow(TypeError);
});
