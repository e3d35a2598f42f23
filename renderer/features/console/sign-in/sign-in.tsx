import { type SubmitEvent, useEffect, useState } from 'react';
import { languages } from '../../../../sync/domain/languages.ts';
import type { ConsoleSession } from '../../../../sync/protocol/api/staff.ts';
import { Art, Notice, Page, Stack, Text } from '../../../design/basic/index.ts';
import { Button, TextField } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useBootstrap } from '../../../shell/bootstrap/bootstrap-context.ts';
import { LanguageSelect } from '../../../shell/frame/language-select.tsx';
import type { ConsoleApi } from '../base/api.ts';
import type { Failure } from '../base/api-answer.ts';
import { useFailureText } from '../base/failure-text.ts';
import styles from './sign-in.module.css';
import { VendorName } from './vendor-name.tsx';

/** Why somebody has to sign in again. */
export type SignInReason = 'ended' | 'idle' | 'left';

export interface SignInProps {
  readonly api: ConsoleApi;
  readonly vendor: string;
  readonly reason: SignInReason | undefined;
  readonly onSignedIn: (session: ConsoleSession) => void;
}

export function SignIn({ api, vendor, reason, onSignedIn }: SignInProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const { pack } = useBootstrap();
  const art = pack?.brand.art.kiosk ?? pack?.brand.art.home;

  // The screen came back from a case: its heading takes the focus, as on every change of screen.
  useEffect(() => {
    if (reason) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [reason]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const incomplete = email.trim() === '' || password === '';
    setMissing(incomplete);
    setFailure(undefined);
    if (incomplete || pending) return;
    setPending(true);
    const answer = await api.signIn({ email: email.trim(), password });
    setPending(false);
    if (answer.ok) onSignedIn(answer.value);
    else {
      setFailure(answer.failure);
      if (answer.failure.code === 'SIGN_IN_FAILED') setPassword('');
    }
  };

  return (
    <Page
      header={
        <header className={styles.header}>
          <VendorName slug={vendor} size={48} />
          <LanguageSelect offered={languages} />
        </header>
      }
      art={
        art === undefined ? undefined : (
          <Art src={art} width={1080} height={1056} priority className={styles.art} />
        )
      }
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={2}>
          <h1 tabIndex={-1} className={styles.title}>
            {t('signIn.title')}
          </h1>
          <Text tone="soft">{t('signIn.staff')}</Text>
          {reason && <Notice>{t(`signIn.${reason}`)}</Notice>}
        </Stack>
        {failure && (
          <Notice tone="warning" live="alert">
            {textOf(failure)}
          </Notice>
        )}
        <TextField
          label={t('signIn.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={setEmail}
          {...(missing && email.trim() === '' ? { error: t('signIn.email.missing') } : {})}
        />
        <TextField
          label={t('signIn.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          {...(missing && password === '' ? { error: t('signIn.password.missing') } : {})}
        />
        <div>
          <Button type="submit" size="l" fullWidth isPending={pending} pendingLabel={t('signIn.pending')}>
            {t('signIn.button')}
          </Button>
        </div>
        <Text size="xs" tone="soft">
          {t('signIn.help')}
        </Text>
      </form>
    </Page>
  );
}
