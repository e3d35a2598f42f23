import { lazy, Suspense } from 'react';

// It needs the device's store, which opens after the paint: its code may come then too.
const UnfinishedList = lazy(async () => ({
  default: (await import('./unfinished-list.tsx')).UnfinishedList,
}));

export function UnfinishedPlace() {
  return (
    <Suspense fallback={null}>
      <UnfinishedList />
    </Suspense>
  );
}
