import { lazy, Suspense } from 'react';
import { useConnection, useDeliveries, useStorageReport } from './platform-provider.tsx';
import { bannerState } from './waiting.ts';

// Nothing waits on most pages, and nothing is known before the device's store is open.
const WaitingBanner = lazy(async () => ({ default: (await import('./waiting-banner.tsx')).WaitingBanner }));

/** What is waiting on this device, and why, on every screen of the vendor. */
export function OfflineBanner() {
  const state = bannerState(useConnection(), useDeliveries(), useStorageReport());
  return (
    <div aria-live="polite">
      <Suspense fallback={null}>{state && <WaitingBanner state={state} />}</Suspense>
    </div>
  );
}
