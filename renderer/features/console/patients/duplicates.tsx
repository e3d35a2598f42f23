import type { Duplicate } from '../../../../sync/protocol/api/patients.ts';
import { Text, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import lineStyles from '../base/lines.module.css';
import styles from './duplicates.module.css';
import { BirthDate, PatientName } from './patient-line.tsx';

/** Who may be the same patient, and why that is to be thought. A hint: nothing follows from it by itself. */
export function Duplicates({ duplicates }: { readonly duplicates: readonly Duplicate[] }) {
  const t = useMessages('patients');
  const format = useFormat();
  const { vendor } = useConsole();
  return (
    <>
      <Text size="xs" tone="soft">
        {t('duplicates.text')}
      </Text>
      <ul className={lineStyles.lines}>
        {duplicates.map(({ patient, why }) => (
          <li key={patient.id} className={styles.line}>
            <TextLink to="/console/$vendor/patients/$patientId" params={{ vendor, patientId: patient.id }}>
              <PatientName patient={patient} />
            </TextLink>
            <span className={styles.soft}>
              <BirthDate patient={patient} month="short" />
            </span>
            <span className={styles.soft}>{t(`kind.${patient.kind}`)}</span>
            <span>{format.list(why.map((one) => t(`duplicates.why.${one}`)))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
