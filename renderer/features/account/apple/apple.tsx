import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { OptionalPart } from '../../../base/optional-part.tsx';
import { ContentRow, Heading, Rows, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import type { AppleLink, AppleName } from '../../../platform/contract/account.ts';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { type Failure, FailureLine } from '../base/failure-line.tsx';
import { NameSheet } from '../profile/about/name-sheet.tsx';
import styles from '../profile/person/person.module.css';
import { type Person, saidValue } from '../profile/person/use-person.ts';
import { UnlinkApple } from './unlink-apple.tsx';
import { useApple } from './use-apple.ts';

interface AppleProps {
  readonly session: SignedInState;
  readonly person: Person;
}

/** Its texts come later than the page's. */
export const Apple = (props: AppleProps) => (
  <OptionalPart>
    <LoadedApple {...props} />
  </OptionalPart>
);

/** Asked for again once the network is back. @returns undefined until it is known, and where nobody signs in by Apple. */
function useAppleLink() {
  const apple = useApple();
  const offline = useOffline();
  const [link, setLink] = useState<AppleLink | 'failed'>();
  const read = useCallback(() => {
    const ask = async () => {
      const result = await (await apple()).linked();
      if (result.status === 'ok') setLink(result.link);
      else if (result.status === 'unavailable') setLink(undefined);
      else if (result.status !== 'session-ended') setLink((known) => known ?? 'failed');
    };
    ask().catch(() => setLink((known) => known ?? 'failed'));
  }, [apple]);
  useEffect(() => {
    if (!offline) read();
  }, [offline, read]);
  return { link, setLink, read };
}

/** Whether one signs in by Apple: to be linked, or unlinked; and the name that Apple told, which is stored by the patient alone. */
function LoadedApple({ session, person }: AppleProps) {
  const t = useMessages('apple');
  const { link, setLink, read } = useAppleLink();
  const [open, setOpen] = useState(false);
  const [unlinked, setUnlinked] = useState(false);
  const offline = useOffline();
  if (link === undefined || (link === 'failed' && offline)) return null;
  return (
    <Stack gap={3} as="section" aria-labelledby="apple">
      <div>
        <Heading level={2} size="m" id="apple">
          {t('title')}
        </Heading>
        <div aria-live="polite">{unlinked && <StatusLine status="sent">{t('unlink.done')}</StatusLine>}</div>
      </div>
      {link === 'failed' ? (
        <Stack gap={2} align="start">
          <StatusLine status="attention">{t('failed')}</StatusLine>
          <Button variant="secondary" onPress={read}>
            {t('again')}
          </Button>
        </Stack>
      ) : link.linked ? (
        <Linked link={link} person={person} onUnlink={offline ? undefined : () => setOpen(true)} />
      ) : (
        !offline && <Linking shared={session.shared} />
      )}
      {open && (
        <UnlinkApple
          owner={session}
          onClose={() => setOpen(false)}
          onDone={() => {
            setLink({ linked: false, since: null, name: null });
            setUnlinked(true);
            setOpen(false);
          }}
        />
      )}
    </Stack>
  );
}

interface LinkedProps {
  readonly link: AppleLink;
  readonly person: Person;
  readonly onUnlink: (() => void) | undefined;
}

function Linked({ link: { since, name }, person, onUnlink }: LinkedProps) {
  const t = useMessages('apple');
  const format = useFormat();
  return (
    <Rows label={t('title')}>
      <ContentRow
        action={
          onUnlink && (
            <span className={styles.action}>
              <Button variant="quiet" aria-label={t('unlinkWhat')} onPress={onUnlink}>
                {t('unlink')}
              </Button>
            </span>
          )
        }
      >
        <Text strong>{t('linked')}</Text>
        {since !== null && (
          <Text size="xs" tone="soft">
            {t('since', { when: format.date(since, SHORT_DAY) })}
          </Text>
        )}
      </ContentRow>
      {name && <Suggested name={name} person={person} />}
    </Rows>
  );
}

/** Where the patient hasn't said their name: it is put before them, and they save it. */
function Suggested({ name, person }: { readonly name: AppleName; readonly person: Person }) {
  const t = useMessages('apple');
  const [open, setOpen] = useState(false);
  if (!person.isKnown || saidValue(person.find('name'), 'given')) return null;
  const called = [name.given, name.family].filter((part) => part !== '').join(' ');
  return (
    <ContentRow
      action={
        <span className={styles.action}>
          <Button variant="quiet" onPress={() => setOpen(true)}>
            {t('useName')}
          </Button>
        </span>
      }
    >
      <Text>{t('name', { name: `\u2068${called}\u2069` })}</Text>
      <Text size="xs" tone="soft">
        {t('nameText')}
      </Text>
      {open && <NameSheet person={person} suggested={name} onClose={() => setOpen(false)} />}
    </ContentRow>
  );
}

function Linking({ shared }: { readonly shared: boolean }) {
  const t = useMessages('apple');
  const apple = useApple();
  const { language } = useLanguage();
  const { pathname: returnTo } = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const begin = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const started = await (await apple()).begin({ language, shared, returnTo, links: true });
      // The page goes: the button stays as it is.
      if (started.status === 'ok') return window.location.assign(started.url);
      setFailure(started.status);
    } catch {
      setFailure('offline');
    }
    setBusy(false);
  };
  return (
    <Stack gap={2} align="start">
      <Text>{t('lead')}</Text>
      <div role="alert">{failure && <FailureLine failure={failure} />}</div>
      <BusyButton variant="secondary" busy={busy} onPress={() => void begin()}>
        {t('link')}
      </BusyButton>
    </Stack>
  );
}
