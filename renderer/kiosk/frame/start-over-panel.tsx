import { useState } from 'react';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../i18n/index.ts';
import { useKiosk } from '../base/kiosk-context.ts';

/** Deletes what was entered, because the patient asked; once more before it can't be undone. */
export function StartOverPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('frame');
  const kiosk = useKiosk();
  const [ending, setEnding] = useState(false);
  const end = () => {
    setEnding(true);
    kiosk.end('patient').catch(() => setEnding(false));
  };
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={onClose}
      title={t('startOver.title')}
      actions={
        <>
          <Button size="l" onPress={onClose}>
            {t('startOver.stay')}
          </Button>
          <Button variant="danger" size="l" isPending={ending} pendingLabel={t('loading')} onPress={end}>
            {t('startOver.confirm')}
          </Button>
        </>
      }
    >
      <Text>{t('startOver.text')}</Text>
    </Dialog>
  );
}
