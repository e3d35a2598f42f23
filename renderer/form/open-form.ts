import type { QuestionnaireResponse } from 'fhir/r4.js';
import { openQuestionnaire } from '../../sync/questionnaire/compile.ts';
import { editForm } from '../../sync/questionnaire/edit-form.ts';
import { createForm } from '../../sync/questionnaire/form/open-form.ts';
import { loadTools } from '../../sync/questionnaire/load-tools.ts';
import type {
  Form,
  FormOptions,
  NodeId,
  QuestionnaireFault,
} from '../../sync/questionnaire/model/contract.ts';
import { coreSetsFor } from '../../sync/questionnaire/value-sets/core-sets.ts';
import { wantsSignature } from './controls/signature.ts';
import { loadLayouts } from './layout/lazy-layouts.tsx';
import { loadControls } from './question/registry.tsx';
import { chooseControl } from './values/choose-control.ts';

export type OpenedForm =
  | { readonly ok: true; readonly form: Form }
  | { readonly ok: false; readonly faults: readonly QuestionnaireFault[] };

export interface OpenFormOptions extends Pick<FormOptions, 'language' | 'launchContext' | 'query'> {
  /** ValueSets and CodeSystems, FHIR JSON. */
  readonly supporting?: readonly unknown[] | undefined;
  /** What was answered before. */
  readonly response?: QuestionnaireResponse | undefined;
}

function* questionsOf(form: Form, nodes: readonly NodeId[] = form.root) {
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const state = form.read(node);
    if (state?.kind === 'question') yield state;
    waiting.push(...(state?.children ?? []));
  }
}

/** Opens a form with all that it needs. @throws where a part can't be loaded */
export async function openForm(questionnaire: unknown, options: OpenFormOptions): Promise<OpenedForm> {
  const { supporting, response, ...given } = options;
  const opened = openQuestionnaire(questionnaire, [
    ...(supporting ?? []),
    ...(await coreSetsFor({ questionnaire, supporting })),
  ]);
  if (!opened.ok) return opened;
  const settings = { ...given, ...(await loadTools(opened.plan)) };
  const form =
    response === undefined ? createForm(opened.plan, settings) : editForm(opened.plan, response, settings);
  // A control that can't be loaded says so itself, and leaves the others usable.
  const keys = [...questionsOf(form)].map(chooseControl);
  const signature = wantsSignature(opened.plan.questionnaire) ? ['signature' as const] : [];
  await Promise.all([
    loadControls([...keys, ...signature]),
    loadLayouts(opened.plan.questionnaire.item),
  ]).catch(() => undefined);
  return { ok: true, form };
}
