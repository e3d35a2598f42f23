import { Text } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { PasskeyList } from '../../../platform/contract/account.ts';
import { usePasskeys } from '../../../shell/passkeys/use-passkey.ts';
import { ConfirmProved } from './confirm-proved.tsx';
import { type Passkey, usePasskeyName } from './passkey-name.ts';
import type { Owner } from './prove.tsx';

interface RemovePasskeyProps {
  readonly passkey: Passkey;
  readonly list: PasskeyList;
  readonly owner: Owner;
  readonly onClose: () => void;
  readonly onDone: (left: PasskeyList) => void;
}

export function RemovePasskey({ passkey, list, owner, onClose, onDone }: RemovePasskeyProps) {
  const t = useMessages('passkeys');
  const { name: vendor } = usePack();
  const passkeys = usePasskeys();
  const name = usePasskeyName()(passkey);
  const remove = async () => {
    const result = await (await passkeys()).remove(passkey.id);
    if (result.status === 'done') {
      const left = { ...list, passkeys: list.passkeys.filter(({ id }) => id !== passkey.id) };
      onDone(left);
      const { tellAccepted } = await import('../../../shell/passkeys/ceremony.ts');
      await tellAccepted(left);
    }
    return result;
  };
  return (
    <ConfirmProved
      {...{ owner, onClose }}
      title={t('remove.title', { name })}
      action={t('remove')}
      cancel={t('cancel')}
      run={remove}
    >
      <Text>{t('remove.text', { vendor })}</Text>
    </ConfirmProved>
  );
}
