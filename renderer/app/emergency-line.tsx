import { lazy, Suspense } from 'react';
import { useMessages } from '../i18n/index.ts';
import styles from './emergency-line.module.css';

const Numbers = lazy(async () => ({ default: (await import('./emergency-numbers.tsx')).EmergencyNumbers }));

/** Where to turn in an emergency, with the numbers of `place` (ISO 3166); the numbers are data and work offline. */
export function EmergencyLine({ place }: { readonly place: string }) {
  const t = useMessages('shell');
  return (
    <p className={styles.line}>
      <strong>{t('emergency.notFor')}</strong>{' '}
      <Suspense fallback={t('emergency.local')}>
        <Numbers place={place} />
      </Suspense>
    </p>
  );
}
