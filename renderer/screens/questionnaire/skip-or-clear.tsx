import { Button } from '../../design/controls/button.tsx';
import type { FormStep } from '../../flow/form-engine.ts';
import type { IntakeRun } from '../../flow/intake-run.ts';
import { useNode } from '../../form/form-context.tsx';
import { useMessages } from '../../i18n/index.ts';

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
