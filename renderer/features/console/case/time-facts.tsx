import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { Facts, Notice } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { skewToTell } from './clock-skew.ts';

/** When it was answered (by the device's clock: a claim) and when it came (by ours). */
export function TimeFacts({ detail }: { readonly detail: CaseDetail }) {
  const t = useMessages('console');
  const format = useFormat();
  const { times, item, form, receipt } = detail;
  const skew = skewToTell(times.skewSeconds);
  const at = (instant: string | null) => (instant === null ? t('times.unknown') : format.dateTime(instant));
  return (
    <>
      <Facts
        items={[
          { term: t('times.started'), value: at(times.startedAt) },
          { term: t('times.completed'), value: at(times.completedAt ?? item.answeredAt) },
          { term: t('times.received'), value: format.dateTime(times.receivedAt) },
          { term: t('times.zone'), value: <bdi>{times.claimed.tz}</bdi> },
          ...(form ? [{ term: t('times.language'), value: format.languageName(form.language) }] : []),
          { term: t('times.receipt'), value: <bdi>{`${receipt.code} · ${receipt.seq}`}</bdi> },
        ]}
      />
      {item.late && <Notice tone="warning">{t('times.late')}</Notice>}
      {skew && <Notice tone="warning">{t(`times.${skew.direction}`, { minutes: skew.minutes })}</Notice>}
    </>
  );
}
