import { useEffect, useState } from 'react';
import { useNow } from '../../../../base/use-now.ts';
import {
  ContentRow,
  Heading,
  Rows,
  Skeleton,
  Stack,
  StatusLine,
  Text,
} from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePlatform } from '../../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../../device/use-offline.ts';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import type { ContactList } from '../../../../platform/contract/account.ts';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';
import { useDelayed } from '../../../../shell/signed-in/use-delayed.ts';
import styles from '../person/person.module.css';
import { AddContact } from './add-contact.tsx';
import { RemoveContact } from './remove-contact.tsx';

type Contact = ContactList['contacts'][number];

/** Again whenever `turn` changes, and when the network is back. @returns undefined until it is known. */
function useContacts(turn: number): readonly Contact[] | 'failed' | undefined {
  const platform = usePlatform();
  const offline = useOffline();
  const [contacts, setContacts] = useState<readonly Contact[] | 'failed'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    if (offline) return;
    let isGone = false;
    platform
      .then((store) => store.account?.changes())
      .then((changes) => changes?.contacts())
      .then((result) => {
        if (!isGone) setContacts(result?.status === 'ok' ? result.contacts : 'failed');
      })
      .catch(() => {
        if (!isGone) setContacts('failed');
      });
    return () => {
      isGone = true;
    };
  }, [platform, offline, turn]);
  return contacts;
}

/** The addresses that sign the patient in. They are changed online alone: each is proven, and all are told. */
export function Contacts({ session }: { readonly session: SignedInState }) {
  const t = useMessages('profile');
  const format = useFormat();
  const now = useNow();
  const offline = useOffline();
  const [turn, setTurn] = useState(0);
  const [open, setOpen] = useState<'add' | Contact>();
  const [done, setDone] = useState<'added' | 'removed'>();
  const contacts = useContacts(turn);
  const list = typeof contacts === 'object' ? contacts : undefined;
  const late = useDelayed(contacts === undefined && !offline);
  const close = (what?: 'added' | 'removed') => {
    setOpen(undefined);
    setDone(what);
    if (what) setTurn(turn + 1);
  };
  const show = (what: 'add' | Contact) => {
    setDone(undefined);
    setOpen(what);
  };
  return (
    <Stack gap={3} as="section" aria-labelledby="contacts">
      <Stack gap={1}>
        <Heading level={2} size="m" id="contacts">
          {t('contacts.title')}
        </Heading>
        <Text tone="soft">{t('contacts.lead')}</Text>
      </Stack>
      <div aria-live="polite">
        {offline && <StatusLine status="offline">{t('contacts.offline')}</StatusLine>}
        {!offline && contacts === 'failed' && (
          <Stack gap={2} align="start">
            <StatusLine status="attention">{t('contacts.failed')}</StatusLine>
            <Button variant="secondary" onPress={() => setTurn(turn + 1)}>
              {t('contacts.again')}
            </Button>
          </Stack>
        )}
        {done && <StatusLine status="sent">{t(`contacts.${done}`)}</StatusLine>}
      </div>
      {late && <Skeleton lines={2} />}
      {list && (
        <Rows label={t('contacts.title')}>
          {list.map((contact) => (
            <ContentRow
              key={contact.email}
              action={
                contact.canRemove &&
                !offline && (
                  <Button
                    variant="quiet"
                    aria-label={t('contacts.removeWhat', { email: `\u2068${contact.email}\u2069` })}
                    onPress={() => show(contact)}
                  >
                    <span className={styles.action}>{t('contacts.remove')}</span>
                  </Button>
                )
              }
            >
              <Text strong>
                <bdi>{contact.email}</bdi>
              </Text>
              <Text size="xs" tone="soft">
                {t('contacts.since', { when: format.moment(contact.verifiedAt, now) })}
              </Text>
              {contact.undeliverable && (
                <StatusLine status="attention">{t('contacts.undelivered')}</StatusLine>
              )}
            </ContentRow>
          ))}
        </Rows>
      )}
      {list && list.length > 1 && list.some(({ canRemove }) => !canRemove) && (
        <Text size="xs" tone="soft">
          {t('contacts.locked')}
        </Text>
      )}
      {list && !offline && (
        <div>
          <Button variant="secondary" onPress={() => show('add')}>
            {t('contacts.add')}
          </Button>
        </div>
      )}
      {open === 'add' && (
        <AddContact session={session} onClose={(added) => close(added ? 'added' : undefined)} />
      )}
      {typeof open === 'object' && (
        <RemoveContact
          {...{ session, email: open.email }}
          onClose={(removed) => close(removed ? 'removed' : undefined)}
        />
      )}
    </Stack>
  );
}
