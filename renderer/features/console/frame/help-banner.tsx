import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { HelpCall } from '../../../../sync/protocol/api/help-calls.ts';
import { Icon, Notice, VisuallyHidden } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { useLive } from '../base/use-live.ts';
import styles from './help-banner.module.css';

/** Someone is waiting at a kiosk: their call is above every screen until somebody says that they come. */
export function HelpBanner() {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const read = useCallback(() => api.helpCalls(), [api]);
  const [{ value }, { show }] = useLive(read);
  const [failure, setFailure] = useState<Failure>();
  const calls = value?.calls ?? [];
  useSeen(calls);

  const answer = async (call: HelpCall) => {
    setFailure(undefined);
    const answered = await api.answerHelp(call.id);
    if (answered.ok) show(answered.value);
    else setFailure(answered.failure);
  };
  return (
    <AboveDialogs>
      <VisuallyHidden as="div" live="assertive">
        {calls.map(({ id, reason, kiosk }) => (
          <p key={id}>{t(`help.${reason}`, { kiosk })}</p>
        ))}
      </VisuallyHidden>
      {calls.length > 0 && (
        <section className={styles.banner} aria-label={t('help.label')}>
          <ul className={styles.calls}>
            {calls.map((call) => (
              <Call
                key={call.id}
                call={call}
                now={value?.serverTime ?? call.at}
                onAnswer={() => void answer(call)}
              />
            ))}
          </ul>
          {failure && (
            <Notice tone="warning" live="alert">
              {textOf(failure)}
            </Notice>
          )}
        </section>
      )}
    </AboveDialogs>
  );
}

/** In its place, or in the dialog that is open: the browser makes everything outside of a modal dialog inert, unseen by anyone who uses a screen reader. */
function AboveDialogs({ children }: { readonly children: ReactNode }) {
  const dialog = useOpenDialog();
  return dialog ? createPortal(<div className={styles.over}>{children}</div>, dialog) : children;
}

/** The modal dialog that was opened last, as the page has it. */
function useOpenDialog(): Element | undefined {
  const [dialog, setDialog] = useState<Element>();
  useEffect(() => {
    const look = () => setDialog([...document.querySelectorAll('dialog:modal')].at(-1));
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, []);
  return dialog;
}

function Call({
  call,
  now,
  onAnswer,
}: {
  readonly call: HelpCall;
  readonly now: string;
  readonly onAnswer: () => void;
}) {
  const t = useMessages('console');
  const format = useFormat();
  const text = t(`help.${call.reason}`, { kiosk: call.kiosk });
  return (
    <li className={styles.call} data-reason={call.reason}>
      <Icon name={call.reason === 'crisis' ? 'shield' : 'info'} size={24} className={styles.icon} />
      <p className={styles.words}>
        <span className={styles.text}>{text}</span>{' '}
        <time dateTime={call.at} className={styles.since}>
          {format.relative(call.at, new Date(now))}
        </time>
      </p>
      <Button variant={call.reason === 'crisis' ? 'primary' : 'secondary'} onPress={onAnswer}>
        {t('help.coming')}
      </Button>
    </li>
  );
}

/** Tells the kiosks that somebody can see their call: only while this page is in sight. */
function useSeen(calls: readonly HelpCall[]): void {
  const { api } = useConsole();
  const ids = calls.map(({ id }) => id).join(' ');
  useEffect(() => {
    const see = () => {
      if (ids !== '' && document.visibilityState === 'visible') void api.helpSeen(ids.split(' '));
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [api, ids]);
}
