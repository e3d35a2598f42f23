/**
 * Reads what an envelope holds, whatever version a device has sealed, as the newest version of its kind. A shipped version and its
 * upcaster never change: envelopes of it lie in ledgers and on phones for years. `golden/` holds one payload of each.
 */
import type { core } from 'zod/mini';
import type { OperationKind } from '../wire.ts';
import {
  type IntakeAnswers,
  type IntakePaused,
  type IntakeSubmit,
  intakePausedV1,
  intakeSubmitV1,
  intakeSubmitV2,
  type SafetyAlert,
  safetyAlertV1,
} from './parts.ts';

/** The newest version of each kind: what judging and the console work with. */
export interface NewestPayloads {
  readonly 'intake.submit': IntakeSubmit;
  readonly 'safety.alert': SafetyAlert;
  readonly 'intake.paused': IntakePaused;
}

export type PayloadReading<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  /** Of the schema of the version that was sealed; empty where that version isn't known here. */
  | { readonly ok: false; readonly issues: readonly core.$ZodIssue[] };

interface Schema<Payload> {
  safeParse(
    content: unknown,
  ):
    | { readonly success: true; readonly data: Payload }
    | { readonly success: false; readonly error: { readonly issues: readonly core.$ZodIssue[] } };
}
type Read<Payload> = (content: unknown) => PayloadReading<Payload>;

/** Reads `kind@v`, and takes it to the newest version by pure steps from one version to the next. */
function reader<Sealed, Payload>(schema: Schema<Sealed>, upcast: (sealed: Sealed) => Payload): Read<Payload> {
  return (content) => {
    const parsed = schema.safeParse(content);
    return parsed.success
      ? { ok: true, payload: upcast(parsed.data) }
      : { ok: false, issues: parsed.error.issues };
  };
}

/** `intake.submit@1 -> @2`: before blobs there was nothing to attach. */
const intakeFrom1 = (sealed: IntakeAnswers): IntakeSubmit => ({ ...sealed, attachments: [] });
const asItIs = <Payload>(sealed: Payload): Payload => sealed;

/** By kind, the versions 1, 2, 3 … in order. */
const versions: { readonly [Kind in OperationKind]: readonly Read<NewestPayloads[Kind]>[] } = {
  'intake.submit': [reader(intakeSubmitV1, intakeFrom1), reader(intakeSubmitV2, asItIs<IntakeSubmit>)],
  'safety.alert': [reader(safetyAlertV1, asItIs<SafetyAlert>)],
  'intake.paused': [reader(intakePausedV1, asItIs<IntakePaused>)],
};

export function isOperationKind(kind: string): kind is OperationKind {
  return Object.hasOwn(versions, kind);
}

/** @returns undefined for a kind that isn't known here. */
export function newestVersion(kind: string): number | undefined {
  return isOperationKind(kind) ? versions[kind].length : undefined;
}

/** @param content as it was sealed: nothing in it is trusted. */
export function readPayload<Kind extends OperationKind>(
  kind: Kind,
  v: number,
  content: unknown,
): PayloadReading<NewestPayloads[Kind]> {
  return versions[kind][v - 1]?.(content) ?? { ok: false, issues: [] };
}
