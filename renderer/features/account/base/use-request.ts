import { useState } from 'react';
import { usePlatform } from '../../../device/provider/platform-provider.tsx';
import type { Account } from '../../../platform/contract/account.ts';

type Outcome<Status> = Exclude<Status, 'done' | 'session-ended'> | 'offline';

/**
 * One request after another, and what the last one came to. An ended session isn't told here: the whole screen says so.
 * @param open the verbs that are asked, loaded when they are.
 */
export function useRequest<Verbs, Status extends string>(open: (account: Account) => Promise<Verbs>) {
  const platform = usePlatform();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<Status>>();
  async function run(
    request: (verbs: Verbs) => Promise<{ readonly status: Status }>,
    onDone: () => void,
  ): Promise<void> {
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    try {
      const { account } = await platform;
      const status = account && (await request(await open(account))).status;
      if (status === 'done') onDone();
      else if (status !== undefined && status !== 'session-ended') setOutcome(status as Outcome<Status>);
    } catch {
      setOutcome('offline');
    }
    setBusy(false);
  }
  return { busy, outcome, run, forget: () => setOutcome(undefined) };
}
