import type { ReactNode } from 'react';
import { Art, Text } from '../../../../design/basic/index.ts';
import { useBootstrap } from '../../../../shell/bootstrap/bootstrap-context.ts';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** What to do next. */
  readonly children?: ReactNode;
}

/** What stands in a list's place: the clinic's own drawing, what it means, and the next action. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  const { pack } = useBootstrap();
  return (
    <div className={styles.empty}>
      {pack && <Art src={pack.brand.art.success} width={256} height={208} className={styles.art} />}
      <div className={styles.words}>
        <Text size="m" strong>
          {title}
        </Text>
        <Text tone="soft">{text}</Text>
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  );
}
