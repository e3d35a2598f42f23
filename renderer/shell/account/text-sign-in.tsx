import { useEffect } from 'react';
import { CODE_MINUTES } from '../../../sync/protocol/api/accounts.ts';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { BusyButton } from '../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { DateField } from '../../design/controls/dates/date-field.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { isolatedNumber, useTextedCountries } from '../phone/read-mobile.ts';
import { Resend } from './resend.tsx';
import styles from './sign-in.module.css';
import { DeviceChoice, RequestProblem, StepForm, type Steps } from './sign-in-parts.tsx';
import { BIRTH_DATE_ID, NUMBER_ID, TEXT_CODE_ID, useTextSignIn } from './use-text-sign-in.ts';

interface TextSteps extends Steps {
  readonly text: ReturnType<typeof useTextSignIn>;
}

/** In the place of the email steps. */
export function TextSignIn({ signIn, lead }: Steps & { readonly lead: string | undefined }) {
  const text = useTextSignIn(signIn);
  const { step } = signIn;
  const { fault } = text;
  useEffect(() => {
    focusField(step === 'code' ? TEXT_CODE_ID : NUMBER_ID);
  }, [step]);
  useEffect(() => {
    if (fault) focusField(fault.at);
  }, [fault]);
  return (
    <StepForm onSubmit={step === 'code' ? text.signIn : text.askForCode}>
      {step === 'code' ? <TextCodeStep {...{ signIn, text }} /> : <NumberStep {...{ signIn, text, lead }} />}
    </StepForm>
  );
}

function NumberStep({ signIn, text, lead }: TextSteps & { readonly lead: string | undefined }) {
  const t = useMessages('phone');
  const ofAccount = useMessages('account');
  const { name: vendor } = usePack();
  const countries = useTextedCountries();
  const wrong = text.faultAt(NUMBER_ID);
  const error = wrong && t(wrong, { vendor, countries });
  return (
    <>
      <Stack gap={4}>
        {lead !== undefined && <Text>{lead}</Text>}
        <div className={styles.field}>
          <TextField
            id={NUMBER_ID}
            name="tel"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            label={t('number.label')}
            hint={error ? undefined : t('number.hint', { vendor })}
            error={error}
            value={text.typed}
            onChange={text.typeNumber}
            isRequired
          />
        </div>
        <DeviceChoice signIn={signIn} />
      </Stack>
      <Stack gap={2}>
        <RequestProblem signIn={signIn} />
        <BusyButton type="submit" size="l" fullWidth busy={signIn.busy} busyLabel={ofAccount('sending')}>
          {ofAccount('byText')}
        </BusyButton>
        <div>
          <Button variant="quiet" onPress={signIn.backToEmail}>
            {t('useEmail')}
          </Button>
        </div>
      </Stack>
    </>
  );
}

function TextCodeStep({ signIn, text }: TextSteps) {
  const t = useMessages('phone');
  const ofAccount = useMessages('account');
  const { name: vendor } = usePack();
  const { sent, mobile } = text;
  const wrongCode = text.faultAt(TEXT_CODE_ID);
  const wrongDate = text.faultAt(BIRTH_DATE_ID);
  const about = { vendor, number: isolatedNumber(mobile?.shown ?? ''), minutes: CODE_MINUTES };
  return (
    <>
      <Stack gap={4}>
        <div className={styles.code}>
          <TextField
            id={TEXT_CODE_ID}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            label={ofAccount('code.label')}
            hint={wrongCode ? undefined : t('code.hint', about)}
            error={wrongCode && t(wrongCode, about)}
            value={sent.code}
            onChange={text.typeCode}
            isRequired
          />
          <Resend sentAt={sent.sentAt} onPress={text.resend} />
          <div aria-live="polite">
            {sent.sentAgain && <StatusLine status="sent">{t('code.again')}</StatusLine>}
          </div>
        </div>
        <DateField
          id={BIRTH_DATE_ID}
          label={t('birthDate.label')}
          hint={t('birthDate.hint')}
          error={wrongDate && t(wrongDate, about)}
          autoComplete="bday"
          isRequired
          value={text.birthDate}
          onChange={text.typeBirthDate}
        />
        <Text size="xs" tone="soft">
          {t('none')}
        </Text>
      </Stack>
      <Stack gap={2}>
        <RequestProblem signIn={signIn} />
        <BusyButton type="submit" size="l" fullWidth busy={signIn.busy} busyLabel={ofAccount('checking')}>
          {ofAccount('signIn')}
        </BusyButton>
        <div className={styles.ways}>
          <Button variant="quiet" onPress={text.backToNumber}>
            {t('other')}
          </Button>
          <Button variant="quiet" onPress={signIn.backToEmail}>
            {t('useEmail')}
          </Button>
        </div>
      </Stack>
    </>
  );
}
