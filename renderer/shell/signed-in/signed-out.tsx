import { useNavigate } from '@tanstack/react-router';
import { Notice, Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { AccountState } from '../../platform/contract/account.ts';
import { SignInInline } from '../account/sign-in-inline.tsx';

export type NotSignedIn = Exclude<AccountState, { status: 'signed-in' }>;

interface SignedOutProps {
  readonly account: NotSignedIn;
  /** The page of a shared device was left alone. */
  readonly wasIdle: boolean;
  /** What the page is for. */
  readonly lead: string;
  readonly onDone: () => void;
}

/** The sign-in within the page, and why it is needed again. */
export function SignedOut({ account, wasIdle, lead, onDone }: SignedOutProps) {
  const t = useMessages('account');
  const { slug, name: vendor } = usePack();
  const navigate = useNavigate();
  const platform = usePlatform();
  const reason =
    account.status === 'ended'
      ? account.why
      : account.status === 'locked'
        ? 'locked'
        : wasIdle
          ? 'idle'
          : undefined;
  const email = account.status === 'signed-out' ? undefined : account.email;
  return (
    <Stack gap={5}>
      {reason === undefined ? (
        <Text>{lead}</Text>
      ) : (
        <Notice title={t(`ended.${reason}`, { vendor })} live="status">
          {t(`ended.${reason}Text`, { vendor })}
        </Notice>
      )}
      <SignInInline
        key={email}
        email={email}
        onDone={onDone}
        onNewPassword={() => {
          onDone();
          void navigate({ to: '/connect/$vendor/account/password', params: { vendor: slug } });
        }}
      />
      {account.status === 'ended' && (
        <div>
          <Button variant="quiet" onPress={() => void platform.then((store) => store.account?.dismiss())}>
            {t('ended.forget')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
