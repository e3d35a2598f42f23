import type { AnswerValue } from '../model/contract.ts';
import type { Finding, PlanItem, Rule } from '../plan/plan.ts';
import { findOption } from '../values/options.ts';
import { OPTION_RULES } from './option-rules.ts';
import { VALUE_RULES } from './value-rules.ts';

function missing(code: Finding['code'], diagnostics: string, parameters?: Finding['parameters']): Finding {
  return { code, severity: 'error', diagnostics, ...(parameters === undefined ? {} : { parameters }) };
}

/** Bytes that a base64 text stands for; white space in it is allowed. */
export function base64Bytes(text: string): number {
  const digits = text.replace(/\s/g, '');
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  return Math.floor((digits.length * 3) / 4) - padding;
}

function mimeMatches(mime: string, pattern: string): boolean {
  const [plain = ''] = mime.toLowerCase().split(';');
  const wanted = pattern.toLowerCase();
  if (wanted.endsWith('/*')) return plain.startsWith(wanted.slice(0, -1));
  return plain.trim() === wanted || (!wanted.includes('/') && plain.startsWith(`${wanted}/`));
}

function attachments(
  answers: readonly AnswerValue[],
  check: (value: Extract<AnswerValue, { type: 'Attachment' }>['value']) => Finding | undefined,
): readonly Finding[] {
  return answers.flatMap((answer, index) => {
    const finding = answer.type === 'Attachment' ? check(answer.value) : undefined;
    return finding === undefined ? [] : [{ ...finding, answer: index }];
  });
}

const attachmentType: Rule = {
  section: 'FHIR R4 extension mimeType',
  concern: 'value',
  applies: (item) => item.type === 'attachment' && item.limits.mimeTypes.length > 0,
  check: ({ item, answers }) =>
    attachments(answers, ({ contentType }) =>
      contentType !== undefined && item.limits.mimeTypes.some((pattern) => mimeMatches(contentType, pattern))
        ? undefined
        : missing('attachment-type', 'the attachment is not of a type that is allowed', {
            types: item.limits.mimeTypes.join(', '),
          }),
    ),
};

const attachmentSize: Rule = {
  section: 'FHIR R4 extension maxSize; Attachment.size',
  concern: 'value',
  applies: (item) => item.type === 'attachment',
  check: ({ item, answers }) =>
    attachments(answers, ({ data, size }) => {
      const actual = data === undefined ? undefined : base64Bytes(data);
      if (actual !== undefined && size !== undefined && actual !== size) {
        return missing(
          'attachment-size',
          `the attachment says ${size} bytes and has ${actual}`,
          // Two numbers and no maximum: the file is not too large, it is not what it says.
          { stated: size, actual },
        );
      }
      const bytes = actual ?? size ?? 0;
      const maximum = item.limits.maxSize ?? Number.POSITIVE_INFINITY;
      return bytes > maximum
        ? missing('attachment-size', `the attachment has more than ${maximum} bytes`, {
            maximum,
            actual: bytes,
          })
        : undefined;
    }),
};

const referenceType: Rule = {
  section: 'FHIR R4 extension questionnaire-referenceResource',
  concern: 'value',
  applies: (item) => item.type === 'reference' && item.limits.referenceTypes.length > 0,
  check: ({ item, answers }) =>
    answers.flatMap((answer, index) => {
      if (answer.type !== 'Reference') return [];
      const { type, reference } = answer.value;
      const named =
        type ?? /(?:^|\/)([A-Z][A-Za-z]+)\/[^/]+(?:\/_history\/[^/]+)?$/.exec(reference ?? '')?.[1];
      if (named === undefined || item.limits.referenceTypes.includes(named)) return [];
      const expected = item.limits.referenceTypes.join(', ');
      return [{ ...missing('type', `the answer must refer to ${expected}`, { expected }), answer: index }];
    }),
};

const required: Rule = {
  section: 'FHIR R4 Questionnaire.item.required; SDC Validation, Required items',
  concern: 'missing',
  applies: (item) => item.required && item.kind !== 'display',
  check: ({ item, count }) => {
    if (count > 0) return [];
    const what =
      item.kind === 'group' ? 'the required group has no content' : 'the required question has no answer';
    return [missing('required', what)];
  },
};

/** "None of these" is a whole answer: asking for a second one beside it would make it impossible to give. */
function isExclusive(item: PlanItem, answers: readonly AnswerValue[]): boolean {
  const [only, ...others] = answers;
  if (only === undefined || others.length > 0 || item.options === undefined) return false;
  return findOption(item.options, only)?.exclusive === true;
}

const minOccurs: Rule = {
  section: 'FHIR R4 extension questionnaire-minOccurs (inclusive), questionnaire-optionExclusive',
  concern: 'missing',
  applies: (item) => item.limits.minOccurs !== undefined,
  check: ({ item, answers, count }) => {
    const minimum = item.limits.minOccurs ?? 0;
    // `required` has said it already.
    if (count === 0 && item.required) return [];
    if (isExclusive(item, answers)) return [];
    return count < minimum
      ? [missing('min-occurs', `${minimum} are asked for, ${count} given`, { minimum, count })]
      : [];
  },
};

const maxOccurs: Rule = {
  section: 'FHIR R4 Questionnaire.item.repeats, extension questionnaire-maxOccurs (inclusive); SDC sdcqr-2',
  concern: 'count',
  applies: (item) => item.kind !== 'display',
  check: ({ item, count }) => {
    const maximum = item.repeats ? (item.limits.maxOccurs ?? Number.POSITIVE_INFINITY) : 1;
    return count > maximum
      ? [missing('max-occurs', `at most ${maximum} allowed, ${count} given`, { maximum, count })]
      : [];
  },
};

const RULES: readonly Rule[] = [
  ...VALUE_RULES,
  ...OPTION_RULES,
  attachmentType,
  attachmentSize,
  referenceType,
  required,
  minOccurs,
  maxOccurs,
];

/** The rules that an item gives occasion for, in the order in which a person should hear of them. */
export function rulesFor(item: Omit<PlanItem, 'rules'>): readonly Rule[] {
  return RULES.filter((rule) => rule.applies(item));
}
