import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../../device/provider/platform-provider.tsx';
import type { Account, AccountFailure, Assertion, PasskeyRequest } from '../../platform/contract/account.ts';
import { type PasskeySupport, passkeySupport } from './support.ts';

/** Younger than the server's challenge. */
const FRESH_MS = 9 * 60_000;

export type ChosenPasskey =
  | { readonly status: 'chosen'; readonly assertion: Assertion }
  | { readonly status: 'declined' }
  | { readonly status: 'failed' }
  | AccountFailure;

/** Undefined until it is known. */
export function usePasskeySupport(): PasskeySupport | undefined {
  const [support, setSupport] = useState<PasskeySupport>();
  useEffect(() => {
    let gone = false;
    void passkeySupport().then((found) => {
      if (!gone) setSupport(found);
    });
    return () => {
      gone = true;
    };
  }, []);
  return support;
}

/** The account's passkeys. Rejects where nobody has an account here, or they can't be loaded. */
export function usePasskeys(): () => ReturnType<Account['passkeys']> {
  const platform = usePlatform();
  return useCallback(async () => {
    const { account } = await platform;
    if (!account) throw new Error('Nobody has an account here');
    return account.passkeys();
  }, [platform]);
}

interface Prepared {
  readonly ceremony: typeof import('./ceremony.ts');
  readonly request: PasskeyRequest;
  readonly at: number;
}

/** Asks for a passkey within a press: what the browser is asked with is fetched before, because a press doesn't outlive a request everywhere. */
export function useChoosePasskey(isShown: boolean): () => Promise<ChosenPasskey> {
  const passkeys = usePasskeys();
  const prepared = useRef<Prepared | undefined>(undefined);
  const prepare = useCallback(async (): Promise<Prepared | AccountFailure> => {
    const [ceremony, asked] = await Promise.all([
      import('./ceremony.ts'),
      passkeys().then((found) => found.request()),
    ]);
    if (asked.status !== 'ok') return asked;
    const ready = { ceremony, request: asked.request, at: Date.now() };
    prepared.current = ready;
    return ready;
  }, [passkeys]);
  useEffect(() => {
    if (!isShown) return;
    prepare().catch(() => undefined);
    return () => prepared.current?.ceremony.cancelCeremony();
  }, [isShown, prepare]);
  return async () => {
    const known = prepared.current;
    const ready = known && Date.now() - known.at < FRESH_MS ? known : await prepare();
    if (!('ceremony' in ready)) return ready;
    const asked = await ready.ceremony.choosePasskey(ready.request);
    if (asked.status === 'done') {
      // The server takes it once, whatever it says.
      prepared.current = undefined;
      prepare().catch(() => undefined);
      return { status: 'chosen', assertion: asked.result };
    }
    return { status: asked.status === 'declined' ? 'declined' : 'failed' };
  };
}
