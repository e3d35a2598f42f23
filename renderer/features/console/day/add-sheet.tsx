import { type SubmitEvent, useState } from 'react';
import type { NewAppointment, Today } from '../../../../sync/protocol/api/day.ts';
import { Notice, Stack } from '../../../design/basic/index.ts';
import {
  Button,
  DateField,
  focusFirstInvalid,
  isIsoDate,
  MultiChoiceRows,
  Sheet,
  TextField,
  TimeField,
} from '../../../design/controls/index.ts';
import { useLocalized, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';

const NAME_LENGTH = 100;
const CODE = /^[A-Za-z0-9 -]{4,40}$/;

export interface AddSheetProps {
  readonly forms: Today['forms'];
  /** The clinic's day: nobody was born after it. */
  readonly today: string;
  readonly onAdded: (today: Today) => void;
  readonly onClose: () => void;
}

const clockOf = (typed: string) => /^\d{2}:\d{2}(?=:\d{2}$)/.exec(typed)?.[0];
const isName = (name: string) => name.trim() !== '' && name.trim().length <= NAME_LENGTH;

/** Somebody who isn't in the file. */
export function AddSheet({ forms, today, onAdded, onClose }: AddSheetProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const localized = useLocalized();
  const { api } = useConsole();
  const [time, setTime] = useState('');
  const [givenName, setGivenName] = useState('');
  const [familyName, setFamilyName] = useState('');
  const [birthDate, setBirthDate] = useState('');
  const [code, setCode] = useState('');
  const [due, setDue] = useState<readonly string[]>([]);
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);

  const clock = clockOf(time);
  const isBorn = /^\d{4}-\d{2}-\d{2}$/.test(birthDate) && isIsoDate(birthDate) && birthDate <= today;
  const isCode = code.trim() === '' || CODE.test(code.trim());
  const fault = (isWrong: boolean, text: string) => (isJudged && isWrong ? { error: text } : {});

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setJudged(true);
    setFailure(undefined);
    if (pending) return;
    if (!clock || !isName(givenName) || !isName(familyName) || !isBorn || !isCode)
      return focusFirstInvalid(form);
    const appointment: NewAppointment = {
      time: clock,
      givenName: givenName.trim(),
      familyName: familyName.trim(),
      birthDate,
      due: [...due],
      ...(code.trim() === '' ? {} : { code: code.trim() }),
    };
    setPending(true);
    const answer = await api.addAppointment(appointment);
    setPending(false);
    if (answer.ok) onAdded(answer.value);
    else setFailure(answer.failure);
  };

  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t('add.title')}
      actions={
        <Button type="submit" form="add-appointment" isPending={pending}>
          {t('add.button')}
        </Button>
      }
    >
      <form id="add-appointment" noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          {failure && (
            <Notice tone="warning" live="alert">
              {textOf(failure)}
            </Notice>
          )}
          <TimeField
            label={t('add.time')}
            value={time}
            onChange={setTime}
            {...fault(clock === undefined, t('kiosk.time.fault'))}
          />
          <TextField
            label={t('add.givenName')}
            autoComplete="off"
            value={givenName}
            onChange={setGivenName}
            {...fault(!isName(givenName), t('add.name.fault'))}
          />
          <TextField
            label={t('add.familyName')}
            autoComplete="off"
            value={familyName}
            onChange={setFamilyName}
            {...fault(!isName(familyName), t('add.name.fault'))}
          />
          <DateField
            label={t('add.birthDate')}
            value={birthDate}
            onChange={setBirthDate}
            {...fault(!isBorn, t('add.birthDate.fault'))}
          />
          <TextField
            label={t('add.code')}
            hint={t('add.code.hint')}
            optionalWord
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={setCode}
            {...fault(!isCode, t('add.code.fault'))}
          />
          <MultiChoiceRows
            label={t('add.forms')}
            optionalWord
            options={forms.map(({ slug, title }) => ({ id: slug, label: localized(title) }))}
            value={due}
            onChange={setDue}
          />
        </Stack>
      </form>
    </Sheet>
  );
}
