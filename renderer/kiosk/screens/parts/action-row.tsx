import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import styles from './screens.module.css';

export interface ActionRowProps {
  /** A `span` with what it is, a `small` with what it takes, an icon. */
  readonly children: ReactNode;
  readonly onPress: () => void;
}

/** One of several ways on, over the full width. */
export function ActionRow({ children, onPress }: ActionRowProps) {
  return (
    <Button className={styles.row ?? ''} onPress={onPress}>
      {children}
    </Button>
  );
}
