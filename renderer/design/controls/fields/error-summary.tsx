import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import styles from './error-summary.module.css';
import { focusField } from './focus-field.ts';

export interface FormError {
  /** Id of the control that it is about. */
  readonly fieldId: string;
  readonly text: ReactNode;
  /** Instead of moving the focus on this page: opens the step where the field is. */
  readonly onGo?: (() => void) | undefined;
}

export interface ErrorSummaryProps {
  readonly errors: readonly FormError[];
  readonly title?: ReactNode;
  /** Takes the focus when it appears (default), so that it is read out and in sight. */
  readonly takesFocus?: boolean;
}

/** Everything that needs another look, each a way to its field. */
export function ErrorSummary({ errors, title, takesFocus = true }: ErrorSummaryProps) {
  const t = useMessages('design');
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    if (shown && takesFocus) box.current?.focus();
  }, [shown, takesFocus]);
  if (!shown) return null;
  return (
    <section ref={box} tabIndex={-1} className={styles.summary} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        <Icon name="error" size={24} />
        {title ?? t('summary.title', { count: errors.length })}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ fieldId, text, onGo }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              className={styles.link}
              onClick={(event) => {
                event.preventDefault();
                if (onGo) onGo();
                else focusField(fieldId);
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
