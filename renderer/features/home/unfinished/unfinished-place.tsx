import { Suspense } from 'react';
import { optional } from '../../../base/optional.ts';

// It needs the device's store, which opens after the paint: its code may come then too.
const UnfinishedList = optional(async () => (await import('./unfinished-list.tsx')).UnfinishedList);

export function UnfinishedPlace() {
  return (
    <Suspense fallback={null}>
      <UnfinishedList />
    </Suspense>
  );
}
