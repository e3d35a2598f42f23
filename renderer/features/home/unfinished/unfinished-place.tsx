import { Suspense } from 'react';
import { optional } from '../../../base/optional.ts';
import { useIsStarting } from '../../../device/provider/platform-provider.tsx';

// It needs the device's store: its code may come with that.
const UnfinishedList = optional(async () => (await import('./unfinished-list.tsx')).UnfinishedList);

export function UnfinishedPlace() {
  const isStarting = useIsStarting();
  return <Suspense fallback={null}>{isStarting && <UnfinishedList />}</Suspense>;
}
