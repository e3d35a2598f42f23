/** An answer as people read it: in the review, in the safety alert, on paper. */
import type { Quantity, QuestionnaireItem } from 'fhir/r4.js';
import type { AnswerValue, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { unitName } from '../../../sync/questionnaire/values/unit-name.ts';
import { isIsoDate } from '../../design/controls/dates/date-parts.ts';
import { timeInWords } from '../../design/controls/dates/time-words.ts';
import type { Format, Translate } from '../../i18n/index.ts';
import { decimalOf, optionId, optionOf, splitDateTime, textOf } from './answer-values.ts';
import { placeOfUnit, type TextLanguages, unitCodings } from './item-extensions.ts';

export interface AnswerWords {
  readonly t: Translate<'form'>;
  readonly format: Format;
  /** Of the form's texts, which units are a part of. */
  readonly languages: TextLanguages;
}

function dateText(value: string, format: Format): string {
  // What is no date is said as it was typed.
  if (!isIsoDate(value) || value.length === 4) return value;
  return value.length === 10
    ? format.calendarDate(value)
    : format.calendarDate(`${value}-01`, { year: 'numeric', month: 'long' });
}

/** By the name that the item's author gave the unit in the reader's language, where there is an item and it has that unit. */
function quantityUnit(
  quantity: Quantity,
  { languages }: AnswerWords,
  item: QuestionnaireItem | undefined,
): string | undefined {
  const { value, unit, system, code } = quantity;
  const units = item === undefined ? [] : unitCodings(item);
  const offered = units[placeOfUnit(units, quantity)];
  return unitName({ ...offered, system, code, display: unit ?? code }, languages, value);
}

/** With as many places as it was written with. */
function numberInWords(answer: AnswerValue, format: Format): string {
  const decimal = decimalOf(answer);
  if (decimal === undefined) return '';
  const minimumFractionDigits = Math.min(20, decimal.places ?? 0);
  return format.number(decimal.value, { minimumFractionDigits, maximumFractionDigits: 20 });
}

/** @param item that asked, whose author may have translated the unit */
export function answerText(answer: AnswerValue, words: AnswerWords, item?: QuestionnaireItem): string {
  const { t, format } = words;
  switch (answer.type) {
    case 'boolean':
      return t(answer.value ? 'boolean.yes' : 'boolean.no');
    case 'integer':
    case 'decimal':
      return numberInWords(answer, format);
    case 'Quantity': {
      const number = numberInWords(answer, format);
      return [number, quantityUnit(answer.value, words, item)].filter(Boolean).join(' ');
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
    const text = option?.label ?? answerText(answer, words, state.item);
    // On a plain number the form's unit says what it counts; a Quantity carries its own.
    const counts =
      (answer.type === 'integer' || answer.type === 'decimal') &&
      unitName(unit, words.languages, answer.value);
    return counts ? `${text} ${counts}` : text;
  });
}
