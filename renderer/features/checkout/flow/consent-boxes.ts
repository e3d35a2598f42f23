/** What somebody agrees to with an order: each by itself, and none ticked beforehand. */

import type { Language } from '../../../../sync/domain/languages.ts';
import type { PublishedLegalDocument } from '../../../../sync/domain/legal/legal-document.ts';
import type { Quote } from '../../../../sync/domain/shop/quote.ts';
import type { ConsentDecision } from '../../../../sync/protocol/operations/payloads/parts.ts';

export type ConsentPurpose = 'terms' | 'approval' | 'renewal';

export function consentPurposes({
  onApproval,
  renewals,
}: Pick<Quote, 'onApproval' | 'renewals'>): readonly ConsentPurpose[] {
  return [
    'terms',
    ...(onApproval > 0 ? (['approval'] as const) : []),
    ...(renewals.length > 0 ? (['renewal'] as const) : []),
  ];
}

export function decisionOf(
  document: PublishedLegalDocument,
  language: Language,
  decidedAt: Date,
): ConsentDecision | undefined {
  const shown = document.texts[language] ? language : 'en';
  const sha256 = document.texts[shown]?.sha256;
  return sha256 === undefined
    ? undefined
    : {
        ...{ document: document.slug, version: document.version, sha256, language: shown },
        ...{ decision: 'active', decidedAt: decidedAt.toISOString() },
      };
}

/** Of all that was ticked, as of now. */
export const decideNow = (
  purposes: readonly ConsentPurpose[],
  document: PublishedLegalDocument,
  language: Language,
): readonly ConsentDecision[] => purposes.flatMap(() => decisionOf(document, language, new Date()) ?? []);
