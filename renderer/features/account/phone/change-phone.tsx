import { useState } from 'react';
import { Stack, Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { PhoneAnswer } from '../../../platform/contract/account.ts';
import { isolatedNumber } from '../../../shell/phone/read-mobile.ts';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { FailureLine, isFailure } from '../base/failure-line.tsx';
import { ContactProof } from '../profile/contacts/contact-proof.tsx';
import type { PhoneDone } from './phone.tsx';
import { PurposeChoice } from './purpose-choice.tsx';
import { usePhoneRequest } from './use-phone.ts';

interface ChangePhoneProps {
  readonly session: SignedInState;
  readonly known: PhoneAnswer;
  readonly phone: NonNullable<PhoneAnswer['phone']>;
  readonly onClose: (done?: PhoneDone) => void;
}

/** What the number is for, or that it goes. Both need a fresh proof, and are told to every email. */
export function ChangePhone({ session, known, phone, onClose }: ChangePhoneProps) {
  const t = useMessages('phone');
  const ofProfile = useMessages('profile');
  const [signsIn, setSignsIn] = useState(phone.signsIn);
  const [removes, setRemoves] = useState(false);
  const { busy, outcome, run, forget } = usePhoneRequest();
  const change = () => {
    if (removes)
      return run(
        (verbs) => verbs.remove(),
        () => onClose('removed'),
      );
    if (signsIn === phone.signsIn) return onClose();
    return run(
      (verbs) => verbs.setSignsIn(signsIn),
      () => onClose('changed'),
    );
  };
  const number = isolatedNumber(phone.shown);
  return (
    <Sheet isOpen onOpenChange={() => onClose()} title={removes ? t('removeTitle', { number }) : t('title')}>
      {outcome === 'proof-too-old' ? (
        <ContactProof session={session} onProved={() => void change()} onCancel={() => onClose()} />
      ) : (
        <Stack gap={4}>
          {removes ? (
            <Text>{t('removeText')}</Text>
          ) : (
            <PurposeChoice {...{ signsIn, canSignIn: known.canSignIn }} onChange={setSignsIn} />
          )}
          <div role="alert">{isFailure(outcome) && <FailureLine failure={outcome} />}</div>
          <Stack gap={2}>
            <BusyButton
              variant={removes ? 'danger' : 'primary'}
              size="l"
              fullWidth
              busy={busy}
              onPress={() => void change()}
            >
              {removes ? t('remove') : ofProfile('save')}
            </BusyButton>
            <Button variant="secondary" size="l" fullWidth onPress={() => onClose()}>
              {ofProfile('cancel')}
            </Button>
            {!removes && (
              <div>
                <Button
                  variant="quiet"
                  onPress={() => {
                    forget();
                    setRemoves(true);
                  }}
                >
                  {t('remove')}
                </Button>
              </div>
            )}
          </Stack>
        </Stack>
      )}
    </Sheet>
  );
}
