import type { ProgressSection } from '../../../../design/controls/fields/progress-segments.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { FormStep } from '../../flow/engine/form-engine.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useRunHolder } from '../run/run-holder.tsx';

/** The sections with the one at hand, for bar and margin; the last of them is what is left to give, check and sign. */
export function useSections(
  run: IntakeRun,
  current: number | 'start' | 'review',
  shown?: FormStep,
): readonly ProgressSection[] {
  const t = useMessages('flow');
  const { formLang } = useRunHolder();
  const sections = run.sections();
  const at = current === 'review' ? sections.length : current === 'start' ? -1 : current;
  return [
    ...sections.map(({ title }, index) => ({
      title,
      lang: formLang,
      done: index < at,
      current: index === at,
      step: index === at && shown ? placeIn(run.steps(), shown) : undefined,
    })),
    { title: t('review.section'), done: false, current: current === 'review' },
  ];
}

/** Which of its section's questions a step is. */
function placeIn(steps: readonly FormStep[], shown: FormStep): ProgressSection['step'] {
  const beside = steps.filter(({ sectionIndex }) => sectionIndex === shown.sectionIndex);
  const index = beside.findIndex(({ id }) => id === shown.id);
  return index < 0 ? undefined : { at: index + 1, of: beside.length };
}
