import { useState } from 'react';
import { Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Dialog, Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { type Failure, FailureLine } from '../base/failure-line.tsx';
import { type Owner, Prove } from '../passkeys/prove.tsx';
import { useApple } from './use-apple.ts';

interface UnlinkAppleProps {
  readonly owner: Owner;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks first; who has been signed in for a while shows once more that it is them. */
export function UnlinkApple({ owner, onClose, onDone }: UnlinkAppleProps) {
  const t = useMessages('apple');
  const { name: vendor } = usePack();
  const apple = useApple();
  const [unproved, setUnproved] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const unlink = async () => {
    setUnproved(false);
    setBusy(true);
    setFailure(undefined);
    try {
      const result = await (await apple()).unlink();
      if (result.status === 'done') return onDone();
      if (result.status === 'session-ended') return onClose();
      if (result.status === 'proof-too-old') setUnproved(true);
      else setFailure(result.status);
    } catch {
      setFailure('offline');
    }
    setBusy(false);
  };
  if (unproved) {
    return (
      <Sheet isOpen onOpenChange={onClose} title={t('unlink.title')}>
        <Prove owner={owner} onProved={() => void unlink()} />
      </Sheet>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('unlink.title')}
      actions={
        <>
          <BusyButton variant="danger" size="l" busy={busy} onPress={() => void unlink()}>
            {t('unlink')}
          </BusyButton>
          <Button variant="secondary" size="l" onPress={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <Text>{t('unlink.text', { vendor })}</Text>
      <div role="alert">{failure && <FailureLine failure={failure} />}</div>
    </Dialog>
  );
}
