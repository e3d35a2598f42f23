import { download } from '../../../../base/download.ts';
import { useNow } from '../../../../base/use-now.ts';
import { Icon, Notice, Stack } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePlatform } from '../../../../device/provider/platform-provider.tsx';
import { SaveCopy } from '../../../../device/save-copy.tsx';
import { waitsLong } from '../../../../device/waiting.ts';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import { reminderCalendar, reminderStart } from '../../flow/details/calendar.ts';

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
  const platform = usePlatform();
  const remind = async () => {
    const now = (await platform).now();
    const calendar = reminderCalendar({
      uid: `${delivery.opId}@carefront`,
      title: t('reminder.title'),
      description: t('reminder.text'),
      url: new URL('.', new URL('../..', `${location.href.split(/[?#]/)[0]}`)).href,
      start: reminderStart(now),
      now,
    });
    download(new Blob([calendar], { type: 'text/calendar' }), 'reminder.ics');
  };
  return (
    <Button size="l" fullWidth variant={variant} onPress={() => void remind()}>
      <Icon name="calendar" size={24} /> {t('success.remind')}
    </Button>
  );
}
