import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';

/** Time, price, who reads it and by when, as short phrases. */
export function useFormFacts(): (form: PublishedQuestionnaire) => {
  readonly minutes: string;
  readonly price: string;
  readonly reader: string;
  readonly review: string;
} {
  const t = useMessages('shell');
  const format = useFormat();
  const { clinicians } = usePack();
  return (form) => {
    const reader = clinicians[form.clinician];
    return {
      minutes: t('form.minutes', { minutes: form.durationMinutes }),
      price: form.price.amount === 0 ? t('form.free') : format.money(form.price.amount, form.price.currency),
      reader: reader ? t('form.reader', { name: reader.name, credentials: reader.credentials }) : '',
      review: t('form.review', { hours: form.reviewHours }),
    };
  };
}
