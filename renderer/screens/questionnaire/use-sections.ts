import type { ProgressSection } from '../../design/controls/progress-segments.tsx';
import type { IntakeRun } from '../../flow/intake-run.ts';
import { useMessages } from '../../i18n/index.ts';
import { useRunHolder } from './run-holder.tsx';

/** The sections with the one at hand, for bar and margin; the review is the last of them. */
export function useSections(run: IntakeRun, current: number | 'review'): readonly ProgressSection[] {
  const t = useMessages('flow');
  const { formLang } = useRunHolder();
  const sections = run.sections();
  const at = current === 'review' ? sections.length : current;
  return [
    ...sections.map(({ title }, index) => ({
      title,
      lang: formLang,
      done: index < at,
      current: index === at,
    })),
    { title: t('review.section'), done: false, current: current === 'review' },
  ];
}
