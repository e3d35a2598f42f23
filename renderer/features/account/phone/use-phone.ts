import { useEffect, useState } from 'react';
import { usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import type { Phone, PhoneAnswer, PhoneResult } from '../../../platform/contract/account.ts';
import { useRequest } from '../base/use-request.ts';

export const usePhoneRequest = () => useRequest<Phone, PhoneResult['status']>((account) => account.phone());

/** Again whenever `turn` changes, and when the network is back. @returns undefined until it is known. */
export function usePhone(turn: number): PhoneAnswer | 'failed' | undefined {
  const platform = usePlatform();
  const offline = useOffline();
  const [answer, setAnswer] = useState<PhoneAnswer | 'failed'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    if (offline) return;
    let isGone = false;
    platform
      .then((store) => store.account?.phone())
      .then((phone) => phone?.read())
      .then((result) => {
        if (!isGone) setAnswer(result?.status === 'ok' ? result.answer : 'failed');
      })
      .catch(() => {
        if (!isGone) setAnswer('failed');
      });
    return () => {
      isGone = true;
    };
  }, [platform, offline, turn]);
  return answer;
}
