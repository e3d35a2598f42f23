import { type JsonBounds, readBoundedJson } from '../../protocol/bounded-json.ts';
import { ProblemError } from '../base/problems.ts';

/**
 * Of a request. The bytes are bounded by each route. A push has at most 50 operations, a check-in list's import some thousand lines in one text;
 * what is sealed or encrypted is one long text.
 */
export const REQUEST_BOUNDS: JsonBounds = {
  maxLength: Infinity,
  maxDepth: 32,
  maxValues: 20_000,
  maxItems: 5_000,
  maxKeys: 200,
  maxText: Infinity,
  maxKeyText: 255,
  longTexts: [],
};

/**
 * @param body JSON in UTF-8.
 * @throws ProblemError MALFORMED_JSON, or INVALID_REQUEST where it is nested too deeply or has too many values.
 */
export function readJson(body: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ProblemError('MALFORMED_JSON');
  }
  const reading = readBoundedJson(text, REQUEST_BOUNDS);
  if (reading.ok) return reading.content;
  if (reading.excess === undefined) throw new ProblemError('MALFORMED_JSON');
  throw new ProblemError('INVALID_REQUEST', {
    errors: [{ pointer: '', detail: `out_of_bounds: ${reading.excess}` }],
  });
}
