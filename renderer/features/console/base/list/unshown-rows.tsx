import type { UnshownRow } from '../../../../../sync/protocol/api/rows.ts';
import { useMessages } from '../../../../i18n/index.ts';
import styles from './unshown-rows.module.css';

/** Rows of a list that can't be read: they are named, and the others stay. */
export function UnshownRows({ rows }: { readonly rows: readonly UnshownRow[] | undefined }) {
  const t = useMessages('console');
  if (!rows || rows.length === 0) return null;
  return (
    <section className={styles.rows} aria-label={t('unshown.title')}>
      <ul className={styles.list}>
        {rows.map(({ id, code }) => (
          <li key={id} className={styles.row}>
            <strong>{t('unshown.title')}</strong>
            {code !== null && <bdi className={styles.code}>{code}</bdi>}
            <span className={styles.text}>{t('unshown.text')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
