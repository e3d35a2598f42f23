import { useEffect, useState } from 'react';
import type { Pending } from '../../../../sync/protocol/api/inbox.ts';
import { NativeButton, Notice } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from './api-answer.ts';
import { useConsole } from './console-context.ts';
import { useFailureText } from './failure-text.ts';
import styles from './pending-decision.module.css';

const TICK_MS = 250;
/** How long the server may take to make it final before it is asked again. */
const AGAIN_MS = 1_500;

export interface PendingDecisionProps {
  readonly pending: Pending;
  /** Of the case or alert that it is about. */
  readonly id: string;
  /** In the place of the action's own words. */
  readonly what?: string;
  /** Something has changed: it was undone, or is final by now. */
  readonly onChange: () => Promise<void>;
}

/** A decision that can still be undone: by whom, for how long, and what comes then. */
export function PendingDecision({ pending, id, what, onChange }: PendingDecisionProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api, session } = useConsole();
  const { action, by, mine, remainingMs } = pending;
  const [left, setLeft] = useState(remainingMs);
  const [failure, setFailure] = useState<Failure>();
  // This device's clock only counts from the answer on: it may be wrong by hours.
  useEffect(() => {
    const end = performance.now() + remainingMs;
    let asked = end;
    const timer = setInterval(() => {
      const now = performance.now();
      setLeft(Math.max(0, end - now));
      if (now < asked + AGAIN_MS / 2) return;
      asked = now + AGAIN_MS;
      void onChange();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [remainingMs, onChange]);

  const undo = async () => {
    setFailure(undefined);
    const answer = await api.undo(id);
    if (!answer.ok) setFailure(answer.failure);
    await onChange();
  };
  const seconds = Math.ceil(left / 1000);
  return (
    <div className={styles.pending}>
      <div className={styles.words}>
        <p className={styles.what} role="status">
          {what ?? (mine ? t(`pending.${action}`) : t(`pending.${action}.by`, { name: by }))}
        </p>
        {/* Counted for the eye alone: a screen reader would speak each second. */}
        <p className={styles.when} aria-hidden={seconds > 0 ? true : undefined}>
          {seconds > 0 ? t('pending.left', { seconds }) : t('pending.final')}
        </p>
      </div>
      {mine && session.mayDecide && seconds > 0 && (
        <NativeButton data-decision variant="secondary" onClick={() => void undo()}>
          {t('pending.undo')}
        </NativeButton>
      )}
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
    </div>
  );
}
