import { useEffect } from 'react';
import { createStore, type Store } from '../../../../base/store.ts';
import { Text } from '../../../../design/basic/text/text.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useStore } from '../../flow/run/use-run.ts';
import { minutesLeft } from './time-left.ts';

interface Pace {
  /** Seconds by step, of its first visit. */
  readonly taken: Map<string, number>;
  readonly shown: Store<number | undefined>;
}

/** For as long as the run is open; nothing of it is stored. */
const paces = new WeakMap<IntakeRun, Pace>();

function paceOf(run: IntakeRun): Pace {
  const pace = paces.get(run) ?? {
    taken: new Map<string, number>(),
    shown: createStore<number | undefined>(undefined),
  };
  paces.set(run, pace);
  return pace;
}

export interface TimeLeftProps {
  readonly run: IntakeRun;
  readonly step: string;
  /** Questions to come, this one included. */
  readonly left: number;
  readonly className: string | undefined;
}

/** About how long the rest takes, once this person's own pace is known. */
export function TimeLeft({ run, step, left, className }: TimeLeftProps) {
  const t = useMessages('flow');
  const minutes = useStore(paceOf(run).shown);
  useEffect(() => {
    const { taken, shown } = paceOf(run);
    const before = [...taken].flatMap(([id, seconds]) => (id === step ? [] : [seconds]));
    shown.update((current) => minutesLeft(before, left, current));
  }, [run, step, left]);
  useEffect(() => {
    const { taken } = paceOf(run);
    if (taken.has(step)) return;
    const since = Date.now();
    let wasHidden = false;
    const hide = () => {
      wasHidden = true;
    };
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      if (!wasHidden) taken.set(step, (Date.now() - since) / 1000);
    };
  }, [run, step]);
  if (minutes === undefined) return null;
  return (
    <Text size="xs" tone="soft" className={className}>
      {t('left.minutes', { minutes })}
    </Text>
  );
}
