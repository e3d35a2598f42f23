import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCallHost, originOfCall } from '../call-host.ts';
import { decodeMessage, encodeMessage } from './crossing.ts';

describe('what crosses between a page and the host', () => {
  test('every value of the contract’s kinds comes out as it went in', () => {
    const values = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        fc.double(),
        fc.boolean(),
        fc.constantFrom(null, undefined),
        fc.uint8Array(),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('$', 'of', '__proto__', 'constructor')),
          tie('any'),
          {
            maxKeys: 4,
            noNullPrototype: true,
          },
        ),
      ),
    })).any;
    fc.assert(
      fc.property(values, (value) => {
        expect(isDeepStrictEqual(decodeMessage(encodeMessage(value)), value)).toBe(true);
      }),
      { examples: [[{ $: 'bytes', of: 'AA==' }], [{ $: undefined }], [[-0, Number.NaN, Infinity]]] },
    );
  });

  test('a photo’s bytes cross', () => {
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    expect(decodeMessage(encodeMessage({ bytes }))).toStrictEqual({ bytes });
  });

  test.each([[() => 1], [new Date(0)], [new Map()], [Symbol('x')], [10n], [new ArrayBuffer(2)]])(
    'what is of no such kind does not, and the error does not quote it',
    (value) => {
      expect(() => encodeMessage({ note: 'Jane', value })).toThrow(/^not of a kind that crosses$/);
    },
  );

  test('an answer says failed for whatever is no message, and never rejects', async () => {
    const { calls, answer } = createCallHost();
    calls.handle('carefront:call:one', async (_origin, request) => ({ ok: true, value: request }));
    const view = { id: 1, isGone: () => false };
    const frame = { url: () => '', parentFrame: () => null, isDetached: () => false };
    const origin = originOfCall(view, { page: { isClosed: () => false }, frame });
    const failed = { ok: false, code: 'failed' };
    for (const message of [
      undefined,
      1,
      '',
      '{',
      '"x"',
      '{}',
      '{"$":"bytes"}',
      encodeMessage({ channel: 'toString' }),
    ])
      expect(decodeMessage(await answer(origin, message))).toEqual(failed);
    const call = encodeMessage({ channel: 'carefront:call:one', request: { a: 1 } });
    expect(decodeMessage(await answer(origin, call))).toEqual({ ok: true, value: { a: 1 } });
  });
});
