/** Our own form, as a page of anybody would show it. */
import type { QuestionnaireResponse } from 'fhir/r4.js';
import { createRoot } from 'react-dom/client';
import { QuestionnaireForm } from '../../../../renderer/form/questionnaire-form.tsx';
import '../../../../renderer/design/base.css';

let shown: unknown;
let latest: QuestionnaireResponse | undefined;

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
  async validate() {
    return this.judge?.(shown, { ...latest, status: 'completed' }) ?? Number.NaN;
  },
  async judge(questionnaire, response) {
    // Loaded here: a page that shows a form doesn't ship what judges a received response.
    const [{ openQuestionnaire, validateResponse }, { loadTools }] = await Promise.all([
      import('../../../../sync/questionnaire/index.ts'),
      import('../../../../sync/questionnaire/load-tools.ts'),
    ]);
    const opened = openQuestionnaire(questionnaire);
    if (!opened.ok) throw new Error(opened.faults.map(({ message }) => message).join('; '));
    const { issues } = validateResponse(opened.plan, response, 'final', await loadTools(opened.plan));
    return issues.filter(({ severity }) => severity === 'error').length;
  },
};
