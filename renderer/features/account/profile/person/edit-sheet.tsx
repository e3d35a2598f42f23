import { type ReactNode, useId, useState } from 'react';
import { Stack, StatusLine } from '../../../../design/basic/index.ts';
import { BusyButton } from '../../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { Sheet } from '../../../../design/controls/overlays/dialog.tsx';
import { useOffline } from '../../../../device/use-offline.ts';
import { useMessages } from '../../../../i18n/index.ts';

interface EditSheetProps {
  readonly title: string;
  readonly children: ReactNode;
  /** @returns whether it may close; undefined where a field has to be mended first. */
  readonly onSave: () => Promise<boolean> | undefined;
  readonly onClose: () => void;
  /** Beside saving, such as removing it. */
  readonly more?: ReactNode;
}

/** What somebody says of themselves, to be changed: kept on this device first, and sent when there is a network. */
export function EditSheet({ title, children, onSave, onClose, more }: EditSheetProps) {
  const t = useMessages('profile');
  const offline = useOffline();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const save = async () => {
    if (busy) return;
    setFailed(false);
    const saving = onSave();
    if (!saving) return;
    setBusy(true);
    const kept = await saving;
    setBusy(false);
    if (kept) onClose();
    else setFailed(true);
  };
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={title}
      actions={
        <>
          <BusyButton type="submit" form={id} size="l" busy={busy} busyLabel={t('saving')}>
            {t('save')}
          </BusyButton>
          <Button variant="secondary" size="l" onPress={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap={4}>
          {children}
          {more && <div>{more}</div>}
          <div role="alert">{failed && <StatusLine status="attention">{t('failed')}</StatusLine>}</div>
          {offline && <StatusLine status="offline">{t('pending.willSend')}</StatusLine>}
        </Stack>
      </form>
    </Sheet>
  );
}
