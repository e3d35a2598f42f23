/**
 * The keys of one vendor, as their file holds them: root keys that sign, sealing keys that envelopes are sealed to, and the manifest that
 * devices get. Nothing is ever taken out of it: an old private key opens what was sealed to it years ago.
 */
import { createHash, createPrivateKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { KeyManifest } from '../../../domain/vendor/key-manifest.ts';
import { endorsementBytes, keyManifestSchema, manifestBytes } from '../../../protocol/key-manifest.ts';
import { SUITE_HPKE_P256 } from '../../../seal/envelope.ts';
import { newSealingKey, type SealingPrivateKey } from '../../../seal/hpke.ts';
import { boxSchema, type Derivation, derivationSchema, lockBox, openBox } from './key-box.ts';

const DAY_MS = 86_400_000;
export const KEY_VALID_DAYS = 90;
/** A new key is minted when less than this is left, so that a device that is offline for weeks still holds a valid one. */
export const MINT_BEFORE_DAYS = 30;
const KEY_ID_LENGTH = 16;

export const vendorKeysSchema = z.object({
  v: z.literal(1),
  vendor: z.string(),
  derivation: derivationSchema,
  /** Oldest first: the last one signs. */
  roots: z.array(z.object({ publicKey: z.string(), since: z.iso.datetime(), box: boxSchema })).min(1),
  /** Oldest first. */
  keys: z.array(
    z.object({
      keyId: z.string(),
      suite: z.literal(SUITE_HPKE_P256),
      publicKey: z.string(),
      notBefore: z.iso.datetime(),
      notAfter: z.iso.datetime(),
      box: boxSchema,
    }),
  ),
  manifest: keyManifestSchema,
});
/** What stands in the file. */
export type VendorKeys = z.infer<typeof vendorKeysSchema>;

/** With the private keys, which exist in memory only. */
export interface OpenVendorKeys {
  readonly file: VendorKeys;
  /** Ed25519, JWK as text. */
  readonly root: string;
  readonly privateKeys: ReadonlyMap<string, SealingPrivateKey>;
}

const privateKeySchema = z.looseObject({ kty: z.literal('EC'), x: z.string(), y: z.string(), d: z.string() });

const rootAbout = (vendor: string, publicKey: string) => `carefront root key ${vendor} ${publicKey}`;
const keyAbout = (vendor: string, keyId: string) => `carefront sealing key ${vendor} ${keyId}`;

function signWith(root: string, bytes: Uint8Array): string {
  const key = createPrivateKey({ key: JSON.parse(root), format: 'jwk' });
  return sign(null, bytes, key).toString('base64url');
}

function verifiesBy(rootKey: string, bytes: Uint8Array, signature: string): boolean {
  const key = { kty: 'OKP', crv: 'Ed25519', x: rootKey };
  return verify(null, bytes, { key, format: 'jwk' }, Buffer.from(signature, 'base64url'));
}

/** Who speaks for a vendor: for documents other than the key manifest, whose bytes say what they are. */
export interface RootSigner {
  /** base64url raw public key. */
  readonly rootKey: string;
  /** @returns base64url Ed25519. */
  sign(bytes: Uint8Array): string;
}

export function rootSigner({ file, root }: OpenVendorKeys): RootSigner {
  return { rootKey: file.manifest.rootKey, sign: (bytes) => signWith(root, bytes) };
}

function newRoot(): { readonly publicKey: string; readonly root: string } {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: jwk.x ?? '', root: JSON.stringify(jwk) };
}

/** Signs again what devices get: keys that are valid now, or will be. `issuedAt` always rises, because a device keeps the newest. */
function signManifest(
  keys: OpenVendorKeys,
  endorsements: KeyManifest['endorsements'],
  now: Date,
): OpenVendorKeys {
  const { file, root } = keys;
  const before = Date.parse(file.manifest.issuedAt);
  const manifest: Omit<KeyManifest, 'signature'> = {
    v: 1,
    vendor: file.vendor,
    issuedAt: new Date(Math.max(now.getTime(), before + 1)).toISOString(),
    keys: file.keys
      .filter(({ notAfter }) => Date.parse(notAfter) > now.getTime())
      .map(({ box: _box, ...rest }) => rest),
    rootKey: file.roots.at(-1)?.publicKey ?? '',
    endorsements,
  };
  const signature = signWith(root, manifestBytes(manifest));
  return { ...keys, file: { ...file, manifest: { ...manifest, signature } } };
}

/**
 * Adds a sealing key and signs the manifest.
 * @param instead the older keys are not to be sealed to any more, from now on. They open for ever all the same.
 */
