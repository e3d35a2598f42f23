import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearEnvelope,
  decodeEnvelope,
  EnvelopeFormatError,
  encodeEnvelope,
  openClearEnvelope,
} from './envelope.ts';

describe('envelope', () => {
  it('gives back what was put in - any JSON payload (seal 1)', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (payload) => {
        expect(openClearEnvelope(clearEnvelope(payload))).toEqual(JSON.parse(JSON.stringify(payload)));
      }),
    );
  });

  it('keeps suite, key id and content apart - any of them empty', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 255 }),
        fc.string({ maxLength: 40 }),
        fc.uint8Array(),
        (suite, keyId, bytes) => {
          fc.pre(!/[\ud800-\udfff]/.test(keyId));
          const content = new Uint8Array(bytes);
          expect(decodeEnvelope(encodeEnvelope({ suite, keyId, content }))).toEqual({
            suite,
            keyId,
            content,
          });
        },
      ),
    );
  });

  it('refuses bytes that are no clear envelope - with its own error and no other (seal 2)', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        try {
          openClearEnvelope(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(EnvelopeFormatError);
        }
      }),
    );
    expect(() =>
      openClearEnvelope(encodeEnvelope({ suite: 9, keyId: 'k', content: new Uint8Array() })),
    ).toThrow(EnvelopeFormatError);
  });
});
