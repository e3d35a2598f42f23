import { NativeButton, Notice } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useFailureText } from './failure-text.ts';
import styles from './read-failure.module.css';

export interface ReadFailureProps {
  readonly failure: Parameters<ReturnType<typeof useFailureText>>[0];
  /** What was read before is still on the screen. */
  readonly isStale: boolean;
  readonly onAgain: () => void;
}

/** A list couldn't be read: why, whether what is there is old, and a way to try again. */
export function ReadFailure({ failure, isStale, onAgain }: ReadFailureProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  return (
    <div className={styles.failure}>
      <Notice tone="warning" live="status">
        {textOf(failure)} {isStale && t('inbox.stale')}
      </Notice>
      <NativeButton variant="secondary" onClick={onAgain}>
        {t('again')}
      </NativeButton>
    </div>
  );
}
