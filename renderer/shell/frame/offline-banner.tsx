import { Suspense, useEffect } from 'react';
import { optional } from '../../base/optional.ts';
import { isWaiting } from '../../device/provider/is-waiting.ts';
import { useConnection, useDeliveries, useIsStarting } from '../../device/provider/platform-provider.tsx';

const load = async () => (await import('../later/waiting-banner.tsx')).WaitingBanner;
const WaitingBanner = optional(load);

/** What is waiting on this device, and why, on every screen of the vendor. */
export function OfflineBanner() {
  const offline = useConnection().state === 'offline';
  const waiting = (useDeliveries() ?? []).some(isWaiting);
  const isStarting = useIsStarting();
  // Fetched with the store, of which it tells, and while there is a network: it is needed when there is none.
  useEffect(() => {
    if (isStarting) load().catch(() => undefined);
  }, [isStarting]);
  return (
    <div aria-live="polite">
      <Suspense fallback={null}>{(offline || waiting) && <WaitingBanner />}</Suspense>
    </div>
  );
}
