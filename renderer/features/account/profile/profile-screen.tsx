import { LinkRow, Rows, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { isolated } from '../../../shell/account/sign-in-steps.tsx';
import { AccountPage, type SignedInState } from '../../../shell/signed-in/account-page.tsx';
import { Devices } from './devices.tsx';
import { SentForms } from './sent-forms.tsx';
import { SignOut } from './sign-out.tsx';

/** Who is signed in, what they have sent, and where else they are signed in. */
export function ProfileScreen() {
  const t = useMessages('account');
  const { name: vendor } = usePack();
  return (
    <AccountPage title={t('profile.title')} signedOutLead={t('signedOut.lead', { vendor })}>
      {(session) => <Profile session={session} />}
    </AccountPage>
  );
}

function Profile({
  session: { email, shared, hasPassword, idleSeconds, person },
}: {
  readonly session: SignedInState;
}) {
  const t = useMessages('account');
  const { slug } = usePack();
  return (
    <Stack gap={6} key={person}>
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
      <SignOut />
    </Stack>
  );
}
