import { Suspense } from 'react';
import { optional } from '../../base/optional.ts';
import { useMessages } from '../../i18n/index.ts';
import styles from './emergency-line.module.css';

interface Place {
  /** ISO 3166, e.g. `US-CA`. */
  readonly place: string;
}

/** What holds everywhere: while the numbers load, and where they can't. */
function LocalAdvice() {
  return useMessages('shell')('emergency.local');
}

const Numbers = optional<Place>(
  async () => (await import('../later/emergency-numbers.tsx')).EmergencyNumbers,
  LocalAdvice,
);

/** Where to turn in an emergency, with the numbers of the place; the numbers are data and work offline. */
export function EmergencyLine({ place }: Place) {
  const t = useMessages('shell');
  return (
    <p className={styles.line}>
      <strong>{t('emergency.notFor')}</strong>{' '}
      <Suspense fallback={<LocalAdvice />}>
        <Numbers place={place} />
      </Suspense>
    </p>
  );
}
