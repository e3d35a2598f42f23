import { useState } from 'react';
import { LinkRow, Rows, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { isolated } from '../../../shell/account/sign-in-steps.tsx';
import { AccountPage, type SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { AboutYou } from './about/about-you.tsx';
import { Addresses } from './addresses/addresses.tsx';
import { Consents } from './consents/consents.tsx';
import { Devices } from './devices.tsx';
import { DataCopy } from './leaving/data-copy.tsx';
import { YourData } from './leaving/your-data.tsx';
import { usePerson } from './person/use-person.ts';
import { SentForms } from './sent-forms.tsx';
import { SignOut } from './sign-out.tsx';

/** Who is signed in, what they have sent and said of themselves, and where else they are signed in. */
export function ProfileScreen() {
  const t = useMessages('account');
  const { name: vendor } = usePack();
  return (
    <AccountPage title={t('profile.title')} signedOutLead={t('signedOut.lead', { vendor })}>
      {(session) => <Profile key={session.person} session={session} />}
    </AccountPage>
  );
}

function Profile({ session }: { readonly session: SignedInState }) {
  const { email, shared, hasPassword, idleSeconds } = session;
  const t = useMessages('account');
  const { slug } = usePack();
  const person = usePerson(session);
  const [showsData, setShowsData] = useState(false);
  if (showsData) return <DataCopy {...{ session, person }} onBack={() => setShowsData(false)} />;
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
      <AboutYou person={person} />
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
      <YourData session={session} onShow={() => setShowsData(true)} />
      <SignOut />
    </Stack>
  );
}
