import type { DraftContent } from '../../../../platform/contract/contract.ts';
import { loadFormEngine } from '../engine/form-engine.ts';
import { unwrapFlow } from '../machine/persisted-flow.ts';

/** Where a draft was left: the number of its question, or the review; nothing where it never got to the questions. */
export type DraftPlace =
  | { readonly kind: 'question'; readonly number: number }
  | { readonly kind: 'review' }
  | { readonly kind: 'welcome' };

interface StoredPosition {
  readonly value?: { readonly run?: unknown };
  readonly context?: { readonly step?: unknown; readonly identity?: unknown };
}

/** @param definition the Questionnaire that the draft pins. */
export async function draftPlace(draft: DraftContent, definition: unknown): Promise<DraftPlace | undefined> {
  const position = unwrapFlow(draft.flow)?.position as StoredPosition | undefined;
  const step = position?.context?.step;
  if (typeof step !== 'string') return { kind: 'welcome' };
  const place = JSON.stringify(position?.value?.run);
  const isAnswered = position?.context?.identity === 'last' && place.includes('about');
  if (isAnswered || /consent|reviewing/.test(place)) return { kind: 'review' };
  if (!draft.form) return undefined;
  const engine = await loadFormEngine();
  const prepared = await engine.prepare(definition);
  if (!prepared.ok) return undefined;
  const form = engine.restore(prepared, draft.form, draft.language);
  const index = engine.steps(form).findIndex(({ id }) => id === step);
  return index < 0 ? undefined : { kind: 'question', number: index + 1 };
}
