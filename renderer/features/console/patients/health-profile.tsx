import type { HealthSectionView, PatientDetail } from '../../../../sync/protocol/api/patients.ts';
import { Disclosure, Notice, Text } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import styles from './health-profile.module.css';
import { wordsOf } from './resource-words.ts';

export interface HealthProfileProps {
  readonly health: PatientDetail['health'];
  readonly isGuest: boolean;
}

/** What the patient says of their health, each with when and by whom. Only they change it. */
export function HealthProfile({ health, isGuest }: HealthProfileProps) {
  const t = useMessages('patients');
  const said = health?.sections.filter(({ entries, past }) => entries.length + past.length > 0) ?? [];
  if (said.length === 0) return <Text tone="soft">{t(isGuest ? 'health.guest' : 'health.nothing')}</Text>;
  return (
    <div className={styles.profile}>
      {health !== null && health.waiting > 0 && (
        <Notice>{t('health.waiting', { count: health.waiting })}</Notice>
      )}
      {said.map((section) => (
        <Section key={section.group} section={section} />
      ))}
    </div>
  );
}

function Section({ section }: { readonly section: HealthSectionView }) {
  const t = useMessages('patients');
  const { group, entries, past, isNone, isStale } = section;
  return (
    <section className={styles.section} aria-label={t(`health.${group}`)}>
      <h3 className={styles.title}>
        {t(`health.${group}`)}
        {isStale && <span className={styles.stale}>{t('health.stale')}</span>}
      </h3>
      <Entries entries={entries} isNone={isNone} />
      {past.length > 0 && (
        <Disclosure look="inline" summary={t('health.past', { count: past.length })}>
          <Entries entries={past} isNone={false} />
        </Disclosure>
      )}
    </section>
  );
}

function Entries({ entries, isNone }: Pick<HealthSectionView, 'entries' | 'isNone'>) {
  const t = useMessages('patients');
  const format = useFormat();
  return (
    <ul className={styles.entries}>
      {entries.map(({ id, record, saidAt }) => {
        const { what, more } = isNone ? { what: t('health.none') } : wordsOf(record.resource, t, format);
        return (
          <li key={id} className={styles.entry}>
            <span className={styles.what}>
              <bdi>{what}</bdi>
            </span>
            {more !== undefined && (
              <span>
                <bdi>{more}</bdi>
              </span>
            )}
            <span className={styles.said}>
              {t(record.author === 'patient' ? 'health.byPatient' : 'health.byClinic', {
                when: format.date(saidAt, SHORT_DAY),
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
