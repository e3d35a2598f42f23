import { isWaiting } from '../../../device/provider/is-waiting.ts';
import type { Delivery, DraftSummary } from '../../../platform/contract/contract.ts';

/** A line of "where you left off": a draft to continue, or a form on its way; or of "what you sent": one that has arrived. */
export type Unfinished =
  | {
      readonly kind: 'draft';
      readonly id: string;
      readonly slug: string;
      readonly at: string;
      readonly nameless: boolean;
      /** The patient's lock is on: it can be opened only once that is open. */
      readonly locked: boolean;
    }
  | {
      readonly kind: 'delivery';
      readonly id: string;
      readonly delivery: Delivery;
      readonly nameless: boolean;
    };

/** Received forms are shown for so long: after it they are history, which isn't what a home page is for. */
export const SHOW_RECEIVED_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * What concerns the patient first: what needs them, then drafts, then what is on its way, then what has arrived. A shared
 * device names no form: the next person reads the same page. Nor does a locked one.
 */
export function unfinished(
  drafts: readonly DraftSummary[] | undefined,
  deliveries: readonly Delivery[] | undefined,
  now: Date,
  locked = false,
): readonly Unfinished[] {
  const sent = (deliveries ?? []).filter((delivery) => delivery.kind === 'intake.submit');
  const recent = (delivery: Delivery) =>
    isWaiting(delivery) || now.getTime() - Date.parse(delivery.queuedAt) < SHOW_RECEIVED_DAYS * DAY_MS;
  const lines: Unfinished[] = [
    ...(drafts ?? []).map(
      (draft): Unfinished => ({
        kind: 'draft',
        id: draft.draftId,
        slug: draft.questionnaireSlug,
        at: draft.updatedAt,
        nameless: locked || draft.owner === 'shared',
        locked: locked && draft.owner === 'own',
      }),
    ),
    ...sent.filter(recent).map(
      (delivery): Unfinished => ({
        kind: 'delivery',
        id: delivery.opId,
        delivery,
        nameless: locked || delivery.owner === 'shared',
      }),
    ),
  ];
  return lines.toSorted((one, other) => rank(one) - rank(other) || timeOf(other).localeCompare(timeOf(one)));
}

/** It needs nobody any more on this device: the vendor has it. */
export function isSent(line: Unfinished): boolean {
  return line.kind === 'delivery' && !isWaiting(line.delivery);
}

function rank(line: Unfinished): number {
  if (line.kind === 'draft') return 1;
  if (line.delivery.state === 'attention') return 0;
  return isWaiting(line.delivery) ? 2 : 3;
}

function timeOf(line: Unfinished): string {
  return line.kind === 'draft' ? line.at : line.delivery.queuedAt;
}
