import { Text } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { ConfirmProved } from '../passkeys/confirm-proved.tsx';
import type { Owner } from '../passkeys/prove.tsx';
import { useApple } from './use-apple.ts';

interface UnlinkAppleProps {
  readonly owner: Owner;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function UnlinkApple({ owner, onClose, onDone }: UnlinkAppleProps) {
  const t = useMessages('apple');
  const { name: vendor } = usePack();
  const apple = useApple();
  const unlink = async () => {
    const result = await (await apple()).unlink();
    if (result.status === 'done') onDone();
    return result;
  };
  return (
    <ConfirmProved
      {...{ owner, onClose }}
      title={t('unlink.title')}
      action={t('unlink')}
      cancel={t('cancel')}
      run={unlink}
    >
      <Text>{t('unlink.text', { vendor })}</Text>
    </ConfirmProved>
  );
}
