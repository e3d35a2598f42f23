import { type ReactNode, useId, useRef, useState } from 'react';
import type { HealthChange } from '../../../../sync/protocol/operations/payloads/health-edit.ts';
import { Stack, StatusLine } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { focusFirstInvalid } from '../../../design/controls/fields/focus-field.ts';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../../i18n/index.ts';

export interface SheetProps<Change = HealthChange> {
  readonly send: (changes: readonly Change[]) => Promise<void>;
  readonly onClose: () => void;
}

interface EditSheetProps<Change> extends SheetProps<Change> {
  readonly title: string;
  /** Asked when Save is pressed; undefined where something has to be put right first, which the fields then say. */
  readonly read: () => readonly Change[] | undefined;
  /** A second thing that can be done with an entry, which is saved at once: to end it. */
  readonly end?: { readonly label: string; readonly changes: () => readonly Change[] } | undefined;
  /** Of the button, where it isn't Save. */
  readonly saveLabel?: string | undefined;
  readonly children: ReactNode;
}

/** One part of the profile to fill in. It closes once what was typed is on the device's disk, and not before. */
export function EditSheet<Change = HealthChange>({
  title,
  read,
  end,
  saveLabel,
  send,
  onClose,
  children,
}: EditSheetProps<Change>) {
  const t = useMessages('patient');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const atWork = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const save = async (changes: readonly Change[] | undefined) => {
    if (atWork.current) return;
    if (changes === undefined) {
      if (form.current) focusFirstInvalid(form.current);
      return;
    }
    atWork.current = true;
    setBusy(true);
    setFailed(false);
    try {
      await send(changes);
      onClose();
    } catch {
      setFailed(true);
      setBusy(false);
    }
    atWork.current = false;
  };
  // A slip of a finger beside the sheet loses nothing that was typed; a second one is meant.
  const dismiss = () => {
    if (isTyped && !isWarned) setWarned(true);
    else onClose();
  };
  return (
    <Sheet
      isOpen
      onOpenChange={dismiss}
      title={title}
      actions={
        <>
          <BusyButton size="l" type="submit" form={id} busy={busy} busyLabel={t('saving')}>
            {saveLabel ?? t('save')}
          </BusyButton>
          <Button variant="secondary" size="l" onPress={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        onInput={() => setTyped(true)}
        onSubmit={(event) => {
          event.preventDefault();
          void save(read());
        }}
      >
        <Stack gap={5}>
          {children}
          {end && (
            <div>
              <Button variant="quiet" onPress={() => void save(end.changes())}>
                {end.label}
              </Button>
            </div>
          )}
          <div role="alert">
            {failed ? (
              <StatusLine status="attention">{t('saveFailed')}</StatusLine>
            ) : (
              isWarned && <StatusLine status="attention">{t('unsaved')}</StatusLine>
            )}
          </div>
        </Stack>
      </form>
    </Sheet>
  );
}
