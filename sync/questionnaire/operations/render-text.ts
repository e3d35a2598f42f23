import type { Quantity } from 'fhir/r4.js';
import type { AnswerOption, AnswerValue, Form, NodeId, NodeState } from '../model/contract.ts';
import { UNIT } from '../model/extensions.ts';
import { extensionOf, isObject } from '../model/fhir-json.ts';
import { itemControls } from '../plan/plan-item.ts';
import { readText, textIn } from '../values/language.ts';
import { type UnitLanguages, unitName } from '../values/unit-name.ts';
import { matchesOption } from '../values/values.ts';

/** What the form itself doesn't say, in the reader's language. */
export interface ReadingWords {
  readonly yes: string;
  readonly no: string;
  readonly notAnswered: string;
  readonly required: string;
  readonly help: string;
  /** Options that are there and not listed, as of a long value set. */
  readonly moreOptions: (count: number) => string;
  readonly attachment: string;
}

const ENGLISH: ReadingWords = {
  yes: 'Yes',
  no: 'No',
  notAnswered: 'not answered',
  required: 'required',
  help: 'Help',
  moreOptions: (count) => `${count} more options`,
  attachment: 'attachment',
};
const WORDS: Readonly<Record<string, ReadingWords>> = {
  en: ENGLISH,
  es: {
    yes: 'Sí',
    no: 'No',
    notAnswered: 'sin respuesta',
    required: 'obligatorio',
    help: 'Ayuda',
    moreOptions: (count) => `${count} opciones más`,
    attachment: 'archivo adjunto',
  },
  ar: {
    yes: 'نعم',
    no: 'لا',
    notAnswered: 'بلا إجابة',
    required: 'إلزامي',
    help: 'مساعدة',
    moreOptions: (count) => `خيارات أخرى: ${count}`,
    attachment: 'مرفق',
  },
};

export interface ReadingOptions {
  /** BCP 47. */
  readonly language?: string;
  /** A form without a response: places to write in stand where answers would. */
  readonly blank?: boolean;
  /** In the place of the words that are built in (en, es, ar). */
  readonly words?: ReadingWords;
}

interface Reader {
  readonly words: ReadingWords;
  readonly languages: UnitLanguages;
}

/** More options than a person reads through are counted, not listed. */
const MAX_OPTIONS = 40;
const LINE = '____________';

function translated(
  element: object,
  key: string,
  { language }: ReadingOptions,
  form: Form,
): string | undefined {
  const text = readText({ ...element }, key);
  return text && textIn(text, language, form.plan.questionnaire.language);
}

/** A line and those that a text breaks into, all indented. */
function indented(depth: number, text: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => `${'  '.repeat(depth)}${line}`.trimEnd());
}

function unitOf(node: NodeState, { languages }: Reader, count?: number): string {
  const coding = extensionOf(node.item, UNIT)?.valueCoding;
  const unit = isObject(coding) ? unitName(coding, languages, count) : undefined;
  return unit === undefined ? '' : ` ${unit}`;
}

function quantityUnit({ value, unit, system, code }: Quantity, { languages }: Reader): string | undefined {
  return unitName({ system, code, display: unit ?? code }, languages, value);
}

function answerText(node: NodeState, answer: AnswerValue, reader: Reader): string {
  const { words } = reader;
  switch (answer.type) {
    case 'boolean':
      return answer.value ? words.yes : words.no;
    case 'decimal':
    case 'integer':
      return `${answer.value}${unitOf(node, reader, answer.value)}`;
    case 'Coding':
      return (
        node.options.find((option) => matchesOption(answer, option.value))?.label ??
        answer.value.display ??
        answer.value.code ??
        ''
      );
    case 'Quantity':
      return [answer.value.comparator, answer.value.value, quantityUnit(answer.value, reader)]
        .filter((part) => part !== undefined)
        .join(' ');
    case 'Attachment':
      return [words.attachment, answer.value.title, answer.value.contentType]
        .filter((part) => part !== undefined)
        .join(', ');
    case 'Reference':
      return answer.value.display ?? answer.value.reference ?? '';
    default:
      return answer.value;
  }
}

