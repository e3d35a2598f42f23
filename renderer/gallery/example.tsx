import type { ReactNode } from 'react';
import { Heading, Stack } from '../design/basic/index.ts';
import styles from './gallery.module.css';

export function Example({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.example}>
      <p className={styles.name}>{name}</p>
      {children}
    </div>
  );
}

export function Examples({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" gap={5}>
      <Heading level={2}>{title}</Heading>
      <div className={styles.examples}>{children}</div>
    </Stack>
  );
}
