/**
 * The two roots of the patient's lock, from the passkey and from the recovery code. Each is also sealed by the other, so that
 * either gives both, and a person who opened the lock by one of them can wrap a new key for both.
 */
import { type Bytes, bindingOf } from '../base/bytes.ts';
import type { LockCrypto, Wrapping } from '../base/crypto-ports.ts';
import { uuidV4 } from '../base/ids.ts';
import type { Random } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import { type OpenLock, SALT_BYTES } from './key-vault.ts';
import type { LockRow } from './lock-row.ts';
import type { PasskeyPort } from './passkey-port.ts';
import { secretOfCode } from './recovery-code.ts';

interface Root {
  readonly root: CryptoKey;
  /** Overwritten once the lock is sealed. */
  readonly bytes: Bytes;
}
export interface PasskeyRoot extends Root {
  readonly credentialId: string;
  readonly prfSalt: Bytes;
}
export interface CodeRoot extends Root {
  readonly codeSalt: Bytes;
}
export interface SealedLock {
  readonly row: LockRow;
  readonly open: OpenLock;
}

type Kind = 'passkey' | 'code';

export function createLockRoots(dependencies: {
  readonly vendor: string;
  readonly crypto: LockCrypto;
  readonly random: Random;
}) {
  const { vendor, crypto, random } = dependencies;
  const salt = () => random.bytes(SALT_BYTES);

  async function derive(kind: Kind, secret: Bytes, from: Bytes): Promise<Root> {
    const boundTo = bindingOf('lock-root', vendor, kind);
    const bytes = await crypto.derive({ root: await crypto.root(secret), salt: from, boundTo });
    return { bytes, root: await crypto.root(bytes) };
  }
  const sealing = (kind: Kind, root: CryptoKey, from: Bytes): Wrapping => ({
    root,
    salt: from,
    boundTo: bindingOf('lock-other-root', vendor, kind),
  });
  async function opened(kind: Kind, root: CryptoKey, lock: LockRow): Promise<Bytes | undefined> {
    const box = kind === 'passkey' ? lock.byPasskey : lock.byCode;
    return await crypto.open(sealing(kind, root, box.salt), box);
  }
  async function sealedBy(kind: Kind, root: CryptoKey, other: Bytes): Promise<LockRow['byCode']> {
    const from = salt();
    return { salt: from, ...(await crypto.seal(sealing(kind, root, from), other)) };
  }

  return {
    async ofNewPasskey(passkey: PasskeyPort): Promise<PasskeyRoot> {
      const prfSalt = salt();
      const { credentialId, secret } = await passkey.create(prfSalt);
      return { credentialId, prfSalt, ...(await derive('passkey', secret, prfSalt)) };
    },
    async ofNewCode(code: string): Promise<CodeRoot> {
      const secret = secretOfCode(code);
      if (secret === undefined) throw new Error('Not a recovery code.');
      const codeSalt = salt();
      return { codeSalt, ...(await derive('code', secret, codeSalt)) };
    },
    /** A lock of a new id that these two open. */
    async seal(passkey: PasskeyRoot, code: CodeRoot): Promise<SealedLock> {
      const id = uuidV4(random);
      const { credentialId, prfSalt } = passkey;
      const { codeSalt } = code;
      const byPasskey = await sealedBy('passkey', passkey.root, code.bytes);
      const byCode = await sealedBy('code', code.root, passkey.bytes);
      passkey.bytes.fill(0);
      code.bytes.fill(0);
      return {
        row: { id, credentialId, prfSalt, codeSalt, byPasskey, byCode },
        open: { lockId: id, credentialId, roots: { passkey: passkey.root, recovery: code.root } },
      };
    },
    /** @returns undefined where that passkey is another. */
    async openByPasskey(lock: LockRow, secret: Bytes): Promise<OpenLock | undefined> {
      const { root } = await derive('passkey', secret, lock.prfSalt);
      const other = await opened('passkey', root, lock);
      if (other === undefined) return undefined;
      const roots = { passkey: root, recovery: await crypto.root(other) };
      other.fill(0);
      return { lockId: lock.id, credentialId: lock.credentialId, roots };
    },
    /** @returns undefined where that code is another. */
    async openByCode(lock: LockRow, secret: Bytes): Promise<OpenLock | undefined> {
      const { root } = await derive('code', secret, lock.codeSalt);
      const other = await opened('code', root, lock);
      if (other === undefined) return undefined;
      const roots = { passkey: await crypto.root(other), recovery: root };
      other.fill(0);
      return { lockId: lock.id, credentialId: lock.credentialId, roots };
    },
    /** The roots of an open lock, to seal one of them with another's successor. */
    async rootsOf(lock: LockRow, { roots }: OpenLock): Promise<{ passkey: PasskeyRoot; code: CodeRoot }> {
      const code = await opened('passkey', roots.passkey, lock);
      const passkey = await opened('code', roots.recovery, lock);
      if (code === undefined || passkey === undefined) throw new StorageError('unreadable');
      const { credentialId, prfSalt, codeSalt } = lock;
      return {
        passkey: { credentialId, prfSalt, root: roots.passkey, bytes: passkey },
        code: { codeSalt, root: roots.recovery, bytes: code },
      };
    },
  };
}
export type LockRoots = ReturnType<typeof createLockRoots>;
