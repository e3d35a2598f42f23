/** What the server knows of a partner's id. */
import { externalIdFault } from '../../../../sync/domain/embed/external-id.ts';
import {
  type ReferenceAnswer,
  type ReferenceRequest,
  referenceAnswerSchema,
} from '../../../../sync/protocol/api/embed.ts';
import type {
  IntakeSubmit,
  PartnerReference,
} from '../../../../sync/protocol/operations/payloads/intake-submit.ts';
import { referenceContent } from '../../../../sync/protocol/operations/reference-content.ts';
import type { Platform } from '../../../platform/contract/contract.ts';

export type Looked = ReferenceAnswer['state'] | 'refused' | 'unsigned' | 'taken' | 'unknown';

const codeOf = (problem: unknown) =>
  typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined;

/** @returns `unknown` where nobody answers: a form is never held back for that. */
export async function lookUp(
  vendor: string,
  asked: ReferenceRequest,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Promise<Looked> {
  if (externalIdFault(asked.externalId)) return 'refused';
  try {
    const response = await fetch(`/connect/${vendor}/embed/v1/references`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(asked),
      credentials: 'omit',
    });
    if (response.status === 409) return 'taken';
    if (response.status === 403) {
      const problem: unknown = await response.json().catch(() => undefined);
      return codeOf(problem) === 'PARTNER_TOKEN_REFUSED' ? 'unsigned' : 'refused';
    }
    if (response.status === 400) return 'refused';
    const answer = referenceAnswerSchema.safeParse(await response.json());
    return answer.success ? answer.data.state : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The patient's form isn't sent a second time under one id; nothing of it is lost by that. */
export class ExternalIdTakenError extends Error {
  override name = 'ExternalIdTakenError';
}

export interface ReferenceUse {
  readonly reference: () => PartnerReference | undefined;
  readonly fetch?: typeof globalThis.fetch;
  /** Another form was received under the id. */
  readonly onTaken: () => void;
}

/** The platform, whose forms go with the partner's id in them. */
export function withReference(platform: Platform, { reference, fetch, onTaken }: ReferenceUse): Platform {
  const { deliveries, vendor } = platform;
  return {
    ...platform,
    deliveries: {
      ...deliveries,
      async submit(draftId, submission) {
        const named = reference();
        if (!named) return deliveries.submit(draftId, submission);
        const answers = submission.payload([]) as IntakeSubmit;
        const content = await referenceContent(answers);
        const questionnaire = answers.questionnaire.slug;
        if ((await lookUp(vendor, { ...named, questionnaire, content }, fetch)) === 'taken') {
          onTaken();
          throw new ExternalIdTakenError();
        }
        const payload: typeof submission.payload = (attachments) => ({
          ...submission.payload(attachments),
          reference: named,
        });
        return deliveries.submit(draftId, { ...submission, payload });
      },
    },
  };
}
