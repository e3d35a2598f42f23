import { useState } from 'react';
import { Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { PasskeyList } from '../../../platform/contract/account.ts';
import { CreatePasskey } from '../../../shell/passkeys/create-passkey.tsx';
import { type Owner, Prove } from './prove.tsx';

interface AddPasskeyProps {
  readonly owner: Owner;
  readonly onClose: () => void;
  readonly onDone: (list: PasskeyList) => void;
}

export function AddPasskey({ owner, onClose, onDone }: AddPasskeyProps) {
  const t = useMessages('passkeys');
  const { name: vendor } = usePack();
  const [unproved, setUnproved] = useState(false);
  return (
    <Sheet isOpen onOpenChange={onClose} title={t('add')}>
      {unproved ? (
        <Prove owner={owner} onProved={() => setUnproved(false)} />
      ) : (
        <Stack gap={4}>
          <Text>{t('add.text', { vendor })}</Text>
          <CreatePasskey onDone={onDone} onProofTooOld={() => setUnproved(true)}>
            <Button variant="secondary" size="l" fullWidth onPress={onClose}>
              {t('cancel')}
            </Button>
          </CreatePasskey>
        </Stack>
      )}
    </Sheet>
  );
}
