import { Suspense, useEffect } from 'react';
import { optional } from './optional.ts';
import { useConnection, useDeliveries, useStorageReport } from './platform-provider.tsx';
import { bannerState } from './waiting.ts';

const load = async () => (await import('./waiting-banner.tsx')).WaitingBanner;
const WaitingBanner = optional(load);

/** What is waiting on this device, and why, on every screen of the vendor. */
export function OfflineBanner() {
  const state = bannerState(useConnection(), useDeliveries(), useStorageReport());
  // Fetched after the paint, and while there is a network: it is needed when there is none.
  useEffect(() => void load().catch(() => undefined), []);
  return (
    <div aria-live="polite">
      <Suspense fallback={null}>{state && <WaitingBanner state={state} />}</Suspense>
    </div>
  );
}
