/** What a partner calls a form that was sent from its page: noted where the partner is one of the vendor's, and the id says nothing of a person. */
import { mayEmbed, takesUnsignedIds } from '../../../domain/embed/embed-part.ts';
import { externalIdFault } from '../../../domain/embed/external-id.ts';
import type { IntakeSubmit, PartnerReference } from '../../../protocol/operations/payloads/intake-submit.ts';
import { referenceContent } from '../../../protocol/operations/reference-content.ts';
import { effectNamed, type Verdict } from '../../core/judging/verdict.ts';
import type { Published } from '../../packs/published.ts';

export interface SentReference extends PartnerReference {
  /** Slug of the form. */
  readonly questionnaire: string;
  /** `referenceContent` of what was sent. */
  readonly content: string;
  /** Whether it counts without a partner's signature, too. */
  readonly mayBeUnsigned: boolean;
}
export const partnerReference = effectNamed<SentReference>('partner-reference');

export async function referenceEffect(
  payload: IntakeSubmit,
  { pack }: Published,
): Promise<Verdict['effects']> {
  const { reference } = payload;
  if (!reference || !mayEmbed(pack, reference.partner) || externalIdFault(reference.externalId)) return {};
  return partnerReference.of({
    ...reference,
    questionnaire: payload.questionnaire.slug,
    content: await referenceContent(payload),
    mayBeUnsigned: takesUnsignedIds(pack),
  });
}
