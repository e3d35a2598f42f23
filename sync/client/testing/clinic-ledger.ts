/** The clinic's ledger: opens what it is sent, and signs for it. */
import { signAsync } from '@noble/ed25519';
import { humanCode } from '../../protocol/human-code.ts';
import { receiptBytes } from '../../protocol/receipt.ts';
import type { Operation, OperationResult, Outcome, Receipt } from '../../protocol/wire.ts';
import { decodeEnvelope, envelopeBinding, openClearEnvelope, SUITE_CLEAR } from '../../seal/envelope.ts';
import { base64url, fromBase64url, fromUtf8, hex } from '../base/bytes.ts';
import type { createBlobShelf } from './blob-shelf.ts';
import type { ClinicState } from './clinic-state.ts';
import type { createVendorKey } from './vendor-seal.ts';

interface LedgerEntry {
  readonly operation: Operation;
  readonly receipt: Receipt;
  readonly outcome: Outcome;
  readonly content: unknown;
}

export interface ClinicLedgerDependencies {
  readonly state: ClinicState;
  /** Signs receipts. */
  readonly secret: Uint8Array;
  readonly sealingKeys: readonly Awaited<ReturnType<typeof createVendorKey>>[];
  readonly shelf: ReturnType<typeof createBlobShelf>;
}

export function createClinicLedger({ state, secret, sealingKeys, shelf }: ClinicLedgerDependencies) {
  async function issue(operation: Operation): Promise<Receipt> {
    state.seq += 1;
    const unsigned = {
      opId: operation.opId,
      sha256: operation.sha256,
      seq: state.seq,
      epoch: state.epoch,
      receivedAt: state.serverTime(),
      code: await humanCode(operation.opId),
      keyId: 'k1',
    };
    return { ...unsigned, signature: base64url(await signAsync(receiptBytes(unsigned), secret)) };
  }

  const ledger = new Map<string, LedgerEntry>();
  let judged: Promise<unknown> = Promise.resolve();
  /** One after the other, as the real ledger's unique key sees to. */
  function take(operation: Operation, device: string): Promise<OperationResult> {
    const turn = judged.then(() => judge(operation, device));
    judged = turn.catch(() => undefined);
    return turn;
  }

  /** @throws Error where it isn't sealed to a key of this vendor's, and for this operation. */
  async function open(operation: Operation, bytes: Uint8Array): Promise<unknown> {
    const { suite, keyId, content } = decodeEnvelope(bytes);
    if (suite === SUITE_CLEAR) return openClearEnvelope(bytes);
    const { opId, lane, kind, v } = operation;
    const opener = sealingKeys.find(({ key }) => key.keyId === keyId);
    const plain = await opener?.open(
      content,
      envelopeBinding({ vendor: 'meadow', opId, lane, kind, v, keyId }),
    );
    if (plain === undefined) throw new Error('The envelope does not open.');
    return JSON.parse(fromUtf8(plain));
  }

  async function judge(operation: Operation, device: string): Promise<OperationResult> {
    const { opId } = operation;
    const known = ledger.get(opId);
    if (known !== undefined && known.operation.sha256 !== operation.sha256)
      return { opId, outcome: 'conflict', seq: null };
    const outcome = known?.outcome ?? state.outcome(operation);
    if (outcome === 'later' || outcome === 'waiting' || outcome === 'conflict')
      return { opId, outcome, seq: null };
    const bytes = fromBase64url(operation.envelope) ?? new Uint8Array();
    const digest = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    if (digest !== operation.sha256) throw new Error('The envelope does not match its hash.');
    const missing =
      known === undefined
        ? [...state.awaits(operation, device), ...operation.blobs.filter((name) => !shelf.has(name))]
        : [];
    if (missing.length > 0) return { opId, outcome: 'waiting', seq: null, missing };
    const content = await open(operation, bytes);
    const entry = known ?? { operation, receipt: await issue(operation), outcome, content };
    ledger.set(opId, entry);
    return { opId, outcome, seq: entry.receipt.seq, receipt: entry.receipt };
  }

  return { ledger, take };
}
