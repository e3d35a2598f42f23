import { Stack, Text } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { SignInInline } from '../../../shell/account/sign-in-inline.tsx';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';

export type Owner = Pick<SignedInState, 'email' | 'shared' | 'hasPassword'>;

/** Who has been signed in for a while shows once more that it is them, in place. */
export function Prove({
  owner: { email, shared, hasPassword },
  onProved,
}: {
  readonly owner: Owner;
  readonly onProved: () => void;
}) {
  const t = useMessages('passkeys');
  return (
    <Stack gap={4}>
      <Text>{t('proof')}</Text>
      <SignInInline
        proof
        email={email}
        owner={shared ? 'shared' : 'own'}
        withPassword={hasPassword}
        onDone={onProved}
      />
    </Stack>
  );
}
