import { Button } from '../../../../design/controls/buttons/button.tsx';
import { useNode } from '../../../../form/context/form-context.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { FormStep } from '../../flow/engine/form-engine.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';

interface SkipOrClearProps {
  readonly run: IntakeRun;
  readonly step: FormStep;
  readonly onSkip: () => void;
}

/** Where an answer is optional: a way on without one, or back to none. */
export function SkipOrClear({ run, step, onSkip }: SkipOrClearProps) {
  const t = useMessages('flow');
  const node = step.nodes[0] ?? '';
  const state = useNode(run.form, node);
  if (step.nodes.length > 1 || state?.kind !== 'question' || state.required || state.readOnly) return null;
  const answered = state.answers.length > 0;
  return (
    <Button variant="quiet" onPress={() => (answered ? run.form.answer(node, []) : onSkip())}>
      {t(answered ? 'runner.clear' : 'runner.skip')}
    </Button>
  );
}
