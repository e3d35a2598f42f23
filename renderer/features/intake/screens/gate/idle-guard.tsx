import { useEffect, useState } from 'react';
import { Text } from '../../../../design/basic/text/text.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { Dialog } from '../../../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { useRunHolder } from '../run/run-holder.tsx';

/** Seconds between the warning and the end. */
export const IDLE_WARNING_SECONDS = 60;
const TICK_MS = 1_000;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** On a shared device: asks who is there after a while without use, then puts the form away. The draft stays, locked. */
export function IdleGuard() {
  const t = useMessages('flow');
  const { settings } = usePack();
  const { leave } = useRunHolder();
  const [left, setLeft] = useState<number>();
  const [since, setSince] = useState(() => Date.now());

  useEffect(() => {
    const stay = () => left === undefined && setSince(Date.now());
    for (const name of SIGNS_OF_LIFE) addEventListener(name, stay, { passive: true });
    return () => {
      for (const name of SIGNS_OF_LIFE) removeEventListener(name, stay);
    };
  }, [left]);

  useEffect(() => {
    const timer = setInterval(() => {
      // Read from the clock and not counted: a sleeping phone runs no timers.
      const remaining = settings.idleMinutes * 60 + IDLE_WARNING_SECONDS - (Date.now() - since) / 1_000;
      if (remaining <= 0) {
        clearInterval(timer);
        void leave('locked');
      } else if (remaining <= IDLE_WARNING_SECONDS) setLeft(Math.ceil(remaining));
      else setLeft(undefined);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [since, settings.idleMinutes, leave]);

  const stay = () => {
    setSince(Date.now());
    setLeft(undefined);
  };
  return (
    <Dialog
      role="alertdialog"
      isOpen={left !== undefined}
      onOpenChange={stay}
      title={t('idle.title')}
      actions={
        <>
          <Button size="l" onPress={stay}>
            {t('idle.stay')}
          </Button>
          <Button variant="secondary" onPress={() => void leave('locked')}>
            {t('idle.leave')}
          </Button>
        </>
      }
    >
      <Text tabular>{t('idle.text', { seconds: left ?? IDLE_WARNING_SECONDS })}</Text>
    </Dialog>
  );
}
