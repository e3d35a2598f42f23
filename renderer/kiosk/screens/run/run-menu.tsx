import { useState, useSyncExternalStore } from 'react';
import { useRunHolder } from '../../../features/intake/parts.ts';
import { useMessages } from '../../../i18n/index.ts';
import { UtilityButton } from '../../frame/index.ts';
import type { KioskEvent } from '../../visit/kiosk-events.ts';
import { useKnown, useSend } from '../../visit/visit-context.ts';

/** In the bar on every screen of a form: to pause, or to go on with one's own phone. Nothing of it while there is no draft yet. */
export function RunMenu() {
  const t = useMessages('kiosk');
  const send = useSend();
  const { run } = useRunHolder();
  const canHandOff = useKnown(({ status }) => status.handOff);
  const [busy, setBusy] = useState(false);
  const saved = useSyncExternalStore(
    (listener) => run?.keeper.subscribe(listener) ?? (() => undefined),
    () => run?.keeper.state().status ?? 'idle',
  );
  if (!run || saved === 'idle') return null;
  // What is sealed is what is stored: the newest answer, too.
  const after = async (event: KioskEvent) => {
    setBusy(true);
    await run.keeper.flush();
    setBusy(false);
    send({ type: 'RUN_HAS_DRAFT', draftId: run.details.get().draftId });
    send(event);
  };
  return (
    <>
      <UtilityButton
        name="pause"
        isPending={busy}
        pendingLabel={t('busy')}
        onPress={() => after({ type: 'ASK_PAUSE' })}
      >
        {t('run.pause')}
      </UtilityButton>
      {canHandOff && (
        <UtilityButton
          name="phone"
          isPending={busy}
          pendingLabel={t('busy')}
          onPress={() => after({ type: 'TAKE_ALONG' })}
        >
          {t('run.phone')}
        </UtilityButton>
      )}
    </>
  );
}
