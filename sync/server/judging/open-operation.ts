/** From the bytes of an operation to a payload of the newest version of its kind: the one way for judging and the console. */
import type { IntakePaused } from '../../protocol/operations/intake-paused.ts';
import type { IntakeSubmit } from '../../protocol/operations/intake-submit.ts';
import { isOperationKind, readPayload } from '../../protocol/operations/registry.ts';
import type { SafetyAlert } from '../../protocol/operations/safety-alert.ts';
import { type ProblemCode, type ProblemDetails, schemaErrors } from '../problems.ts';
import { excessDetails } from '../sealing/content-bounds.ts';
import { openEnvelope, type SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import { findLongList } from './list-bounds.ts';

export type OpenedOperation =
  | { readonly ok: true; readonly kind: 'intake.submit'; readonly payload: IntakeSubmit }
  | { readonly ok: true; readonly kind: 'safety.alert'; readonly payload: SafetyAlert }
  | { readonly ok: true; readonly kind: 'intake.paused'; readonly payload: IntakePaused }
  | { readonly ok: false; readonly code: ProblemCode; readonly details: ProblemDetails };

/** @throws KeysUnavailableError where the keys can't be asked. */
export async function openOperation(
  operation: SealedOperation,
  unsealer: Unsealer,
): Promise<OpenedOperation> {
  const opened = await openEnvelope(operation, unsealer);
  if (!opened.ok) {
    if (opened.reason === 'out-of-bounds')
      return { ok: false, code: 'CONTENT_OUT_OF_BOUNDS', details: { detail: excessDetails[opened.excess] } };
    if (opened.reason === 'unreadable') return { ok: false, code: 'ENVELOPE_UNREADABLE', details: {} };
    const details = opened.keyId === undefined ? {} : { detail: `Key ${opened.keyId}.` };
    return { ok: false, code: 'ENVELOPE_KEY_UNKNOWN', details };
  }
  const longList = findLongList(opened.content);
  if (longList) return { ok: false, code: 'CONTENT_OUT_OF_BOUNDS', details: { errors: [longList] } };
  const { kind, v } = operation;
  if (!isOperationKind(kind)) return { ok: false, code: 'KIND_UNKNOWN', details: {} };
  const refuse = (issues: Parameters<typeof schemaErrors>[0]): OpenedOperation => ({
    ok: false,
    code: 'PAYLOAD_INVALID',
    details: { errors: schemaErrors(issues) },
  });
  if (kind === 'safety.alert') {
    const reading = readPayload(kind, v, opened.content);
    return reading.ok ? { ok: true, kind, payload: reading.payload } : refuse(reading.issues);
  }
  if (kind === 'intake.paused') {
    const reading = readPayload(kind, v, opened.content);
    return reading.ok ? { ok: true, kind, payload: reading.payload } : refuse(reading.issues);
  }
  const reading = readPayload(kind, v, opened.content);
  return reading.ok ? { ok: true, kind, payload: reading.payload } : refuse(reading.issues);
}
