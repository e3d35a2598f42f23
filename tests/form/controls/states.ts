/** The same questions in each state that a question can be in. */
import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { compileQuestionnaire, createForm } from '../../../sync/questionnaire/index.ts';
import type { Form, NodeId, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { units } from '../../../sync/questionnaire/values/units.ts';
import { DOSES, SAMPLES, type Sample } from './items.ts';

export const STATES = ['empty', 'answered', 'error', 'read-only', 'calculated', 'edited', 'long'] as const;
export type State = (typeof STATES)[number];

export function isState(value: unknown): value is State {
  return STATES.some((state) => state === value);
}

const LONG_TEXT =
  'During the last four weeks, and counting only the days on which you were not ill for another reason that you have told us about already: ';
const LONG_OPTION =
  ', and it kept me from something that I would otherwise have done, Donaudampfschifffahrtsgesellschaftskapitän included';

function lengthened(item: QuestionnaireItem): QuestionnaireItem {
  return {
    ...item,
    text: LONG_TEXT + (item.text ?? ''),
    ...(item.answerOption
      ? {
          answerOption: item.answerOption.map((option) =>
            option.valueCoding
              ? {
                  ...option,
                  valueCoding: { ...option.valueCoding, display: option.valueCoding.display + LONG_OPTION },
                }
              : option,
          ),
        }
      : {}),
  };
}

function itemIn(state: State, { item, wrong }: Sample): QuestionnaireItem {
  switch (state) {
    case 'error':
      return wrong ? item : { ...item, required: true };
    case 'read-only':
    case 'calculated':
      return { ...item, readOnly: true };
    case 'long':
      return { ...lengthened(item), required: true };
    default:
      return item;
  }
}

const UNANSWERED: readonly State[] = ['empty', 'long'];

/** The same form, whose engine says of the calculated questions what no expression here makes it say. */
function saying(form: Form): Form {
  const states = new WeakMap<NodeState, NodeState>();
  return {
    ...form,
    read(node: NodeId) {
      const state = form.read(node);
      const [name] = state?.linkId.split(' ') ?? [];
      const said = isState(name) ? SAID[name] : undefined;
      if (!state || !said) return state;
      const known = states.get(state) ?? { ...state, ...said };
      states.set(state, known);
      return known;
    },
  };
}

/** Which of the questions have a part in a state. */
const samplesIn = (state: State): readonly Sample[] =>
  state === 'calculated' || state === 'edited' ? SAMPLES.filter(({ computable }) => computable) : SAMPLES;

const SAID: Partial<Record<State, Partial<NodeState>>> = {
  calculated: { calculated: true },
  edited: { calculated: true, edited: true },
};

/** linkIds are unique in a form, and so are the ids of its controls in the page. */
function inState(state: State, item: QuestionnaireItem): QuestionnaireItem {
  return {
    ...item,
    linkId: `${state} ${item.linkId}`,
    ...(item.item ? { item: item.item.map((child) => inState(state, child)) } : {}),
  };
}

export interface ControlsForm {
  readonly form: Form;
  readonly nodes: Readonly<Record<State, readonly NodeId[]>>;
}

/** @throws where the questions are no form: the page can't be shown then. */
export function formOf(states: readonly State[], language: string): ControlsForm {
  const questionnaire: Questionnaire = {
    resourceType: 'Questionnaire',
    status: 'active',
    language: 'en',
    url: 'https://care.example/controls',
    contained: [DOSES],
    item: states.flatMap((state) => samplesIn(state).map((sample) => inState(state, itemIn(state, sample)))),
  };
  const compiled = compileQuestionnaire(questionnaire);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const form = createForm(compiled.plan, { language, units });
  const nodes: Record<State, NodeId[]> = {
    empty: [],
    answered: [],
    error: [],
    'read-only': [],
    calculated: [],
    edited: [],
    long: [],
  };
  for (const node of form.root) {
    const [state = '', linkId] = form.read(node)?.linkId.split(' ') ?? [];
    const sample = SAMPLES.find(({ item }) => item.linkId === linkId);
    if (!isState(state) || !sample) continue;
    nodes[state].push(node);
    if (state === 'error') form.answer(node, sample.wrong ?? []);
    else if (!UNANSWERED.includes(state)) form.answer(node, sample.answers);
  }
  return { form: saying(form), nodes };
}
