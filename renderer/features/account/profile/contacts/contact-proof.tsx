import { Stack, Text } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { SignInInline } from '../../../../shell/account/sign-in-inline.tsx';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';

interface ContactProofProps {
  readonly session: SignedInState;
  readonly onProved: () => void;
  readonly onCancel: () => void;
}

/** Who has been signed in for a while shows once more that it is them. */
export function ContactProof({ session, onProved, onCancel }: ContactProofProps) {
  const t = useMessages('profile');
  const { email, shared, hasPassword } = session;
  return (
    <Stack gap={4}>
      <Text>{t('contacts.proof')}</Text>
      <SignInInline
        proof
        email={email}
        owner={shared ? 'shared' : 'own'}
        withPassword={hasPassword}
        onDone={onProved}
      />
      <Button variant="secondary" size="l" fullWidth onPress={onCancel}>
        {t('cancel')}
      </Button>
    </Stack>
  );
}
