import { useEffect, useRef, useState } from 'react';
import { Button, Dialog } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { createIdleWatch, type IdlePhase } from './idle-watch.ts';

const LOOK_MS = 1_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export interface IdleGuardProps {
  readonly idleSeconds: number;
  /** Nobody answered. */
  readonly onIdle: () => void;
  readonly onLeave: () => void;
}

/** Warns, then signs out, where nobody is at the desk: what is open here is somebody's health. */
export function IdleGuard({ idleSeconds, onIdle, onLeave }: IdleGuardProps) {
  const t = useMessages('console');
  const [phase, setPhase] = useState<IdlePhase>({ name: 'active' });
  const [watch] = useState(() => createIdleWatch(idleSeconds * 1000, Date.now()));
  const end = useRef(onIdle);
  useEffect(() => {
    end.current = onIdle;
  });

  useEffect(() => {
    const touch = () => watch.touch(Date.now());
    const look = () => {
      const next = watch.phase(Date.now());
      setPhase((shown) => (shown.name === 'active' && next.name === 'active' ? shown : next));
      if (next.name === 'over') {
        clearInterval(timer);
        end.current();
      }
    };
    const timer = setInterval(look, LOOK_MS);
    for (const sign of signs) window.addEventListener(sign, touch, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, touch);
      document.removeEventListener('visibilitychange', look);
    };
  }, [watch]);

  const stay = () => {
    watch.stay(Date.now());
    setPhase({ name: 'active' });
  };
  return (
    <Dialog
      role="alertdialog"
      isOpen={phase.name === 'warning'}
      onOpenChange={stay}
      title={t('idle.title')}
      actions={
        <>
          <Button onPress={stay}>{t('idle.stay')}</Button>
          <Button variant="secondary" onPress={onLeave}>
            {t('signOut')}
          </Button>
        </>
      }
    >
      {phase.name === 'warning' && t('idle.text', { seconds: phase.secondsLeft })}
    </Dialog>
  );
}
