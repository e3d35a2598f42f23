import { useState } from 'react';
import { unmetOf } from '../../../../sync/domain/care/guards.ts';
import type { ConsultationDetail, Decide } from '../../../../sync/protocol/api/consultations.ts';
import { Notice } from '../../../design/basic/index.ts';
import { DateField, NativeSelect, TextField } from '../../../design/controls/index.ts';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import { DecideForm } from './decide-form.tsx';
import styles from './decision-panel.module.css';
import { type AttestedGuard, GuardList } from './guard-list.tsx';
import {
  firstDraft,
  type PrescriptionField,
  readPrescription,
  type TypedPrescription,
} from './prescription-draft.ts';

export interface FormOf {
  readonly detail: ConsultationDetail;
  readonly isBusy: boolean;
  readonly onDecide: (decide: Decide) => void;
  readonly onCancel: () => void;
}

/** What is prescribed: begun from what the patient has ordered. */
export function ApproveForm({
  detail,
  isBusy,
  onDecide,
  onCancel,
  onAttest,
}: FormOf & { readonly onAttest: (about: AttestedGuard) => void }) {
  const t = useMessages('decide');
  const localized = useLocalized();
  const format = useFormat();
  const nameOf = ({ name, form }: ConsultationDetail['medicines'][number]) =>
    `${localized(name)}, ${localized(form)}`;
  const [now] = useState(() => new Date());
  const [typed, setTyped] = useState(() =>
    firstDraft(detail, (medicine) => `${localized(medicine.name)}, ${localized(medicine.form)}`, new Date()),
  );
  const [isJudged, setJudged] = useState(false);
  const { prescription, wrong } = readPrescription(typed, now);
  const change = (part: Partial<TypedPrescription>) => setTyped((before) => ({ ...before, ...part }));
  const errorOf = (field: PrescriptionField) =>
    isJudged && wrong.has(field) ? t(`rx.${field}.wrong`) : undefined;
  const refused = unmetOf(detail.guards, typed.product === null ? [] : [typed.product]);
  const others = detail.lines.filter(({ product }) => product !== typed.product).map(({ code }) => code);
  const unfilled = [...new Set(others)];
  const submit = () => {
    setJudged(true);
    if (prescription && refused.length === 0) onDecide({ does: 'approve', prescription });
  };
  return (
    <DecideForm
      title={t('approve.title')}
      submit={t('approve.submit')}
      {...{ isBusy, onCancel }}
      onSubmit={submit}
    >
      {detail.medicines.length > 1 && (
        <NativeSelect
          label={t('rx.product')}
          options={detail.medicines.map((medicine) => ({ id: medicine.product, label: nameOf(medicine) }))}
          value={typed.product}
          onChange={(product) => {
            const medicine = detail.medicines.find((one) => one.product === product);
            change({ product, sku: undefined, ...(medicine && { medicine: nameOf(medicine) }) });
          }}
        />
      )}
      {refused.length > 0 && (
        <Notice tone="warning" title={t('rx.refused')}>
          <GuardList detail={{ guards: [...refused], medicines: detail.medicines }} onAttest={onAttest} />
        </Notice>
      )}
      {unfilled.length > 0 && (
        <Notice tone="warning">
          {t('rx.unfilled', {
            count: unfilled.length,
            codes: format.list(unfilled.map((code) => `\u2066${code}\u2069`)),
          })}
        </Notice>
      )}
      <TextField
        label={t('rx.medicine')}
        value={typed.medicine}
        onChange={(medicine) => change({ medicine })}
        error={errorOf('medicine')}
      />
      <TextField
        label={t('rx.directions')}
        hint={t('rx.directions.hint')}
        multiline
        value={typed.directions}
        onChange={(directions) => change({ directions })}
        error={errorOf('directions')}
      />
      <TextField
        label={t('rx.quantity')}
        value={typed.quantity}
        onChange={(quantity) => change({ quantity })}
        error={errorOf('quantity')}
      />
      <div className={styles.pair}>
        <TextField
          label={t('rx.days')}
          inputMode="numeric"
          value={typed.days}
          onChange={(days) => change({ days })}
          error={errorOf('days')}
        />
        <TextField
          label={t('rx.refills')}
          inputMode="numeric"
          value={typed.refills}
          onChange={(refills) => change({ refills })}
          error={errorOf('refills')}
        />
      </div>
      <DateField
        label={t('rx.expiresOn')}
        value={typed.expiresOn}
        onChange={(expiresOn) => change({ expiresOn })}
        error={errorOf('expiresOn')}
      />
      {isJudged && refused.length > 0 && (
        <Notice tone="warning" live="alert">
          {t('rx.refused.submit')}
        </Notice>
      )}
    </DecideForm>
  );
}
