import type { AppointmentView, Today } from '../../../../sync/protocol/api/day.ts';
import { ButtonLink, NativeButton } from '../../../design/basic/index.ts';
import { timeInWords } from '../../../design/controls/dates/time-words.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import styles from './appointment-line.module.css';
import { FormTitle } from './form-title.tsx';

export interface AppointmentLineProps {
  readonly appointment: AppointmentView;
  readonly forms: Today['forms'];
  readonly onRemove: () => void;
}

/** One person's appointment: when, who, what is to be filled in, and whether they are here. */
export function AppointmentLine({ appointment, forms, onRemove }: AppointmentLineProps) {
  const t = useMessages('console');
  const format = useFormat();
  const { vendor, session } = useConsole();
  const { time, givenName, familyName, birthDate, code, due, arrival } = appointment;
  const name = `${givenName} ${familyName}`;
  const clock = timeInWords(time, format);
  return (
    <li className={styles.line} data-arrived={arrival !== null || undefined}>
      <span className={styles.time}>
        <bdi>{clock}</bdi>
      </span>
      <span className={styles.who}>
        <bdi className={styles.name}>{name}</bdi>{' '}
        <span className={styles.soft}>
          {format.calendarDate(birthDate, { year: 'numeric', month: 'short', day: 'numeric' })}
          {code !== null && (
            <>
              {' · '}
              <bdi dir="ltr">{code}</bdi>
            </>
          )}
        </span>
      </span>
      <span className={styles.due}>
        {due.map((slug) => (
          <span key={slug} className={styles.form}>
            <FormTitle slug={slug} forms={forms} />
          </span>
        ))}
      </span>
      <span className={styles.here}>
        {arrival === null ? (
          <span className={styles.soft}>{t('today.notHere')}</span>
        ) : (
          <span className={styles.number}>{t('today.number', { number: arrival.queueNumber })}</span>
        )}
      </span>
      <span className={styles.action}>
        {arrival !== null && arrival.caseId !== null && (
          <ButtonLink
            to="/console/$vendor/cases/$caseId"
            params={{ vendor, caseId: arrival.caseId }}
            variant="secondary"
            aria-label={t('today.case', { number: arrival.queueNumber })}
          >
            {t('today.answers')}
          </ButtonLink>
        )}
        {arrival === null && session.mayDecide && (
          <NativeButton
            variant="secondary"
            onClick={onRemove}
            aria-label={t('remove.of', { name, time: clock })}
          >
            {t('remove.button')}
          </NativeButton>
        )}
      </span>
    </li>
  );
}
