import type { AnswerValue } from '../model/contract.ts';
import type { Finding, Rule } from '../plan/plan.ts';
import { decimalPlaces, withPlaces, writtenPlaces } from '../values/decimal.ts';
import { hasCodedUnit } from '../values/quantity.ts';
import { isDate, isDateTime, isTime } from '../values/temporal.ts';
import { compareAnswers, quantityPlaces } from '../values/values.ts';
import { error, perAnswer, textOf } from './per-answer.ts';

const INTEGER_LIMIT = 2 ** 31;

function isWellFormed(answer: AnswerValue): boolean {
  switch (answer.type) {
    case 'integer':
      return Number.isInteger(answer.value) && answer.value >= -INTEGER_LIMIT && answer.value < INTEGER_LIMIT;
    case 'decimal':
      return Number.isFinite(answer.value);
    case 'date':
      return isDate(answer.value);
    case 'dateTime':
      return isDateTime(answer.value);
    case 'time':
      return isTime(answer.value);
    case 'uri':
      return !/\s/.test(answer.value);
    default:
      return true;
  }
}

const type = perAnswer(
  'FHIR R4 QuestionnaireResponse.item.answer.value[x], item-type',
  (item) => item.kind === 'question',
  (answer, { item }) => {
    const expected = item.allowed.join(', ');
    if (!item.allowed.includes(answer.type)) {
      return error('type', `the answer must be of type ${expected}, not ${answer.type}`, { expected });
    }
    return isWellFormed(answer)
      ? undefined
      : error('type', `the answer is not a well-formed FHIR ${answer.type}`, { expected });
  },
);

/** Characters as people count them: code points, not UTF-16 units. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

const minLength = perAnswer(
  'FHIR R4 extension minLength',
  (item) => item.limits.minLength !== undefined,
  (answer, { item }) => {
    const text = textOf(answer);
    const minimum = item.limits.minLength ?? 0;
    return text !== undefined && lengthOf(text) < minimum
      ? error('min-length', `the answer is shorter than ${minimum} characters`, { minimum })
      : undefined;
  },
);

const maxLength = perAnswer(
  'FHIR R4 Questionnaire.item.maxLength',
  (item) => item.limits.maxLength !== undefined,
  (answer, { item }) => {
    const text = textOf(answer);
    const maximum = item.limits.maxLength ?? Number.POSITIVE_INFINITY;
    return text !== undefined && lengthOf(text) > maximum
      ? error('max-length', `the answer is longer than ${maximum} characters`, { maximum })
      : undefined;
  },
);

const pattern = perAnswer(
  'FHIR R4 extension regex',
  (item) => item.limits.pattern !== undefined,
  (answer, { item, pattern: matcher }) => {
    const text = textOf(answer);
    if (text === undefined) return undefined;
    if (typeof matcher !== 'function') {
      const reason = matcher?.unusable ?? 'no pattern compiler was given';
      return { ...error('pattern', `the pattern was not checked: ${reason}`), severity: 'warning' };
    }
    const format = item.limits.entryFormat ?? '';
    return matcher(text)
      ? undefined
      : error('pattern', 'the answer does not have the expected format', { format });
  },
);

const lineBreak = perAnswer(
  'FHIR R4 item-type string: a single line',
  (item) => item.type === 'string',
  (answer) =>
    /[\r\n]/.test(textOf(answer) ?? '')
      ? { ...error('line-break', 'the answer to a one-line question has line breaks'), severity: 'warning' }
      : undefined,
);

function describe(limit: AnswerValue): NonNullable<Finding['parameters']> {
  if (limit.type === 'Quantity') {
    return { limit: limit.value.value ?? '', unit: limit.value.unit ?? limit.value.code ?? '' };
  }
  const { value } = limit;
  return { limit: typeof value === 'number' || typeof value === 'string' ? value : '' };
}

/** A plain number as the limit of a quantity bounds its number. */
function comparable(answer: AnswerValue, limit: AnswerValue): AnswerValue {
  const plain = answer.type === 'Quantity' && (limit.type === 'integer' || limit.type === 'decimal');
  return plain ? { type: 'decimal', value: answer.value.value ?? Number.NaN } : answer;
}

function bound(side: 'minValue' | 'maxValue', outside: -1 | 1): Rule {
  const word = side === 'minValue' ? 'minimum' : 'maximum';
  return perAnswer(
    `FHIR R4 extension ${side}; SDC ${side === 'minValue' ? 'minQuantity' : 'maxQuantity'}`,
    (item) => item.limits[side] !== undefined,
    (answer, { item, units }) => {
      const limit = item.limits[side];
      if (limit === undefined) return undefined;
      const parameters = describe(limit);
      const said = [parameters.limit, parameters.unit].filter((part) => part !== undefined).join(' ');
      if (answer.type === 'Quantity' && limit.type === 'Quantity') {
        const coded = hasCodedUnit(answer.value) && hasCodedUnit(limit.value);
        if (!coded || compareAnswers(answer, limit, units) === 'incomparable') {
          return error(
            'quantity-incomparable',
            `the quantity cannot be compared to the ${word} of ${said}`,
            parameters,
          );
        }
      }
      if (compareAnswers(comparable(answer, limit), limit, units) !== outside) return undefined;
      const kind = limit.type === 'Quantity' ? 'quantity' : 'value';
      const code = `${outside < 0 ? 'min' : 'max'}-${kind}` as const;
      return error(
        code,
        `the answer is ${outside < 0 ? 'less' : 'greater'} than the ${word} of ${said}`,
        parameters,
      );
    },
  );
}

/** The places of an answer's number as they were written; undefined where it has none. */
function placesOf(answer: AnswerValue): number | undefined {
  if (answer.type === 'decimal') return writtenPlaces(answer);
  if (answer.type === 'integer') return decimalPlaces(answer.value);
  if (answer.type !== 'Quantity' || answer.value.value === undefined) return undefined;
  return writtenPlaces(withPlaces(answer.value.value, quantityPlaces(answer.value)));
}

const maxDecimalPlaces = perAnswer(
  'FHIR R4 extension maxDecimalPlaces',
  (item) => item.limits.maxDecimalPlaces !== undefined,
  (answer, { item }) => {
    const maximum = item.limits.maxDecimalPlaces ?? Number.POSITIVE_INFINITY;
    return (placesOf(answer) ?? 0) > maximum
      ? error('max-decimal-places', `the answer has more than ${maximum} decimal places`, { maximum })
      : undefined;
  },
);

/** About a value by itself, whatever its options are. */
export const VALUE_RULES: readonly Rule[] = [
  type,
  minLength,
  maxLength,
  pattern,
  lineBreak,
  bound('minValue', -1),
  bound('maxValue', 1),
  maxDecimalPlaces,
];
