import type { Platform } from '../platform/contract/contract.ts';

/** Who is signed in, once that is known. */
export const personHere = ({ account }: Pick<Platform, 'account'>): Promise<string | undefined> =>
  new Promise((resolve) => {
    if (!account) resolve(undefined);
    const stop = account?.watch((state) => {
      resolve(state.status === 'signed-in' ? state.person : undefined);
      queueMicrotask(() => stop?.());
    });
  });
