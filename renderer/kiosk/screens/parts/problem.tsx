import type { ReactNode } from 'react';
import { Icon } from '../../../design/basic/text/icon.tsx';
import styles from './screens.module.css';

/** What to do, above the control that it is about; said at once. Not in red: nothing has failed. */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.problem} role="alert">
      <Icon name="info" size={24} />
      {children}
    </p>
  );
}
