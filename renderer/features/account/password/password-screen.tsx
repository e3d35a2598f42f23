import { type ReactNode, useEffect, useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../../sync/protocol/api/accounts.ts';
import { Heading, Notice, Stack, StatusLine, Text, TextLink } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { Dialog } from '../../../design/controls/overlays/dialog.tsx';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { PasswordField } from '../../../shell/account/password-field.tsx';
import { SignInInline } from '../../../shell/account/sign-in-inline.tsx';
import { AccountPage, type SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { Apple } from '../apple/apple.tsx';
import { type Failure, FailureLine } from '../base/failure-line.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { Phone } from '../phone/phone.tsx';
import { Contacts } from '../profile/contacts/contacts.tsx';
import { usePerson } from '../profile/person/use-person.ts';
import styles from './password.module.css';
import { StrengthMeter } from './strength-meter.tsx';

const FIELD_ID = 'new-password';

/** Setting, changing or removing the password. */
export function PasswordScreen() {
  const t = useMessages('account');
  const { slug } = usePack();
  return (
    <AccountPage title={t('new.title')} signedOutLead={t('new.signedOut')}>
      {(session) => (
        <Stack gap={5}>
          <Password session={session} />
          <div>
            <TextLink to="/connect/$vendor/account/profile" params={{ vendor: slug }} standalone>
              {t('new.back')}
            </TextLink>
          </div>
        </Stack>
      )}
    </AccountPage>
  );
}

/** The password as it is to be; null takes it away. */
type Change = { readonly password: string | null };
type Outcome = 'saved' | 'removed' | 'weak' | Failure;

function Password({ session }: { readonly session: SignedInState }) {
  const t = useMessages('account');
  const platform = usePlatform();
  const { name: vendor } = usePack();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  /** What waits for a fresh proof of who asks for it. */
  const [unproved, setUnproved] = useState<Change>();

  const apply = async ({ password }: Change) => {
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    try {
      const result = await (await platform).account?.setPassword(password);
      if (result?.status === 'proof-too-old') setUnproved({ password });
      else {
        setUnproved(undefined);
        if (result?.status === 'done') {
          setTyped('');
          setOutcome(password === null ? 'removed' : 'saved');
        } else if (result && result.status !== 'session-ended') setOutcome(result.status);
      }
    } catch {
      setUnproved(undefined);
      setOutcome('offline');
    }
    setBusy(false);
  };
  if (unproved) {
    return (
      <Proof
        session={session}
        change={unproved}
        onCancel={() => setUnproved(undefined)}
        onProved={() => void apply(unproved)}
      />
    );
  }
  return (
    <Stack gap={5}>
      <Text>{t(session.hasPassword ? 'new.leadSet' : 'new.leadNone', { vendor })}</Text>
      <NewPassword
        email={session.email}
        typed={typed}
        onType={(text) => {
          setTyped(text);
          setOutcome(undefined);
        }}
        busy={busy}
        isWeak={outcome === 'weak'}
        onSave={() => void apply({ password: typed })}
      >
        <Told outcome={outcome} />
      </NewPassword>
      {session.hasPassword && <RemovePassword onRemove={() => void apply({ password: null })} />}
      {outcome === 'saved' && <OtherWays session={session} />}
    </Stack>
  );
}

/** A new password ends every session, and none of the other ways in: whoever had the account may have left one behind. */
function OtherWays({ session }: { readonly session: SignedInState }) {
  const t = useMessages('account');
  const { email, shared, hasPassword } = session;
  const person = usePerson(session);
  return (
    <Stack gap={6} as="section" aria-labelledby="other-ways">
      <Stack gap={2}>
        <Heading level={2} size="m" id="other-ways">
          {t('new.ways')}
        </Heading>
        <Text>{t('new.waysText')}</Text>
      </Stack>
      <Contacts session={session} />
      <Phone session={session} />
      <Passkeys {...{ email, shared, hasPassword }} />
      <Apple {...{ session, person }} />
    </Stack>
  );
}

/** What the last change came to. */
function Told({ outcome }: { readonly outcome: Outcome | undefined }) {
  const t = useMessages('account');
  if (outcome === undefined || outcome === 'weak') return null;
  if (outcome === 'saved' || outcome === 'removed') {
    return <StatusLine status="sent">{t(`new.${outcome}`)}</StatusLine>;
  }
  return <FailureLine failure={outcome} />;
}

interface ProofProps {
  readonly session: SignedInState;
  readonly change: Change;
  readonly onProved: () => void;
  readonly onCancel: () => void;
}

/** Who has been signed in for a while shows once more that it is them, in place; what they have typed is kept meanwhile. */
function Proof({ session: { email, shared, hasPassword }, change, onProved, onCancel }: ProofProps) {
  const t = useMessages('account');
  return (
    <Stack gap={4}>
      <Notice live="status">{t(change.password === null ? 'new.proofRemove' : 'new.proofKept')}</Notice>
      <SignInInline
        proof
        email={email}
        owner={shared ? 'shared' : 'own'}
        withPassword={hasPassword}
        onDone={onProved}
      />
      <div>
        <Button variant="quiet" onPress={onCancel}>
          {t('new.cancel')}
        </Button>
      </div>
    </Stack>
  );
}

interface NewPasswordProps {
  readonly email: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly busy: boolean;
  readonly isWeak: boolean;
  readonly onSave: () => void;
  /** Above the button: what the last change came to. */
  readonly children: ReactNode;
}

function NewPassword({ email, typed, onType, busy, isWeak, onSave, children }: NewPasswordProps) {
  const t = useMessages('account');
  const { name: vendor } = usePack();
  const [tried, setTried] = useState(false);
  const { length } = typed;
  const wrongLength =
    length < MIN_PASSWORD_LENGTH ? 'short' : length > MAX_PASSWORD_LENGTH ? 'long' : undefined;
  const error = isWeak
    ? t('new.weak')
    : tried && wrongLength
      ? t(`new.${wrongLength}`, {
          min: MIN_PASSWORD_LENGTH,
          max: MAX_PASSWORD_LENGTH,
          count: MIN_PASSWORD_LENGTH - length,
        })
      : undefined;
  useEffect(() => {
    if (isWeak) focusField(FIELD_ID);
  }, [isWeak]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(wrongLength !== undefined);
        if (wrongLength) focusField(FIELD_ID);
        else onSave();
      }}
    >
      {/* A password manager keeps it under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack gap={3}>
        <div className={styles.field}>
          <PasswordField
            id={FIELD_ID}
            label={t('new.label')}
            hint={error ? undefined : t('new.hint', { min: MIN_PASSWORD_LENGTH })}
            error={error}
            value={typed}
            onChange={(text) => {
              setTried(false);
              onType(text);
            }}
            autoComplete="new-password"
            describedBy="password-strength"
          />
        </div>
        <StrengthMeter id="password-strength" password={typed} known={[email, vendor]} />
        <div role="status" className={styles.told}>
          {children}
        </div>
        <BusyButton type="submit" size="l" fullWidth busy={busy} busyLabel={t('new.saving')}>
          {t('new.save')}
        </BusyButton>
      </Stack>
    </form>
  );
}

function RemovePassword({ onRemove }: { readonly onRemove: () => void }) {
  const t = useMessages('account');
  const [asked, setAsked] = useState(false);
  return (
    <div>
      <Button variant="quiet" onPress={() => setAsked(true)}>
        {t('new.remove')}
      </Button>
      <Dialog
        isOpen={asked}
        onOpenChange={setAsked}
        title={t('new.removeTitle')}
        actions={
          <>
            <Button
              variant="danger"
              size="l"
              onPress={() => {
                setAsked(false);
                onRemove();
              }}
            >
              {t('new.remove')}
            </Button>
            <Button variant="secondary" size="l" onPress={() => setAsked(false)}>
              {t('new.cancel')}
            </Button>
          </>
        }
      >
        <Text>{t('new.removeText')}</Text>
      </Dialog>
    </div>
  );
}
