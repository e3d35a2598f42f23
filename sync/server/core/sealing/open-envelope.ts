/** Opens the envelope of an operation, of whichever suite. */

import type { JsonExcess } from '../../../protocol/bounded-json.ts';
import {
  decodeEnvelope,
  type Envelope,
  envelopeBinding,
  SUITE_CLEAR,
  SUITE_HPKE_P256,
} from '../../../seal/envelope.ts';
import { readContent } from './content-bounds.ts';
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
  | { readonly ok: false; readonly reason: 'unreadable' }
  /** It opens, and holds more than is opened here. */
  | { readonly ok: false; readonly reason: 'out-of-bounds'; readonly excess: JsonExcess };

/** The keys can't be asked at the moment: that says nothing of the envelope. */
export class KeysUnavailableError extends Error {
  override name = 'KeysUnavailableError';
}

const OUR_KEY_ID = /^[0-9a-f]{16}$/;

function read(plain: Uint8Array): EnvelopeOpening {
  const reading = readContent(plain);
  if (reading.ok) return reading;
  const { excess } = reading;
  return excess === undefined
    ? { ok: false, reason: 'unreadable' }
    : { ok: false, reason: 'out-of-bounds', excess };
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
  if (envelope?.suite === SUITE_CLEAR) return read(envelope.content);
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
  if (unsealed.ok) return read(unsealed.plain);
  return unsealed.reason === 'unknown-key'
    ? { ok: false, reason: 'unknown-key', keyId: OUR_KEY_ID.test(keyId) ? keyId : undefined }
    : { ok: false, reason: 'unreadable' };
}

/** The id of the key that it is sealed to; undefined where it is in clear or no envelope. */
export function sealedTo(envelope: Uint8Array): string | undefined {
  const decoded = decode(envelope);
  return decoded?.suite === SUITE_HPKE_P256 ? decoded.keyId : undefined;
}
