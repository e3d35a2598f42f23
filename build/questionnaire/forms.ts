/** Compiled forms with all that they need, each made once as long as it is in use. */
import { createHash } from 'node:crypto';
import { compileQuestionnaire } from '../../sync/questionnaire/compile.ts';
import { loadTools } from '../../sync/questionnaire/load-tools.ts';
import type { FormOptions, Plan, QuestionnaireFault } from '../../sync/questionnaire/model/contract.ts';
import { coreSetsFor } from '../../sync/questionnaire/value-sets/core-sets.ts';
import type { Job } from './job.ts';

export type Tools = Pick<FormOptions, 'compilePattern' | 'units' | 'expressions'>;

export type OpenedForm =
  | { readonly ok: true; readonly plan: Plan; readonly tools: Tools }
  | { readonly ok: false; readonly faults: readonly QuestionnaireFault[] };

export interface Forms {
  /** @param everything - loads expressions and units even where the form itself doesn't need them, for what operations do */
  open(job: Pick<Job, 'questionnaire' | 'supporting'>, everything: boolean): Promise<OpenedForm>;
}

/** Forms of a batch beyond this are compiled again when they come back. */
const MAX_FORMS = 32;

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function createForms(): Forms {
  const opened = new Map<string, Promise<OpenedForm>>();
  /** Of objects that come back, as files that were kept do. */
  const digests = new WeakMap<object, string>();

  function digestOf(value: unknown): string {
    const known = typeof value === 'object' && value !== null ? digests.get(value) : undefined;
    if (known !== undefined) return known;
    const made = digest(JSON.stringify(value) ?? '');
    if (typeof value === 'object' && value !== null) digests.set(value, made);
    return made;
  }

  async function compile(
    { questionnaire, supporting }: Pick<Job, 'questionnaire' | 'supporting'>,
    everything: boolean,
  ): Promise<OpenedForm> {
    const compiled = compileQuestionnaire(questionnaire, [
      ...supporting,
      ...(await coreSetsFor({ questionnaire, supporting })),
    ]);
    if (!compiled.ok) return compiled;
    const { plan } = compiled;
    const asked = everything ? { ...plan, needs: { patterns: true, expressions: true, units: true } } : plan;
    return { ok: true, plan, tools: await loadTools(asked) };
  }

  return {
    open(job, everything) {
      const key = [digestOf(job.questionnaire), ...job.supporting.map(digestOf), String(everything)].join(
        ' ',
      );
      const known = opened.get(key) ?? compile(job, everything);
      opened.delete(key);
      opened.set(key, known);
      for (const oldest of opened.keys()) {
        if (opened.size <= MAX_FORMS) break;
        opened.delete(oldest);
      }
      return known;
    },
  };
}
