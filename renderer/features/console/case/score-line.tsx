import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';
import styles from './score-line.module.css';

/** The form's sum on its scale, and how much of it was answered: a sum over half the questions is no score. */
export function ScoreLine({ score }: { readonly score: NonNullable<CaseDetail['score']> }) {
  const t = useMessages('console');
  const format = useFormat();
  const { total, max, answered, of, name, band } = score;
  return (
    <div className={styles.score}>
      <p className={styles.line}>
        <span className={styles.label}>{name ? <LocalizedText text={name} /> : t('score.title')}</span>
        <strong className={styles.total}>
          {max === undefined
            ? format.number(total)
            : t('score.of', { total: format.number(total), max: format.number(max) })}
        </strong>
        {band && (
          <strong className={styles.band}>
            <LocalizedText text={band} />
          </strong>
        )}
        <span className={answered < of ? styles.incomplete : styles.label}>
          {t('score.answered', { answered, of })}
        </span>
      </p>
      {max !== undefined && max > 0 && (
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" className={styles.scale} aria-hidden="true">
          <rect width="100" height="4" className={styles.rest} />
          <rect
            width={Math.min(100, Math.max(0, (100 * total) / max))}
            height="4"
            className={styles.reached}
          />
        </svg>
      )}
    </div>
  );
}
