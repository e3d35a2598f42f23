import { useCallback, useEffect, useState } from 'react';
import { Icon } from '../../../design/basic/text/icon.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { KioskHealthPage, StaffAction } from '../../../platform/contract/kiosk-contract.ts';
import { useLargeText } from '../../base/use-large-text.ts';
import { KioskFrame, KioskQuestion, useKiosk, useKioskStatus } from '../../frame/index.ts';
import { useSend } from '../../visit/visit-context.ts';
import { healthFacts } from './health-facts.ts';
import styles from './staff.module.css';

/** Figures are read again so often while somebody looks. */
const READ_EVERY_MS = 5_000;
/** What can't be taken back by the next press is asked for twice. */
const GRAVE: readonly StaffAction[] = ['restart', 'exit', 'sign-out'];

/** How this kiosk is, and what staff may do (K15). */
export function HealthScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const format = useFormat();
  const kiosk = useKiosk();
  const { phase, reason } = useKioskStatus();
  const large = useLargeText();
  const [health, setHealth] = useState<KioskHealthPage | 'failed'>();
  const [sure, setSure] = useState<StaffAction>();
  const [outcome, setOutcome] = useState<'done' | 'failed'>();

  const read = useCallback(
    () =>
      kiosk.staff.health().then(setHealth, (error: unknown) => {
        // Two minutes without a press: the shell has closed it.
        if (error instanceof Error && 'code' in error && error.code === 'forbidden')
          send({ type: 'STAFF_LEAVE' });
        else setHealth('failed');
      }),
    [kiosk, send],
  );
  useEffect(() => {
    void read();
    const timer = setInterval(() => void read(), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [read]);

  const act = (action: StaffAction) => {
    if (GRAVE.includes(action) && sure !== action) return setSure(action);
    setSure(undefined);
    setOutcome(undefined);
    kiosk.staff
      .act(action)
      .then(() => setOutcome('done'))
      .catch(() => setOutcome('failed'))
      .then(read)
      .catch(() => undefined);
  };
  const actions: readonly StaffAction[] = [
    'sync-now',
    // Outside of its hours it isn't closed by staff, and nothing that they press here opens it.
    phase === 'closed' && reason !== 'hours' ? 'open' : 'close',
    'restart',
    'exit',
    'sign-out',
  ];
  const shown = typeof health === 'object' ? health : undefined;
  const about = shown ? `${shown.name}, ${shown.version}` : '';
  // With large letters they are in the pages, with what doesn't fit.
  const buttons = (
    <fieldset className={styles.actions} aria-label={t('act.label')}>
      {actions.map((action) => (
        <Button key={action} variant={sure === action ? 'danger' : 'secondary'} onPress={() => act(action)}>
          {sure === action ? t('act.sure') : t(`act.${action}`)}
        </Button>
      ))}
    </fieldset>
  );
  return (
    <KioskFrame
      title={t('health.title')}
      utilities={['text', 'contrast', 'listen']}
      question={
        <>
          <KioskQuestion
            title={t('health.title')}
            hint={<span role="status">{outcome ? t(`act.${outcome}`) : about}</span>}
          />
          {!large && buttons}
        </>
      }
      action={
        <Button size="l" fullWidth onPress={() => send({ type: 'STAFF_LEAVE' })}>
          {t('staff.leave')}
        </Button>
      }
    >
      {large && buttons}
      {health === 'failed' && <p>{t('health.failed')}</p>}
      {shown && (
        <ul className={styles.facts}>
          {healthFacts(shown, t, format).map(({ label, value, attention }) => (
            <li key={label}>
              <span className={styles.term}>{label}</span>
              <span className={styles.value} data-attention={attention || undefined}>
                {attention && <Icon name="warning" size={24} />}
                {value}
              </span>
            </li>
          ))}
        </ul>
      )}
    </KioskFrame>
  );
}
