import { type SubmitEvent, useState } from 'react';
import type { Localized } from '../../../../sync/domain/languages.ts';
import type { KioskList, KioskSettings, KioskView } from '../../../../sync/protocol/api/console-kiosks.ts';
import { NativeButton, Notice, Stack, Text } from '../../../design/basic/index.ts';
import {
  Button,
  CheckboxRow,
  Dialog,
  MultiChoiceRows,
  NumberField,
  readNumber,
  Sheet,
  TextField,
  TimeField,
} from '../../../design/controls/index.ts';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import type { Answer, Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import styles from './settings-sheet.module.css';
import { isUsablePin } from './usable-pin.ts';

const NAME_LENGTH = 60;
const IDLE = [30, 300] as const;
const WARNING = [20, 120] as const;

export interface SettingsSheetProps {
  readonly kiosk: KioskView;
  /** BCP 47. */
  readonly offered: readonly string[];
  /** The clinic's hours; undefined: its pack has none that a kiosk can keep. */
  readonly hours: Localized | undefined;
  readonly onChange: (list: KioskList) => void;
  readonly onClose: () => void;
}

interface Typed {
  readonly name: string;
  readonly idle: string;
  readonly warning: string;
  readonly languages: readonly string[];
  readonly camera: boolean;
  readonly keepsHours: boolean;
  readonly from: string;
  readonly until: string;
  readonly pin: string;
}

const within = (typed: string, [least, most]: readonly [number, number]) => {
  const reading = readNumber(typed, { integer: true });
  const value = reading.status === 'number' ? reading.value : Number.NaN;
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
};
const clockOf = (typed: string) => /^\d{2}:\d{2}(?=:\d{2}$)/.exec(typed)?.[0];

function readSettings(typed: Typed): KioskSettings | undefined {
  const name = typed.name.trim();
  const [idleSeconds, warningSeconds] = [within(typed.idle, IDLE), within(typed.warning, WARNING)];
  const [from, until] = [clockOf(typed.from), clockOf(typed.until)];
  if (
    name === '' ||
    name.length > NAME_LENGTH ||
    idleSeconds === undefined ||
    warningSeconds === undefined ||
    from === undefined ||
    until === undefined ||
    typed.languages.length === 0 ||
    (typed.pin !== '' && !isUsablePin(typed.pin))
  )
    return undefined;
  return {
    name,
    config: {
      idleSeconds,
      warningSeconds,
      languages: [...typed.languages],
      camera: typed.camera,
      keepsHours: typed.keepsHours,
      maintenance: { from, until },
    },
    ...(typed.pin === '' ? {} : { pin: typed.pin }),
  };
}

/** What may be set from afar, and what may be asked of the machine. */
export function SettingsSheet({ kiosk, offered, hours, onChange, onClose }: SettingsSheetProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const { config } = kiosk;
  const [typed, setTyped] = useState<Typed>({
    name: kiosk.name,
    idle: String(config.idleSeconds),
    warning: String(config.warningSeconds),
    languages: config.languages,
    camera: config.camera,
    keepsHours: hours !== undefined && config.keepsHours === true,
    from: `${config.maintenance.from}:00`,
    until: `${config.maintenance.until}:00`,
    pin: '',
  });
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const settings = readSettings(typed);

  const run = async (ask: () => Promise<Answer<KioskList>>) => {
    setFailure(undefined);
    setPending(true);
    const answer = await ask();
    setPending(false);
    if (!answer.ok) return setFailure(answer.failure);
    onChange(answer.value);
    onClose();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setJudged(true);
    if (settings && !pending) void run(() => api.setKiosk(kiosk.id, settings));
  };

  if (isLeaving)
    return (
      <SignOutDialog
        name={kiosk.name}
        failure={failure}
        onConfirm={() => void run(() => api.signOutKiosk(kiosk.id))}
        onClose={() => setLeaving(false)}
      />
    );
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t('kiosk.settings.of', { name: kiosk.name })}
      actions={
        <Button type="submit" form="kiosk-settings" isPending={pending}>
          {t('kiosk.save')}
        </Button>
      }
    >
      <form id="kiosk-settings" noValidate onSubmit={submit}>
        <Stack gap={5}>
          {failure && (
            <Notice tone="warning" live="alert">
              {textOf(failure)}
            </Notice>
          )}
          <SettingsFields {...{ typed, change, isJudged, offered, hours }} />
          <div className={styles.deeds}>
            <Text size="xs" tone="soft">
              {t('kiosk.deeds')}
            </Text>
            <div className={styles.buttons}>
              <NativeButton variant="secondary" onClick={() => void run(() => api.restartKiosk(kiosk.id))}>
                {t('kiosk.restart')}
              </NativeButton>
              <NativeButton variant="quiet" onClick={() => setLeaving(true)}>
                {t('kiosk.signOut')}
              </NativeButton>
            </div>
          </div>
        </Stack>
      </form>
    </Sheet>
  );
}

