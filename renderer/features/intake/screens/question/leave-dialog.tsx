import { useState } from 'react';
import { ageOn } from '../../../../../sync/domain/person/age.ts';
import { localDay } from '../../../../base/local-day.ts';
import { Stack } from '../../../../design/basic/layout/stack.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { DateField } from '../../../../design/controls/dates/date-field.tsx';
import { useFieldErrors } from '../../../../design/controls/fields/field-errors.ts';
import { Dialog } from '../../../../design/controls/overlays/dialog.tsx';
import { DEVICE_ID, DeviceChoice } from '../../../../device/device-choice.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { DeviceOwner } from '../../../../platform/contract/contract.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useDetails } from '../../flow/run/use-run.ts';

const BIRTH_DATE_ID = 'leave-birth-date';

export interface LeaveDialogProps {
  readonly run: IntakeRun;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Whose device the draft stays on. A shared one keeps it behind a date of birth, which the form may not have asked for yet. */
export function LeaveDialog({ run, onLeave, onStay }: LeaveDialogProps) {
  const t = useMessages('flow');
  const words = useMessages('welcome');
  const { patient } = useDetails(run);
  const [owner, setOwner] = useState<DeviceOwner | null>(null);
  const [birthDate, setBirthDate] = useState('');
  const { errors, show, clear } = useFieldErrors<string>();
  const asksBirthDate = owner === 'shared' && patient.birthDate === undefined;
  const leave = () => {
    const age = ageOn(birthDate, localDay(new Date()));
    const found = {
      ...(owner === null ? { [DEVICE_ID]: words('device.missing') } : {}),
      ...(asksBirthDate && (age === undefined || age > 130)
        ? { [BIRTH_DATE_ID]: words(birthDate === '' ? 'who.birthDateMissing' : 'who.birthDateWrong') }
        : {}),
    };
    if (!show(found) || owner === null) return;
    run.giveOwner(owner, asksBirthDate ? birthDate : undefined);
    onLeave();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onStay}
      title={t('leave.title')}
      actions={
        <>
          <Button size="l" onPress={leave}>
            {t('runner.leave')}
          </Button>
          <Button variant="secondary" onPress={onStay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <DeviceChoice
          value={owner}
          onChange={(next) => {
            setOwner(next);
            clear(DEVICE_ID);
          }}
          error={errors[DEVICE_ID]}
        />
        {asksBirthDate && (
          <DateField
            id={BIRTH_DATE_ID}
            label={t('who.birthDate')}
            hint={t('leave.birthDateHint')}
            value={birthDate}
            onChange={(next) => {
              setBirthDate(next);
              clear(BIRTH_DATE_ID);
            }}
            error={errors[BIRTH_DATE_ID]}
          />
        )}
      </Stack>
    </Dialog>
  );
}
