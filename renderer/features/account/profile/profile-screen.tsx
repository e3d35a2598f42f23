import { useState } from 'react';
import { LinkRow, Rows, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useAccountState } from '../../../device/use-account.ts';
import { useMessages } from '../../../i18n/index.ts';
import { isolated } from '../../../shell/account/sign-in-steps.tsx';
import { AccountPage, type SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { Apple } from '../apple/apple.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { Phone } from '../phone/phone.tsx';
import { AboutYou } from './about/about-you.tsx';
import { Addresses } from './addresses/addresses.tsx';
import { Consents } from './consents/consents.tsx';
import { Contacts } from './contacts/contacts.tsx';
import { Devices } from './devices.tsx';
import { DataCopy } from './leaving/data-copy.tsx';
import { YourData } from './leaving/your-data.tsx';
import { Orders } from './orders.tsx';
import { usePerson } from './person/use-person.ts';
import { SavedCard } from './saved-card.tsx';
import { SentForms } from './sent-forms.tsx';
import { SignOut } from './sign-out.tsx';

/** Who is signed in, what they have sent and said of themselves, and where else they are signed in. */
export function ProfileScreen() {
  const t = useMessages('account');
  const ofProfile = useMessages('profile');
  const { name: vendor } = usePack();
  const [wantsData, setWantsData] = useState(false);
  const showsData = useAccountState()?.status === 'signed-in' && wantsData;
  return (
    <AccountPage
      title={showsData ? ofProfile('data.title') : t('profile.title')}
      signedOutLead={t('signedOut.lead', { vendor })}
    >
      {(session) => <Profile key={session.person} {...{ session, showsData }} onData={setWantsData} />}
    </AccountPage>
  );
}

interface ProfileProps {
  readonly session: SignedInState;
  readonly showsData: boolean;
  readonly onData: (shows: boolean) => void;
}

function Profile({ session, showsData, onData }: ProfileProps) {
  const { email, shared, hasPassword, idleSeconds } = session;
  const t = useMessages('account');
  const { slug } = usePack();
  const person = usePerson(session);
  if (showsData) return <DataCopy {...{ session, person }} onBack={() => onData(false)} />;
  return (
    <Stack gap={6}>
      <Stack gap={1}>
        <Text>{t('signedIn', { email: isolated(email) })}</Text>
        {shared && <Text tone="soft">{t('shared', { minutes: Math.round(idleSeconds / 60) })}</Text>}
      </Stack>
      <Rows>
        <LinkRow
          icon="file"
          link={
            <TextLink to="/connect/$vendor/patient" params={{ vendor: slug }} tone="ink">
              {t('health.row')}
            </TextLink>
          }
          description={t('health.rowText')}
        />
      </Rows>
      <SentForms />
      <Orders />
      <SavedCard />
      <AboutYou person={person} />
      <Contacts session={session} />
      <Phone session={session} />
      <Addresses person={person} />
      <Consents person={person} />
      <Stack gap={5} as="section" aria-labelledby="security">
        <Devices />
        <Rows label={t('security.title')}>
          <LinkRow
            icon="lock"
            link={
              <TextLink to="/connect/$vendor/account/password" params={{ vendor: slug }} tone="ink">
                {t('password.row')}
              </TextLink>
            }
            description={t(hasPassword ? 'password.isSet' : 'password.isNotSet')}
          />
        </Rows>
      </Stack>
      <Passkeys {...{ email, shared, hasPassword }} />
      <Apple {...{ session, person }} />
      <YourData session={session} onShow={() => onData(true)} />
      <SignOut />
    </Stack>
  );
}