interface SettingsFieldsProps extends Pick<SettingsSheetProps, 'offered' | 'hours'> {
  readonly typed: Typed;
  readonly change: (part: Partial<Typed>) => void;
  /** Faults are shown once somebody has tried to save. */
  readonly isJudged: boolean;
}

function SettingsFields({ typed, change, isJudged, offered, hours }: SettingsFieldsProps) {
  const t = useMessages('console');
  const format = useFormat();
  const read = useLocalized();
  const fault = (isWrong: boolean, text: string) => (isJudged && isWrong ? { error: text } : {});
  return (
    <>
      <TextField
        label={t('kiosk.name')}
        autoComplete="off"
        maxLength={NAME_LENGTH}
        value={typed.name}
        onChange={(name) => change({ name })}
        {...fault(typed.name.trim() === '', t('kiosk.name.missing'))}
      />
      <div className={styles.pair}>
        <NumberField
          label={t('kiosk.idle')}
          unit={t('kiosk.seconds')}
          integer
          value={typed.idle}
          onChange={(idle) => change({ idle })}
          {...fault(within(typed.idle, IDLE) === undefined, t('kiosk.idle.fault'))}
        />
        <NumberField
          label={t('kiosk.warning')}
          unit={t('kiosk.seconds')}
          integer
          value={typed.warning}
          onChange={(warning) => change({ warning })}
          {...fault(within(typed.warning, WARNING) === undefined, t('kiosk.warning.fault'))}
        />
      </div>
      <MultiChoiceRows
        label={t('kiosk.languages')}
        options={offered.map((language) => ({ id: language, label: format.languageName(language) }))}
        value={typed.languages}
        onChange={(languages) => change({ languages })}
        {...fault(typed.languages.length === 0, t('kiosk.languages.fault'))}
      />
      <CheckboxRow
        label={t('kiosk.camera')}
        isSelected={typed.camera}
        onChange={(camera) => change({ camera })}
      />
      {hours && (
        <CheckboxRow
          label={t('kiosk.hours')}
          hint={t('kiosk.hours.hint', { hours: read(hours) })}
          isSelected={typed.keepsHours}
          onChange={(keepsHours) => change({ keepsHours })}
        />
      )}
      <div className={styles.pair}>
        <TimeField
          label={t('kiosk.from')}
          value={typed.from}
          onChange={(from) => change({ from })}
          {...fault(clockOf(typed.from) === undefined, t('kiosk.time.fault'))}
        />
        <TimeField
          label={t('kiosk.until')}
          value={typed.until}
          onChange={(until) => change({ until })}
          {...fault(clockOf(typed.until) === undefined, t('kiosk.time.fault'))}
        />
      </div>
      <TextField
        label={t('kiosk.pin.new')}
        hint={t('kiosk.pin.keep')}
        type="password"
        inputMode="numeric"
        autoComplete="new-password"
        value={typed.pin}
        onChange={(pin) => change({ pin })}
        {...fault(typed.pin !== '' && !isUsablePin(typed.pin), t('kiosk.pin.fault'))}
      />
    </>
  );
}

interface SignOutDialogProps {
  readonly name: string;
  readonly failure: Failure | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function SignOutDialog({ name, failure, onConfirm, onClose }: SignOutDialogProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={onClose}
      title={t('kiosk.signOut.title', { name })}
      actions={
        <>
          <Button variant="danger" onPress={onConfirm}>
            {t('kiosk.signOut')}
          </Button>
          <Button variant="secondary" onPress={onClose}>
            {t('kiosk.signOut.stay')}
          </Button>
        </>
      }
    >
      {failure ? <Notice tone="warning">{textOf(failure)}</Notice> : t('kiosk.signOut.text')}
    </Dialog>
  );
}
