import { useState } from 'react';
import type { AnswerValue } from '../../../sync/questionnaire/contract.ts';
import { DateField } from '../../design/controls/date-field.tsx';
import { TimeField } from '../../design/controls/time-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import { joinDateTime, splitDateTime, textOf } from '../answer-values.ts';
import type { ControlProps } from '../control-props.ts';
import styles from '../form.module.css';

/** A date with a time of day; either may come first. */
export function DateTimeControl({ answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const stored = splitDateTime(textOf(answers[0]));
  // A time without a date can't be stored: it waits here until the date is there.
  const [waitingTime, setWaitingTime] = useState('');
  const time = stored.time === '' ? waitingTime : stored.time;
  const give = (date: string, at: string) => {
    setWaitingTime(at);
    const value: AnswerValue = { type: 'dateTime', value: joinDateTime(date, at) };
    onAnswer(value.value === '' ? [] : [value]);
  };
  return (
    <div className={styles.dateTime}>
      <DateField
        {...field}
        lang={undefined}
        assisted
        value={stored.date}
        onChange={(date) => give(date, time)}
      />
      <TimeField
        id={`${field.id}-time`}
        label={t('time.label')}
        value={time}
        isReadOnly={field.isReadOnly}
        onChange={(at) => give(stored.date, at)}
      />
    </div>
  );
}

export function TimeControl({ answers, onAnswer, field }: ControlProps) {
  return (
    <TimeField
      {...field}
      lang={undefined}
      value={textOf(answers[0])}
      onChange={(value) => onAnswer(value === '' ? [] : [{ type: 'time', value }])}
    />
  );
}
