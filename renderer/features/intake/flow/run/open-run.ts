/** Opens runs: a new one, or one that goes on with a draft, with the definition that belongs to it. */

import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import type { DraftContent, Platform } from '../../../../platform/contract/contract.ts';
import type { DescribeAnswers } from '../details/intake-payloads.ts';
import { type FormEngine, loadFormEngine, type UsableForm } from '../engine/form-engine.ts';
import { isPopulated } from '../engine/without-population.ts';
import { createIntakeRun, type IntakeRun } from './intake-run.ts';
import type { IntakeRunDependencies, RunPack } from './intake-run-contract.ts';

/** `definition`: the form can't be fetched now. `faults`: it can't be used. `snapshot`: the draft belongs to something else. */
export class OpenRunError extends Error {
  readonly code: 'definition' | 'faults' | 'snapshot';
  constructor(code: 'definition' | 'faults' | 'snapshot', cause?: unknown) {
    super(code, { cause });
    this.name = 'OpenRunError';
    this.code = code;
  }
}

export interface OpenRunDependencies {
  readonly platform: Platform;
  readonly pack: RunPack;
  readonly offered: PublishedQuestionnaire;
  readonly language: string;
  readonly formLanguage: string;
  readonly describe: DescribeAnswers;
  readonly fetchJson?: (url: string) => Promise<unknown>;
  readonly loadEngine?: () => Promise<FormEngine>;
}

/** A network that never answers is told of, and may be tried again. */
const FETCH_MS = 30_000;

async function fetchJsonFile(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

async function prepare(engine: FormEngine, definition: unknown): Promise<UsableForm> {
  const prepared = await engine.prepare(definition);
  if (!prepared.ok) throw new OpenRunError('faults');
  return prepared;
}

async function currentDefinition({
  platform,
  offered,
  fetchJson = fetchJsonFile,
}: OpenRunDependencies): Promise<unknown> {
  const kept: unknown = await platform.drafts.definition(offered.formHash).catch(() => undefined);
  if (kept !== undefined && kept !== null) return kept;
  try {
    return await fetchJson(offered.url);
  } catch (cause) {
    throw new OpenRunError('definition', cause);
  }
}

const questionnaireOf = (offered: PublishedQuestionnaire): DraftContent['questionnaire'] => ({
  slug: offered.slug,
  canonical: `${offered.canonical}|${offered.version}`,
  formHash: offered.formHash,
});

/** Of whoever is signed in. What can't be had now is asked for as of anybody else. */
async function knownBefore({ platform, formLanguage }: OpenRunDependencies, definition: unknown) {
  const { account } = platform;
  if (account?.state()?.status !== 'signed-in') return undefined;
  const { knownOfPerson } = await import('../person/known-of-person.ts');
  return await knownOfPerson(
    { account, definition, formLanguage, now: platform.now() },
    isPopulated(definition),
  );
}

/**
 * A run from the beginning. Nothing is stored of the person before they are known to be old enough.
 * @returns what opens it, at once
 */
export async function prepareNewRun(dependencies: OpenRunDependencies): Promise<() => IntakeRun> {
  const { platform, offered, formLanguage, loadEngine = loadFormEngine } = dependencies;
  const [engine, definition] = await Promise.all([loadEngine(), currentDefinition(dependencies)]);
  const [prepared, known] = await Promise.all([
    prepare(engine, definition),
    knownBefore(dependencies, definition).catch(() => undefined),
  ]);
  // Where nothing can be kept the form still works: the keeper says so with the first answer.
  await platform.drafts.keepDefinition(offered.formHash, definition).catch(() => undefined);
  const form = known?.response && (await engine.edit(prepared, known.response, formLanguage));
  return () =>
    createIntakeRun({
      ...{ ...dependencies, ...(known && { known }), ...(form && { form }) },
      ...{ engine, prepared, questionnaire: questionnaireOf(offered) },
    });
}

/**
 * A run that goes on with a draft.
 * @param version `pinned`: with the definition it was begun with. `current`: its answers move to the one that is offered now.
 * @returns what opens it, at once
 * @throws OpenRunError, as what it returns does
 */
export async function prepareDraftRun(
  dependencies: OpenRunDependencies,
  draft: DraftContent,
  version: 'pinned' | 'current' = 'pinned',
): Promise<() => IntakeRun> {
  const { platform, offered, formLanguage, loadEngine = loadFormEngine } = dependencies;
  const { formHash } = draft.questionnaire;
  const engine = await loadEngine();
  const isCurrent = formHash === offered.formHash;
  const kept: unknown = await platform.drafts.definition(formHash);
  const definition = kept ?? (isCurrent ? await currentDefinition(dependencies) : undefined);
  if (definition === undefined || definition === null) throw new OpenRunError('definition');
  const prepared = await prepare(engine, definition);
  const run = (parts: Pick<IntakeRunDependencies, 'prepared' | 'questionnaire' | 'form'>) =>
    createIntakeRun({ ...dependencies, engine, draft, ...parts });
  if (version === 'pinned' || isCurrent)
    return () => {
      try {
        return run({ prepared, questionnaire: draft.questionnaire });
      } catch (cause) {
        throw new OpenRunError('snapshot', cause);
      }
    };
  const current = await currentDefinition(dependencies);
  const next = await prepare(engine, current);
  await platform.drafts.keepDefinition(offered.formHash, current);
  const { movedForm } = await import('../version/editing-parts.ts');
  const form = await movedForm(
    engine,
    draft,
    { prepared, definition },
    { prepared: next, definition: current },
    formLanguage,
  );
  return () => run({ prepared: next, questionnaire: questionnaireOf(offered), form });
}
