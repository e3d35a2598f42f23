/**
 * Remembers which safety rules the committed answers have met. A rule that holds no longer stays in the record, marked with the
 * time: the clinic sees both, and so does the patient.
 */
import type { RuleHit } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import type { Findings, UrgentFinding } from '../machine/flow-events.ts';

/** A rule that the answers meet now. */
export interface MetRule {
  readonly rule: string;
  readonly version: string;
  readonly outcome: RuleHit['outcome'];
  readonly panel?: 'crisis' | 'emergency';
  /** linkIds of the answers that met it. */
  readonly evidence: readonly string[];
}

export interface Commitment extends Findings {
  readonly hits: readonly RuleHit[];
}

const isActive = (hit: RuleHit): boolean => hit.withdrawnAt === undefined;

/** @returns the record after this commitment, and what is to be done about it now. */
export function commitFindings(recorded: readonly RuleHit[], met: readonly MetRule[], now: Date): Commitment {
  const at = now.toISOString();
  const metIds = new Set(met.map(({ rule }) => rule));
  const active = new Set(recorded.filter(isActive).map((hit) => hit.rule));
  const kept = recorded.map((hit) =>
    isActive(hit) && !metIds.has(hit.rule) ? { ...hit, withdrawnAt: at } : hit,
  );
  const found = met.filter(({ rule }) => !active.has(rule));
  return {
    hits: [...kept, ...found.map((hit) => ({ ...hit, at, evidence: [...hit.evidence] }))],
    urgent: found
      .filter(({ outcome }) => outcome === 'URGENT')
      .map(({ rule, panel }): UrgentFinding => ({ rule, panel: panel ?? 'emergency' })),
    // A stop holds for as long as its rule is met, however often Continue is pressed.
    stop: met.filter(({ outcome }) => outcome === 'STOP').map(({ rule }) => rule),
  };
}
