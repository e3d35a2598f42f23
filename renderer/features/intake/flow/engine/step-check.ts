/** What stands in the way of Continue on one screen of questions. Pure. */
import type { Form, Issue, NodeId, NodeState } from '../../../../../sync/questionnaire/model/contract.ts';
import type { FormStep } from './form-engine.ts';

export interface PlausibleRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export interface StepCheck {
  /** Errors of the questions on this screen, in their order. */
  readonly issues: readonly Issue[];
  /** Questions with an unusual value that nobody has confirmed yet. */
  readonly implausible: readonly NodeId[];
}

/**
 * All instances that one screen shows: those that the step names and what is below them, except what another step names.
 * @param taken nodes of all steps.
 */
export function nodesOnStep(form: Form, step: FormStep, taken: ReadonlySet<NodeId>): readonly NodeId[] {
  const shown: NodeId[] = [];
  const visit = (id: NodeId) => {
    shown.push(id);
    for (const child of form.read(id)?.children ?? []) {
      if (!taken.has(child) && form.read(child)?.enabled) visit(child);
    }
  };
  for (const id of step.nodes) visit(id);
  return shown;
}

export function nodesOf(steps: readonly FormStep[]): ReadonlySet<NodeId> {
  return new Set(steps.flatMap((step) => step.nodes));
}

function isImplausible(state: NodeState, range: PlausibleRange | undefined): boolean {
  if (!range) return false;
  return state.answers.some((answer) => {
    const value =
      answer.type === 'Quantity'
        ? answer.value.value
        : answer.type === 'integer' || answer.type === 'decimal'
          ? answer.value
          : undefined;
    if (value === undefined) return false;
    return (range.min !== undefined && value < range.min) || (range.max !== undefined && value > range.max);
  });
}

/** Judges the questions of a screen as if the form were finished: what is required there must be there. */
export function checkStep(
  form: Form,
  shown: readonly NodeId[],
  plausible: Readonly<Record<string, PlausibleRange>>,
  confirmed: readonly string[],
): StepCheck {
  const here = new Set(shown);
  const issues = form
    .validate('final')
    .filter((issue) => issue.severity === 'error' && issue.node !== undefined && here.has(issue.node));
  const implausible = shown.filter((id) => {
    const state = form.read(id);
    return (
      state?.enabled && !confirmed.includes(state.linkId) && isImplausible(state, plausible[state.linkId])
    );
  });
  return { issues, implausible };
}

/** The first screen with an error, after `current` in reading order and then from the start. */
export function firstIncomplete(
  form: Form,
  steps: readonly FormStep[],
  current: string | null,
): FormStep | undefined {
  const taken = nodesOf(steps);
  const faulty = new Set(
    form
      .validate('final')
      .flatMap((issue) => (issue.severity === 'error' && issue.node !== undefined ? [issue.node] : [])),
  );
  return steps.find(
    (step) => step.id !== current && nodesOnStep(form, step, taken).some((id) => faulty.has(id)),
  );
}
