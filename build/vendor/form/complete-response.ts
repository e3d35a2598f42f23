/** Fills a form completely by itself, to learn what its scores and expressions make of it. */

import { createForm } from '../../../sync/questionnaire/index.ts';
import type {
  AnswerValue,
  Form,
  FormOptions,
  NodeId,
  NodeState,
  Plan,
} from '../../../sync/questionnaire/model/contract.ts';

const samples: Readonly<Record<string, AnswerValue>> = {
  boolean: { type: 'boolean', value: true },
  decimal: { type: 'decimal', value: 1 },
  integer: { type: 'integer', value: 1 },
  date: { type: 'date', value: '2026-01-01' },
  dateTime: { type: 'dateTime', value: '2026-01-01T12:00:00Z' },
  time: { type: 'time', value: '12:00:00' },
  string: { type: 'string', value: 'x' },
  text: { type: 'string', value: 'x' },
  url: { type: 'uri', value: 'https://example.org' },
  quantity: { type: 'Quantity', value: { value: 1 } },
};

/** The option that scores highest (or lowest), of options without scores the first. */
function extremeOption(node: NodeState, end: 'highest' | 'lowest'): AnswerValue | undefined {
  const sign = end === 'highest' ? 1 : -1;
  let best = node.options[0];
  for (const option of node.options) {
    if (best === undefined || sign * (option.score ?? 0) > sign * (best.score ?? 0)) best = option;
  }
  return best?.value;
}

function fill(form: Form, id: NodeId, end: 'highest' | 'lowest'): boolean {
  const node = form.read(id);
  if (node?.kind !== 'question' || !node.enabled || node.calculated || node.answers.length > 0) return false;
  const value = node.options.length > 0 ? extremeOption(node, end) : samples[node.item.type];
  if (value === undefined) return false;
  form.answer(id, [value]);
  return true;
}

function nodesBelow(form: Form, ids: readonly NodeId[]): readonly NodeId[] {
  return ids.flatMap((id) => [id, ...nodesBelow(form, form.read(id)?.children ?? [])]);
}

/** Answers may open further questions, down to this many. */
const MAX_ROUNDS = 30;

/**
 * A form in which every question that shows is answered, scored ones with the option at that end of the scale.
 *
 * @param tools - what the form needs (`loadTools`)
 */
export function completeForm(plan: Plan, end: 'highest' | 'lowest', tools: FormOptions): Form {
  const form = createForm(plan, tools);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const filled = nodesBelow(form, form.root).map((id) => fill(form, id, end));
    if (!filled.includes(true)) break;
  }
  return form;
}
