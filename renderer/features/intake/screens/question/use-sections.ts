import type { ProgressSection } from '../../../../design/controls/fields/progress-segments.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { FormStep } from '../../flow/engine/form-engine.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useRunHolder } from '../run/run-holder.tsx';

/**
 * The sections with the one at hand, for bar and margin; the last of them is what is left to give, check and sign. Where questions
 * are only counted, the one that is shown, of all of them.
 */
export function useSections(
  run: IntakeRun,
  current: number | 'start' | 'review',
  shown?: FormStep,
): readonly ProgressSection[] {
  const t = useMessages('flow');
  const { formLang } = useRunHolder();
  const { brand } = usePack();
  if (brand.layout?.progress === 'count' && shown)
    return [{ title: t('runner.question'), done: false, current: true, step: placeIn(run.steps(), shown) }];
  const sections = run.sections();
  const at = current === 'review' ? sections.length : current === 'start' ? -1 : current;
  return [
    ...sections.map(({ title }, index) => ({
      title,
      lang: formLang,
      done: index < at,
      current: index === at,
      step:
        index === at && shown
          ? placeIn(
              run.steps().filter(({ sectionIndex }) => sectionIndex === shown.sectionIndex),
              shown,
            )
          : undefined,
    })),
    { title: t('review.section'), done: false, current: current === 'review' },
  ];
}

/** Which of these a step is. */
function placeIn(steps: readonly FormStep[], shown: FormStep): ProgressSection['step'] {
  const index = steps.findIndex(({ id }) => id === shown.id);
  return index < 0 ? undefined : { at: index + 1, of: steps.length };
}
