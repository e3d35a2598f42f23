import type { Questionnaire } from 'fhir/r4.js';
import { compileQuestionnaire } from '../compile.ts';
import { createForm } from '../form/open-form.ts';
import type { AnswerValue, Form, FormOptions, NodeId, NodeState, Plan } from '../model/contract.ts';
import { compilePattern } from '../patterns.ts';
import { units } from '../values/units.ts';

/** Whatever an author may write; the types of FHIR would refuse much of what must be tested. */
export interface ItemSource {
  readonly linkId: string;
  readonly [key: string]: unknown;
}

export const CORE = 'http://hl7.org/fhir/StructureDefinition/';
export const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

export function questionnaire(items: readonly ItemSource[], rest: Partial<Questionnaire> = {}): object {
  return {
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'http://example.org/q',
    ...rest,
    item: items,
  };
}

/** Compiles a form that must compile. */
export function planOf(source: unknown, supporting: readonly unknown[] = []): Plan {
  const compiled = compileQuestionnaire(source, supporting);
  if (compiled.ok) return compiled.plan;
  throw new Error(`refused: ${compiled.faults.map((fault) => `${fault.path}: ${fault.message}`).join('; ')}`);
}

export function open(items: readonly ItemSource[], options: FormOptions = {}): Form {
  return createForm(planOf(questionnaire(items)), { compilePattern, units, ...options });
}

export function allNodes(form: Form): readonly NodeState[] {
  const walk = (ids: readonly NodeId[]): NodeState[] =>
    ids.flatMap((id) => {
      const state = form.read(id);
      return state === undefined ? [] : [state, ...walk(state.children)];
    });
  return walk(form.root);
}

/** The instances of an item, in document order. */
export function nodes(form: Form, linkId: string): readonly NodeState[] {
  return allNodes(form).filter((state) => state.linkId === linkId);
}

export function node(form: Form, linkId: string, index = 0): NodeState {
  const found = nodes(form, linkId)[index];
  if (found === undefined) throw new Error(`no instance ${index} of ${linkId}`);
  return found;
}

export function answer(form: Form, linkId: string, ...answers: readonly AnswerValue[]): void {
  form.answer(node(form, linkId).id, answers);
}

export const text = (value: string): AnswerValue => ({ type: 'string', value });
export const integer = (value: number): AnswerValue => ({ type: 'integer', value });
export const decimal = (value: number): AnswerValue => ({ type: 'decimal', value });
export const yes: AnswerValue = { type: 'boolean', value: true };
export const no: AnswerValue = { type: 'boolean', value: false };
export const date = (value: string): AnswerValue => ({ type: 'date', value });
export const dateTime = (value: string): AnswerValue => ({ type: 'dateTime', value });
export const coding = (code: string, system = 'http://example.org'): AnswerValue => ({
  type: 'Coding',
  value: { system, code },
});
export const quantity = (value: number, code: string, system = 'http://unitsofmeasure.org'): AnswerValue => ({
  type: 'Quantity',
  value: { value, unit: code, system, code },
});

/** The shape of an extension with one value. */
export function extension(url: string, value: object): object {
  return { url, ...value };
}
