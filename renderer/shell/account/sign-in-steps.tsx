import { lazy, useEffect, useRef } from 'react';
import { CODE_MINUTES } from '../../../sync/protocol/api/accounts.ts';
import { OptionalPart } from '../../base/optional-part.tsx';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { BusyButton } from '../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { AutofillAllowed } from '../../design/controls/fields/autofill.ts';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { AppleButton } from '../apple/apple-button.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { Resend } from './resend.tsx';
import styles from './sign-in.module.css';
import { DeviceChoice, RequestProblem, StepForm, type Steps, useProblemText } from './sign-in-parts.tsx';
import { CODE_ID, EMAIL_ID, PASSWORD_ID } from './use-sign-in.ts';

const loadTextSignIn = () => import('./text-sign-in.tsx');
const TextSignIn = lazy(async () => ({ default: (await loadTextSignIn()).TextSignIn }));

/** In a sentence of any direction. */
export const isolated = (address: string) => `\u2066${address}\u2069`;

/** The step that a sign-in is at. */
export function SignInSteps({ signIn, lead }: Steps & { readonly lead?: string | undefined }) {
  const { step, way, problem } = signIn;
  const shownBefore = useRef(false);
  // To what there is to do next; what is there from the start is read from its title on.
  useEffect(() => {
    if (shownBefore.current)
      focusField(step === 'code' ? CODE_ID : way === 'password' ? PASSWORD_ID : EMAIL_ID);
    shownBefore.current = true;
  }, [step, way]);
  useEffect(() => {
    if (problem?.at !== undefined) focusField(problem.at);
  }, [problem]);
  return (
    <AutofillAllowed value={signIn.owner !== 'shared'}>
      {way === 'text' ? (
        <OptionalPart>
          <TextSignIn signIn={signIn} lead={lead} />
        </OptionalPart>
      ) : (
        <StepForm onSubmit={signIn.submit}>
          {step === 'code' ? <CodeStep signIn={signIn} /> : <EmailStep signIn={signIn} lead={lead} />}
        </StepForm>
      )}
    </AutofillAllowed>
  );
}

function EmailStep({ signIn, lead }: Steps & { readonly lead: string | undefined }) {
  const t = useMessages('account');
  const text = useProblemText();
  const { name: vendor } = usePack();
  const { way, busy, proof } = signIn;
  const byPassword = way === 'password';
  const emailError = text(signIn.problemAt(EMAIL_ID));
  const passwordError = text(signIn.problemAt(PASSWORD_ID));
  const email = isolated(signIn.email);
  return (
    <>
      <Stack gap={4}>
        {lead !== undefined && <Text>{lead}</Text>}
        {proof ? (
          <Text>{t(byPassword ? 'proof.passwordHint' : 'proof.hint', { email })}</Text>
        ) : (
          <div className={styles.field}>
            <TextField
              id={EMAIL_ID}
              name="email"
              type="email"
              inputMode="email"
              autoComplete={byPassword ? 'username' : 'email'}
              autoCapitalize="none"
              spellCheck={false}
              label={t('email.label')}
              hint={emailError ? undefined : t(byPassword ? 'email.passwordHint' : 'email.hint', { vendor })}
              error={emailError}
              value={signIn.email}
              onChange={signIn.typeEmail}
              isRequired
            />
          </div>
        )}
        {byPassword && (
          <div className={styles.field}>
            <PasswordField
              id={PASSWORD_ID}
              label={t('password.label')}
              hint={passwordError ? undefined : t('password.hint', { vendor })}
              error={passwordError}
              value={signIn.password}
              onChange={signIn.typePassword}
              autoComplete="current-password"
            />
          </div>
        )}
        {!proof && <DeviceChoice signIn={signIn} />}
      </Stack>
      <Stack gap={2}>
        <RequestProblem signIn={signIn} />
        <BusyButton
          type="submit"
          size="l"
          fullWidth
          busy={busy}
          busyLabel={t(byPassword ? 'checking' : 'sending')}
        >
          {t(byPassword ? (proof ? 'confirm' : 'signIn') : 'send')}
        </BusyButton>
        <div className={styles.ways}>
          {signIn.withPassword && (
            <Button variant="quiet" onPress={byPassword ? signIn.codeInstead : signIn.usePassword}>
              {t(byPassword ? 'sendInstead' : 'usePassword')}
            </Button>
          )}
          {byPassword && signIn.withPassword && signIn.canReset && (
            <Button variant="quiet" onPress={signIn.forgetPassword}>
              {t('forgot')}
            </Button>
          )}
          {!byPassword && signIn.withText && (
            <Button variant="quiet" onPress={() => signIn.textInstead(loadTextSignIn)}>
              {t('byText')}
            </Button>
          )}
          {!byPassword && (
            <OptionalPart>
              <PasskeyButton onPress={signIn.signInByPasskey} />
            </OptionalPart>
          )}
        </div>
        {!byPassword && signIn.withApple && (
          <OptionalPart>
            <AppleButton onPress={signIn.continueWithApple} />
          </OptionalPart>
        )}
      </Stack>
    </>
  );
}

function CodeStep({ signIn }: Steps) {
  const t = useMessages('account');
  const text = useProblemText();
  const error = text(signIn.problemAt(CODE_ID));
  const email = isolated(signIn.email.trim());
  return (
    <>
      <div className={styles.code}>
        {signIn.forgot && <Text>{t('forgot.text')}</Text>}
        <TextField
          id={CODE_ID}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          label={t('code.label')}
          hint={error ? undefined : t('code.hint', { email, minutes: CODE_MINUTES })}
          error={error}
          value={signIn.sent.code}
          onChange={signIn.typeCode}
          isRequired
        />
        <Resend sentAt={signIn.sent.sentAt} onPress={signIn.resend} />
        <div aria-live="polite">
          {signIn.sent.sentAgain && <StatusLine status="sent">{t('code.sentAgain')}</StatusLine>}
        </div>
      </div>
      <Stack gap={2}>
        <RequestProblem signIn={signIn} />
        <BusyButton type="submit" size="l" fullWidth busy={signIn.busy} busyLabel={t('checking')}>
          {t(signIn.proof ? 'confirm' : 'signIn')}
        </BusyButton>
        <div>
          {!signIn.proof && (
            <Button variant="quiet" onPress={signIn.backToEmail}>
              {t('other')}
            </Button>
          )}
        </div>
      </Stack>
    </>
  );
}
