import type { ReactNode } from 'react';
import { Stack } from '../../../design/basic/index.ts';
import styles from './checkout.module.css';

interface BesideBillProps {
  readonly bill: ReactNode;
  /** Above the bill on a phone. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
}

/** What is filled in, with the bill: in its order on a phone, beside it on a wide screen. */
export function BesideBill({ bill, before, children }: BesideBillProps) {
  return (
    <div className={styles.columns}>
      {before !== undefined && <Stack gap={6}>{before}</Stack>}
      {bill !== undefined && <div className={styles.bill}>{bill}</div>}
      <Stack gap={6}>{children}</Stack>
    </div>
  );
}
