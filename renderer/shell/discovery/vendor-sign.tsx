import type { CSSProperties } from 'react';
import type { VendorDetails } from '../../../sync/domain/discovery/discovery-index.ts';
import { inkOn } from '../../base/ink-on.ts';
import { Mark } from '../../design/basic/text/mark.tsx';
import styles from './vendor-sign.module.css';

/** A vendor's mark on its own color: what tells it apart in a list that is nobody's. */
export function VendorSign({ vendor }: { readonly vendor: Pick<VendorDetails, 'mark' | 'color'> }) {
  const own = { '--sign': vendor.color, '--on-sign': inkOn(vendor.color) } as CSSProperties;
  return (
    <span className={styles.sign} style={own}>
      <Mark mark={vendor.mark} size={24} />
    </span>
  );
}
