import { useCallback } from 'react';
import { healthSubmission } from '../../../../sync/protocol/operations/health-edit.ts';
import type { HealthChange } from '../../../../sync/protocol/operations/payloads/health-edit.ts';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';

/** Resolves once the changes are on this device's disk, in order; they go out when there is a network. */
export type SendChanges = (changes: readonly HealthChange[]) => Promise<void>;

export function useHealthEdits({ person, shared }: SignedInState): SendChanges {
  const platform = usePlatform();
  const { slug: vendor } = usePack();
  return useCallback(
    async (changes) => {
      const { deliveries, now } = await platform;
      for (const change of changes) {
        const statedAt = now().toISOString();
        await deliveries.send(
          healthSubmission({ vendor, person, statedAt, change }),
          shared ? 'shared' : 'own',
        );
      }
    },
    [platform, vendor, person, shared],
  );
}
