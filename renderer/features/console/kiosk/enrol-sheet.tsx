import { type SubmitEvent, useState } from 'react';
import type { EnrolmentCode } from '../../../../sync/protocol/api/console-kiosks.ts';
import { Notice, Stack, Text } from '../../../design/basic/index.ts';
import { Button, focusFirstInvalid, Sheet, TextField } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import styles from './enrol-sheet.module.css';
import { isUsablePin } from './usable-pin.ts';

const NAME_LENGTH = 60;

/** Makes a machine a kiosk: a name and a PIN here, then a code that is typed there. */
export function EnrolSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [name, setName] = useState('');
  const [pin, setPin] = useState('');
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState<EnrolmentCode>();

  const named = name.trim();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setJudged(true);
    setFailure(undefined);
    if (pending) return;
    if (named === '' || named.length > NAME_LENGTH || !isUsablePin(pin)) return focusFirstInvalid(form);
    setPending(true);
    const answer = await api.enrolKiosk({ name: named, pin });
    setPending(false);
    if (!answer.ok) return setFailure(answer.failure);
    setPin('');
    setMade(answer.value);
  };

  if (made) return <CodeSheet name={named} made={made} onClose={onClose} />;
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t('enrol.title')}
      actions={
        <Button type="submit" form="enrol" isPending={pending} pendingLabel={t('enrol.pending')}>
          {t('enrol.button')}
        </Button>
      }
    >
      <form id="enrol" noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          {failure && (
            <Notice tone="warning" live="alert">
              {textOf(failure)}
            </Notice>
          )}
          <TextField
            label={t('kiosk.name')}
            hint={t('kiosk.name.hint')}
            autoComplete="off"
            maxLength={NAME_LENGTH}
            value={name}
            onChange={setName}
            {...(isJudged && named === '' ? { error: t('kiosk.name.missing') } : {})}
          />
          <TextField
            label={t('kiosk.pin')}
            hint={t('kiosk.pin.hint')}
            type="password"
            inputMode="numeric"
            autoComplete="new-password"
            value={pin}
            onChange={setPin}
            {...(isJudged && !isUsablePin(pin) ? { error: t('kiosk.pin.fault') } : {})}
          />
        </Stack>
      </form>
    </Sheet>
  );
}

interface CodeSheetProps {
  readonly name: string;
  readonly made: EnrolmentCode;
  readonly onClose: () => void;
}

function CodeSheet({ name, made, onClose }: CodeSheetProps) {
  const t = useMessages('console');
  const format = useFormat();
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t('enrol.code', { name })}
      actions={<Button onPress={onClose}>{t('enrol.done')}</Button>}
    >
      <Stack gap={4}>
        <p role="status" className={styles.code}>
          {/* Letters in groups, read from left to right in every language. */}
          <bdi dir="ltr">{made.code}</bdi>
        </p>
        <Text strong>{t('enrol.expires', { time: format.time(made.expiresAt) })}</Text>
        <Text>{t('enrol.how')}</Text>
        <Text tone="soft">{t('enrol.once')}</Text>
      </Stack>
    </Sheet>
  );
}
