import { useEffect, useState } from 'react';
import { CODE_LENGTH, CODE_MINUTES } from '../../../../sync/protocol/api/accounts.ts';
import { Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import type { PhoneAnswer } from '../../../platform/contract/account.ts';
import { Resend } from '../../../shell/account/resend.tsx';
import { useSentCode } from '../../../shell/account/use-sent-code.ts';
import {
  isolatedNumber,
  type Mobile,
  useReadMobile,
  useTextedCountries,
} from '../../../shell/phone/read-mobile.ts';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { FailureLine, isFailure } from '../base/failure-line.tsx';
import { ContactProof } from '../profile/contacts/contact-proof.tsx';
import type { PhoneDone } from './phone.tsx';
import { PurposeChoice } from './purpose-choice.tsx';
import { usePhoneRequest } from './use-phone.ts';

interface AddPhoneProps {
  readonly session: SignedInState;
  readonly known: PhoneAnswer;
  readonly onClose: (done?: PhoneDone) => void;
}

const NUMBER_ID = 'new-number';
const CODE_ID = 'new-number-code';

/** A number and what it is for, then the code that was texted there. */
function useNewPhone(onAdded: () => void) {
  const { language } = useLanguage();
  const readMobile = useReadMobile();
  const [typed, setTyped] = useState('');
  const [mobile, setMobile] = useState<Mobile>();
  const [signsIn, setSignsIn] = useState(true);
  const sent = useSentCode();
  const { run, forget, ...request } = usePhoneRequest();
  const askForCode = (again: boolean) => {
    let read: Mobile | undefined;
    return run(
      async (phone) => {
        read = await readMobile(typed);
        return read ? phone.requestProof(read.e164, language) : { status: 'no-number' };
      },
      () => {
        sent.sent(again);
        setMobile(read);
      },
    );
  };
  const confirm = (code: string) =>
    run(async (phone) => {
      if (code.length < CODE_LENGTH || !mobile) return { status: 'wrong' };
      return phone.prove({ phone: mobile.e164, language, code, signsIn });
    }, onAdded);
  return {
    ...{ typed, mobile, signsIn, sent, setSignsIn, askForCode, confirm, ...request },
    typeNumber(text: string) {
      forget();
      setTyped(text);
    },
    /** Goes on by itself once it is complete. */
    typeCode(text: string) {
      forget();
      const complete = sent.type(text);
      if (complete !== undefined) void confirm(complete);
    },
  };
}

export function AddPhone({ session, known, onClose }: AddPhoneProps) {
  const t = useMessages('phone');
  const ofAccount = useMessages('account');
  const ofProfile = useMessages('profile');
  const added = useNewPhone(() => onClose('added'));
  const { mobile, busy, outcome, sent } = added;
  const field = mobile ? CODE_ID : NUMBER_ID;
  const isField = outcome === 'no-number' || outcome === 'wrong';
  useEffect(() => {
    if (isField) focusField(field);
  }, [isField, field]);
  useEffect(() => {
    if (mobile) focusField(CODE_ID);
  }, [mobile]);
  return (
    <Sheet isOpen onOpenChange={() => onClose()} title={t(known.phone ? 'replace' : 'add')}>
      {outcome === 'proof-too-old' ? (
        <ContactProof
          session={session}
          onProved={() => void added.askForCode(false)}
          onCancel={() => onClose()}
        />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void (mobile ? added.confirm(sent.code) : added.askForCode(false));
          }}
        >
          <Stack gap={4}>
            {mobile ? <NewCode {...{ added, mobile }} /> : <NewNumber {...{ added, known }} />}
            <div role="alert">{isFailure(outcome) && <FailureLine failure={outcome} />}</div>
            <Stack gap={2}>
              <BusyButton type="submit" size="l" fullWidth busy={busy}>
                {mobile ? t('new.confirm') : ofAccount('byText')}
              </BusyButton>
              <Button variant="secondary" size="l" fullWidth onPress={() => onClose()}>
                {ofProfile('cancel')}
              </Button>
            </Stack>
          </Stack>
        </form>
      )}
    </Sheet>
  );
}

interface AddedProps {
  readonly added: ReturnType<typeof useNewPhone>;
}

function NewNumber({ added, known: { phone, canSignIn } }: AddedProps & { readonly known: PhoneAnswer }) {
  const t = useMessages('phone');
  const { name: vendor } = usePack();
  const countries = useTextedCountries();
  return (
    <>
      <TextField
        key="number"
        id={NUMBER_ID}
        label={t('number.label')}
        hint={phone ? t('new.replaces', { number: isolatedNumber(phone.shown) }) : t('new.hint')}
        error={added.outcome === 'no-number' ? t('number.wrong', { vendor, countries }) : undefined}
        isRequired
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={added.typed}
        onChange={added.typeNumber}
      />
      <PurposeChoice {...{ signsIn: added.signsIn, canSignIn }} onChange={added.setSignsIn} />
    </>
  );
}

function NewCode({ added, mobile }: AddedProps & { readonly mobile: Mobile }) {
  const t = useMessages('phone');
  const ofAccount = useMessages('account');
  const { sent, outcome } = added;
  return (
    <>
      <TextField
        key="code"
        id={CODE_ID}
        label={ofAccount('code.label')}
        hint={t('new.code', { number: isolatedNumber(mobile.shown), minutes: CODE_MINUTES })}
        error={outcome === 'wrong' ? t('new.wrong') : undefined}
        isRequired
        inputMode="numeric"
        autoComplete="one-time-code"
        value={sent.code}
        onChange={added.typeCode}
      />
      <div>
        <Resend sentAt={sent.sentAt} onPress={() => void added.askForCode(true)} />
        <div aria-live="polite">
          {sent.sentAgain && <StatusLine status="sent">{t('new.sentAgain')}</StatusLine>}
        </div>
      </div>
      <Text size="xs" tone="soft">
        {t('none')}
      </Text>
    </>
  );
}
