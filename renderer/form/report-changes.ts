/** Tells of a form's changes by the response, which is made when the answers rest and not at every key. */
import type { QuestionnaireResponse } from 'fhir/r4.js';
import type { Form } from '../../sync/questionnaire/model/contract.ts';

/** Answers rest when nothing has changed for this long. */
export const REST_MS = 400;
/** Somebody who types without a pause is reported, too. */
export const MAX_WAIT_MS = 5_000;

export interface ChangeReport {
  /** Reports now what has changed and isn't reported yet. */
  flush(): void;
  stop(): void;
}

export function reportChanges(form: Form, report: (response: QuestionnaireResponse) => void): ChangeReport {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (waiting === undefined) return;
    clearTimeout(resting);
    clearTimeout(waiting);
    waiting = undefined;
    report(form.response({ status: 'in-progress' }));
  };
  const end = form.onChange(() => {
    clearTimeout(resting);
    resting = setTimeout(flush, REST_MS);
    waiting ??= setTimeout(flush, MAX_WAIT_MS);
  });
  return {
    flush,
    stop() {
      end();
      clearTimeout(resting);
      clearTimeout(waiting);
      waiting = undefined;
    },
  };
}
