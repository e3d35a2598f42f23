/** Which agreements a questionnaire still needs. A decision counts only for the very text that was shown. */

import type { ConsentRequest } from '../intake/offered-questionnaire.ts';
import type { PublishedLegalDocument } from './legal-document.ts';

/** The decision as it is recorded: `sync/protocol` sends exactly these fields, and more. */
export interface RecordedDecision {
  readonly document: string;
  readonly version: string;
  /** SHA-256, hex, of the Markdown that was shown. */
  readonly sha256: string;
  readonly decision: 'active' | 'rejected';
  /** RFC 3339: the latest decides. */
  readonly decidedAt: string;
}

export type ConsentState = 'given' | 'declined' | 'missing' | 'outdated';

export interface ConsentStatus {
  readonly request: ConsentRequest;
  readonly document: PublishedLegalDocument | undefined;
  readonly state: ConsentState;
}

/** The terms of sale are the vendor's one document of this kind. */
export const termsOf = (legal: readonly PublishedLegalDocument[]): PublishedLegalDocument | undefined =>
  legal.find(({ kind }) => kind === 'terms');

/** What is agreed to with an order: each by itself. */
export const salePurposes = ['terms', 'approval', 'card', 'renewal'] as const;
export type SalePurpose = (typeof salePurposes)[number];

const OWN_KINDS: Partial<Record<SalePurpose, string>> = {
  approval: 'charge-on-approval',
  card: 'saved-card',
};

/** A document of its own where the vendor has published one; without it, its terms of sale. */
export function documentFor(
  purpose: SalePurpose,
  legal: readonly PublishedLegalDocument[],
): PublishedLegalDocument | undefined {
  return legal.find(({ kind }) => kind === OWN_KINDS[purpose]) ?? termsOf(legal);
}

export interface SaleFacts {
  /** Something in it is charged once a clinician approves. */
  readonly waitsForApproval: boolean;
  readonly renews: boolean;
  readonly byCard: boolean;
}

/** A card is asked about by itself only where the vendor says in a document what is done with it. */
export function salePurposesOf(
  { waitsForApproval, renews, byCard }: SaleFacts,
  legal: readonly PublishedLegalDocument[],
): readonly SalePurpose[] {
  if (!termsOf(legal)) return [];
  const savesCard = waitsForApproval && byCard && legal.some(({ kind }) => kind === OWN_KINDS.card);
  const asked = { terms: true, approval: waitsForApproval, card: savesCard, renewal: renews };
  return salePurposes.filter((purpose) => asked[purpose]);
}

export function isCurrent(
  document: PublishedLegalDocument,
  decision: Pick<RecordedDecision, 'document' | 'version' | 'sha256'>,
): boolean {
  return (
    document.slug === decision.document &&
    document.version === decision.version &&
    Object.values(document.texts).some((text) => text.sha256 === decision.sha256)
  );
}

function latest(decisions: readonly RecordedDecision[]): RecordedDecision | undefined {
  return decisions.reduce<RecordedDecision | undefined>(
    (last, next) =>
      last === undefined || Date.parse(next.decidedAt) >= Date.parse(last.decidedAt) ? next : last,
    undefined,
  );
}

/** One status per request, in the order in which they are asked. A document that isn't published leaves its request missing. */
export function consentStatuses(
  requests: readonly ConsentRequest[],
  documents: readonly PublishedLegalDocument[],
  decisions: readonly RecordedDecision[],
): readonly ConsentStatus[] {
  return requests.map((request) => {
    const document = documents.find((candidate) => candidate.slug === request.document);
    const decision = latest(decisions.filter((candidate) => candidate.document === request.document));
    if (!document || !decision) return { request, document, state: 'missing' };
    if (!isCurrent(document, decision)) return { request, document, state: 'outdated' };
    return { request, document, state: decision.decision === 'active' ? 'given' : 'declined' };
  });
}

/** The catalogue's code where a required agreement stands in the way, else undefined. Optional ones never do. */
export function consentBarrier(
  statuses: readonly ConsentStatus[],
): 'CONSENT_REQUIRED' | 'CONSENT_OUTDATED' | undefined {
  const open = statuses.filter((status) => status.request.required && status.state !== 'given');
  if (open.length === 0) return undefined;
  return open.every((status) => status.state === 'outdated') ? 'CONSENT_OUTDATED' : 'CONSENT_REQUIRED';
}
