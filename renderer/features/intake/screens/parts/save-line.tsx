import { StatusLine } from '../../../../design/basic/status/status-line.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useSaveState } from '../../flow/run/use-run.ts';

/** "Saved" once it is on the disk, and the plain truth otherwise. Read out only when something is wrong. */
export function SaveLine({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const state = useSaveState(run);
  if (state.status === 'idle') return null;
  if (state.status === 'not-saved') {
    return (
      <StatusLine status="attention" live>
        {t('save.notSaved')}
      </StatusLine>
    );
  }
  return (
    <StatusLine status={state.status === 'saved' ? 'saved' : 'quiet'}>
      {t(state.status === 'saved' ? 'save.saved' : 'save.saving')}
    </StatusLine>
  );
}
