/** What Apple says, in the shapes that it comes in. */
import { z } from 'zod';

/** A truth value is a truth value, or the word for one; which, differs by app and year. */
const truth = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

export const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  iss: z.string(),
  email: z.email().max(254).optional(),
  email_verified: truth.optional(),
  is_private_email: truth.optional(),
});

const eventSchema = z.object({
  /** `consent-revoked` and `account-delete` end the sign-in; the others are of the relay's addresses. */
  type: z.enum(['email-disabled', 'email-enabled', 'consent-revoked', 'account-delete', 'account-deleted']),
  sub: z.string().min(1).max(255),
});
export type NotificationEvent = z.infer<typeof eventSchema>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `events` is one event, as JSON in a string. */
export const notificationSchema = z.object({
  jti: z.string().min(1).max(255),
  events: z.string().transform(parse).pipe(eventSchema),
});

export const suggestedNameSchema = z.object({ given: z.string(), family: z.string() });
export type SuggestedName = z.infer<typeof suggestedNameSchema>;

/** As it was stored, as JSON; none where what is there was stored otherwise. */
export const readSuggestedName = (stored: string): SuggestedName | undefined =>
  suggestedNameSchema.safeParse(parse(stored)).data;

const MAX_NAME = 100;
const nameSchema = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
});

/**
 * The name that the form carries at the very first time, and never again. Nobody has signed it: it is a suggestion to the person who is there, and what else the form
 * says of them, such as an address, isn't looked at.
 */
export function suggestedName(form: URLSearchParams): SuggestedName | undefined {
  const parsed = nameSchema.safeParse(parse(form.get('user') ?? ''));
  if (!parsed.success) return undefined;
  const { firstName = '', lastName = '' } = parsed.data.name;
  const [given = '', family = ''] = [firstName, lastName].map((part) => part.trim().slice(0, MAX_NAME));
  return given === '' && family === '' ? undefined : { given, family };
}
