import { type ReactNode, useEffect, useState } from 'react';
import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { Icon } from '../../design/basic/text/icon.tsx';
import { useFormSettings } from '../context/form-context.tsx';
import styles from './layout.module.css';

interface CollapsibleProps {
  readonly node: NodeId;
  readonly startsOpen: boolean;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A group that opens and closes in place, and by itself when something inside needs another look. */
export function Collapsible({ node, startsOpen, title, children }: CollapsibleProps) {
  const { reveal } = useFormSettings();
  const [open, setOpen] = useState(startsOpen);
  useEffect(() => reveal.register(node, 'open', () => setOpen(true)), [reveal, node]);
  return (
    <details
      className={styles.collapsible}
      open={open}
      onToggle={(event) => {
        // A disclosure inside tells its own toggling, not this one's.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
      }}
    >
      <summary className={styles.summary}>
        {title}
        <Icon name="chevron-down" size={24} className={styles.chevron} />
      </summary>
      <div className={styles.collapsed}>{children}</div>
    </details>
  );
}