export async function mintKey(
  keys: OpenVendorKeys,
  kek: Uint8Array,
  now: Date,
  { instead = false } = {},
): Promise<OpenVendorKeys> {
  const { file } = keys;
  const { privateKey, publicKey } = await newSealingKey();
  const keyId = createHash('sha256').update(publicKey).digest('hex').slice(0, KEY_ID_LENGTH);
  const minted: VendorKeys['keys'][number] = {
    keyId,
    suite: SUITE_HPKE_P256,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    notBefore: now.toISOString(),
    notAfter: new Date(now.getTime() + KEY_VALID_DAYS * DAY_MS).toISOString(),
    box: lockBox(kek, JSON.stringify(privateKey), keyAbout(file.vendor, keyId)),
  };
  const older = file.keys.map((key) =>
    instead && Date.parse(key.notAfter) > now.getTime() ? { ...key, notAfter: now.toISOString() } : key,
  );
  const next = {
    ...keys,
    file: { ...file, keys: [...older, minted] },
    privateKeys: new Map([...keys.privateKeys, [keyId, privateKey]]),
  };
  return signManifest(next, file.manifest.endorsements, now);
}

/** A vendor's first root and sealing key. */
export function newVendorKeys(
  vendor: string,
  derivation: Derivation,
  kek: Uint8Array,
  now: Date,
): Promise<OpenVendorKeys> {
  const { publicKey, root } = newRoot();
  const since = now.toISOString();
  const unsigned: KeyManifest = {
    v: 1,
    vendor,
    issuedAt: new Date(0).toISOString(),
    keys: [],
    rootKey: publicKey,
    endorsements: [],
    signature: '',
  };
  const file: VendorKeys = {
    v: 1,
    vendor,
    derivation,
    roots: [{ publicKey, since, box: lockBox(kek, root, rootAbout(vendor, publicKey)) }],
    keys: [],
    manifest: unsigned,
  };
  return mintKey({ file, root, privateKeys: new Map() }, kek, now);
}

/** A new root key, endorsed by the one before, so that devices that have pinned any older one follow. */
export function rotateRoot(keys: OpenVendorKeys, kek: Uint8Array, now: Date): OpenVendorKeys {
  const { file, root: before } = keys;
  const { publicKey, root } = newRoot();
  const endorsement = {
    by: file.manifest.rootKey,
    rootKey: publicKey,
    signature: signWith(before, endorsementBytes(file.vendor, publicKey)),
  };
  const box = lockBox(kek, root, rootAbout(file.vendor, publicKey));
  const next = {
    ...keys,
    root,
    file: { ...file, roots: [...file.roots, { publicKey, since: now.toISOString(), box }] },
  };
  return signManifest(next, [...file.manifest.endorsements, endorsement], now);
}

export function isMintDue({ keys }: VendorKeys, now: Date): boolean {
  const last = Math.max(0, ...keys.map(({ notAfter }) => Date.parse(notAfter)));
  return last - now.getTime() < MINT_BEFORE_DAYS * DAY_MS;
}

export type KeysOpening =
  | { readonly ok: true; readonly keys: OpenVendorKeys }
  /** `changed`: the passphrase is right, and something in the file isn't what was written. */
  | { readonly ok: false; readonly reason: 'passphrase' | 'changed' };

/** @param kek of the file's own derivation. */
export function openVendorKeys(file: VendorKeys, kek: Uint8Array): KeysOpening {
  const { vendor, roots, manifest } = file;
  const opened = roots.map(({ box, publicKey }) => openBox(kek, box, rootAbout(vendor, publicKey)));
  const root = opened.at(-1);
  if (root === undefined) return { ok: false, reason: 'passphrase' };
  const privateKeys = new Map<string, SealingPrivateKey>();
  for (const { keyId, publicKey, box } of file.keys) {
    const text = openBox(kek, box, keyAbout(vendor, keyId));
    const key = text === undefined ? undefined : privateKeySchema.safeParse(JSON.parse(text)).data;
    const point = key && Buffer.concat(['BA', key.x, key.y].map((part) => Buffer.from(part, 'base64url')));
    if (!key || point?.toString('base64url') !== publicKey) return { ok: false, reason: 'changed' };
    privateKeys.set(keyId, key);
  }
  const listed = manifest.keys.every((one) => file.keys.some(({ publicKey }) => publicKey === one.publicKey));
  const signed =
    manifest.rootKey === roots.at(-1)?.publicKey &&
    verifiesBy(manifest.rootKey, manifestBytes(manifest), manifest.signature);
  return listed && signed
    ? { ok: true, keys: { file, root, privateKeys } }
    : { ok: false, reason: 'changed' };
}

/** The same keys under another passphrase's key. */
export function lockAgain(
  { file, privateKeys }: OpenVendorKeys,
  derivation: Derivation,
  before: Uint8Array,
  after: Uint8Array,
): VendorKeys {
  const { vendor } = file;
  return {
    ...file,
    derivation,
    roots: file.roots.map((root) => {
      const about = rootAbout(vendor, root.publicKey);
      const content = openBox(before, root.box, about);
      if (content === undefined) throw new Error(`A root key of ${vendor} does not open.`);
      return { ...root, box: lockBox(after, content, about) };
    }),
    keys: file.keys.map((key) => ({
      ...key,
      box: lockBox(after, JSON.stringify(privateKeys.get(key.keyId)), keyAbout(vendor, key.keyId)),
    })),
  };
}
