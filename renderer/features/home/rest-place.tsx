import { Suspense } from 'react';
import { optional } from '../../base/optional.ts';
import styles from './home.module.css';
import type { HomeLayout } from './layout-of.ts';

// Below the fold: everything that can wait for the paint.
const Rest = optional(async () => (await import('./rest/rest.tsx')).Rest);

/** What is below the forms. Until it is loaded, its place keeps the footer out of sight. */
export function RestPlace({ layout }: { readonly layout: HomeLayout }) {
  return (
    <Suspense fallback={<div className={styles.rest} />}>
      <Rest layout={layout} />
    </Suspense>
  );
}
