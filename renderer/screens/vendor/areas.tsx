import { lazy, Suspense } from 'react';
import { Skeleton } from '../../design/basic/index.ts';

// The names of all places in three languages are not worth waiting for.
const AreaNames = lazy(async () => ({ default: (await import('./area-names.tsx')).AreaNames }));

export function Areas() {
  return (
    <div>
      <Suspense fallback={<Skeleton lines={3} />}>
        <AreaNames />
      </Suspense>
    </div>
  );
}
