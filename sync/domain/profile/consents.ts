/** What a patient lets a vendor write to them about, and by which way. */
import { z } from 'zod/mini';
import { languages } from '../languages.ts';

export const CHANNELS = ['email', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];
export const PURPOSES = ['care', 'reminders', 'marketing'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Of the words that are agreed to (`consent.*` of the account's texts). Changed words get a new one, and what was agreed to before keeps its own. */
export const CONSENT_WORDING = '2026-11';

export const consentSchema = z.object({
  consent: z.enum(['given', 'withdrawn']),
  wording: z.string().check(z.minLength(1), z.maxLength(40)),
  /** In which the words were read. */
  language: z.enum(languages),
});
export type Consent = z.infer<typeof consentSchema>;

export const consentId = (channel: Channel, purpose: Purpose) => `consent:${channel}:${purpose}` as const;

const ids = new Map(
  CHANNELS.flatMap((channel) =>
    PURPOSES.map((purpose) => [consentId(channel, purpose) as string, { channel, purpose }] as const),
  ),
);
export const isConsentId = (id: string): boolean => ids.has(id);
export const consentOf = (id: string) => ids.get(id);

/** One decision, as it is kept for ever. Its id is the operation's. */
export const consentDecisionSchema = z.extend(consentSchema, {
  channel: z.enum(CHANNELS),
  purpose: z.enum(PURPOSES),
  decidedAt: z.iso.datetime({ offset: true }),
});
export type ConsentDecision = z.infer<typeof consentDecisionSchema>;

/**
 * Nothing is allowed that wasn't agreed to. A push message is on a locked screen for everybody to read, and so "Keep it private" excludes it, whatever else was
 * agreed to.
 */
export function mayContact(
  said: { readonly consent: Consent | undefined; readonly keepPrivate: boolean },
  channel: Channel,
): boolean {
  return said.consent?.consent === 'given' && !(channel === 'push' && said.keepPrivate);
}
