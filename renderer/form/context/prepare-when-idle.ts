import type { Form } from '../../../sync/questionnaire/model/contract.ts';

/** One more piece of work fits into what is left of an idle moment. */
const MIN_LEFT_MS = 8;
/** Between two pieces where the browser doesn't tell when it is idle (Safari). */
const PAUSE_MS = 50;

/**
 * Does ahead, piece by piece, what the first answers would otherwise wait for: an answer that many conditions read would have all of them
 * parsed at once.
 *
 * @returns ends it
 */
export function prepareWhenIdle(form: Pick<Form, 'prepare'>): () => void {
  const tellsIdle = typeof requestIdleCallback === 'function';
  let handle: number;
  const next = () => {
    handle = tellsIdle ? requestIdleCallback(work) : window.setTimeout(work, PAUSE_MS);
  };
  const work = (idle?: IdleDeadline) => {
    let more = form.prepare();
    while (more && idle !== undefined && idle.timeRemaining() >= MIN_LEFT_MS) more = form.prepare();
    if (more) next();
  };
  next();
  return () => (tellsIdle ? cancelIdleCallback(handle) : clearTimeout(handle));
}
