import { useNavigate } from '@tanstack/react-router';
import { Sheet } from '../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { SignInSteps } from './sign-in-steps.tsx';
import { type SignInOptions, useSignIn } from './use-sign-in.ts';

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
  const signIn = useSignIn({ ...options, onNewPassword: canLeave ? toNewPassword : undefined });
  const atCode = signIn.step === 'code';
  return (
    <Sheet isOpen onOpenChange={onClose} title={t(atCode ? 'code.title' : 'title')}>
      <SignInSteps signIn={signIn} lead={t('lead', { vendor })} />
    </Sheet>
  );
}
