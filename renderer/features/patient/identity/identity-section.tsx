import { useRef, useState } from 'react';
import { KEPT_DAYS } from '../../../../sync/domain/identity/identity-document.ts';
import { isExpired } from '../../../../sync/domain/identity/identity-rules.ts';
import { useNow } from '../../../base/use-now.ts';
import { Heading, Notice, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { useDay } from '../profile/value-words.ts';
import styles from '../sections/sections.module.css';
import { IdentitySheet } from './identity-sheet.tsx';
import { type ShownDocument, useDocumentWords, useIdentity, useIdentityChanges } from './use-identity.ts';

/** A document that shows who the patient is: sent, checked by staff, and deleted again. */
export function IdentitySection({ session }: { readonly session: SignedInState }) {
  const t = useMessages('patient');
  const { name: vendor } = usePack();
  const shown = useIdentity();
  const { send, withdraw } = useIdentityChanges(session);
  const [isOpen, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const takeBack = () =>
    withdraw().then(
      () => {
        setFailed(false);
        // What was pressed is gone.
        heading.current?.focus();
      },
      () => setFailed(true),
    );
  return (
    <Stack as="section" gap={3} aria-labelledby="identity-title" className={styles.section}>
      <div className={styles.head}>
        <Heading level={2} size="m" id="identity-title" ref={heading}>
          {t('identity.title')}
        </Heading>
        {!session.shared && (
          <Button
            variant="quiet"
            aria-label={t(shown ? 'identity.again' : 'identity.add')}
            onPress={() => setOpen(true)}
          >
            {t(shown ? 'change' : 'add')}
          </Button>
        )}
      </div>
      {shown ? (
        <Document shown={shown} />
      ) : (
        <Text tone="soft">{t('identity.lead', { vendor, days: KEPT_DAYS })}</Text>
      )}
      {session.shared && <StatusLine status="quiet">{t('identity.shared')}</StatusLine>}
      {shown?.status === 'sent' && !session.shared && (
        <div>
          <Button variant="quiet" onPress={() => void takeBack()}>
            {t('identity.takeBack')}
          </Button>
        </div>
      )}
      <div role="alert">{failed && <StatusLine status="attention">{t('saveFailed')}</StatusLine>}</div>
      {isOpen && <IdentitySheet send={send} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

function Document({ shown }: { readonly shown: ShownDocument }) {
  const t = useMessages('patient');
  const day = useDay();
  const words = useDocumentWords();
  const { name: vendor } = usePack();
  const { document, status, reason, expiresOn, deletedOn } = shown;
  const format = useFormat();
  const now = useNow();
  const isOver = isExpired(expiresOn, now);
  return (
    <div className={styles.row}>
      <Text strong>{words(document)}</Text>
      {status === 'refused' ? (
        <Notice tone="warning" title={t('identity.refused', { vendor })}>
          {reason && t(`identity.reason.${reason}`, { vendor })}
        </Notice>
      ) : (
        <Progress shown={shown} />
      )}
      {expiresOn !== undefined &&
        (isOver ? (
          <Notice tone="warning">{t('identity.expired')}</Notice>
        ) : (
          <Text size="xs" tone="soft">
            {t('identity.expires', { when: format.calendarDate(expiresOn, SHORT_DAY) })}
          </Text>
        ))}
      {deletedOn !== undefined && <Deletion on={deletedOn} day={day(deletedOn)} />}
    </div>
  );
}

function Progress({
  shown: { status, statedAt, decidedAt = statedAt, pending },
}: {
  readonly shown: ShownDocument;
}) {
  const t = useMessages('patient');
  const day = useDay();
  const format = useFormat();
  const now = useNow();
  const offline = useOffline();
  const { name: vendor } = usePack();
  if (pending?.state !== undefined && pending.state !== 'with-clinic')
    return (
      <StatusLine status={offline ? 'saved' : 'saving'}>
        {t(offline ? 'identity.waiting' : 'identity.sending')}
      </StatusLine>
    );
  if (status === 'confirmed')
    return <StatusLine status="sent">{t('identity.confirmed', { vendor, when: day(decidedAt) })}</StatusLine>;
  return (
    <StatusLine status="waiting">
      {t('identity.sent', { vendor, when: format.moment(statedAt, now) })}
    </StatusLine>
  );
}

function Deletion({ on, day }: { readonly on: string; readonly day: string }) {
  const t = useMessages('patient');
  const now = useNow();
  return (
    <Text size="xs" tone="soft">
      {new Date(on) > now ? t('identity.gone', { when: day }) : t('identity.wasGone')}
    </Text>
  );
}
