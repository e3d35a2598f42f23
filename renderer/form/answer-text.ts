/** An answer as people read it: in the review, in the safety alert, on paper. */
import type { AnswerValue, NodeState } from '../../sync/questionnaire/contract.ts';
import { isIsoDate } from '../design/controls/date-parts.ts';
import { timeInWords } from '../design/controls/time-words.ts';
import type { Format, Translate } from '../i18n/index.ts';
import { optionId, optionOf, splitDateTime, textOf } from './answer-values.ts';
import { unitCodings } from './item-extensions.ts';

export interface AnswerWords {
  readonly t: Translate<'form'>;
  readonly format: Format;
}

function dateText(value: string, format: Format): string {
  // What is no date is said as it was typed.
  if (!isIsoDate(value) || value.length === 4) return value;
  return value.length === 10
    ? format.calendarDate(value)
    : format.calendarDate(`${value}-01`, { year: 'numeric', month: 'long' });
}

export function answerText(answer: AnswerValue, { t, format }: AnswerWords): string {
  switch (answer.type) {
    case 'boolean':
      return t(answer.value ? 'boolean.yes' : 'boolean.no');
    case 'integer':
    case 'decimal':
      return format.number(answer.value, { maximumFractionDigits: 20 });
    case 'Quantity': {
      const { value, unit, code } = answer.value;
      return [value === undefined ? '' : format.number(value, { maximumFractionDigits: 20 }), unit ?? code]
        .filter(Boolean)
        .join(' ');
    }
    case 'date':
      return dateText(answer.value, format);
    case 'dateTime': {
      const { date, time } = splitDateTime(answer.value);
      return [dateText(date, format), timeInWords(time, format)].filter(Boolean).join(', ');
    }
    case 'time':
      return timeInWords(answer.value, format);
    case 'Attachment':
      return answer.value.title ?? t('attachment.untitled');
    default:
      return textOf(answer);
  }
}

/** The labels that were shown, of every answer of a question. */
export function answerTexts(
  state: Pick<NodeState, 'answers' | 'options'> & Partial<Pick<NodeState, 'item'>>,
  words: AnswerWords,
): readonly string[] {
  const unit = state.item && unitCodings(state.item)[0];
  return state.answers.map((answer) => {
    const id = optionId(state.options, answer);
    const option = id === undefined ? undefined : optionOf(state.options, id);
    const text = option?.label ?? answerText(answer, words);
    // On a plain number the form's unit says what it counts; a Quantity carries its own.
    const counts = (answer.type === 'integer' || answer.type === 'decimal') && (unit?.display ?? unit?.code);
    return counts ? `${text} ${counts}` : text;
  });
}
