import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { Icon, type IconName } from '../text/icon.tsx';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'warning' | 'safety' | 'success';

export interface NoticeProps {
  readonly children: ReactNode;
  readonly tone?: NoticeTone;
  readonly title?: ReactNode;
  /** Read out when it appears: `status` politely, `alert` at once. Leave it out for what is there from the start. */
  readonly live?: 'status' | 'alert' | undefined;
  readonly id?: string | undefined;
  readonly lang?: string | undefined;
}

const marks: Readonly<Record<NoticeTone, IconName>> = {
  info: 'info',
  warning: 'warning',
  safety: 'shield',
  success: 'check',
};

/** Something to know beside the matter at hand: a bar at the inline start, no box. */
export function Notice({ children, tone = 'info', title, live, id, lang }: NoticeProps) {
  return (
    <div id={id} lang={lang} role={live} className={classes(styles.notice, styles[tone])}>
      <Icon name={marks[tone]} size={24} className={styles.mark} />
      <div className={styles.content}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <div className={styles.text}>{children}</div>
      </div>
    </div>
  );
}
