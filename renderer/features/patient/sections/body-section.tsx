import type { ReactNode } from 'react';
import { bodyMassIndex } from '../../../../sync/domain/health/body-mass.ts';
import { PREGNANT } from '../../../../sync/domain/health/make-resources.ts';
import { Disclosure, Text } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Profile, ShownEntry } from '../profile/use-profile.ts';
import { isHeight, type MeasureWords, useMeasureWords } from '../profile/value-words.ts';
import { EntryStatus } from './entry-status.tsx';
import { SectionFrame, type SectionProps } from './section-frame.tsx';
import styles from './sections.module.css';

function bodyOf({ entries }: Profile) {
  const [weight, height, pregnancy] = ['weight', 'height', 'pregnancy'].map(
    (id) => entries.get(id)?.record.resource,
  );
  const isMeasure = (resource: typeof weight) =>
    resource?.resourceType === 'Observation' && 'valueQuantity' in resource ? resource : undefined;
  const [heavy, tall] = [isMeasure(weight), isMeasure(height)];
  return {
    weight: heavy && !isHeight(heavy) ? heavy : undefined,
    height: tall && isHeight(tall) ? tall : undefined,
    isPregnant:
      pregnancy?.resourceType === 'Observation' &&
      'valueCodeableConcept' in pregnancy &&
      pregnancy.valueCodeableConcept.coding[0].code === PREGNANT,
  };
}

/** Height, weight, and what follows from both. */
export function BodySection(props: SectionProps) {
  const t = useMessages('patient');
  const format = useFormat();
  const words = useMeasureWords();
  const { entries } = props.profile;
  const { weight, height, isPregnant } = bodyOf(props.profile);
  const index = weight && height && !isPregnant ? bodyMassIndex(weight, height) : undefined;
  return (
    <SectionFrame {...props} group="body" edit={weight || height ? 'change' : 'add'}>
      {weight || height ? (
        <>
          <dl className={styles.measures}>
            {height && (
              <Measure term={t('height')} words={words.height(height)} entry={entries.get('height')} />
            )}
            {weight && (
              <Measure term={t('weight')} words={words.weight(weight)} entry={entries.get('weight')} />
            )}
            {index !== undefined && (
              <Measure term={t('bmi')} words={{ main: format.number(index, { minimumFractionDigits: 1 }) }} />
            )}
          </dl>
          {index !== undefined && (
            <Disclosure look="inline" summary={t('bmi.about')}>
              <Text>{t('bmi.text')}</Text>
            </Disclosure>
          )}
        </>
      ) : (
        <Text tone="soft">{t('empty.body')}</Text>
      )}
    </SectionFrame>
  );
}

interface MeasureProps {
  readonly term: ReactNode;
  readonly words: Pick<MeasureWords, 'main'> & Partial<MeasureWords>;
  readonly entry?: ShownEntry | undefined;
}

function Measure({ term, words: { main, other }, entry }: MeasureProps) {
  return (
    <div>
      <dt>
        <Text as="span" size="xs" tone="soft">
          {term}
        </Text>
      </dt>
      <dd>
        <span className={styles.figure}>
          <bdi>{main}</bdi>
        </span>
        {other !== undefined && (
          <Text size="xs" tone="soft" tabular>
            <bdi>{other}</bdi>
          </Text>
        )}
        {entry && <EntryStatus entry={entry} />}
      </dd>
    </div>
  );
}
