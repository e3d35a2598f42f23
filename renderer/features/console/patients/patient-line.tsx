import type { PatientLine as Line } from '../../../../sync/protocol/api/patients.ts';
import { TextLink } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { moveBetweenLines } from '../base/list/line-keys.ts';
import styles from './patient-line.module.css';

export interface PatientLineProps {
  readonly patient: Line;
  /** The server's clock. */
  readonly now: string;
}

/** One patient in one line: who, born when, how they are known, and when something came from them last. */
export function PatientLine({ patient, now }: PatientLineProps) {
  const t = useMessages('patients');
  const format = useFormat();
  const { vendor, opened } = useConsole();
  const { id, kind, birthDate, email, forms, code, lastAt } = patient;
  return (
    <li className={styles.line} data-line={id}>
      <span className={styles.who}>
        <TextLink
          to="/console/$vendor/patients/$patientId"
          params={{ vendor, patientId: id }}
          tone="ink"
          className={styles.link}
          onClick={() => {
            opened.set('line', id);
          }}
          onKeyDown={moveBetweenLines}
        >
          <PatientName patient={patient} />
        </TextLink>
      </span>
      <span className={styles.born}>
        {birthDate !== null && <BirthDate patient={patient} month="short" />}
      </span>
      <span className={styles.known}>
        {kind === 'account' ? <bdi>{email ?? t('kind.account')}</bdi> : t('kind.guest')}
      </span>
      <bdi className={styles.code}>{code}</bdi>
      <span className={styles.forms}>{t('line.forms', { count: forms })}</span>
      <span className={styles.last}>
        {lastAt !== null && <time dateTime={lastAt}>{format.relative(lastAt, new Date(now))}</time>}
      </span>
    </li>
  );
}

/** A person who has sent nothing yet is called by their address. */
export function PatientName({ patient: { name, email } }: { readonly patient: Line }) {
  const t = useMessages('patients');
  return <bdi className={styles.name}>{name ?? email ?? t('name.none')}</bdi>;
}

export function BirthDate({
  patient: { birthDate, age },
  month = 'long',
}: {
  readonly patient: Pick<Line, 'birthDate' | 'age'>;
  readonly month?: 'long' | 'short';
}) {
  const t = useMessages('patients');
  const format = useFormat();
  if (birthDate === null) return null;
  const date = format.calendarDate(birthDate, { year: 'numeric', month, day: 'numeric' });
  return <span className={styles.date}>{age === null ? date : t('born.age', { date, years: age })}</span>;
}
