import { useState } from 'react';
import { MAX_PASSKEY_NAME } from '../../../../sync/protocol/api/passkeys.ts';
import { Stack } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { usePasskeys } from '../../../shell/passkeys/use-passkey.ts';
import { type Failure, FailureLine } from '../base/failure-line.tsx';
import type { Passkey } from './passkey-name.ts';

const FIELD_ID = 'passkey-name';

interface RenamePasskeyProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RenamePasskey({ passkey, onClose, onDone }: RenamePasskeyProps) {
  const t = useMessages('passkeys');
  const passkeys = usePasskeys();
  const [typed, setTyped] = useState(passkey.name ?? '');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const name = typed.trim();
  const wrong = name === '' ? 'name.missing' : name.length > MAX_PASSKEY_NAME ? 'name.long' : undefined;
  const save = async () => {
    if (busy) return;
    setTried(wrong !== undefined);
    if (wrong) return focusField(FIELD_ID);
    setBusy(true);
    setFailure(undefined);
    try {
      const result = await (await passkeys()).rename(passkey.id, name);
      if (result.status === 'done' || result.status === 'session-ended') return onDone();
      setFailure(result.status);
    } catch {
      setFailure('offline');
    }
    setBusy(false);
  };
  return (
    <Sheet isOpen onOpenChange={onClose} title={t('rename.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap={4}>
          <TextField
            id={FIELD_ID}
            label={t('name.label')}
            error={tried && wrong ? t(wrong, { max: MAX_PASSKEY_NAME }) : undefined}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setTried(false);
            }}
            isRequired
          />
          <div role="alert">{failure && <FailureLine failure={failure} />}</div>
          <BusyButton type="submit" size="l" fullWidth busy={busy} busyLabel={t('saving')}>
            {t('save')}
          </BusyButton>
        </Stack>
      </form>
    </Sheet>
  );
}
