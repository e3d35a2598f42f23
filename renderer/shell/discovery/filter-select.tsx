import type { ReactNode } from 'react';
import { Icon } from '../../design/basic/text/icon.tsx';
import styles from './filter-select.module.css';

export interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `<option>`s. */
  readonly children: ReactNode;
}

/** One of a list, by the device's own list: it is there before any script for menus is. */
export function FilterSelect({ label, value, onChange, children }: FilterSelectProps) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <span className={styles.frame}>
        <select value={value} onChange={(event) => onChange(event.target.value)} className={styles.select}>
          {children}
        </select>
        <Icon name="chevron-down" size={20} className={styles.chevron} />
      </span>
    </label>
  );
}
