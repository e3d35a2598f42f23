import { Sheet } from '../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import { type SignInOptions, useSignIn } from './use-sign-in.ts';

interface SignInSheetProps extends Omit<SignInOptions, 'proof'> {
  readonly onClose: () => void;
}

/** Signing in without leaving the page. */
export function SignInSheet({ onClose, ...options }: SignInSheetProps) {
  const t = useMessages('account');
  const { name: vendor } = usePack();
  const signIn = useSignIn(options);
  const atCode = signIn.step === 'code';
  return (
    <Sheet isOpen onOpenChange={onClose} title={t(atCode ? 'code.title' : 'title')}>
      <SignInSteps signIn={signIn} lead={t('lead', { vendor })} />
    </Sheet>
  );
}
