import { useMessages } from '../../i18n/index.ts';
import styles from './skip-link.module.css';

/** The first stop of the Tab key: jumps over the header. */
export function SkipLink({ target = 'main' }: { readonly target?: string }) {
  const t = useMessages('design');
  return (
    <a className={styles.skip} href={`#${target}`}>
      {t('skip.main')}
    </a>
  );
}
