/** Invalid responses that each contestant finds, among those on which two published validators agree. */

import {
  hasSharedData,
  SHARED_DATA_MISSING,
  sharedJson,
} from '../../../sync/questionnaire/testing/shared-data.ts';
import type { OpenPage } from './browser.ts';
import type { Contestant } from './contestants.ts';
import type { Row } from './figures.ts';
import type { Scenario } from './scenario.ts';

const LONGEST = 20_000;

interface Case {
  readonly name: string;
  readonly response: string;
  readonly supporting: readonly string[];
  readonly valid: boolean;
}

interface Verdict {
  readonly valid: boolean;
  /** Undefined where the contestant threw. */
  readonly errors: number | undefined;
}

async function judge({ page }: OpenPage, one: Case): Promise<Verdict> {
  const questionnaire = sharedJson(`validation-cases/${one.supporting[0]}`);
  const response = sharedJson(`validation-cases/${one.response}`);
  const errors = await page.evaluate(
    async ([form, filled, longest]) => {
      const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), longest));
      try {
        return await Promise.race([window.bench.judge?.(form, filled), late]);
      } catch {
        return undefined;
      }
    },
    [questionnaire, response, LONGEST] as const,
  );
  return { valid: one.valid, errors };
}

const rowsOf = (cases: readonly Case[]): readonly [Row, Row] => [
  {
    name: 'invalid responses found',
    target: `${cases.filter(({ valid }) => !valid).length} of ${cases.filter(({ valid }) => !valid).length}`,
    ratio: false,
  },
  { name: 'false alarms', target: '0', ratio: false },
];

/** @returns what was left out, and why */
export async function measureJudging({ contestants, figures, visit }: Scenario): Promise<string | undefined> {
  if (!hasSharedData()) return `Judging was left out: it ${SHARED_DATA_MISSING}.`;
  const cases = sharedJson('validation-cases/verdicts.json') as readonly Case[];
  const [found, alarms] = rowsOf(cases);
  const canJudge = ({ fhir }: Contestant) => fhir;
  for (const contestant of contestants) {
    if (!canJudge(contestant)) {
      figures.leaveOut(found, contestant.id, 'not FHIR');
      continue;
    }
    const verdicts: Verdict[] = [];
    // After one that threw, the rest have a fresh page: nobody's fault in one case may spoil the next.
    for (let done = 0; done < cases.length; done = verdicts.length) {
      await visit(contestant, [found, alarms], async (open) => {
        for (const one of cases.slice(done)) {
          const verdict = await judge(open, one);
          verdicts.push(verdict);
          if (verdict.errors === undefined) return;
        }
      });
      // Its page doesn't even open.
      if (verdicts.length === done) break;
    }
    if (verdicts.length < cases.length) continue;
    const invalid = verdicts.filter(({ valid }) => !valid);
    const detected = invalid.filter(({ errors }) => errors !== undefined && errors > 0);
    const threw = verdicts.filter(({ errors }) => errors === undefined);
    const wrong = verdicts.filter(({ valid, errors }) => valid && errors !== undefined && errors > 0);
    const beside = threw.length > 0 ? `; threw or never ended in ${threw.length}` : '';
    figures.add(found, contestant.id, `${detected.length} of ${invalid.length}${beside}`);
    figures.add(alarms, contestant.id, `${wrong.length} of ${verdicts.length - invalid.length}`);
  }
  return undefined;
}
