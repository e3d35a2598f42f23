import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './paths.ts';
import { scanProfile } from './profile-scan.ts';
import { decompressSnappy } from './snappy.ts';

const CANARY = 'Zebrafinch-Övrebø-42';

function profileWith(file: string, bytes: Buffer): string {
  const folder = temporaryFolder('scan');
  mkdirSync(join(folder, 'Default'));
  writeFileSync(join(folder, 'Default', file), bytes);
  return folder;
}

/** A LevelDB log of one record that is cut into fragments at the 32 KiB block. */
function logWith(value: Buffer): Buffer {
  const first = 32_768 - 7;
  const header = (length: number, type: number) => {
    const bytes = Buffer.alloc(7);
    bytes.writeUInt16LE(length, 4);
    bytes.writeUInt8(type, 6);
    return bytes;
  };
  const rest = value.subarray(first);
  return Buffer.concat([header(first, 2), value.subarray(0, first), header(rest.length, 4), rest]);
}

describe('A scan of a profile', () => {
  test.each([
    ['utf-8', Buffer.from(`before ${CANARY} after`, 'utf8')],
    ['utf-16le', Buffer.from(`before ${CANARY} after`, 'utf16le')],
    ['base64', Buffer.from(Buffer.from(`a${CANARY}b`).toString('base64'))],
    ['base64', Buffer.from(Buffer.from(`ab${CANARY}b`).toString('base64'))],
    ['base64', Buffer.from(Buffer.from(`abc${CANARY}b`).toString('base64url'))],
  ])('finds a planted text - %s', (encoding, bytes) => {
    expect(scanProfile(profileWith('file', bytes), [CANARY])).toContainEqual({
      file: 'Default/file',
      canary: CANARY,
      encoding,
      where: 'bytes',
    });
  });

  test('finds a planted text - inside a compressed answer in the cache', () => {
    const bytes = Buffer.concat([
      Buffer.from('header'),
      gzipSync(`{"name":"${CANARY}"}`),
      Buffer.from('trailer'),
    ]);
    expect(scanProfile(profileWith('0', bytes), [CANARY]).map(({ where }) => where)).toEqual(['gzip']);
  });

  test('finds a planted text - cut in two by a block of the database log', () => {
    const value = Buffer.alloc(40_000, 'x');
    value.write(CANARY, 32_768 - 7 - 5);
    expect(
      scanProfile(profileWith('000003.log', logWith(value)), [CANARY]).map(({ where }) => where),
    ).toEqual(['leveldb log']);
  });

  test('finds nothing - the text is not there', () => {
    expect(scanProfile(profileWith('file', Buffer.from('Zebrafinch-Övrebø-43')), [CANARY])).toEqual([]);
  });

  test('refuses a canary that chance would find', () => {
    expect(() => scanProfile(temporaryFolder('scan'), ['Ann'])).toThrow(RangeError);
  });
});

describe('Snappy', () => {
  test('literals and overlapping copies give the text back', () => {
    // Length 12; literal "abc"; copy of 9 from 3 back.
    expect(
      Buffer.from(decompressSnappy(Uint8Array.of(12, 8, 97, 98, 99, (8 << 2) | 2, 3, 0))).toString(),
    ).toBe('abcabcabcabc');
  });

  test.each([
    ['a copy from before the beginning', [4, 0, 97, 6, 9, 0]],
    ['fewer bytes than announced', [9, 0, 97]],
  ])('refuses what is not Snappy - %s', (_, bytes) => {
    expect(() => decompressSnappy(Uint8Array.from(bytes))).toThrow(RangeError);
  });
});
