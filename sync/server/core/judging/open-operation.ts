/** From the bytes of an operation to a payload of the newest version of its kind: the one way for judging and for people. */
import { type ProblemCode, type ProblemDetails, schemaErrors } from '../../base/problems.ts';
import { excessDetails } from '../sealing/content-bounds.ts';
import { openEnvelope, type SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import type { Kinds, OpenedPayload } from './kinds.ts';

export interface OpenDependencies {
  readonly unsealer: Unsealer;
  readonly kinds: Kinds;
}

export type Opening =
  | { readonly ok: true; readonly kind: string; readonly opened: OpenedPayload }
  | { readonly ok: false; readonly code: ProblemCode; readonly details: ProblemDetails };

/** @throws KeysUnavailableError where the keys can't be asked. */
export async function openOperation(
  operation: SealedOperation,
  { unsealer, kinds }: OpenDependencies,
): Promise<Opening> {
  const envelope = await openEnvelope(operation, unsealer);
  if (!envelope.ok) {
    if (envelope.reason === 'out-of-bounds')
      return {
        ok: false,
        code: 'CONTENT_OUT_OF_BOUNDS',
        details: { detail: excessDetails[envelope.excess] },
      };
    if (envelope.reason === 'unreadable') return { ok: false, code: 'ENVELOPE_UNREADABLE', details: {} };
    const details = envelope.keyId === undefined ? {} : { detail: `Key ${envelope.keyId}.` };
    return { ok: false, code: 'ENVELOPE_KEY_UNKNOWN', details };
  }
  const { content } = envelope;
  const kind = kinds.find(operation.kind);
  if (!kind) return { ok: false, code: 'KIND_UNKNOWN', details: {} };
  const excess = kind.findExcess(content);
  if (excess) return { ok: false, code: 'CONTENT_OUT_OF_BOUNDS', details: excess };
  const reading = kind.open(operation.v, content);
  return reading.ok
    ? { ok: true, kind: kind.kind, opened: reading.opened }
    : { ok: false, code: 'PAYLOAD_INVALID', details: { errors: schemaErrors(reading.issues) } };
}
