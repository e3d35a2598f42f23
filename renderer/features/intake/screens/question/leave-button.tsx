import { type ComponentType, useState } from 'react';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { isFinal } from '../../flow/draft/draft-keeper.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useFlow } from '../../flow/run/use-run.ts';
import { useRunHolder } from '../run/run-holder.tsx';
import type { LeaveDialogProps } from './leave-dialog.tsx';

/** Puts the form away; whose device it stays on is asked now, unless it was said. */
export function LeaveButton({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const { leave: putAway } = useRunHolder();
  const ownerKnown = useFlow(run, (context) => context.ownerKnown);
  const [Asking, setAsking] = useState<ComponentType<LeaveDialogProps>>();
  const leave = async () => {
    const state = await run.keeper.flush();
    // What could still be stored isn't let go of: the page says what is in the way.
    if (state.status === 'not-saved' && !isFinal(state.reason)) setAsking(undefined);
    else await putAway();
  };
  const ask = async () => {
    try {
      // Opened once in a form's life, and it brings the dialog's code.
      const { LeaveDialog } = await import('./leave-dialog.tsx');
      setAsking(() => LeaveDialog);
    } catch {
      // It isn't on this device, and there is no network: everything is saved, and that is what was asked for.
      await leave();
    }
  };
  return (
    <>
      <Button variant="quiet" onPress={() => void (ownerKnown ? leave() : ask())}>
        {t('runner.leave')}
      </Button>
      {Asking && <Asking run={run} onLeave={() => void leave()} onStay={() => setAsking(undefined)} />}
    </>
  );
}
