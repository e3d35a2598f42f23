/**
 * The port to the holder of the vendors' private keys. Judging and the console depend on it alone, so that a key management service
 * can stand behind it as well as the files of this folder.
 */
import type { SealingPrivateKey } from '../../../seal/hpke.ts';
import { createOpen, type Open } from './hpke-open.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type Unsealed =
  | { readonly ok: true; readonly plain: Bytes }
  /** `unknown-key`: the key may come back, from a backup. `does-not-open`: changed on the way, or sealed for something else. */
  | { readonly ok: false; readonly reason: 'unknown-key' | 'does-not-open' };

export interface Unsealer {
  /** @param boundTo what the sealed bytes were bound to, see `envelopeBinding`. */
  open(vendor: string, keyId: string, sealed: Bytes, boundTo: Bytes): Promise<Unsealed>;
  knows(vendor: string, keyId: string): Promise<boolean>;
  /**
   * The private key itself, for opening in this process's workers. A key management service, whose keys never leave it, doesn't have
   * this: then each envelope is opened by {@link open}.
   */
  readonly lend?: (vendor: string, keyId: string) => Promise<SealingPrivateKey | undefined>;
}

/** Opens with private keys that are at hand. Each is imported once. */
export function createKeyUnsealer(
  find: (vendor: string, keyId: string) => Promise<SealingPrivateKey | undefined>,
): Required<Unsealer> {
  const openers = new Map<string, Open>();

  async function openerOf(vendor: string, keyId: string) {
    const name = `${vendor} ${keyId}`;
    const kept = openers.get(name);
    if (kept) return kept;
    const key = await find(vendor, keyId);
    if (!key) return undefined;
    const opener = createOpen(key);
    openers.set(name, opener);
    return opener;
  }

  return {
    async open(vendor, keyId, sealed, boundTo) {
      const open = await openerOf(vendor, keyId);
      if (!open) return { ok: false, reason: 'unknown-key' };
      const plain = open(sealed, boundTo);
      return plain ? { ok: true, plain } : { ok: false, reason: 'does-not-open' };
    },
    knows: async (vendor, keyId) => (await find(vendor, keyId)) !== undefined,
    lend: find,
  };
}
