/** Sealed submissions of real forms, as the ledger hands them to judging. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Questionnaire, QuestionnaireItem, QuestionnaireResponseItem } from 'fhir/r4.js';
import type { CompiledPack } from '../../../sync/server/packs/read-packs.ts';
import { readPacks } from '../../../sync/server/packs/read-packs.ts';
import { intake, sleepResponse } from '../../../sync/server/testing/test-device.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** As short as a form is that is right: about 0.8 kB. */
export function shortIntake(formHash: string): object {
  const response = sleepResponse();
  const bare = JSON.parse(
    JSON.stringify(response.item, (name, value: unknown) =>
      ['text', 'display', 'extension'].includes(name) ? undefined : value,
    ),
  ) as unknown;
  return { ...intake(formHash), response: { ...response, item: bare } };
}

/** Answers as a device freezes them: with the texts that were shown. */
function answer(item: QuestionnaireItem): QuestionnaireResponseItem[] {
  const { linkId, text } = item;
  const shown = { linkId, ...(text === undefined ? {} : { text }) };
  if (item.type === 'display') return [];
  if (item.type === 'group') return [{ ...shown, item: (item.item ?? []).flatMap(answer) }];
  const [option] = item.answerOption ?? [];
  if (option?.valueCoding) return [{ ...shown, answer: [{ valueCoding: option.valueCoding }] }];
  if (item.required && item.type === 'boolean') return [{ ...shown, answer: [{ valueBoolean: false }] }];
  return item.required ? [shown] : [];
}

export interface BuiltForm {
  readonly packs: readonly CompiledPack[];
  readonly vendor: string;
  readonly payload: () => object;
}

/** The mood check-in of the demonstration clinic: PHQ-9 and GAD-2 with their rules. Undefined where nothing is built. */
export async function moodCheckIn(): Promise<BuiltForm | undefined> {
  const folder = join(ROOT, 'dist/vendors');
  if (!existsSync(join(folder, 'lantern/pack.json'))) return undefined;
  const packs = await readPacks(folder);
  const lantern = packs.find(({ pack }) => pack.slug === 'lantern');
  const offered = lantern?.pack.questionnaires.find(({ slug }) => slug === 'mood-check-in');
  if (!lantern || !offered) return undefined;
  const file = join(lantern.filesDir, 'questionnaires', `${offered.formHash}.json`);
  const form = JSON.parse(readFileSync(file, 'utf8')) as Questionnaire;
  const canonical = `${offered.canonical}|${offered.version}`;
  const response = {
    resourceType: 'QuestionnaireResponse' as const,
    questionnaire: canonical,
    status: 'completed',
    item: (form.item ?? []).flatMap(answer),
  };
  return {
    packs,
    vendor: 'lantern',
    payload: () => ({
      ...intake(offered.formHash),
      vendor: 'lantern',
      questionnaire: { slug: offered.slug, canonical, formHash: offered.formHash },
      response,
    }),
  };
}
