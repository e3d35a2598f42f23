/**
 * Which of the vendor's keys to seal to. A manifest is believed where its root key has signed it and that root is the pinned one, or follows
 * from it by endorsements; the newest that this device has ever believed stays known, so that an older one can't be played back later.
 *
 * A key whose time is over is better than a form that can't be handed in: it is used where no newer manifest is to be had (a phone that was
 * offline for months). What isn't signed as it should be is never used, however new.
 */
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import { endorsementBytes, keyManifestSchema, manifestBytes } from '../../protocol/key-manifest.ts';
import { SUITE_HPKE_P256 } from '../../seal/envelope.ts';
import { type Bytes, fromBase64url } from '../base/bytes.ts';
import type { DeviceCrypto, VendorKeys } from '../base/crypto-ports.ts';
import { withDeadline } from '../base/deadline.ts';
import type { Clock } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import { recallServer } from '../store/server-memory.ts';
import type { Store } from '../store/store.ts';

export interface SealingTarget {
  readonly keyId: string;
  readonly publicKey: Bytes;
}

export interface KeyChoice {
  /** @throws StorageError `unsealable` where no key can be verified. */
  choose(): Promise<SealingTarget>;
  /** The key that is in force now, asking for a newer manifest where none is; undefined where there is only what is over, or nothing. */
  inForce(): Promise<(SealingTarget & { readonly notAfter: string }) | undefined>;
  /** Pins the root and keeps the manifest that came with the page, so that they are known before the first form is finished. */
  learn(): Promise<void>;
}

/** Nobody waits longer for a newer manifest than that. */
export const KEY_REFRESH_MS = 4_000;
const POINT_BYTES = 65;

/** The root keys that the pinned one leads to, by endorsements in their order. */
async function endorsedBy(
  pinned: string,
  manifest: KeyManifest,
  verify: DeviceCrypto['verify'],
): Promise<ReadonlySet<string>> {
  const trusted = new Set([pinned]);
  for (const { by, rootKey, signature } of manifest.endorsements) {
    const [key, signed] = [fromBase64url(by), fromBase64url(signature)];
    if (!trusted.has(by) || key === undefined || signed === undefined) continue;
    if (await verify(key, endorsementBytes(manifest.vendor, rootKey), signed)) trusted.add(rootKey);
  }
  return trusted;
}

/**
 * The key for that moment: of those in force the newest; undefined where none is.
 * @param now milliseconds since 1970 by the server's clock.
 */
export function keyInForce(manifest: KeyManifest, now: number): SealingTarget | undefined {
  return usableAt(manifest, now)?.target;
}

function usableAt(manifest: KeyManifest, now: number) {
  return usableKeys(manifest).find(
    ({ key }) => Date.parse(key.notBefore) <= now && now < Date.parse(key.notAfter),
  );
}

/** Newest first; those of suites that aren't known here are passed over. */
function usableKeys(manifest: KeyManifest) {
  return manifest.keys
    .flatMap((key) => {
      const publicKey = key.suite === SUITE_HPKE_P256 ? fromBase64url(key.publicKey) : undefined;
      return publicKey?.length === POINT_BYTES ? [{ key, target: { keyId: key.keyId, publicKey } }] : [];
    })
    .toSorted((one, other) => Date.parse(other.key.notBefore) - Date.parse(one.key.notBefore));
}

export function createKeyChoice(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly crypto: Pick<DeviceCrypto, 'verify'>;
  readonly vendorKeys: VendorKeys;
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
}): KeyChoice {
  const { vendor, store, crypto, vendorKeys, clock } = dependencies;
  const recall = () =>
    store.read(['meta'], async (transaction) => {
      const root = (await transaction.get('meta', 'root'))?.value;
      const kept = keyManifestSchema.safeParse((await transaction.get('meta', 'manifest'))?.value);
      const { skewMs } = await recallServer(transaction);
      return {
        root: typeof root === 'string' ? root : undefined,
        kept: kept.success ? kept.data : undefined,
        now: clock.now() - skewMs,
      };
    });
  type Known = Awaited<ReturnType<typeof recall>>;

  async function isGenuine(manifest: KeyManifest): Promise<boolean> {
    if (manifest.vendor !== vendor) return false;
    const [key, signature] = [fromBase64url(manifest.rootKey), fromBase64url(manifest.signature)];
    if (key === undefined || signature === undefined) return false;
    return await crypto.verify(key, manifestBytes(manifest), signature);
  }

  async function isBelieved(manifest: KeyManifest, { root }: Known): Promise<boolean> {
    if (!(await isGenuine(manifest))) return false;
    if (root === undefined || root === manifest.rootKey) return true;
    return (await endorsedBy(root, manifest, crypto.verify)).has(manifest.rootKey);
  }

  /** Keeps the manifest with its root where it is newer than what is kept. Judged again where another tab has pinned a root meanwhile. */
  async function offer(candidate: unknown): Promise<Known> {
    const parsed = keyManifestSchema.safeParse(candidate);
    for (;;) {
      const known = await recall();
      if (!parsed.success) return known;
      const manifest = parsed.data;
      if (known.kept !== undefined && Date.parse(known.kept.issuedAt) >= Date.parse(manifest.issuedAt))
        return known;
      if (!(await isBelieved(manifest, known))) return known;
      const kept = await store.write(['meta'], async (transaction) => {
        // Each root comes with its manifest: where that is still the one that was judged against, so is the root.
        const other = keyManifestSchema.safeParse((await transaction.get('meta', 'manifest'))?.value);
        if (other.data?.signature !== known.kept?.signature) return false;
        await transaction.put('meta', { key: 'root', value: manifest.rootKey });
        await transaction.put('meta', { key: 'manifest', value: manifest });
        return true;
      });
      if (kept) return { ...known, root: manifest.rootKey, kept: manifest };
    }
  }

  const refresh = () =>
    withDeadline(clock, KEY_REFRESH_MS, vendorKeys.refresh(), () => new StorageError('timeout')).catch(
      () => undefined,
    );

  return {
    async choose() {
      let known = await offer(vendorKeys.current());
      const inForce = known.kept && keyInForce(known.kept, known.now);
      if (inForce !== undefined) return inForce;
      known = await offer(await refresh());
      const target = known.kept && (keyInForce(known.kept, known.now) ?? usableKeys(known.kept)[0]?.target);
      if (target === undefined) throw new StorageError('unsealable');
      return target;
    },
    async inForce() {
      let known = await offer(vendorKeys.current());
      let found = known.kept && usableAt(known.kept, known.now);
      if (found === undefined) {
        known = await offer(await refresh());
        found = known.kept && usableAt(known.kept, known.now);
      }
      return found && { ...found.target, notAfter: found.key.notAfter };
    },
    async learn() {
      await offer(vendorKeys.current());
    },
  };
}
