import { Button } from '../../design/controls/buttons/button.tsx';
import { useMessages } from '../../i18n/index.ts';
import { type ChosenPasskey, useChoosePasskey, usePasskeySupport } from './use-passkey.ts';

interface PasskeyButtonProps {
  readonly onPress: (choose: () => Promise<ChosenPasskey>) => void;
}

/** Another way to sign in; nothing where the browser has no passkeys. */
export function PasskeyButton({ onPress }: PasskeyButtonProps) {
  const t = useMessages('passkeys');
  const isShown = usePasskeySupport()?.use === true;
  const choose = useChoosePasskey(isShown);
  if (!isShown) return null;
  return (
    <Button variant="quiet" onPress={() => onPress(choose)}>
      {t('use')}
    </Button>
  );
}
