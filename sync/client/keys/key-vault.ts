/**
 * What opens a person's locked key, for as long as the patient's lock is open, in the memory of this page alone. Each key is
 * wrapped at least twice: by what follows from the passkey, and by what follows from the recovery code.
 */
import { type Bytes, bindingOf } from '../base/bytes.ts';
import type { LockCrypto, Wrapping } from '../base/crypto-ports.ts';
import type { Random, Unsubscribe } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import type { KeyRow, KeyWrapper } from '../store/rows.ts';

export interface Roots {
  readonly passkey: CryptoKey;
  readonly recovery: CryptoKey;
}
export interface OpenLock {
  /** Changes with each passkey and code, so that no tab wraps a key for a code that is no longer valid. */
  readonly lockId: string;
  readonly credentialId: string;
  readonly roots: Roots;
}
type KeyName = { readonly subjectId: string; readonly keyId: string };

export interface KeyVault {
  /** The lock that is open here. */
  openLock(): OpenLock | undefined;
  hold(lock: OpenLock): void;
  forget(): void;
  /** Called after each {@link KeyVault.hold} and {@link KeyVault.forget}. */
  watch(listener: () => void): Unsubscribe;
  newKey(
    lock: OpenLock,
    name: KeyName,
  ): Promise<{ readonly key: CryptoKey; readonly wrappers: readonly KeyWrapper[] }>;
  /** @throws StorageError `unreadable` where none of its wrappers opens by that lock. */
  unwrap(lock: OpenLock, name: KeyName, row: Pick<KeyRow, 'wrappers'>): Promise<CryptoKey>;
  /** The same key with its wrapper of that kind made again, for another root. */
  rewrap(
    lock: OpenLock,
    name: KeyName,
    row: Pick<KeyRow, 'wrappers'>,
    kind: KeyWrapper['kind'],
    to: OpenLock,
  ): Promise<readonly KeyWrapper[]>;
}

export const SALT_BYTES = 32;

export function createKeyVault(dependencies: {
  readonly vendor: string;
  readonly crypto: LockCrypto | undefined;
  readonly random: Pick<Random, 'bytes'>;
}): KeyVault {
  const { vendor, crypto, random } = dependencies;
  const listeners = new Set<() => void>();
  let held: OpenLock | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const wrapping = (root: CryptoKey, salt: Bytes, kind: KeyWrapper['kind'], name: KeyName): Wrapping => ({
    root,
    salt,
    boundTo: bindingOf('locked-key', vendor, name.subjectId, name.keyId, kind),
  });
  const able = (): LockCrypto => {
    if (crypto === undefined) throw new StorageError('not-storable');
    return crypto;
  };
  const about = (kind: KeyWrapper['kind'], { credentialId }: OpenLock) =>
    kind === 'passkey' ? { kind, credentialId } : { kind };

  /** The wrapper that opens, and by which root. */
  async function opening({ roots }: OpenLock, name: KeyName, row: Pick<KeyRow, 'wrappers'>) {
    for (const wrapper of row.wrappers ?? []) {
      const from = wrapping(roots[wrapper.kind], wrapper.salt, wrapper.kind, name);
      const key = await able().unwrap(from, wrapper);
      if (key !== undefined) return { key, from, wrapper };
    }
    throw new StorageError('unreadable');
  }

  return {
    openLock: () => held,
    hold(lock) {
      held = lock;
      tell();
    },
    forget() {
      if (held === undefined) return;
      held = undefined;
      tell();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async newKey(lock, name) {
      const kinds = ['passkey', 'recovery'] as const;
      const salts = kinds.map((kind) => ({ kind, salt: random.bytes(SALT_BYTES) }));
      const { key, wrapped } = await able().newWrappedKey(
        salts.map(({ kind, salt }) => wrapping(lock.roots[kind], salt, kind, name)),
      );
      const wrappers = salts.flatMap(({ kind, salt }, index): KeyWrapper[] => {
        const box = wrapped[index];
        return box === undefined ? [] : [{ ...about(kind, lock), salt, ...box }];
      });
      return { key, wrappers };
    },
    unwrap: async (lock, name, row) => (await opening(lock, name, row)).key,
    async rewrap(lock, name, row, kind, to) {
      const { from, wrapper } = await opening(lock, name, row);
      const salt = random.bytes(SALT_BYTES);
      const box = await able().rewrap(from, wrapper, wrapping(to.roots[kind], salt, kind, name));
      if (box === undefined) throw new StorageError('unreadable');
      const others = (row.wrappers ?? []).filter((each) => each.kind !== kind);
      return [...others, { ...about(kind, to), salt, ...box }];
    },
  };
}
