import { useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { OptionalPart } from '../../base/optional-part.tsx';
import { Sheet } from '../../design/controls/overlays/dialog.tsx';
import { usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { isOfferDue } from '../passkeys/offer-due.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import { type SignInOptions, useSignIn } from './use-sign-in.ts';

const PasskeyOffer = lazy(async () => ({
  default: (await import('../passkeys/passkey-offer.tsx')).PasskeyOffer,
}));

interface SignInSheetProps extends Omit<SignInOptions, 'proof' | 'onNewPassword'> {
  /** Whether a forgotten password may lead away from the page. */
  readonly canLeave?: boolean | undefined;
  readonly onClose: () => void;
}

/** Signing in without leaving the page. */
export function SignInSheet({ canLeave = true, onClose, ...options }: SignInSheetProps) {
  const t = useMessages('account');
  const { slug, name: vendor } = usePack();
  const navigate = useNavigate();
  const toNewPassword = () => {
    onClose();
    void navigate({ to: '/connect/$vendor/account/password', params: { vendor: slug } });
  };
  const platform = usePlatform();
  const [offers, setOffers] = useState(false);
  const { onDone } = options;
  const signIn = useSignIn({
    ...options,
    onNewPassword: canLeave ? toNewPassword : undefined,
    onDone(by) {
      // Where something is to be done with the account next, that goes first.
      if (by !== 'code' || !canLeave || signIn.owner !== 'own') return onDone(by);
      void isOfferDue(platform).then((isDue) => (isDue ? setOffers(true) : onDone(by)));
    },
  });
  if (offers) {
    const done = () => onDone('code');
    return (
      <OptionalPart instead={<Leave onLeave={done} />}>
        <PasskeyOffer onDone={done} />
      </OptionalPart>
    );
  }
  const atCode = signIn.step === 'code';
  return (
    <Sheet isOpen onOpenChange={onClose} title={t(atCode ? 'code.title' : 'title')}>
      <SignInSteps signIn={signIn} lead={t('lead', { vendor })} />
    </Sheet>
  );
}

/** The offer can't be loaded. */
function Leave({ onLeave }: { readonly onLeave: () => void }) {
  useEffect(onLeave);
  return null;
}
