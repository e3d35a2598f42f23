import type { AnswerValue } from '../../../sync/questionnaire/model/contract.ts';
import { isFhirTime } from '../../design/controls/dates/clock.ts';
import { DateField } from '../../design/controls/dates/date-field.tsx';
import { isIsoDate } from '../../design/controls/dates/date-parts.ts';
import { TimeField } from '../../design/controls/dates/time-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import styles from '../context/form.module.css';
import { joinDateTime, splitDateTime, textOf } from '../values/answer-values.ts';

/** What isn't a whole moment yet is kept as text, so that no rule or calculation takes it for one. */
function momentOf(date: string, time: string): AnswerValue {
  const value = joinDateTime(date, time);
  const whole = time === '' || (isFhirTime(time) && isIsoDate(date) && date.length === 10);
  return { type: whole ? 'dateTime' : 'string', value };
}

/** A date with a time of day; either may come first. */
export function DateTimeControl({ answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const { date, time } = splitDateTime(textOf(answers[0]));
  const give = (nextDate: string, nextTime: string) => {
    onAnswer(nextDate === '' && nextTime === '' ? [] : [momentOf(nextDate, nextTime)]);
  };
  // The error, and the way to it, belong to the part that is wrong.
  const timeIsWrong = time !== '' && !isFhirTime(time) && isIsoDate(date) && date.length === 10;
  const timeId = `${field.id}-time`;
  return (
    <div className={styles.dateTime}>
      <DateField
        {...field}
        {...(timeIsWrong ? { id: `${field.id}-date`, error: undefined } : {})}
        lang={undefined}
        assisted
        value={date}
        onChange={(next) => give(next, time)}
      />
      <TimeField
        id={timeIsWrong ? field.id : timeId}
        label={t('time.label')}
        value={time}
        error={timeIsWrong ? field.error : undefined}
        isReadOnly={field.isReadOnly}
        onChange={(next) => give(date, next)}
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
      onChange={(value) =>
        onAnswer(value === '' ? [] : [{ type: isFhirTime(value) ? 'time' : 'string', value }])
      }
    />
  );
}
