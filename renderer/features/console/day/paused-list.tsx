import { useState } from 'react';
import type { PausedView, Today } from '../../../../sync/protocol/api/day.ts';
import { NativeButton, Notice, Text } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import lineStyles from '../base/list/lines.module.css';
import { FormTitle } from './form-title.tsx';
import styles from './paused-list.module.css';

export interface PausedListProps {
  readonly today: Today;
  readonly onChange: (today: Today) => void;
}

/** Intakes that were left unfinished at a kiosk: by code, since nobody here can open them. */
export function PausedList({ today, onChange }: PausedListProps) {
  const t = useMessages('console');
  return (
    <section aria-labelledby="paused" className={styles.list}>
      <h2 id="paused" className={styles.title}>
        {t('paused.title')}
      </h2>
      {today.paused.length === 0 ? (
        <Text tone="soft">{t('paused.empty')}</Text>
      ) : (
        <ul className={lineStyles.lines}>
          {today.paused.map((paused) => (
            <Paused key={paused.id} paused={paused} today={today} onChange={onChange} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Paused({ paused, today, onChange }: PausedListProps & { readonly paused: PausedView }) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const format = useFormat();
  const { api, session } = useConsole();
  const [failure, setFailure] = useState<Failure>();
  const { id, code, form, kiosk, reason, savedAt, state, releasedUntil } = paused;
  const isOpen = releasedUntil !== null && Date.parse(releasedUntil) > Date.parse(today.serverTime);
  const release = async () => {
    setFailure(undefined);
    const answer = await api.releasePaused(id);
    if (answer.ok) onChange(answer.value);
    else setFailure(answer.failure);
  };
  const action = t(state === 'resumed' ? 'paused.again' : 'paused.release');
  return (
    <li className={styles.line}>
      <p className={styles.head}>
        <bdi dir="ltr" className={styles.code}>
          {code}
        </bdi>
        <span className={state === 'locked' ? styles.locked : styles.state}>{t(`paused.${state}`)}</span>
      </p>
      <p>
        <FormTitle slug={form} forms={today.forms} />
      </p>
      <p className={styles.soft}>
        {t(`paused.reason.${reason}`)}
        {' · '}
        <time dateTime={savedAt}>{format.relative(savedAt, new Date(today.serverTime))}</time>
        {kiosk !== null && (
          <>
            {' · '}
            <bdi>{kiosk}</bdi>
          </>
        )}
      </p>
      {isOpen && state === 'waiting' && (
        <p className={styles.soft}>{t('paused.released', { time: format.time(releasedUntil) })}</p>
      )}
      {session.mayDecide && (
        <div>
          <NativeButton
            variant="quiet"
            aria-label={t('paused.release.of', { action, code })}
            onClick={() => void release()}
          >
            {action}
          </NativeButton>
        </div>
      )}
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
    </li>
  );
}
