import { useCallback, useEffect, useRef, useState } from 'react';
import { usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import type {
  Account,
  AccountState,
  AppleName,
  AppleReturn,
  AppleSignIn,
  SignInResult,
} from '../../platform/contract/account.ts';

/** What is told and asks for nothing more of who came back. */
export type Ending = 'cancelled' | 'failed' | 'elsewhere' | 'unavailable' | 'closed' | 'storage';

export type CallbackState =
  | { readonly is: 'verifying' | 'linking' }
  | {
      readonly is: 'signed-in' | 'linked' | 'not-linked';
      readonly isRelay: boolean;
      readonly name: AppleName | null;
    }
  /** The address is known here, or can't be relied on: who proves that it is theirs links Apple. */
  | { readonly is: 'exists' }
  /** Who is signed in has been for a while: they prove again that it is them. */
  | { readonly is: 'proof'; readonly session: Extract<AccountState, { status: 'signed-in' }> }
  | { readonly is: Ending }
  /** Nothing is spent yet: it can be asked for again. */
  | { readonly is: 'offline' | 'later' };

export interface Callback {
  readonly state: CallbackState;
  /** Where they were; their account where that isn't known. */
  readonly returnTo: string;
  readonly again: () => void;
  /** Who was asked to has signed in, or proven that it is them. */
  readonly onProved: () => void;
}

type Failed = Exclude<Awaited<ReturnType<AppleSignIn['outcome']>>, { status: 'ok' }> | SignInResult;

/** What is told of a request that came to nothing. */
function endingOf({ status }: Exclude<Failed, { status: 'signed-in' | 'exists' }>): CallbackState {
  switch (status) {
    case 'offline':
    case 'elsewhere':
    case 'unavailable':
    case 'storage':
      return { is: status };
    case 'later':
    case 'not-understood':
      return { is: 'later' };
    // Nobody signs in to a closed account, by whatever way.
    case 'wrong':
    case 'code-needed':
      return { is: 'closed' };
    case 'mismatch':
      return { is: 'failed' };
  }
}

const signedInState = (account: Account) =>
  new Promise<AccountState>((resolve) => {
    const stop = account.watch((state) => {
      resolve(state);
      queueMicrotask(() => stop());
    });
  });

/** Links who came back to who is signed in. */
async function link(account: Account, result: string, back: AppleReturn): Promise<CallbackState> {
  const { isRelay, name } = back;
  const session = await signedInState(account);
  if (session.status !== 'signed-in') return { is: 'exists' };
  const linked = await (await account.apple()).link(result);
  switch (linked.status) {
    case 'done':
      return { is: 'linked', isRelay, name };
    case 'refused':
      return { is: 'not-linked', isRelay: false, name: null };
    case 'proof-too-old':
      return { is: 'proof', session };
    case 'session-ended':
      return { is: 'exists' };
    default:
      return endingOf(linked);
  }
}

async function signIn(
  account: Account,
  result: string,
  { isRelay, name }: AppleReturn,
): Promise<CallbackState> {
  const come = await account.signIn({ by: { apple: result } });
  if (come.status === 'signed-in') return { is: 'signed-in', isRelay, name };
  return come.status === 'exists' ? { is: 'exists' } : endingOf(come);
}

/** Who comes back from Apple: asks what became of it, signs them in or links Apple, and says what is left to do. */
export function useCallbackOf(result: string): Callback {
  const platform = usePlatform();
  const { slug } = usePack();
  const [state, setState] = useState<CallbackState>({ is: 'verifying' });
  const [back, setBack] = useState<AppleReturn>();
  const begun = useRef(false);

  const finish = useCallback(async (): Promise<CallbackState> => {
    const { account } = await platform;
    if (!account) return { is: 'unavailable' };
    const told = await (await account.apple()).outcome(result);
    if (told.status !== 'ok') return endingOf(told);
    setBack(told.back);
    if (told.back.outcome !== 'ok') return { is: told.back.outcome };
    return told.back.links ? link(account, result, told.back) : signIn(account, result, told.back);
  }, [platform, result]);
  const show = useCallback((work: Promise<CallbackState>) => {
    // It rejects where the code for it can't be loaded.
    void work.catch((): CallbackState => ({ is: 'offline' })).then(setState);
  }, []);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    show(finish());
  }, [show, finish]);

  return {
    state,
    returnTo: back?.returnTo ?? `/connect/${slug}/account/profile`,
    again() {
      setState({ is: 'verifying' });
      show(finish());
    },
    onProved() {
      setState({ is: 'linking' });
      const linkNow = async (): Promise<CallbackState> => {
        const { account } = await platform;
        if (!account || !back) return { is: 'failed' };
        const linked = await link(account, result, back);
        // They are signed in, whatever became of Apple.
        return ['linked', 'proof'].includes(linked.is)
          ? linked
          : { is: 'not-linked', isRelay: false, name: null };
      };
      show(linkNow());
    },
  };
}
