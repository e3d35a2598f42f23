/**
 * The machine's persisted snapshot with a version of its own, so that a draft written by an older release goes on in a newer
 * one. Migrations are added here, one per version, and never removed.
 */
import type { DraftContent } from '../../../../platform/contract/contract.ts';

export const FLOW_VERSION = 2;

/** Wrong dates of birth typed for a draft on a shared device. */
export interface UnlockTries {
  readonly failed: number;
  readonly lastAt: string;
}

/** What `DraftContent.flow.snapshot` holds in version 2. */
export interface FlowRecord {
  /** XState's persisted snapshot. */
  readonly position: unknown;
  readonly unlock?: UnlockTries;
  /** The name signed with and when, for a run that was ended between the signature and the outbox. */
  readonly attestation?: { readonly name: string; readonly at: string };
}

type Migration = (snapshot: unknown) => unknown;

/** In version 1 a run asked who, how, where, whose device and for consent before its questions. */
function fromVersion1(snapshot: unknown): unknown {
  if (!isFlowRecord(snapshot)) return snapshot;
  const position = snapshot.position as {
    readonly value: { readonly run?: unknown };
    readonly context: { readonly step?: unknown };
  };
  const before = JSON.stringify(position.value.run ?? null);
  const isBefore = before.includes('welcome');
  const isBegun = typeof position.context.step === 'string';
  // Consents that were asked for again halfway are asked for at the end now.
  const run = isBefore
    ? { intake: 'about' }
    : before === '{"intake":"consent"}' && isBegun
      ? { intake: 'answering' }
      : position.value.run;
  const moved = JSON.stringify({ ...position, value: { ...position.value, run } })
    // Where "I made a mistake" leads back to.
    .replaceAll(/questionnaire\.run\.intake\.welcome(?:\.\w+)?/g, 'questionnaire.run.intake.about');
  const migrated = JSON.parse(moved) as { readonly context: object };
  return {
    ...snapshot,
    position: { ...migrated, context: { ...migrated.context, identity: 'first', ownerKnown: !isBefore } },
  };
}

/** By the version that they start from. */
const migrations: Readonly<Record<number, Migration>> = { 1: fromVersion1 };

export function wrapFlow(record: FlowRecord): DraftContent['flow'] {
  return { v: FLOW_VERSION, snapshot: record };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFlowRecord(value: unknown): value is FlowRecord {
  if (!isRecord(value) || !isRecord(value.position)) return false;
  return isRecord(value.position.value) && isRecord(value.position.context);
}

/**
 * @returns the record in today's version, or `undefined` where a newer release wrote it or it can't be read: the answers
 * are kept all the same, and the run begins at its first page.
 */
export function unwrapFlow(
  flow: DraftContent['flow'],
  known: Readonly<Record<number, Migration>> = migrations,
  current: number = FLOW_VERSION,
): FlowRecord | undefined {
  let { v, snapshot } = flow;
  while (v < current) {
    const migrate = known[v];
    if (!migrate) return undefined;
    snapshot = migrate(snapshot);
    v += 1;
  }
  return v === current && isFlowRecord(snapshot) ? snapshot : undefined;
}
