import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { appleReturns } from '../../../sync/protocol/api/apple.ts';
import { Notice, StatusLine } from '../../design/basic/index.ts';
import { usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';

export type AppleState = 'finishing' | 'cancelled' | 'failed' | 'exists';

interface Returned {
  /** Undefined where nobody comes back from Apple. */
  readonly state: AppleState | undefined;
  /** Once who came back has signed in here: takes Apple along. */
  readonly onSignedIn: () => void;
}

/** Who comes back from Apple: the address of the page says how it went, and is tidied once that is known. */
export function useAppleReturn(): Returned {
  const platform = usePlatform();
  const navigate = useNavigate();
  const { slug: vendor } = usePack();
  const asked = useLocation().searchStr;
  const [first] = useState(() => new URLSearchParams(asked));
  const returned = appleReturns.find((one) => one === first.get('apple'));
  const result = first.get('result') ?? '';
  const [state, setState] = useState<AppleState | undefined>(returned === 'ok' ? 'finishing' : returned);
  const begun = useRef(false);
  useEffect(() => {
    if (returned === undefined || begun.current) return;
    begun.current = true;
    // What is spent needn't stay in the address, nor in the history.
    void navigate({ to: '/connect/$vendor/account/profile', params: { vendor }, replace: true });
    if (returned !== 'ok') return;
    const finish = async () => {
      const come = await (await platform).account?.signIn({ by: { apple: result } });
      if (come?.status === 'signed-in') setState(undefined);
      else setState(come?.status === 'exists' ? 'exists' : 'failed');
    };
    finish().catch(() => setState('failed'));
  }, [returned, result, platform, navigate, vendor]);
  return {
    state,
    onSignedIn() {
      setState(undefined);
      if (state !== 'exists') return;
      // They are told by email; where it fails, they come by Apple once more.
      void platform
        .then(async ({ account }) => (await account?.apple())?.link(result))
        .catch(() => undefined);
    },
  };
}

export function AppleNotice({ state }: { readonly state: AppleState }) {
  const t = useMessages('apple');
  const { name: vendor } = usePack();
  if (state === 'finishing') return <StatusLine status="saving">{t('finishing')}</StatusLine>;
  return (
    <Notice title={t(state)} live="status">
      {t(`${state}Text`, { vendor })}
    </Notice>
  );
}
