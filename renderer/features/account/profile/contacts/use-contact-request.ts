import { useState } from 'react';
import { usePlatform } from '../../../../device/provider/platform-provider.tsx';
import type { AccountChanges, ContactResult } from '../../../../platform/contract/account.ts';

type Outcome = Exclude<ContactResult['status'], 'done' | 'session-ended'>;

/** One request after another, and what the last one came to. An ended session isn't told here: the whole screen says so. */
export function useContactRequest() {
  const platform = usePlatform();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  async function run(
    request: (account: AccountChanges) => Promise<ContactResult>,
    onDone: () => void,
  ): Promise<void> {
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    try {
      const account = await (await platform).account?.changes();
      const status = account && (await request(account)).status;
      if (status === 'done') onDone();
      else if (status !== undefined && status !== 'session-ended') setOutcome(status);
    } catch {
      setOutcome('offline');
    }
    setBusy(false);
  }
  return { busy, outcome, run, forget: () => setOutcome(undefined) };
}
