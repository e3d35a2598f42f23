import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Duplicate, PatientDetail, PatientLine } from '../../../../sync/protocol/api/patients.ts';
import { NativeButton, Text, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import lineStyles from '../base/list/lines.module.css';
import styles from './duplicates.module.css';
import { MergeSheet } from './merge-sheet.tsx';
import { BirthDate, PatientName } from './patient-line.tsx';

export interface DuplicatesProps {
  readonly patient: PatientLine;
  readonly duplicates: readonly Duplicate[];
  readonly onChange: (detail: PatientDetail) => void;
}

/** Who may be the same patient, and why that is to be thought. A hint: nothing follows from it by itself. */
export function Duplicates({ patient, duplicates, onChange }: DuplicatesProps) {
  const t = useMessages('patients');
  const format = useFormat();
  const navigate = useNavigate();
  const { vendor, session } = useConsole();
  const [merging, setMerging] = useState<PatientLine>();
  return (
    <>
      <Text size="xs" tone="soft">
        {t('duplicates.text')}
      </Text>
      <ul className={lineStyles.lines}>
        {duplicates.map(({ patient: other, why }) => (
          <li key={other.id} className={styles.line}>
            <span className={styles.words}>
              <TextLink to="/console/$vendor/patients/$patientId" params={{ vendor, patientId: other.id }}>
                <PatientName patient={other} />
              </TextLink>
              <span className={styles.soft}>
                <BirthDate patient={other} month="short" />
              </span>
              <span className={styles.soft}>{t(`kind.${other.kind}`)}</span>
              <span>{format.list(why.map((one) => t(`duplicates.why.${one}`)))}</span>
            </span>
            {session.mayDecide && keptOf(patient, other) && (
              <NativeButton variant="secondary" onClick={() => setMerging(other)}>
                {t('merge.open')}
              </NativeButton>
            )}
          </li>
        ))}
      </ul>
      {merging && (
        <MergeSheet
          kept={keptOf(patient, merging) ?? patient}
          other={keptOf(patient, merging) === merging ? patient : merging}
          onClose={() => setMerging(undefined)}
          onMerged={(detail) => {
            setMerging(undefined);
            if (detail.patient.id === patient.id) onChange(detail);
            else
              void navigate({
                to: '/console/$vendor/patients/$patientId',
                params: { vendor, patientId: detail.patient.id },
              });
          }}
        />
      )}
    </>
  );
}

/** Who stays: the patient on the screen, or of a guest and an account the account. Two guests have no account to be given to. */
function keptOf(patient: PatientLine, other: PatientLine): PatientLine | undefined {
  if (patient.kind === 'account') return patient;
  return other.kind === 'account' ? other : undefined;
}