function optionLines(node: NodeState, depth: number, reader: Reader): readonly string[] {
  const { words } = reader;
  const isChosen = (option: AnswerOption) =>
    node.answers.some((answer) => matchesOption(answer, option.value));
  const many = node.options.length > MAX_OPTIONS;
  const listed = many ? node.options.filter(isChosen) : node.options;
  const [open, close] = node.repeats ? ['[', ']'] : ['(', ')'];
  const lines = listed.flatMap((option) =>
    indented(depth, `${open}${isChosen(option) ? 'x' : ' '}${close} ${option.label}`),
  );
  const free = node.answers.filter(
    (answer) => !node.options.some((option) => matchesOption(answer, option.value)),
  );
  return [
    ...lines,
    ...free.flatMap((answer) => indented(depth, `${open}x${close} ${answerText(node, answer, reader)}`)),
    ...(many ? indented(depth, `… ${words.moreOptions(node.options.length - listed.length)}`) : []),
  ];
}

function answerLines(node: NodeState, depth: number, reader: Reader, blank: boolean): readonly string[] {
  const { words } = reader;
  const isEmpty = node.answers.length === 0;
  const none = isEmpty && !blank ? indented(depth, `- ${words.notAnswered}`) : [];
  if (node.options.length > 0) return [...optionLines(node, depth, reader), ...none];
  if (node.item.type === 'boolean' && (blank || !isEmpty)) {
    const mark = (value: boolean) => (node.answers.some((answer) => answer.value === value) ? 'x' : ' ');
    return indented(depth, `(${mark(true)}) ${words.yes}   (${mark(false)}) ${words.no}`);
  }
  if (isEmpty) return blank ? indented(depth, `${LINE}${unitOf(node, reader)}`) : none;
  return node.answers.flatMap((answer) => indented(depth, `> ${answerText(node, answer, reader)}`));
}

/**
 * What a person would read of a form as it is open: texts, help, options with the chosen ones marked, answers with their units.
 * Hidden and disabled items are left out, and groups in which nothing is left.
 */
export function renderText(form: Form, options: ReadingOptions = {}): string {
  const { language, blank = false } = options;
  const words =
    options.words ??
    WORDS[(language ?? form.plan.questionnaire.language ?? 'en').split('-')[0] ?? 'en'] ??
    ENGLISH;
  const reader = { words, languages: { language, formLanguage: form.plan.questionnaire.language } };

  function shown(ids: readonly NodeId[]): readonly NodeState[] {
    return ids.flatMap((id) => {
      const node = form.read(id);
      return node === undefined || !node.enabled || node.hidden ? [] : [node];
    });
  }

  function head(node: NodeState, depth: number): readonly string[] {
    const prefix = translated(node.item, 'prefix', options, form);
    const required = node.required && node.kind === 'question' ? ` (${words.required})` : '';
    const text = [prefix, node.text].filter((part) => part !== undefined && part !== '').join(' ');
    return text === '' && required === '' ? [] : indented(depth, `${text}${required}`);
  }

  /** A help text; a unit or a hint beside the field is read as any other text. */
  function display(node: NodeState, depth: number): readonly string[] {
    const isHelp = itemControls(node.item).includes('help');
    return isHelp && node.text !== '' ? indented(depth, `${words.help}: ${node.text}`) : head(node, depth);
  }

  function lines(node: NodeState, depth: number): readonly string[] {
    if (node.kind === 'display') return display(node, depth);
    const children = shown(node.children);
    if (node.kind === 'group') {
      const heading = head(node, depth);
      const inner = children.flatMap((child) => lines(child, heading.length === 0 ? depth : depth + 1));
      return inner.length === 0 ? [] : ['', ...heading, ...inner];
    }
    const beside = children.filter((child) => child.kind === 'display');
    const nested = children.filter((child) => child.kind !== 'display');
    return [
      '',
      ...head(node, depth),
      ...beside.flatMap((child) => display(child, depth + 1)),
      ...answerLines(node, depth + 1, reader, blank),
      ...nested.flatMap((child) => lines(child, depth + 2)),
    ];
  }

  const title = translated(form.plan.questionnaire, 'title', options, form) ?? form.plan.questionnaire.name;
  const heading = title === undefined ? [] : [title, '='.repeat(Math.min(title.length, 100))];
  const body = [...heading, ...shown(form.root).flatMap((node) => lines(node, 0))];
  return `${body
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
