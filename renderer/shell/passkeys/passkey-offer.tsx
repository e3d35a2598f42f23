import { useEffect, useRef } from 'react';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Sheet } from '../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { CreatePasskey } from './create-passkey.tsx';
import { usePasskeys } from './use-passkey.ts';

/** Once, to who has just signed in by a code on a device of their own: a passkey for the next time. Any answer is one. */
export function PasskeyOffer({ onDone }: { readonly onDone: () => void }) {
  const t = useMessages('passkeys');
  const { name: vendor } = usePack();
  const passkeys = usePasskeys();
  const lead = useRef<HTMLDivElement>(null);
  useEffect(() => lead.current?.focus(), []);
  const refuse = () => {
    passkeys()
      .then((found) => found.answerOffer())
      .catch(() => undefined);
    onDone();
  };
  return (
    <Sheet isOpen onOpenChange={refuse} title={t('offer.title')}>
      <Stack gap={4}>
        <div ref={lead} tabIndex={-1}>
          <Text>{t('offer.text', { vendor })}</Text>
        </div>
        <CreatePasskey onDone={onDone} onProofTooOld={onDone}>
          <div>
            <Button variant="quiet" onPress={refuse}>
              {t('offer.no')}
            </Button>
          </div>
        </CreatePasskey>
      </Stack>
    </Sheet>
  );
}
