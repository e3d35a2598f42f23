/** Judges one operation of a push by itself, before anything is stored: either it can be stored, or the device keeps it. */
import { hash } from 'node:crypto';
import { newestVersion } from '../../../protocol/operations/registry.ts';
import {
  MAX_ENVELOPE_BYTES,
  type Operation,
  type OperationResult,
  operationSchema,
} from '../../../protocol/wire.ts';
import { type ProblemCode, type ProblemDetails, problem, schemaErrors } from '../../base/problems.ts';

export interface StorableOperation {
  readonly operation: Operation;
  /** The opId in lower case: how PostgreSQL writes a UUID, and so the key. */
  readonly key: string;
  readonly envelope: Uint8Array;
}

export type OperationCheck =
  | { readonly ok: true; readonly storable: StorableOperation }
  | { readonly ok: false; readonly result: OperationResult };

function claimedId(raw: unknown): string {
  if (typeof raw !== 'object' || raw === null || !('opId' in raw)) return '';
  return typeof raw.opId === 'string' ? raw.opId.slice(0, 64) : '';
}

/** `later`: the device keeps the operation and tries again, which helps once it or this server is a newer version. */
function later(opId: string, code: ProblemCode, details?: ProblemDetails): OperationCheck {
  return { ok: false, result: { opId, outcome: 'later', seq: null, problem: problem(code, details) } };
}

/** @param position index in the request, for the pointers of a problem. */
export function checkOperation(raw: unknown, position: number): OperationCheck {
  const parsed = operationSchema.safeParse(raw);
  if (!parsed.success)
    return later(claimedId(raw), 'OPERATION_INVALID', {
      errors: schemaErrors(parsed.error.issues, ['ops', position]),
    });
  const operation = parsed.data;
  const envelope = Buffer.from(operation.envelope, 'base64url');
  if (envelope.length > MAX_ENVELOPE_BYTES)
    return later(operation.opId, 'ENVELOPE_TOO_LARGE', { detail: `At most ${MAX_ENVELOPE_BYTES} bytes.` });
  if (hash('sha256', envelope, 'hex') !== operation.sha256)
    return later(operation.opId, 'ENVELOPE_HASH_MISMATCH', {
      errors: [{ pointer: `/ops/${position}/sha256`, detail: 'mismatch' }],
    });
  const known = newestVersion(operation.kind);
  if (known === undefined) return later(operation.opId, 'KIND_UNKNOWN');
  if (operation.v > known) return later(operation.opId, 'VERSION_UNKNOWN');
  return { ok: true, storable: { operation, key: operation.opId.toLowerCase(), envelope } };
}
