import type { IntakeRun } from '../../flow/run/intake-run.ts';
import type { AnswerRow } from './answer-rows.tsx';

export interface ReviewSection {
  readonly title: string;
  readonly rows: readonly AnswerRow[];
}

/** All questions in their order, by section. Shown whether they were answered or not. */
export function reviewSections(run: IntakeRun): readonly ReviewSection[] {
  const sections = run.sections().map(({ title }) => ({ title, rows: [] as AnswerRow[] }));
  for (const step of run.steps()) {
    for (const node of run.shown(step)) {
      const state = run.form.read(node);
      if (state?.kind !== 'question' || !state.enabled || state.hidden || state.calculated) continue;
      sections[step.sectionIndex]?.rows.push({ node, state, step: step.id });
    }
  }
  return sections.filter(({ rows }) => rows.length > 0);
}

/** Those questions that a safety rule reads. */
export function safetyRows(run: IntakeRun, linkIds: ReadonlySet<string>): readonly AnswerRow[] {
  return reviewSections(run)
    .flatMap(({ rows }) => rows)
    .filter(({ state }) => linkIds.has(state.linkId));
}
