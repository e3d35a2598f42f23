/** How much of what somebody else has sealed is opened here. What exceeds it is kept as it came, and held with the reason. */
import { type JsonBounds, type JsonExcess, readBoundedJson } from '../../../protocol/bounded-json.ts';
import { MAX_ENVELOPE_BYTES } from '../../../protocol/wire.ts';

/**
 * A question nested under an answer takes four levels of JSON, and a form has at most 60 of them (`sync/questionnaire/plan/shape.ts`). The largest
 * published form that we know has 808 items, and an answered one of it some 10,000 values.
 */
export const CONTENT_BOUNDS: JsonBounds = {
  maxLength: MAX_ENVELOPE_BYTES,
  maxDepth: 256,
  maxValues: 50_000,
  maxItems: 10_000,
  maxKeys: 500,
  maxText: 256 * 1024,
  maxKeyText: 255,
  /** An Attachment's content, as the first version sent it, and what is encrypted once more. */
  longTexts: ['data', 'sealed'],
};

export type ContentReading =
  | { readonly ok: true; readonly content: unknown }
  /** @property excess what there is too much of; undefined where it is no JSON in UTF-8. */
  | { readonly ok: false; readonly excess: JsonExcess | undefined };

export function readContent(bytes: Uint8Array): ContentReading {
  if (bytes.length > CONTENT_BOUNDS.maxLength) return { ok: false, excess: 'length' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, excess: undefined };
  }
  return readBoundedJson(text, CONTENT_BOUNDS);
}

const { maxLength, maxDepth, maxValues, maxItems, maxKeys, maxText, maxKeyText } = CONTENT_BOUNDS;

/** For staff who look deeper, and for the log: names the bound, and nothing of the content. */
export const excessDetails: Readonly<Record<JsonExcess, string>> = {
  length: `More than ${maxLength} characters.`,
  depth: `More than ${maxDepth} levels deep.`,
  values: `More than ${maxValues} values.`,
  items: `A list of more than ${maxItems} entries.`,
  keys: `An object of more than ${maxKeys} fields.`,
  text: `A text of more than ${maxText} characters.`,
  key: `A field's name of more than ${maxKeyText} characters.`,
  number: 'A number with too many digits.',
  name: 'A field with a forbidden name.',
};
