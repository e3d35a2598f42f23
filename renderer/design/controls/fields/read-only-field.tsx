import type { ReactNode } from 'react';
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx';
import styles from './input.module.css';

export interface ReadOnlyFieldProps extends FieldProps {
  /** One line per answer. */
  readonly children: ReactNode;
  /** Read out when it changes: a result that the form works out. */
  readonly live?: boolean | undefined;
}

/**
 * An answer that can be read and not changed. It takes the focus, so that who goes through a form by Tab doesn't miss it, and it is
 * text that wraps, which an input can't.
 */
export function ReadOnlyField(props: ReadOnlyFieldProps) {
  const ids = useFieldIds(props);
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      {/* biome-ignore lint/a11y/useSemanticElements: an input shows one line and cuts the rest off */}
      <div
        id={ids.input}
        role="textbox"
        aria-readonly="true"
        aria-multiline="true"
        tabIndex={0}
        aria-labelledby={ids.labelledBy}
        aria-describedby={ids.describedBy}
        aria-live={props.live ? 'polite' : undefined}
        className={styles.reading}
      >
        {props.children}
      </div>
    </FieldFrame>
  );
}
