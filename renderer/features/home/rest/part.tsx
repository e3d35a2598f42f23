import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { Heading, Rule } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import styles from './rest.module.css';

interface PartProps {
  readonly of: 'how' | 'people' | 'questions' | 'areas';
  readonly className?: string | undefined;
  readonly size?: 'l' | 'xl';
  /** A rule above the heading. */
  readonly ruled?: boolean;
  readonly children: ReactNode;
}

/** One part of a home, under its heading. */
export function Part({ of, className, size = 'l', ruled = false, children }: PartProps) {
  const t = useMessages('shell');
  return (
    <section className={classes(styles.part, className)} aria-labelledby={of}>
      {ruled && <Rule look="brand" />}
      <Heading level={2} size={size} id={of}>
        {t(`home.${of}`)}
      </Heading>
      {children}
    </section>
  );
}
