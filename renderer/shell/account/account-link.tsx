import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { OptionalPart } from '../../base/optional-part.tsx';
import { TextLink } from '../../design/basic/actions/links.tsx';
import { usePack, usePlatformStatus } from '../../device/provider/platform-provider.tsx';
import { useAccountState } from '../../device/use-account.ts';
import { useMessages } from '../../i18n/index.ts';

const SignInSheet = lazy(async () => ({ default: (await import('./sign-in-sheet.tsx')).SignInSheet }));

/** Its texts may fail to load: a header goes on without it. */
export const AccountLink = () => (
  <OptionalPart>
    <LoadedLink />
  </OptionalPart>
);

/** To the account, once it is known whose it is; otherwise the sign-in, over the page that somebody is on. Nothing where nobody has an account. */
function LoadedLink() {
  const t = useMessages('account');
  const { slug: vendor } = usePack();
  const account = useAccountState();
  const failed = usePlatformStatus() === 'failed';
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  if (!account && !failed) return null;
  const signedIn = account?.status === 'signed-in';
  const home = `/connect/${vendor}/`;
  const isHere = pathname.startsWith(`${home}account/`);
  const onDone = () => {
    setOpen(false);
    // From the home to what one signs in for; elsewhere somebody is in the middle of something.
    if (pathname === home) void navigate({ to: '/connect/$vendor/account/profile', params: { vendor } });
  };
  return (
    <>
      <TextLink
        to="/connect/$vendor/account/profile"
        params={{ vendor }}
        tone="ink"
        standalone
        aria-haspopup={signedIn || isHere ? undefined : 'dialog'}
        onClick={(event) => {
          const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
          if (signedIn || isHere || elsewhere) return;
          event.preventDefault();
          setOpened((count) => count + 1);
          setOpen(true);
        }}
      >
        {t(signedIn ? 'link.account' : 'link.signIn')}
      </TextLink>
      {isOpen && (
        <OptionalPart key={opened} instead={<span role="alert">{t('notHere')}</span>}>
          <SignInSheet onDone={onDone} onClose={() => setOpen(false)} />
        </OptionalPart>
      )}
    </>
  );
}
