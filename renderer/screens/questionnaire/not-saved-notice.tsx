import { Notice } from '../../design/basic/notice.tsx';
import type { NotSavedReason } from '../../flow/draft-keeper.ts';
import type { IntakeRun } from '../../flow/intake-run.ts';
import { useSaveState } from '../../flow/use-run.ts';
import { type MessageKey, useMessages } from '../../i18n/index.ts';

const reasons: Readonly<Record<NotSavedReason, MessageKey<'flow'>>> = {
  quota: 'save.reason.quota',
  closed: 'save.reason.closed',
  timeout: 'save.reason.timeout',
  'memory-only': 'save.reason.memory',
  'taken-over': 'save.reason.takenOver',
  unknown: 'save.reason.unknown',
};

/** What could not be kept, why, and what to do. */
export function NotSavedNotice({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const state = useSaveState(run);
  if (state.status !== 'not-saved') return null;
  return (
    <Notice tone="warning" title={t('save.notSaved')} live="status">
      {t(reasons[state.reason])}
    </Notice>
  );
}
