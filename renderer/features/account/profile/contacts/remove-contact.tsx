import { Stack, StatusLine, Text } from '../../../../design/basic/index.ts';
import { BusyButton } from '../../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { Sheet } from '../../../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';
import { FailureLine, isFailure } from '../../base/failure-line.tsx';
import { ContactProof } from './contact-proof.tsx';
import { useContactRequest } from './use-contact-request.ts';

interface RemoveContactProps {
  readonly session: SignedInState;
  readonly email: string;
  readonly onClose: (removed: boolean) => void;
}

export function RemoveContact({ session, email, onClose }: RemoveContactProps) {
  const t = useMessages('profile');
  const { busy, outcome, run } = useContactRequest();
  const remove = () =>
    run(
      (account) => account.removeContact(email),
      () => onClose(true),
    );
  return (
    <Sheet
      isOpen
      onOpenChange={() => onClose(false)}
      title={t('contacts.removeTitle', { email: `\u2068${email}\u2069` })}
    >
      {outcome === 'proof-too-old' ? (
        <ContactProof session={session} onProved={() => void remove()} onCancel={() => onClose(false)} />
      ) : (
        <Stack gap={4}>
          <Text>{t('contacts.removeText')}</Text>
          <div role="alert">
            {isFailure(outcome) && <FailureLine failure={outcome} />}
            {outcome === 'needed' && <StatusLine status="attention">{t('contacts.locked')}</StatusLine>}
          </div>
          <Stack gap={2}>
            <BusyButton variant="danger" size="l" fullWidth busy={busy} onPress={() => void remove()}>
              {t('contacts.remove')}
            </BusyButton>
            <Button variant="secondary" size="l" fullWidth onPress={() => onClose(false)}>
              {t('cancel')}
            </Button>
          </Stack>
        </Stack>
      )}
    </Sheet>
  );
}
