import { useCallback } from 'react';
import { classes } from '../../../base/classes.ts';
import { Heading, Text } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import lineStyles from '../base/list/lines.module.css';
import { useLive } from '../base/use-live.ts';
import { PatientLine } from './patient-line.tsx';
import styles from './patients-screen.module.css';
import { usePatientsApi } from './use-patients-api.ts';

/** Whose identity documents nobody has looked at yet, the longest waiting first; nothing where there are none. */
export function WaitingIdentities() {
  const t = useMessages('patients');
  const patientsApi = usePatientsApi();
  const read = useCallback(() => patientsApi.waitingIdentities(), [patientsApi]);
  const [{ value }] = useLive(read);
  if (!value || value.patients.length === 0) return null;
  const { patients, more, serverTime } = value;
  return (
    <section className={styles.found} aria-labelledby="waiting-identities">
      <Heading level={2} size="s" id="waiting-identities">
        {t('identity.waiting')}
      </Heading>
      <ul className={classes(lineStyles.lines, lineStyles.measured)}>
        {patients.map((patient) => (
          <PatientLine key={patient.id} patient={patient} now={serverTime} />
        ))}
      </ul>
      {more && <Text tone="soft">{t('identity.more')}</Text>}
    </section>
  );
}
