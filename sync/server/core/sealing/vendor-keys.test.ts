import { createPublicKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyManifest } from '../../../domain/vendor/key-manifest.ts';
import { endorsementBytes, manifestBytes } from '../../../protocol/key-manifest.ts';
import { createOpener, sealTo } from '../../../seal/hpke.ts';
import { cheapDerivation } from '../../testing/test-sealing.ts';
import { type Derivation, deriveKey } from './key-box.ts';
import {
  isMintDue,
  lockAgain,
  mintKey,
  newVendorKeys,
  type OpenVendorKeys,
  openVendorKeys,
  rotateRoot,
} from './vendor-keys.ts';

const DAY_MS = 86_400_000;
const start = new Date('2026-05-04T10:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * DAY_MS);
const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));

let derivation: Derivation;
let kek: Buffer;
let first: OpenVendorKeys;
beforeAll(async () => {
  derivation = cheapDerivation();
  kek = await deriveKey('right', derivation);
  first = await newVendorKeys('meadow', derivation, kek, start);
});

function isSignedBy(rootKey: string, covered: Uint8Array, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: rootKey }, format: 'jwk' });
  return verify(null, covered, key, Buffer.from(signature, 'base64url'));
}

const holds = (manifest: KeyManifest) =>
  isSignedBy(manifest.rootKey, manifestBytes(manifest), manifest.signature);

describe('the manifest', () => {
  it('names the vendor and its key, is signed by the root key, and holds nothing private', () => {
    const { manifest } = first.file;
    expect(manifest).toMatchObject({
      v: 1,
      vendor: 'meadow',
      endorsements: [],
      issuedAt: start.toISOString(),
    });
    expect(manifest.keys).toMatchObject([
      { suite: 1, notBefore: start.toISOString(), notAfter: later(90).toISOString() },
    ]);
    expect(manifest.keys[0]?.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(holds(manifest)).toBe(true);
    const secret = [...first.privateKeys.values()][0]?.d ?? '-';
    expect(JSON.stringify(first.file)).not.toContain(secret);
  });

  it('is younger than the one before, even where the clock has gone back', async () => {
    const next = await mintKey(first, kek, later(-400));
    expect(Date.parse(next.file.manifest.issuedAt)).toBeGreaterThan(start.getTime());
  });

  it('leaves out keys that are over, whose private keys stay', async () => {
    const next = await mintKey(first, kek, later(91));
    expect(next.file.manifest.keys).toHaveLength(1);
    expect(next.file.keys).toHaveLength(2);
    expect(next.privateKeys.size).toBe(2);
  });
});

describe('minting', () => {
  it.each([
    [60, false],
    [61, true],
    [400, true],
  ])('is due when less than 30 days are left: after %i days %s', (days, due) => {
    expect(isMintDue(first.file, later(days))).toBe(due);
  });

  it('keeps the older key in use while it is valid', async () => {
    const next = await mintKey(first, kek, later(61));
    expect(next.file.manifest.keys.map(({ notAfter }) => notAfter)).toEqual([
      later(90).toISOString(),
      later(151).toISOString(),
    ]);
  });

  it('ends the older keys where they are to be used no more, and they open for ever', async () => {
    const next = await mintKey(first, kek, later(5), { instead: true });
    expect(next.file.manifest.keys).toHaveLength(1);
    const [old] = first.file.manifest.keys;
    const sealed = await sealTo(Buffer.from(old?.publicKey ?? '', 'base64url'), bytes('Zoë'), bytes('bound'));
    const open = await createOpener(next.privateKeys.get(old?.keyId ?? '') ?? {});
    expect(await open(sealed, bytes('bound'))).toEqual(bytes('Zoë'));
  });
});

describe('a new root key', () => {
  it('is endorsed by each before it, so that a device with any of them follows', () => {
    const third = rotateRoot(rotateRoot(first, kek, later(1)), kek, later(2)).file.manifest;
    expect(third.endorsements).toHaveLength(2);
    expect(third.endorsements[0]?.by).toBe(first.file.manifest.rootKey);
    expect(third.endorsements[1]?.rootKey).toBe(third.rootKey);
    for (const { by, rootKey, signature } of third.endorsements)
      expect(isSignedBy(by, endorsementBytes('meadow', rootKey), signature)).toBe(true);
    expect(holds(third)).toBe(true);
    expect(third.keys).toEqual(first.file.manifest.keys);
  });
});

describe('the file', () => {
  it('opens with its passphrase after it was written and read', async () => {
    const file = JSON.parse(JSON.stringify(rotateRoot(first, kek, later(1)).file));
    const opening = openVendorKeys(file, kek);
    expect(opening.ok && [...opening.keys.privateKeys.keys()]).toEqual([...first.privateKeys.keys()]);
  });

  it('is told apart from a wrong passphrase where somebody has changed it', async () => {
    const other = await newVendorKeys('meadow', derivation, kek, start);
    expect(openVendorKeys(first.file, await deriveKey('wrong', derivation))).toEqual({
      ok: false,
      reason: 'passphrase',
    });
    const foreignKey = {
      ...first.file,
      keys: [{ ...first.file.keys[0], publicKey: other.file.keys[0]?.publicKey }],
    };
    const foreignManifest = { ...first.file, manifest: other.file.manifest };
    const stretched = {
      ...first.file,
      manifest: { ...first.file.manifest, issuedAt: later(1000).toISOString() },
    };
    for (const changed of [foreignKey, foreignManifest, stretched])
      expect(openVendorKeys(JSON.parse(JSON.stringify(changed)), kek)).toEqual({
        ok: false,
        reason: 'changed',
      });
  });

  it("doesn't open as another vendor's", () => {
    expect(openVendorKeys({ ...first.file, vendor: 'brook' }, kek).ok).toBe(false);
  });

  it('comes under a new passphrase with everything in it', async () => {
    const fresh = cheapDerivation();
    const next = await deriveKey('the next one', fresh);
    const rotated = rotateRoot(await mintKey(first, kek, later(61)), kek, later(62));
    const file = lockAgain(rotated, fresh, kek, next);
    expect(openVendorKeys(file, kek).ok).toBe(false);
    const opening = openVendorKeys(file, next);
    expect(opening.ok && opening.keys.privateKeys).toEqual(rotated.privateKeys);
    expect(opening.ok && opening.keys.root).toBe(rotated.root);
    expect(file.manifest).toEqual(rotated.file.manifest);
  });
});
