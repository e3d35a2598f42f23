import { useEffect, useState } from 'react';
import { formOf } from '../../../sync/protocol/operations/about.ts';
import { intakeSubmit } from '../../../sync/protocol/operations/intake-submit.ts';
import type { IntakeSubmit } from '../../../sync/protocol/operations/payloads/intake-submit.ts';
import { useDeliveries, useLockState, usePlatform } from '../../device/provider/platform-provider.tsx';
import type { Delivery } from '../../platform/contract/contract.ts';

export type Submission =
  | { readonly is: 'loading' | 'none' | 'locked' }
  /** It was sent, and this device doesn't keep its answers. */
  | { readonly is: 'gone'; readonly delivery: Delivery }
  | { readonly is: 'here'; readonly delivery: Delivery; readonly copy: IntakeSubmit };

/** The latest form of this slug that was sent from this device. */
export function useSubmission(form: string): Submission {
  const platform = usePlatform();
  const deliveries = useDeliveries();
  const lock = useLockState();
  const delivery = deliveries
    ?.filter((one) => one.kind === 'intake.submit' && formOf(one) === form && one.deletedAt === undefined)
    .toSorted((one, other) => other.queuedAt.localeCompare(one.queuedAt))[0];
  const opId = delivery?.opId;
  // The copy opens with the patient's lock, and closes with it.
  const wanted = `${opId} ${lock}`;
  const [read, setRead] = useState<{ readonly of: string; readonly copy: IntakeSubmit | undefined }>();
  useEffect(() => {
    if (opId === undefined) return;
    let left = false;
    void (async () => {
      const copy = await (await platform).deliveries.copy(intakeSubmit, opId).catch(() => undefined);
      if (!left) setRead({ of: wanted, copy });
    })();
    return () => {
      left = true;
    };
  }, [platform, opId, wanted]);
  if (!deliveries) return { is: 'loading' };
  if (!delivery) return { is: 'none' };
  if (read?.of !== wanted) return { is: 'loading' };
  if (read.copy) return { is: 'here', delivery, copy: read.copy };
  return lock === 'locked' ? { is: 'locked' } : { is: 'gone', delivery };
}
