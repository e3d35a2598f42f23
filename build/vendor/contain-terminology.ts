import type { Questionnaire } from 'fhir/r4.js';
import {
  compileQuestionnaire,
  containValueSets,
  coreSetsFor,
  type Expanded,
  expandValueSets,
  type FetchTerminology,
  neededValueSets,
} from '../../sync/questionnaire/index.ts';
import { formLanguageOf } from './parts/check-form.ts';

/** How value sets are had when a form is imported; patients' devices ask nobody but the vendor. */
export interface TerminologyAccess {
  readonly fetch: FetchTerminology;
  /** Base address of a server that is asked after those that the form prefers. */
  readonly server?: string;
}

export interface ContainedTerminology {
  /** With the value sets that could be had; the same form where there were none. */
  readonly form: Questionnaire;
  /** Canonicals that are contained now. */
  readonly contained: readonly string[];
  readonly missing: Expanded['missing'];
}

/** For all value sets of a form together. */
const DEADLINE_MS = 60_000;

/** Expands what a form lacks, and puts it into the form. */
export async function containTerminology(
  form: Questionnaire,
  { fetch, server }: TerminologyAccess,
): Promise<ContainedTerminology> {
  const core = await coreSetsFor(form);
  const needed = neededValueSets(form, core).map(({ canonical, servers }) => ({
    canonical,
    servers: server === undefined ? servers : [...servers, server],
  }));
  const { valueSets, missing } = await expandValueSets({
    needed,
    fetch,
    language: formLanguageOf(form),
    deadlineMs: DEADLINE_MS,
  });
  const compiled = compileQuestionnaire(containValueSets({ ...form }, valueSets), core);
  const lost = new Set(missing.map(({ canonical }) => canonical));
  return {
    form: compiled.ok ? compiled.plan.questionnaire : form,
    contained: needed.flatMap(({ canonical }) => (lost.has(canonical) ? [] : [canonical])),
    missing,
  };
}
