/**
 * What a form in a partner's page asks the server. All are public, without cookies, and limited by rate.
 *
 * | request | body | answer |
 * |---|---|---|
 * | `POST /connect/{vendor}/embed/v1/references` | {@link referenceRequestSchema} | {@link referenceAnswerSchema}; 409 `EXTERNAL_ID_TAKEN` where another form has that id; 400 where the id may be about a person; 403 `EMBED_ORIGIN_BLOCKED`, or `PARTNER_TOKEN_REFUSED` where its token isn't the partner's or has to be there |
 * | `PUT /connect/{vendor}/embed/v1/hand-offs/{id}` | `handOffSchema` | 204; fetched as a kiosk's is (`api/hand-off.ts`) |
 * | `GET /embed/v1/origins/{vendor}` | | `{"allowed": boolean}`: whether the page that asks may show its forms; readable from any origin |
 */
import { z } from 'zod/mini';
import { TOKEN_LENGTH } from '../../domain/embed/partner-token.ts';

const hex256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const referenceRequestSchema = z.object({
  /** The origin of the partner's page. */
  partner: z.string().check(z.maxLength(255)),
  externalId: z.string().check(z.maxLength(255)),
  /** Slug of the form: with the token. */
  questionnaire: z.optional(z.string().check(z.maxLength(255))),
  /** The partner's signature of the id (`sync/domain/embed/partner-token.ts`); without it, only what was sent without one is asked about. */
  token: z.optional(z.string().check(z.maxLength(TOKEN_LENGTH))),
  /** `referenceContent` of what is about to be sent; without it, it is only asked whether the id is free. */
  content: z.optional(hex256),
});
export type ReferenceRequest = z.infer<typeof referenceRequestSchema>;

export const referenceAnswerSchema = z.object({
  state: z.enum(['free', 'received']),
  /** Of the same content, sent before: what its device was answered then. */
  receipt: z.optional(z.looseObject({ opId: z.uuid(), code: z.string(), receivedAt: z.string() })),
});
export type ReferenceAnswer = z.infer<typeof referenceAnswerSchema>;

/** What staff see of it: `GET /console/{vendor}/api/cases/{id}/partner`, 404 where the form came from no partner's page. */
export const casePartnerSchema = z.object({
  partner: z.string(),
  externalId: z.string(),
  /** Whether the partner's server has signed it; else anybody may have made it up. */
  isVerified: z.boolean(),
});
export type CasePartner = z.infer<typeof casePartnerSchema>;
