import type { Rate } from '../../../../sync/domain/discovery/rates.ts';
import { countryOf, placeName } from '../../../../sync/domain/places/places.ts';
import { Heading, NativeButton, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { useRateWords } from './rate-words.tsx';
import styles from './rates.module.css';
import { toResults } from './results-focus.ts';

export interface EstimateProps {
  readonly rate: Rate;
  readonly place: string;
  /** RFC 3339, a date. */
  readonly asOf: string;
  /** Address of the comparison. */
  readonly back: string;
}

/** One rate on a sheet of paper. Where somebody pays by themselves in the United States, they are owed it, and may dispute what exceeds it (45 CFR 149.610). */
export function Estimate({ rate, place, asOf, back }: EstimateProps) {
  const t = useMessages('rates');
  const format = useFormat();
  const { language } = useLanguage();
  const words = useRateWords()(rate);
  const { vendor } = rate.offer;
  const isAmerican = countryOf(place) === 'US';
  return (
    <article className={styles.paper}>
      <Stack gap={4}>
        <div>
          <Heading level={2} size="l">
            {t(isAmerican ? 'estimate.title' : 'estimate.summary')}
          </Heading>
          <Text>{t('estimate.for', { what: words.what, vendor: vendor.name })}</Text>
          <Text tone="soft">
            {t('estimate.where', { place: placeName(place, language) })}{' '}
            {t('asOf', { date: format.calendarDate(asOf) })}
          </Text>
        </div>
        <dl className={styles.sums}>
          {(['consultation', 'month', 'delivery', 'tax'] as const).map((part) => (
            <div key={part}>
              <dt>{t(part)}</dt>
              <dd>{words[part]}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>{t('estimate.total')}</dt>
            <dd>{words.first}</dd>
          </div>
          <div className={styles.total}>
            <dt>{t('estimate.renewal')}</dt>
            <dd>{words.renewal}</dd>
          </div>
        </dl>
        <Text size="xs">{t('excluded')}</Text>
        <Text size="xs">{t(isAmerican ? 'estimate.dispute' : 'estimate.general')}</Text>
        <div className={styles.acts}>
          <NativeButton onClick={() => window.print()}>{t('estimate.print')}</NativeButton>
          <TextLink href={back} standalone ref={toResults}>
            {t('estimate.back')}
          </TextLink>
        </div>
      </Stack>
    </article>
  );
}
