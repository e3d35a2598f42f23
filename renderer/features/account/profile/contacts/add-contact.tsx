import { useEffect, useState } from 'react';
import { Stack } from '../../../../design/basic/index.ts';
import { BusyButton } from '../../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../../design/controls/fields/text-field.tsx';
import { Sheet } from '../../../../design/controls/overlays/dialog.tsx';
import { useLanguage, useMessages } from '../../../../i18n/index.ts';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';
import { FailureLine, isFailure } from '../../base/failure-line.tsx';
import { ContactProof } from './contact-proof.tsx';
import { useContactRequest } from './use-contact-request.ts';

interface AddContactProps {
  readonly session: SignedInState;
  readonly onClose: (added: boolean) => void;
}

const FIELD_ID = 'contact';

/** An address, then the code that was sent there. Both are in one field after another, so that nothing typed is lost. */
export function AddContact({ session, onClose }: AddContactProps) {
  const t = useMessages('profile');
  const { language } = useLanguage();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [step, setStep] = useState<'email' | 'code'>('email');
  const { busy, outcome, run, forget } = useContactRequest();
  const isField = outcome === 'no-address' || outcome === 'wrong' || outcome === 'taken';
  useEffect(() => {
    if (isField) focusField(FIELD_ID);
  }, [isField]);
  useEffect(() => {
    if (step === 'code') focusField(FIELD_ID);
  }, [step]);
  const askForCode = () =>
    run(
      (account) =>
        email.includes('@')
          ? account.requestContactCode(email.trim(), language)
          : Promise.resolve({ status: 'no-address' }),
      () => setStep('code'),
    );
  const confirm = () =>
    run(
      (account) =>
        /^\d{6}$/.test(code.trim())
          ? account.addContact({ email: email.trim(), language, code: code.trim() })
          : Promise.resolve({ status: 'wrong' }),
      () => onClose(true),
    );
  const error =
    outcome === 'no-address'
      ? t('contacts.wrongAddress')
      : outcome === 'wrong'
        ? t('contacts.codeWrong')
        : outcome === 'taken'
          ? t('contacts.taken')
          : undefined;
  return (
    <Sheet isOpen onOpenChange={() => onClose(false)} title={t('contacts.add')}>
      {outcome === 'proof-too-old' ? (
        <ContactProof session={session} onProved={() => void askForCode()} onCancel={() => onClose(false)} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void (step === 'email' ? askForCode() : confirm());
          }}
        >
          <Stack gap={4}>
            {step === 'email' ? (
              <TextField
                key="email"
                id={FIELD_ID}
                label={t('contacts.label')}
                hint={t('contacts.hint')}
                error={error}
                isRequired
                type="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                value={email}
                onChange={(text) => {
                  forget();
                  setEmail(text);
                }}
              />
            ) : (
              <TextField
                key="code"
                id={FIELD_ID}
                label={t('contacts.code')}
                hint={t('contacts.codeHint', { email: `\u2068${email.trim()}\u2069` })}
                error={error}
                isRequired
                inputMode="numeric"
                autoComplete="one-time-code"
                value={code}
                onChange={(text) => {
                  forget();
                  setCode(text);
                }}
              />
            )}
            <div role="alert">{isFailure(outcome) && <FailureLine failure={outcome} />}</div>
            <Stack gap={2}>
              <BusyButton type="submit" size="l" fullWidth busy={busy}>
                {t(step === 'email' ? 'contacts.send' : 'contacts.confirm')}
              </BusyButton>
              <Button variant="secondary" size="l" fullWidth onPress={() => onClose(false)}>
                {t('cancel')}
              </Button>
            </Stack>
          </Stack>
        </form>
      )}
    </Sheet>
  );
}
