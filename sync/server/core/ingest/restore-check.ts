/**
 * Finds out that the ledger is an older state of itself, restored without a word: a device shows receipts of its own, and one that we
 * have signed, in this very epoch, about an operation that isn't there, proves it. A number alone (`maxSeq`) could be claimed by anybody.
 */
import { MAX_WITNESSES, type Receipt } from '../../../protocol/wire.ts';
import type { Ledger } from './ledger.ts';
import type { ReceiptSigner } from './receipts.ts';

/** Mints a new epoch where the witnesses prove that one is due. */
export type CheckForRestore = (vendor: string, witnesses: readonly Receipt[]) => Promise<void>;

export function createRestoreCheck(ledger: Ledger, signer: ReceiptSigner): CheckForRestore {
  return async (vendor, witnesses) => {
    const shown = witnesses.slice(0, MAX_WITNESSES);
    if (shown.length === 0) return;
    // Looking them up costs less than verifying them, and nearly always they are all there.
    const known = await ledger.find(
      vendor,
      shown.map(({ opId }) => opId.toLowerCase()),
    );
    const lacking = shown.filter(({ opId }) => !known.has(opId.toLowerCase()));
    if (lacking.length === 0) return;
    const { epoch } = await ledger.epoch(vendor);
    if (lacking.some((witness) => witness.epoch === epoch && signer.isOurs(witness)))
      await ledger.mintEpoch(vendor, epoch);
  };
}
