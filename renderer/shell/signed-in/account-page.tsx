import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Heading, Skeleton, Stack } from '../../design/basic/index.ts';
import { SideArt } from '../../design/basic/text/side-art.tsx';
import { AutofillAllowed } from '../../design/controls/fields/autofill.ts';
import { usePack, usePlatformStatus } from '../../device/provider/platform-provider.tsx';
import { useAccountState } from '../../device/use-account.ts';
import type { AccountState } from '../../platform/contract/account.ts';
import { VendorPage } from '../frame/vendor-page.tsx';
import { IdleCover } from './idle-cover.tsx';
import { SignedOut } from './signed-out.tsx';
import { useDelayed } from './use-delayed.ts';

export type SignedInState = Extract<AccountState, { status: 'signed-in' }>;

interface AccountPageProps {
  readonly title: string;
  /** What somebody who isn't signed in is told that the page is for. */
  readonly signedOutLead: string;
  readonly children: (session: SignedInState) => ReactNode;
}

/** A page of whoever is signed in; where nobody is, the sign-in is on it. */
export function AccountPage({ title, signedOutLead, children }: AccountPageProps) {
  const { brand } = usePack();
  const known = useAccountState();
  const failed = usePlatformStatus() === 'failed';
  const account = known ?? (failed ? ({ status: 'signed-out' } as const) : undefined);
  const late = useDelayed(account === undefined);
  const [wasIdle, setWasIdle] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const status = account?.status;
  const before = useRef(status);
  // What had the focus is gone with the sign-in, or with the account.
  useEffect(() => {
    if (before.current !== undefined && before.current !== status) heading.current?.focus();
    before.current = status;
  }, [status]);
  return (
    <VendorPage art={<SideArt of={brand.art} />}>
      <Stack gap={5}>
        <Heading level={1} ref={heading}>
          {title}
        </Heading>
        {late && <Skeleton heading lines={4} />}
        {account !== undefined && account.status !== 'signed-in' && (
          <SignedOut
            account={account}
            wasIdle={wasIdle}
            lead={signedOutLead}
            onDone={() => setWasIdle(false)}
          />
        )}
        {account?.status === 'signed-in' && (
          <IdleCover session={account} onLeft={() => setWasIdle(true)}>
            <AutofillAllowed value={!account.shared}>{children(account)}</AutofillAllowed>
          </IdleCover>
        )}
      </Stack>
    </VendorPage>
  );
}
