import { useCallback, useEffect, useState } from 'react';
import { useNow } from '../../../base/use-now.ts';
import { ContentRow, Heading, Rows, Skeleton, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Dialog } from '../../../design/controls/overlays/dialog.tsx';
import { usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { SessionList } from '../../../platform/contract/account.ts';
import { useDelayed } from '../../../shell/signed-in/use-delayed.ts';
import { type Failure, FailureLine } from '../base/failure-line.tsx';

type Session = SessionList['sessions'][number];
/** What is about to be signed out. */
type Target = Session | 'others';

/** This device and the person's others; each other one, or all of them, can be signed out. */
export function Devices() {
  const t = useMessages('account');
  const platform = usePlatform();
  const offline = useOffline();
  const [sessions, setSessions] = useState<readonly Session[] | 'failed'>();
  const [target, setTarget] = useState<Target>();
  const [done, setDone] = useState(false);
  const read = useCallback(async () => {
    const result = await (await platform).account?.sessions();
    if (result?.status === 'ok') setSessions(result.sessions);
    // Where it has ended, the page says so.
    else if (result?.status !== 'session-ended')
      setSessions((known) => (Array.isArray(known) ? known : 'failed'));
  }, [platform]);
  const readAgain = useCallback(() => void read().catch(() => setSessions('failed')), [read]);
  useEffect(() => {
    if (!offline) void platform.then(readAgain).catch(() => undefined);
  }, [platform, offline, readAgain]);
  const list = Array.isArray(sessions) ? sessions : undefined;
  const others = list?.filter(({ current }) => !current) ?? [];
  const late = useDelayed(sessions === undefined && !offline);
  return (
    <Stack gap={3}>
      <Heading level={2} size="m" id="security">
        {t('devices.title')}
      </Heading>
      <div aria-live="polite">
        {offline && list === undefined && <StatusLine status="offline">{t('devices.offline')}</StatusLine>}
        {!offline && sessions === 'failed' && (
          <Stack gap={2} align="start">
            <StatusLine status="attention">{t('devices.failed')}</StatusLine>
            <Button variant="secondary" onPress={readAgain}>
              {t('forms.again')}
            </Button>
          </Stack>
        )}
        {done && <StatusLine status="sent">{t('devices.done')}</StatusLine>}
      </div>
      {late && <Skeleton lines={2} />}
      {list && (
        <Rows label={t('devices.title')}>
          {[...list]
            .toSorted(
              (one, other) =>
                Number(other.current) - Number(one.current) || other.lastSeenAt.localeCompare(one.lastSeenAt),
            )
            .map((session) => (
              <Device key={session.id} session={session} onSignOut={() => setTarget(session)} />
            ))}
        </Rows>
      )}
      {others.length > 1 && (
        <div>
          <Button variant="secondary" onPress={() => setTarget('others')}>
            {t('devices.others')}
          </Button>
        </div>
      )}
      {target && (
        <ConfirmSignOut
          target={target}
          onClose={(ended) => {
            setTarget(undefined);
            setDone(ended);
            if (ended) readAgain();
          }}
        />
      )}
    </Stack>
  );
}

function useBrowserName(): (session: Session) => string {
  const t = useMessages('account');
  return ({ browser }) => (browser === null ? t('devices.unknown') : `\u2068${browser}\u2069`);
}

function Device({ session, onSignOut }: { readonly session: Session; readonly onSignOut: () => void }) {
  const t = useMessages('account');
  const format = useFormat();
  const now = useNow();
  const name = useBrowserName()(session);
  const facts = [
    session.current
      ? t('devices.this')
      : t('devices.seen', { when: format.relative(session.lastSeenAt, now) }),
    ...(session.shared ? [t('devices.shared')] : []),
  ];
  return (
    <ContentRow
      action={
        !session.current && (
          <Button variant="quiet" aria-label={t('devices.signOutOf', { browser: name })} onPress={onSignOut}>
            {t('devices.signOut')}
          </Button>
        )
      }
    >
      <Text strong>{name}</Text>
      <Text size="xs" tone="soft">
        {facts.join(' · ')}
      </Text>
    </ContentRow>
  );
}

interface ConfirmSignOutProps {
  readonly target: Target;
  readonly onClose: (ended: boolean) => void;
}

function ConfirmSignOut({ target, onClose }: ConfirmSignOutProps) {
  const t = useMessages('account');
  const platform = usePlatform();
  const name = useBrowserName();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const end = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const result = await (await platform).account?.endSessions(target === 'others' ? undefined : target.id);
      if (result === undefined || result.status === 'done' || result.status === 'session-ended')
        return onClose(result?.status === 'done');
      setFailure(result.status);
    } catch {
      setFailure('offline');
    }
    setBusy(false);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={() => onClose(false)}
      title={
        target === 'others' ? t('devices.confirmOthers') : t('devices.confirm', { browser: name(target) })
      }
      actions={
        <>
          <BusyButton variant="danger" size="l" busy={busy} onPress={() => void end()}>
            {t('devices.signOut')}
          </BusyButton>
          <Button variant="secondary" size="l" onPress={() => onClose(false)}>
            {t('devices.keep')}
          </Button>
        </>
      }
    >
      <Text>{t('devices.confirmText')}</Text>
      <div role="alert">{failure && <FailureLine failure={failure} />}</div>
    </Dialog>
  );
}
