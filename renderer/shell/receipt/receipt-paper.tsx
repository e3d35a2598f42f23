import type { ReactNode } from 'react';
import { classes } from '../../base/classes.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import styles from './receipt.module.css';

/** What a reference is written on: the brand's composition makes the paper. */
export function ReceiptPaper({ children }: { readonly children: ReactNode }) {
  const { brand } = usePack();
  return <div className={classes(styles.slip, styles[brand.layout?.receipt ?? 'plain'])}>{children}</div>;
}
