import { useState } from 'react';
import type { KioskAlarm, KioskList, KioskView } from '../../../../sync/protocol/api/console-kiosks.ts';
import { HOURS_SINCE } from '../../../../sync/protocol/api/kiosk-assignment.ts';
import { classes } from '../../../base/classes.ts';
import { Icon, NativeButton, Notice } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import styles from './kiosk-line.module.css';
import { kioskStateOf, needsSomebody } from './kiosk-state.ts';

export interface KioskLineProps {
  readonly kiosk: KioskView;
  /** The server's clock. */
  readonly now: string;
  readonly onSettings: () => void;
  readonly onChange: (list: KioskList) => void;
}

/** One machine: what it is doing, when it was heard of, what waits in it, and what is wrong. */
export function KioskLine({ kiosk, now, onSettings, onChange }: KioskLineProps) {
  const t = useMessages('console');
  const format = useFormat();
  const { session } = useConsole();
  const state = kioskStateOf(kiosk, now);
  const { health, healthAt, name } = kiosk;
  const isOut = state === 'signed-out';
  // It would be told of hours in words that it doesn't read.
  const isTooOld = kiosk.config.keepsHours === true && (health?.readsAssignment ?? 1) < HOURS_SINCE;
  return (
    <li className={styles.line}>
      <h2 className={styles.name}>
        <bdi>{name}</bdi>
      </h2>
      <p className={styles.state}>
        <span className={classes(styles.word, needsSomebody(state) && styles.attention)}>
          {t(`kiosk.state.${state}`)}
        </span>
        {kiosk.restarting && !isOut && <span className={styles.soft}>{t('kiosk.restarting')}</span>}
      </p>
      <p className={styles.contact}>
        {healthAt === null
          ? t('kiosk.noContact')
          : t('kiosk.contact', { when: format.relative(healthAt, new Date(now)) })}
      </p>
      <p className={styles.queue}>
        {health && health.queued > 0 ? (
          <span className={styles.strong}>{t('kiosk.queued', { count: health.queued })}</span>
        ) : (
          health && t('kiosk.sent')
        )}
      </p>
      <p className={styles.version}>
        {health && (
          <>
            <bdi>{health.version}</bdi> · {t(`kiosk.host.${kiosk.host}`)}
            {health.printer === 'failing' && <> · {t('kiosk.printer')}</>}
            {isTooOld && (
              <>
                {' · '}
                <span className={styles.attention}>{t('kiosk.hours.old')}</span>
              </>
            )}
            {health.wipesFailed > 0 && (
              <>
                {' · '}
                <span className={styles.attention}>{t('kiosk.wipes', { count: health.wipesFailed })}</span>
              </>
            )}
          </>
        )}
      </p>
      <div className={styles.action}>
        {session.mayDecide && !isOut && (
          <NativeButton variant="quiet" onClick={onSettings} aria-label={t('kiosk.settings.of', { name })}>
            {t('kiosk.settings')}
          </NativeButton>
        )}
      </div>
      {kiosk.alarms.length > 0 && (
        <ul className={styles.alarms} aria-label={t('kiosk.alarms', { name })}>
          {kiosk.alarms.map((alarm) => (
            <Alarm key={alarm.id} kiosk={kiosk.id} alarm={alarm} now={now} onChange={onChange} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface AlarmProps {
  readonly kiosk: string;
  readonly alarm: KioskAlarm;
  readonly now: string;
  readonly onChange: (list: KioskList) => void;
}

function Alarm({ kiosk, alarm, now, onChange }: AlarmProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const format = useFormat();
  const { api, session } = useConsole();
  const [failure, setFailure] = useState<Failure>();
  const see = async () => {
    const answer = await api.seeAlarm(kiosk, alarm.id);
    if (answer.ok) onChange(answer.value);
    else setFailure(answer.failure);
  };
  return (
    <li className={styles.alarm}>
      <Icon name="warning" size={20} className={styles.attention} />
      <p className={styles.alarmText}>
        {t(`kiosk.alarm.${alarm.kind}`, {
          counter: alarm.counter,
          received: alarm.received ?? 0,
          code: alarm.code ?? '',
        })}{' '}
        <time dateTime={alarm.raisedAt} className={styles.soft}>
          {format.relative(alarm.raisedAt, new Date(now))}
        </time>
      </p>
      {session.mayDecide && (
        <NativeButton variant="quiet" onClick={() => void see()}>
          {t('kiosk.alarm.seen')}
        </NativeButton>
      )}
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
    </li>
  );
}
