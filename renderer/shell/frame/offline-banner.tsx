import { Suspense, useEffect } from 'react';
import { optional } from '../../base/optional.ts';
import { usePlatformStatus } from '../../device/provider/platform-provider.tsx';

const load = async () => (await import('../later/waiting-banner.tsx')).WaitingBanner;
const WaitingBanner = optional(load);

/** What is waiting on this device, and why, on every screen of the vendor. */
export function OfflineBanner() {
  const status = usePlatformStatus();
  // Fetched after the paint, and while there is a network: it is needed when there is none.
  useEffect(() => void load().catch(() => undefined), []);
  return (
    <div aria-live="polite">
      <Suspense fallback={null}>{status === 'ready' && <WaitingBanner />}</Suspense>
    </div>
  );
}
