import type { ReactNode } from 'react';
import { Paged } from '../base/paged.tsx';
import styles from './panel.module.css';

/** Groups of choices in a panel, in pages where large letters leave no room for all of them. */
export function PanelPages({ children, short }: { readonly children: ReactNode; readonly short?: boolean }) {
  return (
    <div className={styles.pages} data-short={short || undefined}>
      <Paged>
        <div className={styles.groups}>{children}</div>
      </Paged>
    </div>
  );
}
