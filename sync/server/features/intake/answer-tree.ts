/** The frozen questions and answers of a response, as the patient saw them, for reading. */
import { z } from 'zod';
import type { AnswerNode, AnswerView, AttachmentView } from '../../../protocol/api/cases.ts';
import { blobName } from '../../../protocol/base/blobs.ts';
import type { BlobAttachment } from '../../../protocol/operations/payloads/attachment.ts';
import { PRECISION } from '../../../questionnaire/model/extensions.ts';
import { decimalText, withPlaces } from '../../../questionnaire/values/decimal.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

const codingSchema = z.object({
  display: z.string().optional(),
  code: z.string().optional(),
  system: z.string().optional(),
});
const quantitySchema = z.object({
  value: z.number().optional(),
  unit: z.string().optional(),
  code: z.string().optional(),
  comparator: z.string().optional(),
});
const fileSchema = z.object({
  title: z.string().optional(),
  contentType: z.string().optional(),
  url: z.string().optional(),
});
const referenceSchema = z.object({ display: z.string().optional(), reference: z.string().optional() });

/** Both the older and the newer extension, in R4 and R5 spelling. */
const SCORE_EXTENSIONS = [
  'http://hl7.org/fhir/StructureDefinition/ordinalValue',
  'http://hl7.org/fhir/StructureDefinition/itemWeight',
];

export interface TreeMarks {
  /** Ids of the rules that a question met, by linkId. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
  /** linkIds of unusual values that the patient confirmed. */
  readonly confirmed: ReadonlySet<string>;
  /** Photos and documents by name. */
  readonly attachments: ReadonlyMap<string, BlobAttachment>;
  /** Text of an item by linkId, from the form's definition, for a response that carries none. */
  readonly textOf: (linkId: string) => string;
}

/** Words for "yes" and "no" by the language of the response: FHIR has no text for a boolean. */
const yesNo: Readonly<Record<string, readonly [string, string]>> = {
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  ar: ['نعم', 'لا'],
};

/** A number with the places that it was written with: "0.10" says more than "0.1". */
function numberText(element: unknown, value: number | undefined, key: string): string | undefined {
  if (value === undefined || !isObject(element)) return undefined;
  const places = [element[`_${key}`], element].flatMap((one) =>
    objects(isObject(one) ? one.extension : undefined).flatMap(({ url, valueInteger }) =>
      url === PRECISION && typeof valueInteger === 'number' ? [valueInteger] : [],
    ),
  )[0];
  return decimalText(withPlaces(value, places));
}

