/** Opens the envelope of an operation, of whichever suite. */
import {
  decodeEnvelope,
  type Envelope,
  envelopeBinding,
  openClearEnvelope,
  SUITE_CLEAR,
  SUITE_HPKE_P256,
} from '../../seal/envelope.ts';
import type { Unsealed, Unsealer } from './unsealer.ts';

/** What an envelope is bound to, as the ledger has it. */
export interface SealedOperation {
  readonly vendor: string;
  readonly opId: string;
  readonly lane: string;
  readonly kind: string;
  readonly v: number;
  readonly envelope: Uint8Array;
}

export type EnvelopeOpening =
  | { readonly ok: true; readonly content: unknown }
  /** `unknown-key`: may open one day. @property keyId as ours are written; anything else isn't repeated, since a device may write there what it likes. */
  | { readonly ok: false; readonly reason: 'unknown-key'; readonly keyId: string | undefined }
  | { readonly ok: false; readonly reason: 'unreadable' };

/** The keys can't be asked at the moment: that says nothing of the envelope. */
export class KeysUnavailableError extends Error {
  override name = 'KeysUnavailableError';
}

const OUR_KEY_ID = /^[0-9a-f]{16}$/;

function readJson(plain: Uint8Array): EnvelopeOpening {
  try {
    const content: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain),
    );
    return { ok: true, content };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}

function readClear(bytes: Uint8Array): EnvelopeOpening {
  try {
    return { ok: true, content: openClearEnvelope(bytes) };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}

function decode(bytes: Uint8Array): Envelope | undefined {
  try {
    return decodeEnvelope(bytes);
  } catch {
    return undefined;
  }
}

/** @throws KeysUnavailableError where the keys can't be asked: try again later. */
export async function openEnvelope(operation: SealedOperation, unsealer: Unsealer): Promise<EnvelopeOpening> {
  const envelope = decode(operation.envelope);
  if (envelope?.suite === SUITE_CLEAR) return readClear(operation.envelope);
  if (envelope?.suite !== SUITE_HPKE_P256) return { ok: false, reason: 'unreadable' };
  const { keyId, content } = envelope;
  const { vendor, opId, lane, kind, v } = operation;
  let unsealed: Unsealed;
  try {
    unsealed = await unsealer.open(
      vendor,
      keyId,
      content,
      envelopeBinding({ vendor, opId, lane, kind, v, keyId }),
    );
  } catch (cause) {
    throw new KeysUnavailableError('The keys can not be asked.', { cause });
  }
  if (unsealed.ok) return readJson(unsealed.plain);
  return unsealed.reason === 'unknown-key'
    ? { ok: false, reason: 'unknown-key', keyId: OUR_KEY_ID.test(keyId) ? keyId : undefined }
    : { ok: false, reason: 'unreadable' };
}

/** The id of the key that it is sealed to; undefined where it is in clear or no envelope. */
export function sealedTo(envelope: Uint8Array): string | undefined {
  const decoded = decode(envelope);
  return decoded?.suite === SUITE_HPKE_P256 ? decoded.keyId : undefined;
}
