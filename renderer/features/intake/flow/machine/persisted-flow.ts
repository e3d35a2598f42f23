/**
 * The machine's persisted snapshot with a version of its own, so that a draft written by an older release goes on in a newer
 * one. Migrations are added here, one per version, and never removed.
 */
import type { DraftContent } from '../../../../platform/contract/contract.ts';

export const FLOW_VERSION = 1;

/** Wrong dates of birth typed for a draft on a shared device. */
export interface UnlockTries {
  readonly failed: number;
  readonly lastAt: string;
}

/** What `DraftContent.flow.snapshot` holds in version 1. */
export interface FlowRecord {
  /** XState's persisted snapshot. */
  readonly position: unknown;
  readonly unlock?: UnlockTries;
  /** The name signed with and when, for a run that was ended between the signature and the outbox. */
  readonly attestation?: { readonly name: string; readonly at: string };
}

type Migration = (snapshot: unknown) => unknown;
/** By the version that they start from. */
const migrations: Readonly<Record<number, Migration>> = {};

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
