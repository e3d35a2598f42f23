import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { useMessages } from '../../../i18n/index.ts';
import styles from './score-line.module.css';

/** The form's sum, and how much of it was answered: a sum over half the questions is no score. */
export function ScoreLine({ score }: { readonly score: NonNullable<CaseDetail['score']> }) {
  const t = useMessages('console');
  return (
    <p className={styles.line}>
      <span className={styles.label}>{t('score.title')}</span>
      <strong className={styles.total}>{score.total}</strong>
      <span className={score.answered < score.of ? styles.incomplete : styles.label}>
        {t('score.answered', { answered: score.answered, of: score.of })}
      </span>
    </p>
  );
}
