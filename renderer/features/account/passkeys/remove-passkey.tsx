import { useState } from 'react';
import { Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Dialog, Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { PasskeyList } from '../../../platform/contract/account.ts';
import { usePasskeys } from '../../../shell/passkeys/use-passkey.ts';
import { type Failure, FailureLine } from '../base/failure-line.tsx';
import { type Passkey, usePasskeyName } from './passkey-name.ts';
import { type Owner, Prove } from './prove.tsx';

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
  const [unproved, setUnproved] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const remove = async () => {
    setUnproved(false);
    setBusy(true);
    setFailure(undefined);
    try {
      const result = await (await passkeys()).remove(passkey.id);
      if (result.status === 'done') {
        const left = { ...list, passkeys: list.passkeys.filter(({ id }) => id !== passkey.id) };
        onDone(left);
        const { tellAccepted } = await import('../../../shell/passkeys/ceremony.ts');
        return await tellAccepted(left);
      }
      if (result.status === 'session-ended') return onClose();
      if (result.status === 'proof-too-old') setUnproved(true);
      else setFailure(result.status);
    } catch {
      setFailure('offline');
    }
    setBusy(false);
  };
  const title = t('remove.title', { name });
  if (unproved) {
    return (
      <Sheet isOpen onOpenChange={onClose} title={title}>
        <Prove owner={owner} onProved={() => void remove()} />
      </Sheet>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <BusyButton variant="danger" size="l" busy={busy} onPress={() => void remove()}>
            {t('remove')}
          </BusyButton>
          <Button variant="secondary" size="l" onPress={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <Text>{t('remove.text', { vendor })}</Text>
      <div role="alert">{failure && <FailureLine failure={failure} />}</div>
    </Dialog>
  );
}
