import { classes } from '../../../base/classes.ts';
import styles from './mark.module.css';

export interface MarkProps {
  /** `brand.mark` of the vendor's pack. */
  readonly mark: { readonly viewBox: string; readonly paths: readonly string[] };
  /** Edge length: 24 beside a name, 48, or 96 for the moment of success. */
  readonly size?: 24 | 32 | 48 | 96;
  readonly look?: 'filled' | 'outline';
  /** Draws the outline, then fills it, once (400 ms), when it appears. At once with reduced motion. */
  readonly animate?: boolean;
  /** Leave it out beside the vendor's name. */
  readonly label?: string | undefined;
}

/** The vendor's own sign. */
export function Mark({ mark, size = 32, look = 'filled', animate = false, label }: MarkProps) {
  return (
    <svg
      className={classes(styles.mark, styles[`size${size}`], styles[look], animate && styles.animate)}
      viewBox={mark.viewBox}
      focusable="false"
      aria-hidden={label === undefined}
      aria-label={label}
      role={label === undefined ? undefined : 'img'}
    >
      {mark.paths.map((path) => (
        <path key={path} d={path} pathLength={1} fillRule="evenodd" />
      ))}
    </svg>
  );
}
