import type { ConsentRequest } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import { type Language, languages } from '../../../../../sync/domain/languages.ts';
import { consentBarrier, consentStatuses } from '../../../../../sync/domain/legal/consents.ts';
import type { PublishedLegalDocument } from '../../../../../sync/domain/legal/legal-document.ts';
import type { ConsentDecision } from '../../../../../sync/protocol/operations/payloads/parts.ts';

/** Whether every required agreement was given for the documents as they are published now. */
export function consentsAreCurrent(
  requests: readonly ConsentRequest[],
  documents: readonly PublishedLegalDocument[],
  decisions: readonly ConsentDecision[],
): boolean {
  return consentBarrier(consentStatuses(requests, documents, decisions)) === undefined;
}

/** The text of a document that a reader of `language` is shown: theirs, else English, else whichever there is. */
export function shownText(
  document: PublishedLegalDocument,
  language: Language,
): { readonly language: Language; readonly url: string; readonly sha256: string } | undefined {
  for (const candidate of [language, 'en' as const, ...languages]) {
    const text = document.texts[candidate];
    if (text) return { language: candidate, ...text };
  }
  return undefined;
}

/** One decision per box, for the exact text that was shown. A box that was left open is recorded as rejected. */
export function decide(
  requests: readonly ConsentRequest[],
  documents: readonly PublishedLegalDocument[],
  ticked: ReadonlySet<string>,
  language: Language,
  now: Date,
): readonly ConsentDecision[] {
  return requests.flatMap((request): ConsentDecision[] => {
    const document = documents.find((candidate) => candidate.slug === request.document);
    const text = document && shownText(document, language);
    if (!document || !text) return [];
    return [
      {
        document: document.slug,
        version: document.version,
        sha256: text.sha256,
        language: text.language,
        decision: ticked.has(request.document) ? 'active' : 'rejected',
        decidedAt: now.toISOString(),
      },
    ];
  });
}
