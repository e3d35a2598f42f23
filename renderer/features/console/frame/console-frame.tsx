import { Outlet, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ConsoleSession } from '../../../../sync/protocol/api/staff.ts';
import { Heading, NativeButton, Notice, Page, Skeleton, Stack } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { createConsoleApi } from '../base/api.ts';
import type { Answer, Failure } from '../base/api-answer.ts';
import { ConsoleContext, type ConsoleSpace } from '../base/console-context.ts';
import { createConsoleEvents } from '../base/console-events.ts';
import { useFailureText } from '../base/failure-text.ts';
import { usePreferences } from '../base/preferences.ts';
import { SignIn, type SignInReason } from '../sign-in/sign-in.tsx';
import styles from './console-frame.module.css';
import { ConsoleHeader } from './console-header.tsx';
import { HelpBanner } from './help-banner.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { KeyHints } from './key-hints.tsx';
import { createNotes } from './notes.ts';
import { useReadersScheme } from './use-readers-scheme.ts';

type Access =
  | { readonly state: 'checking' }
  | { readonly state: 'out'; readonly reason?: SignInReason }
  | { readonly state: 'unreachable'; readonly failure: Failure }
  | { readonly state: 'in'; readonly session: ConsoleSession };

/** Asks who is there, and shows the console to staff of this vendor alone. */
export function ConsoleFrame() {
  const { vendor = '' } = useParams({ strict: false });
  const [access, setAccess] = useState<Access>({ state: 'checking' });
  const who = access.state === 'in' ? access.session.staff.email : undefined;
  const [{ scheme }] = usePreferences(vendor, who);
  useReadersScheme(scheme);
  const [notes] = useState(createNotes);
  const [opened] = useState(() => new Map<'line', string>());
  const [kept] = useState((): ConsoleSpace['kept'] => new Map());
  const [queue] = useState((): ConsoleSpace['queue'] => new Map());

  const leave = useCallback(
    (reason?: SignInReason) => {
      kept.clear();
      queue.clear();
      setAccess({ state: 'out', ...(reason ? { reason } : {}) });
    },
    [kept, queue],
  );
  const api = useMemo(
    () => createConsoleApi({ vendor, fetch: window.fetch.bind(window), onSessionEnd: () => leave('ended') }),
    [vendor, leave],
  );
  const events = useMemo(() => createConsoleEvents(vendor), [vendor]);
  const enter = useCallback((session: ConsoleSession) => setAccess({ state: 'in', session }), []);
  const arrive = useCallback(
    (answer: Answer<ConsoleSession>) => {
      if (answer.ok) enter(answer.value);
      // Nobody has been signed in yet: no reason to speak of an ended session.
      else if (answer.failure.code === 'SESSION_EXPIRED') leave();
      else setAccess({ state: 'unreachable', failure: answer.failure });
    },
    [enter, leave],
  );
  useEffect(() => {
    let current = true;
    void api.session().then((answer) => current && arrive(answer));
    return () => {
      current = false;
    };
  }, [api, arrive]);
  const lookAgain = () => {
    setAccess({ state: 'checking' });
    void api.session().then(arrive);
  };

  const signOut = useCallback(
    async (reason: SignInReason) => {
      leave(reason);
      await api.signOut();
    },
    [api, leave],
  );

  if (access.state === 'checking') return <Waiting />;
  if (access.state === 'unreachable') return <Unreachable failure={access.failure} onRetry={lookAgain} />;
  if (access.state === 'out') {
    return <SignIn api={api} vendor={vendor} reason={access.reason} onSignedIn={enter} />;
  }
  const { session } = access;
  return (
    <ConsoleContext
      value={{
        ...{ vendor, api, session, events, opened, queue },
        notes: notes.of(session.staff.email),
        kept,
      }}
    >
      <div className={styles.console}>
        <Page
          width="wide"
          header={
            <>
              <ConsoleHeader onSignOut={() => void signOut('left')} />
              <HelpBanner />
            </>
          }
        >
          <Outlet />
        </Page>
      </div>
      <KeyHints />
      <IdleGuard
        idleSeconds={session.idleSeconds}
        onIdle={() => void signOut('idle')}
        onLeave={() => void signOut('left')}
      />
    </ConsoleContext>
  );
}

function Waiting() {
  return (
    <Page>
      <Skeleton heading lines={4} />
    </Page>
  );
}

function Unreachable({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  const t = useMessages('console');
  const textOf = useFailureText();
  return (
    <Page>
      <Stack gap={5} align="start">
        <Heading level={1}>{t('unreachable.title')}</Heading>
        <Notice tone="warning">{textOf(failure)}</Notice>
        <NativeButton onClick={onRetry}>{t('again')}</NativeButton>
      </Stack>
    </Page>
  );
}
