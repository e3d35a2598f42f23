/** Fetches, once, what a kiosk has handed over, and opens it with the code. */
import { handOffContentSchema, handOffSchema } from '../../../sync/protocol/api/hand-off.ts';
import { formHash } from '../../../sync/questionnaire/form-hash.ts';
import { handOffParts, openHandOff } from '../../../sync/seal/hand-off.ts';
import type { DraftContent } from '../../platform/contract/contract.ts';
import { draftContentSchema } from '../../platform/contract/draft-content.ts';

export type ClaimedHandOff =
  | {
      readonly status: 'here';
      readonly content: DraftContent;
      readonly definition: unknown;
      /** Whether the desk knew of the patient when they left the kiosk; undefined where the kiosk didn't say. */
      readonly toldDesk: boolean | undefined;
    }
  /** Wrong, over, or fetched before: the server doesn't tell which. */
  | { readonly status: 'gone' }
  | { readonly status: 'unreachable' };

/** @param code as `readHandOffCode` gives it */
export async function claimHandOff(
  vendor: string,
  code: string,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Promise<ClaimedHandOff> {
  const parts = await handOffParts(vendor, code);
  let answer: unknown;
  try {
    const response = await fetch(`/connect/${vendor}/hand-offs/${parts.id}/claim`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      credentials: 'omit',
    });
    if (response.status === 404) return { status: 'gone' };
    if (!response.ok) return { status: 'unreachable' };
    answer = await response.json();
  } catch {
    return { status: 'unreachable' };
  }
  const handOff = handOffSchema.safeParse(answer);
  // A captive portal answers, too; the server's own answer is always one.
  if (!handOff.success) return { status: 'unreachable' };
  const opened = handOffContentSchema.safeParse(await openHandOff(parts, handOff.data));
  const content = opened.success ? draftContentSchema.safeParse(opened.data.content) : undefined;
  if (!opened.success || content?.success !== true) return { status: 'gone' };
  // The engine and the machine read their own parts, and refuse what isn't theirs.
  const { toldDesk } = opened.data;
  const definition = opened.data.definition ?? undefined;
  // Anybody may hand over, from a form in a page: what is kept here as a form's definition is that form's own, whatever it is called.
  if (definition !== undefined && (await formHash(definition)) !== content.data.questionnaire.formHash)
    return { status: 'gone' };
  return { status: 'here', content: content.data as DraftContent, definition, toldDesk };
}

/** Whether the vendor has published the form that a draft names. Anybody may hand over, with questions of their own under a hash of their own. */
export async function askPublished(
  vendor: string,
  formHash: string,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Promise<'published' | 'foreign' | 'unreachable'> {
  try {
    const { status } = await fetch(`/connect/${vendor}/hand-offs/forms/${formHash}`, {
      cache: 'no-store',
      credentials: 'omit',
    });
    if (status === 204) return 'published';
    return status === 404 ? 'foreign' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
