import { classes } from '../../../base/classes.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
/** m: 48 px; l: 56 px, the step that a screen is about. */
export type ButtonSize = 'm' | 'l';

export interface ButtonLook {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly fullWidth?: boolean | undefined;
}

/** One look for links, native buttons and React Aria's buttons. */
export function buttonClass(
  { variant = 'primary', size = 'm', fullWidth }: ButtonLook,
  className?: string,
): string {
  return classes(
    styles.button,
    styles[variant],
    size === 'l' && styles.large,
    fullWidth && styles.full,
    className,
  );
}
