/** What somebody agrees to with an order: each by itself, and none ticked beforehand. */

import type { Language } from '../../../../sync/domain/languages.ts';
import { documentFor, isCurrent, type SalePurpose } from '../../../../sync/domain/legal/consents.ts';
import type { PublishedLegalDocument } from '../../../../sync/domain/legal/legal-document.ts';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { ConsentDecision } from '../../../../sync/protocol/operations/payloads/parts.ts';

type Legal = readonly PublishedLegalDocument[];

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
  purposes: readonly SalePurpose[],
  legal: Legal,
  language: Language,
): readonly ConsentDecision[] =>
  purposes.flatMap((purpose) => {
    const document = documentFor(purpose, legal);
    return (document && decisionOf(document, language, new Date())) ?? [];
  });

type Agreed = readonly NonNullable<OrderView['agreed']>[number][];

/** All that an order needs: what was agreed to before in the text that is in force, as it was given then, and the rest as of now. */
export const decideAgain = (
  purposes: readonly SalePurpose[],
  legal: Legal,
  language: Language,
  agreed: Agreed,
): readonly ConsentDecision[] =>
  purposes.flatMap((purpose): readonly ConsentDecision[] => {
    const document = documentFor(purpose, legal);
    const given = document && agreed.find((before) => isCurrent(document, before));
    if (given?.language === undefined || given.decidedAt === undefined)
      return decideNow([purpose], legal, language);
    const { document: slug, version, sha256, language: shown, decidedAt } = given;
    return [{ document: slug, version, sha256, language: shown, decidedAt, decision: 'active' }];
  });

/** Of these, what was agreed to before, in the very text that is in force. */
export const agreedBefore = (
  purposes: readonly SalePurpose[],
  legal: Legal,
  agreed: Agreed,
): readonly SalePurpose[] =>
  purposes.filter((purpose) => {
    const document = documentFor(purpose, legal);
    return document && agreed.some((before) => isCurrent(document, before));
  });