function readValue(answer: Json, language: string): string {
  const [key, value] = Object.entries(answer).find(([name]) => name.startsWith('value')) ?? [];
  switch (key) {
    case 'valueBoolean': {
      const [yes, no] = yesNo[language.split('-')[0] ?? 'en'] ?? yesNo.en ?? ['', ''];
      return value === true ? yes : no;
    }
    case 'valueCoding': {
      const coding = codingSchema.safeParse(value).data;
      return coding?.display ?? coding?.code ?? '';
    }
    case 'valueQuantity': {
      const quantity = quantitySchema.safeParse(value).data;
      return [
        quantity?.comparator,
        numberText(value, quantity?.value, 'value'),
        quantity?.unit ?? quantity?.code,
      ]
        .filter((part) => part !== undefined)
        .join(' ');
    }
    case 'valueDecimal':
      return numberText(answer, typeof value === 'number' ? value : undefined, 'valueDecimal') ?? '';
    case 'valueAttachment': {
      const file = fileSchema.safeParse(value).data;
      const link = blobName(file?.url) === undefined ? file?.url : undefined;
      return file?.title ?? link ?? file?.contentType ?? '';
    }
    case 'valueReference': {
      const reference = referenceSchema.safeParse(value).data;
      return reference?.display ?? reference?.reference ?? '';
    }
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

function attachmentOf(answer: Json, { attachments }: TreeMarks): AttachmentView | undefined {
  const name = blobName(fileSchema.safeParse(answer.valueAttachment).data?.url);
  const known = name === undefined ? undefined : attachments.get(name);
  if (!known) return undefined;
  const { sha256, contentType, size, title } = known;
  return { sha256, contentType, size, title: title ?? null };
}

function scoreOf(answer: Json): number | null {
  const coding = isObject(answer.valueCoding) ? answer.valueCoding : {};
  for (const extension of [...objects(coding.extension), ...objects(answer.extension)])
    if (SCORE_EXTENSIONS.includes(words(extension.url)) && typeof extension.valueDecimal === 'number')
      return extension.valueDecimal;
  return null;
}

/** As deep as any form nests; what lies below was not written by our runner. */
const MAX_DEPTH = 60;
/** Questions and answers of one tree: the largest published form that we know has 808 questions. */
const MAX_SHOWN = 20_000;
/** Letters of all of them together, the texts that come from the form included. */
const MAX_LETTERS = 4_000_000;

/** There is more than a console can show. */
export class AnswersTooLargeError extends Error {
  override name = 'AnswersTooLargeError';
}

/** What one tree has taken so far. */
interface Taken {
  shown: number;
  letters: number;
}

function take(taken: Taken, ...texts: readonly string[]): void {
  taken.shown++;
  for (const { length } of texts) taken.letters += length;
  if (taken.shown > MAX_SHOWN || taken.letters > MAX_LETTERS) throw new AnswersTooLargeError();
}

function readNodes(
  items: unknown,
  marks: TreeMarks,
  language: string,
  depth: number,
  taken: Taken,
): AnswerNode[] {
  // What is shown is all of it, or says that it isn't.
  if (depth > MAX_DEPTH && objects(items).length > 0) throw new AnswersTooLargeError();
  return objects(items).map((item) => {
    const linkId = words(item.linkId);
    const answers = objects(item.answer).map((answer): AnswerView => {
      const attachment = attachmentOf(answer, marks);
      const text = readValue(answer, language);
      take(taken, text);
      return {
        text,
        ...(attachment ? { attachment } : {}),
        score: scoreOf(answer),
        children: readNodes(answer.item, marks, language, depth + 1, taken),
      };
    });
    const children = readNodes(item.item, marks, language, depth + 1, taken);
    const text = words(item.text) || marks.textOf(linkId) || linkId;
    const rules = marks.rules.get(linkId) ?? [];
    take(taken, linkId, text, ...rules);
    return {
      linkId,
      kind: answers.length === 0 && children.length > 0 ? 'group' : 'question',
      text,
      answers,
      children,
      rules: [...rules],
      confirmedImplausible: marks.confirmed.has(linkId),
    };
  });
}

/** @throws AnswersTooLargeError */
export function answerTree(response: unknown, language: string, marks: TreeMarks): AnswerNode[] {
  return isObject(response) ? readNodes(response.item, marks, language, 1, { shown: 0, letters: 0 }) : [];
}

/** Questions that met a rule or hold an unusual value, in document order and without what lies around them. */
export function flaggedAnswers(nodes: readonly AnswerNode[]): AnswerNode[] {
  return nodes.flatMap((node) => {
    const nested = [...node.answers.flatMap(({ children }) => children), ...node.children];
    const own = node.kind === 'question' && (node.rules.length > 0 || node.confirmedImplausible);
    const alone = (): AnswerNode => ({
      ...node,
      answers: node.answers.map((answer) => ({ ...answer, children: [] })),
      children: [],
    });
    return [...(own ? [alone()] : []), ...flaggedAnswers(nested)];
  });
}

/** Texts by linkId of a Questionnaire. */
export function questionTexts(definition: unknown): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const walk = (items: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const item of objects(items)) {
      texts.set(words(item.linkId), words(item.text));
      walk(item.item, depth + 1);
    }
  };
  if (isObject(definition)) walk(definition.item, 1);
  return texts;
}
