import type { Form, NodeId } from '../../../../../sync/questionnaire/model/contract.ts';
import type { FormStep } from './form-engine.ts';

export interface StepCache {
  steps(): readonly FormStep[];
  stop(): void;
}

/**
 * The screens of a form, found again only when an item comes or goes: a key in a text field costs the same in a form of ten
 * questions and of a thousand.
 */
export function createStepCache(form: Form, find: (form: Form) => readonly FormStep[]): StepCache {
  const shapes = new Map<NodeId, string>();
  let cached: readonly FormStep[] | undefined;
  const shapeOf = (id: NodeId) => {
    const state = form.read(id);
    return state
      ? `${state.enabled} ${state.readOnly && state.answers.length === 0} ${state.children.join(' ')}`
      : '';
  };
  const stop = form.onChange((changed) => {
    for (const id of changed) {
      const shape = shapeOf(id);
      if (shapes.get(id) === shape) continue;
      shapes.set(id, shape);
      cached = undefined;
    }
  });
  return {
    steps() {
      cached ??= find(form);
      return cached;
    },
    stop,
  };
}
