import { lazy, useEffect } from 'react';
import { OptionalPart } from '../../../../base/optional-part.tsx';
import { Stack } from '../../../../design/basic/layout/stack.tsx';
import { Notice } from '../../../../design/basic/status/notice.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { useLockState } from '../../../../device/provider/platform-provider.tsx';
import { type MessageKey, useMessages } from '../../../../i18n/index.ts';
import type { NotSavedReason } from '../../flow/draft/draft-keeper.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useSaveState } from '../../flow/run/use-run.ts';

const reasons: Readonly<Record<NotSavedReason, MessageKey<'flow'>>> = {
  quota: 'save.reason.quota',
  closed: 'save.reason.closed',
  timeout: 'save.reason.timeout',
  'memory-only': 'save.reason.memory',
  'taken-over': 'save.reason.takenOver',
  locked: 'save.reason.locked',
  unknown: 'save.reason.unknown',
};

const UnlockPanel = lazy(async () => ({
  default: (await import('../../../../device/unlock-panel.tsx')).UnlockPanel,
}));

/** What could not be kept, why, and what to do. */
export function NotSavedNotice({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const state = useSaveState(run);
  const lock = useLockState();
  // What was typed meanwhile is on the screen alone: it goes to the disk the moment that the lock opens.
  useEffect(() => {
    if (lock === 'open' && run.keeper.state().status === 'not-saved') void run.keeper.flush();
  }, [lock, run]);
  if (state.status !== 'not-saved') return null;
  return (
    <Notice tone="warning" title={t('save.notSaved')} live="status">
      <Stack gap={3}>
        <Text>{t(reasons[state.reason])}</Text>
        {state.reason === 'locked' && (
          <OptionalPart>
            <UnlockPanel />
          </OptionalPart>
        )}
      </Stack>
    </Notice>
  );
}
