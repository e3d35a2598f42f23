import { ProblemError } from './problems.ts';

/**
 * @param body JSON in UTF-8.
 * @throws ProblemError MALFORMED_JSON.
 */
export function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ProblemError('MALFORMED_JSON');
  }
}
