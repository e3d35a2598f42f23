/** The questionnaire engine as the flow uses it, loaded when the first form is opened. */

import type { QuestionnaireResponse } from 'fhir/r4.js';
import type { SafetyRule } from '../../../../../sync/domain/safety/safety-rule.ts';
import type { FormSection, Step } from '../../../../../sync/questionnaire/index.ts';
import type {
  Form,
  FormOptions,
  FormSnapshot,
  Plan,
  QuestionnaireFault,
} from '../../../../../sync/questionnaire/model/contract.ts';
import type { MetRule } from './rule-watch.ts';
import { withoutPopulation } from './without-population.ts';

/** One screen of questions, and the sections that a progress display counts: the engine's own. */
export type { FormSection, Step as FormStep } from '../../../../../sync/questionnaire/index.ts';

/** What the form needs beside the engine. */
export type FormTools = Pick<FormOptions, 'compilePattern' | 'units' | 'expressions'>;

export type PreparedForm =
  | { readonly ok: true; readonly plan: Plan; readonly tools: FormTools }
  | { readonly ok: false; readonly faults: readonly QuestionnaireFault[] };

export interface FormEngine {
  prepare(definition: unknown): Promise<PreparedForm>;
  create(prepared: UsableForm, language: string): Form;
  restore(prepared: UsableForm, snapshot: FormSnapshot, language: string): Form;
  edit(prepared: UsableForm, response: QuestionnaireResponse, language: string): Promise<Form>;
  steps(form: Form): readonly Step[];
  sections(form: Form): readonly FormSection[];
  /** @param canonical of the form, as rules name it. */
  metRules(rules: readonly SafetyRule[], form: Form, canonical: string): readonly MetRule[];
}

export type UsableForm = PreparedForm & { readonly ok: true };

/** Loads the engine, and for each form what else it needs: patterns, units, expressions. */
export async function loadFormEngine(): Promise<FormEngine> {
  const engine = await import('./engine-parts.ts');
  const options = ({ tools }: UsableForm, language: string) => ({ language, ...tools });
  return {
    async prepare(given) {
      const definition = withoutPopulation(given);
      const compiled = await engine.openLean(definition);
      if (!compiled.ok) return compiled;
      return { ok: true, plan: compiled.plan, tools: await engine.loadTools(compiled.plan) };
    },
    create: (prepared, language) => engine.createForm(prepared.plan, options(prepared, language)),
    restore: (prepared, snapshot, language) =>
      engine.restoreForm(prepared.plan, snapshot, options(prepared, language)),
    async edit(prepared, response, language) {
      const { editForm } = await import('../version/editing-parts.ts');
      return editForm(prepared.plan, response, options(prepared, language));
    },
    steps: engine.formSteps,
    sections: engine.formSections,
    metRules: engine.metRules,
  };
}
