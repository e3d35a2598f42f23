import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clearEnvelope,
  decodeEnvelope,
  EnvelopeFormatError,
  encodeEnvelope,
  openClearEnvelope,
  SUITE_CLEAR,
} from './envelope.ts';

describe('envelope', () => {
  test('gives back what was put in - for any suite, key id and content', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.string({ maxLength: 60 }), fc.uint8Array(), (suite, keyId, bytes) => {
        const content = new Uint8Array(bytes);
        expect(decodeEnvelope(encodeEnvelope({ suite, keyId, content }))).toEqual({ suite, keyId, content });
      }),
    );
  });

  test('carries JSON in clear as suite 0 without a key id', () => {
    const bytes = clearEnvelope({ name: 'Zoë', list: [1, null] });
    expect([...bytes.subarray(0, 2)]).toEqual([SUITE_CLEAR, 0]);
    expect(openClearEnvelope(bytes)).toEqual({ name: 'Zoë', list: [1, null] });
  });

  test('refuses a key id that is too long for its length byte', () => {
    expect(() => encodeEnvelope({ suite: 1, keyId: 'k'.repeat(256), content: new Uint8Array() })).toThrow(
      EnvelopeFormatError,
    );
  });

  test.each([
    ['nothing', []],
    ['a head alone', [0]],
    ['a key id that is cut off', [0, 5, 65]],
  ])('refuses %s', (_what, bytes) => {
    expect(() => decodeEnvelope(new Uint8Array(bytes))).toThrow(EnvelopeFormatError);
  });

  test.each([
    ['a suite that is not known here', [9, 0, 123, 125]],
    ['what is not JSON', [0, 0, 123]],
    ['what is not UTF-8', [0, 0, 0xff, 0xfe]],
  ])('does not open %s as clear', (_what, bytes) => {
    expect(() => openClearEnvelope(new Uint8Array(bytes))).toThrow(EnvelopeFormatError);
  });
});
