import { reminderStart } from '../../../../base/calendar.ts';
import { useNow } from '../../../../base/use-now.ts';
import { Notice, Stack } from '../../../../design/basic/index.ts';
import { SaveCopy } from '../../../../device/save-copy.tsx';
import { waitsLong } from '../../../../device/waiting.ts';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import { CalendarButton } from './calendar-button.tsx';

interface WaitingFormProps {
  readonly delivery: Delivery;
  readonly vendor: string;
}

/** What can be done while a form waits: be reminded, or take a copy along; after a day the other way round. */
export function WaitingForm({ delivery, vendor }: WaitingFormProps) {
  const t = useMessages('sent');
  const format = useFormat();
  const now = useNow();
  if (waitsLong(delivery, now)) {
    return (
      <Stack gap={4}>
        <Notice tone="warning" title={t('success.longTitle', { when: format.dateTime(delivery.queuedAt) })}>
          {t('success.longText', { vendor })}
        </Notice>
        <SaveCopy sessions={[delivery.session]} variant="primary" size="l" fullWidth />
        <Reminder delivery={delivery} variant="secondary" />
      </Stack>
    );
  }
  return (
    <Stack gap={3}>
      <Reminder delivery={delivery} variant="primary" />
      <SaveCopy sessions={[delivery.session]} variant="secondary" size="l" fullWidth />
    </Stack>
  );
}

interface ReminderProps {
  readonly delivery: Delivery;
  readonly variant: 'primary' | 'secondary';
}

/** While it waits: a reminder, since nothing on a phone can promise to send by itself. */
function Reminder({ delivery, variant }: ReminderProps) {
  const t = useMessages('sent');
  return (
    <CalendarButton
      id={delivery.opId}
      title={t('reminder.title')}
      text={t('reminder.text')}
      start={reminderStart}
      size="l"
      fullWidth
      variant={variant}
    >
      {t('success.remind')}
    </CalendarButton>
  );
}
