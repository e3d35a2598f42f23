import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../design/basic/actions/links.tsx';
import {
  Heading,
  LinkRow,
  Page,
  Rows,
  RowTitle,
  Stack,
  StatusLine,
  Text,
  TextLink,
} from '../../design/basic/index.ts';
import { SideArt } from '../../design/basic/text/side-art.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useAccountState } from '../../device/use-account.ts';
import { useMessages } from '../../i18n/index.ts';
import { SignInInline } from '../../shell/account/sign-in-inline.tsx';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { PlatformHeader } from '../../shell/platform/platform-header.tsx';
import { IdleCover } from '../../shell/signed-in/idle-cover.tsx';
import { leave } from './leave.ts';
import { type Callback, type CallbackState, type Ending, useCallbackOf } from './use-callback.ts';

/** Where Apple leads back to: in the look of the vendor where it was begun, or of the platform where that can't be said. */
export function CallbackScreen() {
  const { pack, scope } = useBootstrap();
  const result = new URLSearchParams(useLocation().searchStr).get('result') ?? '';
  if (!pack || scope !== 'vendor') return <Lost />;
  return <Returned result={result} />;
}

function Lost() {
  const t = useMessages('apple-callback');
  return (
    <Page header={<PlatformHeader />}>
      <Stack gap={6}>
        <Stack gap={4}>
          <Heading level={1} size="xxl">
            {t('lost')}
          </Heading>
          <Text size="m" tone="soft">
            {t('lostText')}
          </Text>
        </Stack>
        <Rows>
          <LinkRow link={<RowTitle href="/#clinics">{t('clinics')}</RowTitle>} />
        </Rows>
      </Stack>
    </Page>
  );
}

function Returned({ result }: { readonly result: string }) {
  const t = useMessages('apple-callback');
  const { name: vendor, brand } = usePack();
  const callback = useCallbackOf(result);
  const { is } = callback.state;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(is);
  // What had the focus is gone with what was asked.
  useEffect(() => {
    if (before.current !== is) heading.current?.focus();
    before.current = is;
  }, [is]);
  return (
    <VendorPage art={<SideArt of={brand.art} />}>
      <Stack gap={5}>
        <Stack gap={4}>
          <Heading level={1} ref={heading}>
            {t(is === 'signed-in' ? 'signedIn' : is === 'not-linked' ? 'notLinked' : is)}
          </Heading>
          <About state={callback.state} vendor={vendor} />
        </Stack>
        <NextStep {...callback} />
      </Stack>
    </VendorPage>
  );
}

/** What is known, in a sentence or two. */
function About({ state, vendor }: { readonly state: CallbackState; readonly vendor: string }) {
  const t = useMessages('apple-callback');
  switch (state.is) {
    case 'verifying':
      return <StatusLine status="saving">{t('verifyingText', { vendor })}</StatusLine>;
    case 'linking':
      return null;
    case 'signed-in':
      return hasMore(state) ? null : <StatusLine status="saving">{t('signedInText')}</StatusLine>;
    case 'not-linked':
      return <Text>{t('notLinkedText')}</Text>;
    default:
      return <Text>{t(`${state.is}Text`, { vendor })}</Text>;
  }
}

type Come = Extract<CallbackState, { readonly isRelay: boolean }>;
const hasMore = ({ isRelay, name }: Come) => isRelay || name !== null;

/** What there is to do now. */
function NextStep(callback: Callback) {
  const t = useMessages('apple-callback');
  const { state, returnTo, again, onProved } = callback;
  switch (state.is) {
    case 'verifying':
    case 'linking':
      return null;
    case 'signed-in':
    case 'linked':
    case 'not-linked':
      return <GoOn come={state} returnTo={returnTo} />;
    case 'exists':
      return <SignInInline withApple={false} onDone={onProved} />;
    case 'proof': {
      const { email, shared, hasPassword } = state.session;
      return (
        <SignInInline
          proof
          email={email}
          owner={shared ? 'shared' : 'own'}
          withPassword={hasPassword}
          onDone={onProved}
        />
      );
    }
    case 'offline':
    case 'later':
      return (
        <Button size="l" fullWidth onPress={again}>
          {t('again')}
        </Button>
      );
    default:
      return <Ended ending={state.is} returnTo={returnTo} />;
  }
}

/** Back to where they were: at once, unless there is something to know first. */
function GoOn({ come, returnTo }: { readonly come: Come; readonly returnTo: string }) {
  const t = useMessages('apple-callback');
  const goesAtOnce = come.is === 'signed-in' && !hasMore(come);
  useEffect(() => {
    if (goesAtOnce) leave(returnTo);
  }, [goesAtOnce, returnTo]);
  const account = useAccountState();
  const toAccount = useAccountPath();
  const status = account?.status;
  const before = useRef(status);
  // Signed out again, by another tab or because nobody touched a shared device.
  useEffect(() => {
    if (before.current === 'signed-in' && status !== 'signed-in') leave(toAccount);
    before.current = status;
  }, [status, toAccount]);
  const goOn = (
    <ButtonLink href={returnTo} size="l" fullWidth>
      {t('continue')}
    </ButtonLink>
  );
  if (account?.status !== 'signed-in') return goOn;
  return (
    <IdleCover session={account} onLeft={() => undefined}>
      <Stack gap={5}>
        <More {...come} />
        {goOn}
      </Stack>
    </IdleCover>
  );
}

/** What Apple left out, and what it told: each is done in the account, by the person alone. */
function More({ isRelay, name }: Come) {
  const t = useMessages('apple-callback');
  const { name: vendor } = usePack();
  const account = useAccountPath();
  if (!isRelay && name === null) return null;
  const called = name && `\u2068${[name.given, name.family].filter((part) => part !== '').join(' ')}\u2069`;
  return (
    <Rows label={t('more')}>
      {isRelay && (
        <LinkRow
          icon="message"
          link={<RowTitle href={account}>{t('relay')}</RowTitle>}
          description={t('relayText', { vendor })}
        />
      )}
      {called !== null && (
        <LinkRow
          icon="pencil"
          link={<RowTitle href={account}>{t('name', { name: called })}</RowTitle>}
          description={t('nameText')}
        />
      )}
    </Rows>
  );
}

const useAccountPath = () => `/connect/${usePack().slug}/account/profile`;

/** Nobody came in: where they were, or another way to sign in. */
function Ended({ ending, returnTo }: { readonly ending: Ending; readonly returnTo: string }) {
  const t = useMessages('apple-callback');
  const account = useAccountPath();
  const isSignedIn = useAccountState()?.status === 'signed-in';
  const toAccount = t(isSignedIn ? 'account' : 'signIn');
  const wasElsewhere = returnTo !== account;
  // Who stopped wants to be back; who failed wants in.
  const backFirst = wasElsewhere && ending === 'cancelled';
  const [first, second] = backFirst ? [returnTo, account] : [account, returnTo];
  const wordsOf = (path: string) => (path === account ? toAccount : t('back'));
  return (
    <Stack gap={3}>
      <ButtonLink href={first} size="l" fullWidth>
        {wordsOf(first)}
      </ButtonLink>
      {wasElsewhere && (
        <TextLink href={second} standalone>
          {wordsOf(second)}
        </TextLink>
      )}
      {ending === 'elsewhere' && (
        <TextLink href="/#clinics" standalone>
          {t('clinics')}
        </TextLink>
      )}
    </Stack>
  );
}
