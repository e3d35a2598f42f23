import type { ReactNode } from 'react';
import { reminderCalendar } from '../../../../base/calendar.ts';
import { download } from '../../../../base/download.ts';
import { Icon } from '../../../../design/basic/index.ts';
import { Button, type ButtonProps } from '../../../../design/controls/buttons/button.tsx';
import { usePlatform } from '../../../../device/provider/platform-provider.tsx';

interface CalendarButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> {
  /** Of the entry: pressed again, it replaces the one from before. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly start: (now: Date) => Date;
  readonly children: ReactNode;
}

/** An entry for the patient's own calendar. Others may read that, so it says nothing of what the form is about. */
export function CalendarButton({ id, title, text, start, children, ...look }: CalendarButtonProps) {
  const platform = usePlatform();
  const add = async () => {
    const now = (await platform).now();
    const calendar = reminderCalendar({
      uid: `${id}@carefront`,
      title,
      description: text,
      url: new URL('.', new URL('../..', `${location.href.split(/[?#]/)[0]}`)).href,
      start: start(now),
      now,
    });
    download(new Blob([calendar], { type: 'text/calendar' }), 'reminder.ics');
  };
  return (
    <Button {...look} onPress={() => void add()}>
      <Icon name="calendar" size={24} /> {children}
    </Button>
  );
}
