import { useEffect, useState } from 'react';
import type { PublishedLegalDocument } from '../../../sync/domain/legal/legal-document.ts';
import { useDrafts, usePlatform } from '../../device/provider/platform-provider.tsx';
import type { DraftSummary, Platform } from '../../platform/contract/contract.ts';

/** The version that was agreed to in a draft on one's own device, where it isn't the one that is published now. */
export function useAgreedVersion(document: PublishedLegalDocument): string | undefined {
  const platform = usePlatform();
  const { drafts } = useDrafts();
  const [agreed, setAgreed] = useState<string>();
  const own = ownIn(drafts);
  useEffect(() => {
    let current = true;
    const ids = ownIn(drafts);
    // Nobody who only reads the text needs the store for it.
    if (ids.length === 0) return undefined;
    void platform
      .then((ready) => outdatedAgreement(ready, ids, document))
      .then((version) => {
        if (current) setAgreed(version);
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [platform, drafts, document]);
  return own.length > 0 ? agreed : undefined;
}

const ownIn = (drafts: readonly DraftSummary[] = []) =>
  drafts.filter((draft) => draft.owner === 'own').map((draft) => draft.draftId);

/** Looks through the drafts for an agreement to another text of this document; the newest decision counts. */
export async function outdatedAgreement(
  platform: Pick<Platform, 'drafts'>,
  draftIds: readonly string[],
  document: PublishedLegalDocument,
): Promise<string | undefined> {
  const opened = await Promise.all(draftIds.map((draftId) => platform.drafts.open(draftId)));
  const decisions = opened
    .flatMap((draft) => (draft.status === 'open' ? draft.content.consents : []))
    .filter((decision) => decision.document === document.slug && decision.decision === 'active')
    .toSorted((one, other) => Date.parse(other.decidedAt) - Date.parse(one.decidedAt));
  const [newest] = decisions;
  if (!newest) return undefined;
  const current = Object.values(document.texts).some((text) => text.sha256 === newest.sha256);
  return current ? undefined : newest.version;
}
