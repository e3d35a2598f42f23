import { useMessages } from '../../../i18n/index.ts';
import styles from './skip-link.module.css';

/** The first stop of the Tab key: jumps over the header. */
export function SkipLink({ target = 'main' }: { readonly target?: string }) {
  const t = useMessages('design');
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        const found = document.getElementById(target);
        if (!found) return;
        // As an entry of the history it would be between a question and the one before it.
        event.preventDefault();
        found.focus();
      }}
    >
      {t('skip.main')}
    </a>
  );
}
