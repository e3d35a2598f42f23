/** What makes two forms of one partner's id the same: who it is about and what was answered, not when, and on which device. */
import canonicalize from 'canonicalize';
import type { IntakeSubmit } from './payloads/intake-submit.ts';

type Compared = Pick<IntakeSubmit, 'questionnaire' | 'patient' | 'place' | 'response'>;

/** @returns SHA-256, hex. */
export async function referenceContent({
  questionnaire,
  patient,
  place,
  response,
}: Compared): Promise<string> {
  const { id: _id, ...person } = patient;
  const { item } = response;
  const text = canonicalize({ form: questionnaire.formHash, person, place: place.code, item: item ?? [] });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
