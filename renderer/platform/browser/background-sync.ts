/**
 * Asks the browser to wake the worker once there is a network (Background Sync, WICG draft). A bonus: where it is missing (Safari,
 * Firefox) or refused, what waits goes when a page is open, as it does anyway.
 */
import { outboxTag } from './outbox-tag.ts';

/** Not in TypeScript's DOM library. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

function syncOf(registration: ServiceWorkerRegistration | undefined): SyncManager | undefined {
  const sync: unknown = registration && 'sync' in registration ? registration.sync : undefined;
  return typeof sync === 'object' && sync !== null && 'register' in sync ? (sync as SyncManager) : undefined;
}

export function createBackgroundSync(dependencies: {
  readonly vendor: string;
  readonly container: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined;
}): { request(): Promise<void> } {
  const { vendor, container } = dependencies;
  return {
    async request() {
      try {
        const registration = await container?.getRegistration(`/connect/${vendor}/`);
        if (registration?.active) await syncOf(registration)?.register(outboxTag(vendor));
      } catch {
        // No permission, or no worker yet.
      }
    },
  };
}
