import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { SkipLink } from '../actions/skip-link.tsx';
import styles from './page.module.css';

export interface PageProps {
  readonly children: ReactNode;
  /** Above the content, over the full width: a `<header>` of its own, or the runner's bar. */
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
  /**
   * In the margin beside the column from 1024 px on (sections of a form, contents of a document); above the column before that.
   * A landmark with a name of its own: what it is for is not the frame's to say.
   */
  readonly aside?: ReactNode;
  /** `wide`: before 1024 px the aside isn't shown at all. */
  readonly asideFrom?: 'wide' | undefined;
  /** Decoration at the inline end from 1024 px on, above the column before that. */
  readonly art?: ReactNode;
  /** `column`: 600 px of reading width, set off to the start. `wide`: the whole grid, for home pages and the console. */
  readonly width?: 'column' | 'wide';
}

/** The frame of every screen: skip link, header, `<main id="main">`, footer. */
export function Page({ children, header, footer, aside, asideFrom, art, width = 'column' }: PageProps) {
  return (
    <div className={styles.page}>
      <SkipLink />
      {header}
      <div
        className={classes(
          styles.body,
          styles[width],
          aside !== undefined && styles.withAside,
          art !== undefined && styles.withArt,
        )}
      >
        {aside !== undefined && (
          <div className={classes(styles.aside, asideFrom === 'wide' && styles.onlyWide)}>{aside}</div>
        )}
        {art !== undefined && <div className={styles.art}>{art}</div>}
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      {footer}
    </div>
  );
}
