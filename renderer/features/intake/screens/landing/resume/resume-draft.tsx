import { useEffect, useState } from 'react';
import {
  Heading,
  Notice,
  Row,
  Skeleton,
  Stack,
  StatusLine,
  Text,
} from '../../../../../design/basic/index.ts';
import { BusyButton } from '../../../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../../../design/controls/buttons/button.tsx';
import { Dialog } from '../../../../../design/controls/overlays/dialog.tsx';
import { useDrafts, usePlatform } from '../../../../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../../../../i18n/index.ts';
import type { DraftContent, DraftSummary } from '../../../../../platform/contract/contract.ts';
import type { DraftPlace } from '../../../flow/draft/draft-place.ts';
import { routeOf } from '../../../flow/machine/flow-position.ts';
import { SessionAlert } from '../../../safety/session-alert.tsx';
import { useRunHolder } from '../../run/run-holder.tsx';
import { UnlockDraft } from './unlock-draft.tsx';

type Opened =
  | { readonly status: 'reading' }
  | { readonly status: 'unreadable' }
  | { readonly status: 'open'; readonly content: DraftContent };

/** A draft of this form: go on where it was left, or discard it. On a shared device nothing shows before the date of birth. */
export function ResumeDraft({ summary }: { readonly summary: DraftSummary }) {
  const platform = usePlatform();
  const [opened, setOpened] = useState<Opened>({ status: 'reading' });
  const [unlocked, setUnlocked] = useState(summary.owner === 'own');
  const { draftId, updatedAt } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `updatedAt` says that the row has been written since
  useEffect(() => {
    let gone = false;
    void (async () => {
      const result = await (await platform).drafts.open(draftId);
      if (!gone) setOpened(result.status === 'open' ? result : { status: 'unreadable' });
    })().catch(() => !gone && setOpened({ status: 'unreadable' }));
    return () => {
      gone = true;
    };
  }, [platform, draftId, updatedAt]);
  if (opened.status === 'reading') return <Skeleton lines={3} />;
  return (
    <>
      {opened.status === 'unreadable' ? (
        <Unreadable summary={summary} />
      ) : unlocked ? (
        <Resume summary={summary} content={opened.content} />
      ) : (
        <UnlockDraft content={opened.content} onOpen={() => setUnlocked(true)} />
      )}
    </>
  );
}

function Unreadable({ summary }: { readonly summary: DraftSummary }) {
  const t = useMessages('welcome');
  return (
    <Notice tone="warning" title={t('draft.unreadable')}>
      <Stack gap={3} align="start">
        <Text>{t('draft.unreadableText')}</Text>
        <Discard draftId={summary.draftId} />
      </Stack>
    </Notice>
  );
}

function usePlace(content: DraftContent): DraftPlace | undefined {
  const platform = usePlatform();
  const [place, setPlace] = useState<DraftPlace>();
  useEffect(() => {
    let gone = false;
    void (async () => {
      const definition: unknown = await (await platform).drafts.definition(content.questionnaire.formHash);
      const { draftPlace } = await import('../../../flow/draft/draft-place.ts');
      const found = await draftPlace(content, definition);
      if (!gone) setPlace(found);
    })().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [platform, content]);
  return place;
}

function Resume({ summary, content }: { readonly summary: DraftSummary; readonly content: DraftContent }) {
  const t = useMessages('welcome');
  const format = useFormat();
  const { offered, goOn, go } = useRunHolder();
  const place = usePlace(content);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const changed = content.questionnaire.formHash !== offered.formHash;
  const resume = async (version: 'pinned' | 'current') => {
    setBusy(true);
    setFailed(false);
    try {
      const run = await goOn(content, version);
      const target = routeOf(run.position());
      go(target === 'landing' ? 'welcome' : target);
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  const title =
    place?.kind === 'question'
      ? t('draft.question', { number: place.number })
      : place?.kind === 'review'
        ? t('draft.review')
        : t('draft.begun');
  return (
    <Stack as="section" gap={4} aria-labelledby={`draft-${summary.draftId}`}>
      <Stack gap={1}>
        <Heading level={2} size="l" id={`draft-${summary.draftId}`}>
          {title}
        </Heading>
        <StatusLine status="saved">
          {t('draft.saved', { when: format.dateTime(summary.updatedAt) })}
        </StatusLine>
      </Stack>
      <SessionAlert session={content.session} />
      {changed && (
        <Notice title={t('draft.changed')}>
          <Text>{t('draft.changedText')}</Text>
        </Notice>
      )}
      {failed && (
        <Notice tone="warning" title={t('draft.failed')} live="alert">
          {t('draft.failedText')}
        </Notice>
      )}
      <BusyButton size="l" fullWidth busy={busy} onPress={() => void resume('pinned')}>
        {t(changed ? 'draft.goOnPinned' : 'draft.goOn')}
      </BusyButton>
      <Row gap={4}>
        {changed && (
          <Button variant="secondary" onPress={() => void resume('current')}>
            {t('draft.goOnCurrent')}
          </Button>
        )}
        <Discard draftId={summary.draftId} />
      </Row>
    </Stack>
  );
}

/** Deletes after asking, and only then. */
function Discard({ draftId }: { readonly draftId: string }) {
  const t = useMessages('welcome');
  const platform = usePlatform();
  const { refresh } = useDrafts();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      await (await platform).drafts.discard(draftId);
      await refresh();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button variant="quiet" onPress={() => setAsking(true)}>
        {t('draft.discard')}
      </Button>
      <Dialog
        isOpen={asking}
        onOpenChange={setAsking}
        title={t('draft.discardTitle')}
        actions={
          <>
            <BusyButton variant="danger" busy={busy} onPress={() => void discard()}>
              {t('draft.discardYes')}
            </BusyButton>
            <Button variant="secondary" onPress={() => setAsking(false)}>
              {t('draft.discardNo')}
            </Button>
          </>
        }
      >
        <Text>{t('draft.discardText')}</Text>
      </Dialog>
    </>
  );
}
