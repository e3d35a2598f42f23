import { type SubmitEvent, useId, useState } from 'react';
import type { PatientDetail, PatientLine } from '../../../../sync/protocol/api/patients.ts';
import { Notice, Stack, Text } from '../../../design/basic/index.ts';
import { Button, CheckboxRow, focusFirstInvalid, Sheet, TextField } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useFailureText } from '../base/failure-text.ts';
import styles from './merge-sheet.module.css';
import { BirthDate, PatientName } from './patient-line.tsx';
import { usePatientsApi } from './use-patients-api.ts';

const REASON_LENGTH = 1000;

export interface MergeSheetProps {
  readonly kept: PatientLine;
  readonly other: PatientLine;
  readonly onMerged: (kept: PatientDetail) => void;
  readonly onClose: () => void;
}

/** Both side by side, and what staff confirm before two become one. */
export function MergeSheet({ kept, other, onMerged, onClose }: MergeSheetProps) {
  const t = useMessages('patients');
  const textOf = useFailureText();
  const patientsApi = usePatientsApi();
  const form = useId();
  const [identityChecked, setChecked] = useState(false);
  const [reason, setReason] = useState('');
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const isReason = reason.trim() !== '' && reason.trim().length <= REASON_LENGTH;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setJudged(true);
    setFailure(undefined);
    if (pending) return;
    if (!identityChecked || !isReason) return focusFirstInvalid(event.currentTarget);
    setPending(true);
    const request = { other: other.id, identityChecked: true, reason: reason.trim() } as const;
    const answer = await patientsApi.merge(kept.id, request);
    setPending(false);
    if (answer.ok) onMerged(answer.value);
    else setFailure(answer.failure);
  };

  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t('merge.title')}
      actions={
        <Button type="submit" form={form} isPending={pending}>
          {t('merge.button')}
        </Button>
      }
    >
      <form id={form} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          {failure && (
            <Notice tone="warning" live="alert">
              {textOf(failure)}
            </Notice>
          )}
          <div className={styles.both}>
            <Side label={t('merge.kept')} patient={kept} />
            <Side label={t('merge.other')} patient={other} />
          </div>
          <Text tone="soft">{t(other.kind === 'guest' ? 'merge.guest' : 'merge.account')}</Text>
          <CheckboxRow
            label={t('merge.checked')}
            isSelected={identityChecked}
            onChange={setChecked}
            {...(isJudged && !identityChecked ? { error: t('merge.checked.missing') } : {})}
          />
          <TextField
            label={t('merge.reason')}
            hint={t('merge.reason.hint')}
            multiline
            maxLength={REASON_LENGTH}
            value={reason}
            onChange={setReason}
            {...(isJudged && !isReason ? { error: t('merge.reason.missing') } : {})}
          />
        </Stack>
      </form>
    </Sheet>
  );
}

function Side({ label, patient }: { readonly label: string; readonly patient: PatientLine }) {
  const t = useMessages('patients');
  return (
    <section className={styles.side} aria-label={label}>
      <Text size="xs" tone="soft">
        {label}
      </Text>
      <strong className={styles.name}>
        <PatientName patient={patient} />
      </strong>
      <BirthDate patient={patient} month="short" />
      <span className={styles.email}>
        <bdi>{patient.email ?? t('kind.guest')}</bdi>
      </span>
      <span>{t('line.forms', { count: patient.forms })}</span>
    </section>
  );
}
