import styles from './choice-rows.module.css';

/** The mark at the start of an option: in the vendor's shape, filled when chosen. */
export function ChoiceMark({ kind }: { readonly kind: 'one' | 'several' }) {
  return (
    <span className={kind === 'one' ? styles.oneMark : styles.severalMark} aria-hidden="true">
      {kind === 'several' && (
        <svg viewBox="0 0 24 24" className={styles.tick} focusable="false" aria-hidden="true">
          <path d="M5.5 12.6l4.2 4.1L18.5 7.4" />
        </svg>
      )}
    </span>
  );
}
