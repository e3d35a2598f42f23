/** A page with nothing but the form on it, driven by the tests beside it. Not part of the product. */
import type { OperationOutcome, QuestionnaireResponse } from 'fhir/r4.js';
import { createRoot, type Root } from 'react-dom/client';
import '../../../renderer/design/base.css';
import { QuestionnaireForm } from '../../../renderer/form/questionnaire-form.tsx';
import type { QuestionnaireFormProps } from '../../../renderer/form/questionnaire-form-props.ts';
import { applyTheme } from '../../../renderer/gallery/themes.ts';
import { compileQuestionnaire, coreSetsFor, validateResponse } from '../../../sync/questionnaire/index.ts';
import { loadTools } from '../../../sync/questionnaire/load-tools.ts';
import './page.css';

/** What tests see of the form. */
export interface FormPage {
  open(questionnaire: unknown, props?: Partial<QuestionnaireFormProps>): void;
  theme(slug: string, scheme?: string): void;
  /** The engine's verdict on a response, as this browser finds it. */
  judge(questionnaire: unknown, response: unknown): Promise<OperationOutcome | undefined>;
  readonly changes: readonly QuestionnaireResponse[];
  readonly completed: QuestionnaireResponse | undefined;
}

declare global {
  interface Window {
    formPage: FormPage;
  }
}

const host = document.getElementById('app');
if (!host) throw new Error('the page has no place for the form');
let root: Root | undefined;
let changes: QuestionnaireResponse[] = [];
let completed: QuestionnaireResponse | undefined;

window.formPage = {
  open(questionnaire, props = {}) {
    root?.unmount();
    root = createRoot(host);
    changes = [];
    completed = undefined;
    root.render(
      <QuestionnaireForm
        questionnaire={questionnaire}
        onChange={(response) => changes.push(response)}
        onComplete={(response) => {
          completed = response;
        }}
        {...props}
      />,
    );
  },
  theme(slug, scheme = 'light') {
    applyTheme(slug, scheme, '');
  },
  async judge(questionnaire, response) {
    const compiled = compileQuestionnaire(questionnaire, await coreSetsFor(questionnaire));
    if (!compiled.ok) return undefined;
    const tools = await loadTools(compiled.plan);
    return validateResponse(compiled.plan, response, 'final', { ...tools, now: '2026-11-20T12:00:00Z' })
      .outcome;
  },
  get changes() {
    return changes;
  },
  get completed() {
    return completed;
  },
};
