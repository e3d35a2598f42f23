import type { Today } from '../../../../sync/protocol/api/day.ts';
import { ButtonLink } from '../../../design/basic/index.ts';
import { timeInWords } from '../../../design/controls/dates/time-words.ts';
import { Menu } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import styles from './appointment-line.module.css';
import type { Arrival } from './arrivals.ts';
import { FormTitle } from './form-title.tsx';

export interface AppointmentLineProps {
  readonly arrival: Arrival;
  readonly forms: Today['forms'];
  readonly onRemove: () => void;
}

/** One person's appointment: when, who, what is to be filled in, and whether they are here. */
export function AppointmentLine({ arrival: line, forms, onRemove }: AppointmentLineProps) {
  const t = useMessages('console');
  const format = useFormat();
  const { vendor, session } = useConsole();
  const { appointment, expected } = line;
  const { time, givenName, familyName, birthDate, code, due, arrival } = appointment;
  const name = `${givenName} ${familyName}`;
  const clock = timeInWords(time, format);
  return (
    <li className={styles.line} data-expected={expected}>
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
          <ExpectedText arrival={line} />
        ) : (
          <span className={styles.number}>{t('today.number', { number: arrival.queueNumber })}</span>
        )}
      </span>
      <span className={styles.action}>
        {arrival !== null && arrival.caseId !== null && (
          <ButtonLink
            to="/console/$vendor/cases/$caseId"
            params={{ vendor, caseId: arrival.caseId }}
            variant="quiet"
            aria-label={t('today.case', { number: arrival.queueNumber })}
          >
            {t('today.answers')}
          </ButtonLink>
        )}
        {arrival === null && session.mayDecide && (
          <Menu
            label={t('today.more')}
            accessibleLabel={t('today.more.of', { name, time: clock })}
            items={[
              ...(code === null
                ? []
                : [{ id: 'copy', label: t('today.copyCode', { code }), icon: 'copy' as const }]),
              { id: 'remove', label: t('remove.button'), icon: 'trash' as const },
            ]}
            onAction={(id) => {
              if (id === 'remove') onRemove();
              else if (code !== null) void navigator.clipboard.writeText(code);
            }}
          />
        )}
      </span>
    </li>
  );
}

/** Whether they are late or next; of everyone else only that they aren't here yet. */
export function ExpectedText({ arrival: { expected, minutes } }: { readonly arrival: Arrival }) {
  const t = useMessages('console');
  const format = useFormat();
  const length = Math.abs(minutes);
  const [amount, unit] = length < 60 ? [length, 'minute'] : [Math.round(length / 60), 'hour'];
  const count = format.number(amount, { style: 'unit', unit, unitDisplay: 'short' });
  if (expected === 'late') return <span className={styles.late}>{t('today.late', { time: count })}</span>;
  if (expected === 'next') return <span className={styles.number}>{t('today.in', { time: count })}</span>;
  return <span className={styles.soft}>{t('today.notHere')}</span>;
}
