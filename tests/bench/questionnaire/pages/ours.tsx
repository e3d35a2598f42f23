/** Our own form, as a page of anybody would show it. */
import type { QuestionnaireResponse } from 'fhir/r4.js';
import { createRoot } from 'react-dom/client';
import { QuestionnaireForm } from '../../../../renderer/form/questionnaire-form.tsx';
import type { Form, Issue } from '../../../../sync/questionnaire/model/contract.ts';
import '../../../../renderer/design/base.css';

let shown: unknown;
let latest: QuestionnaireResponse | undefined;
/** As the page's own form is, which hosts don't get to see. */
let open: Form | undefined;

/** Loaded when it is asked for: a page that shows a form doesn't ship what judges a received response. */
const engine = () =>
  Promise.all([
    import('../../../../sync/questionnaire/index.ts'),
    import('../../../../sync/questionnaire/load-tools.ts'),
  ]);

const countErrors = (issues: readonly Issue[]) =>
  issues.filter(({ severity }) => severity === 'error').length;

window.bench = {
  async mount(questionnaire, host) {
    shown = questionnaire;
    createRoot(host).render(
      <QuestionnaireForm
        questionnaire={questionnaire}
        language="en"
        onChange={(response) => {
          latest = response;
        }}
        onComplete={() => {}}
      />,
    );
  },
  async prepare() {
    const [{ openQuestionnaire, editForm }, { loadTools }] = await engine();
    const opened = openQuestionnaire(shown);
    if (!opened.ok || !latest) throw new Error('The form that is shown cannot be opened.');
    open = editForm(opened.plan, latest, await loadTools(opened.plan));
  },
  async validate() {
    return open ? countErrors(open.validate('final')) : Number.NaN;
  },
  async receive() {
    return this.judge?.(shown, { ...latest, status: 'completed' }) ?? Number.NaN;
  },
  async judge(questionnaire, response) {
    const [{ openQuestionnaire, validateResponse }, { loadTools }] = await engine();
    const opened = openQuestionnaire(questionnaire);
    if (!opened.ok) throw new Error(opened.faults.map(({ message }) => message).join('; '));
    return countErrors(validateResponse(opened.plan, response, 'final', await loadTools(opened.plan)).issues);
  },
};
