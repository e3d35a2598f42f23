import { useCallback } from 'react';
import { usePlatform } from '../../../device/provider/platform-provider.tsx';
import type { AppleSignIn } from '../../../platform/contract/account.ts';

/** What the server knows of Apple, loaded when it is asked for. */
export function useApple(): () => Promise<AppleSignIn> {
  const platform = usePlatform();
  return useCallback(async () => {
    const { account } = await platform;
    if (!account) throw new Error('Nobody has an account here');
    return account.apple();
  }, [platform]);
}
