import { classes } from '../../../base/classes.ts';
import styles from './icon.module.css';
import { type IconName, icons, pointing } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

export interface IconProps {
  readonly name: IconName;
  /** 20 beside body text, 24 in rows and buttons. Scales with the text. */
  readonly size?: 16 | 20 | 24 | 32;
  /** Its name for a screen reader, where the icon says something that no text beside it says. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** A stroke drawing of 24 by 24. Those that point along the line of reading are mirrored in right-to-left pages. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  const directional = pointing.test(name);
  return (
    <svg
      className={classes(styles.icon, styles[`size${size}`], directional && styles.directional, className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      aria-hidden={label === undefined}
      aria-label={label}
      role={label === undefined ? undefined : 'img'}
    >
      <path d={icons[name]} />
    </svg>
  );
}
