import type { DraftSummary } from '../../../../platform/contract/contract.ts';

/** Drafts of one form, the newest first. */
export function draftsHere(drafts: readonly DraftSummary[], slug: string): readonly DraftSummary[] {
  return drafts
    .filter((draft) => draft.questionnaireSlug === slug)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
}

export function latestDraft(drafts: readonly DraftSummary[], slug: string): DraftSummary | undefined {
  return draftsHere(drafts, slug)[0];
}
