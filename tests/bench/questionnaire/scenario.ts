/** What all measurements share: who takes part, how a page is opened, and where figures go. */
import type { Browser } from 'playwright';
import { type OpenPage, openPage, type PageOptions } from './browser.ts';
import type { Contestant } from './contestants.ts';
import type { Figures, Row } from './figures.ts';
import { type BenchForm, benchForm, type FormSize, toQuestionnaire, toSurveyJson } from './forms.ts';

export interface Scenario {
  readonly contestants: readonly Contestant[];
  readonly figures: Figures;
  readonly rounds: number;
  /** Opens a fresh page of a contestant, and closes it afterwards; what fails there is left out, and said. */
  readonly visit: (
    contestant: Contestant,
    rows: readonly Row[],
    measure: (open: OpenPage) => Promise<void>,
    options?: PageOptions,
  ) => Promise<void>;
}

export interface Visitor {
  readonly browser: Browser;
  readonly origin: string;
  readonly figures: Figures;
  /** Told of each page that asked for something elsewhere, and how often. */
  readonly onOutside: (contestant: Contestant, requests: number) => void;
  readonly onFailure: (contestant: Contestant, what: string, reason: string) => void;
}

export function createVisit({ browser, origin, figures, onOutside, onFailure }: Visitor): Scenario['visit'] {
  return async (contestant, rows, measure, options) => {
    let open: OpenPage | undefined;
    try {
      open = await openPage(browser, origin, contestant.id, options);
      await measure(open);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const reason = [said.split('\n')[0], ...(open?.errors.slice(0, 1) ?? [])].join('; ');
      for (const row of rows) figures.leaveOut(row, contestant.id, reason);
      onFailure(contestant, rows[0]?.name ?? '', reason);
    } finally {
      if (open && open.outside() > 0) onOutside(contestant, open.outside());
      await open?.close();
    }
  };
}

export interface GivenForm {
  readonly bench: BenchForm;
  readonly of: (contestant: Contestant) => unknown;
}

export function givenForm(size: FormSize): GivenForm {
  const bench = benchForm(size);
  const [questionnaire, survey] = [toQuestionnaire(bench), toSurveyJson(bench)];
  return { bench, of: ({ fhir }) => (fhir ? questionnaire : survey) };
}

/** A B C A B C …: what slows the machine for a while slows all of them. */
export async function interleave(
  { contestants, rounds }: Pick<Scenario, 'contestants' | 'rounds'>,
  measure: (contestant: Contestant, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const contestant of contestants) await measure(contestant, round);
}
