import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { compileQuestionnaire } from './compile.ts';
import { createForm } from './form/open-form.ts';
import { loadTools } from './load-tools.ts';
import type { AnswerValue, FormOptions, Issue, NodeState, Plan } from './model/contract.ts';
import { allNodes } from './testing/forms.ts';
import {
  isJson,
  type Json,
  JUDGED_MUTATIONS,
  listOf,
  type Site,
  type Target,
} from './testing/judged-mutations.ts';
import { sharedFiles, sharedJson } from './testing/shared-data.ts';
import { validateResponse } from './validate-response.ts';
import { coreSetsFor } from './value-sets/core-sets.ts';

/** `npm run test:full` mutates each form in each way three times as often: well over 10,000 responses. */
const ROUNDS = process.env.FULL ? 3 : 1;
/** Each way must leave a form mutated in so many ways at least, where there is something to answer. */
const MIN_WAYS = 40;
vi.setConfig({ testTimeout: 3_600_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Forms of the repository itself: those of its demo vendors, and of its fixtures. */
function ownForms(): readonly (readonly [name: string, form: unknown])[] {
  return ['vendors', 'tests/fixtures/forms']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .map(
          (name) =>
            [`${folder}/${name}`, JSON.parse(readFileSync(join(root, folder, name), 'utf8'))] as const,
        ),
    )
    .filter(([, form]) => isJson(form) && form.resourceType === 'Questionnaire')
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

const forms = [
  ...ownForms(),
  ...sharedFiles('questionnaires').map((file) => [file, sharedJson(file)] as const),
  ...sharedFiles('validation-cases')
    .filter((file) => file.endsWith('-q.json'))
    .map((file) => [file, sharedJson(file)] as const),
];

/** Mulberry32: the same mutations on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SAMPLES: Readonly<Record<string, AnswerValue>> = {
  boolean: { type: 'boolean', value: true },
  decimal: { type: 'decimal', value: 5 },
  integer: { type: 'integer', value: 5 },
  date: { type: 'date', value: '2020-05-05' },
  dateTime: { type: 'dateTime', value: '2020-05-05T10:00:00Z' },
  time: { type: 'time', value: '10:00:00' },
  string: { type: 'string', value: 'abcde' },
  text: { type: 'string', value: 'abcde' },
  url: { type: 'uri', value: 'https://example.org/x' },
  reference: { type: 'Reference', value: { reference: 'Patient/1' } },
  attachment: { type: 'Attachment', value: { contentType: 'image/png', data: 'AAAA' } },
  quantity: {
    type: 'Quantity',
    value: { value: 5, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
  },
  'open-choice': { type: 'string', value: 'Something else' },
  choice: { type: 'Coding', value: { system: 'http://example.org/s', code: 'x', display: 'X' } },
};

function sampleOf(state: NodeState): AnswerValue | undefined {
  return state.options.find(({ exclusive }) => !exclusive)?.value ?? SAMPLES[state.item.type];
}

/** A response as the form's own runner makes it: where it has errors of its own, only those that a mutation adds count. */
function answered(plan: Plan, tools: FormOptions): Json {
  const form = createForm(plan, tools);
  for (let pass = 0; pass < 2; pass += 1) {
    for (const { id } of allNodes(form)) {
      const state = form.read(id);
      if (state?.kind !== 'question' || !state.enabled || state.answers.length > 0) continue;
      if (state.readOnly || state.hidden || state.calculated) continue;
      const sample = sampleOf(state);
      if (sample === undefined) continue;
      form.answer(id, [sample]);
      if (form.read(id)?.issues.some(({ severity }) => severity === 'error')) form.answer(id, []);
    }
  }
  return JSON.parse(JSON.stringify(form.response({ status: 'completed' })));
}

function askedIn(form: Json): ReadonlyMap<string, Json> {
  const all = new Map<string, Json>();
  const visit = (items: unknown) => {
    for (const item of listOf(items)) {
      if (typeof item.linkId === 'string') all.set(item.linkId, item);
      visit(item.item);
    }
  };
  visit(form.item);
  return all;
}

function targetOf(form: Json, asked: ReadonlyMap<string, Json>, base: Json, next: () => number): Target {
  const response = structuredClone(base);
  const items: Site[] = [];
  const answers: Site[] = [];
  const visit = (list: unknown, prefix: string) => {
    if (!Array.isArray(list)) return;
    for (const [index, item] of list.entries()) {
      if (!isJson(item)) continue;
      const question = asked.get(String(item.linkId));
      const path = `${prefix}.item[${index}]`;
      if (question === undefined) continue;
      const site: Site = { path, item, asked: question, siblings: list };
      items.push(site);
      for (const [place, answer] of listOf(item.answer).entries()) {
        const key = Object.keys(answer).find((name) => /^value[A-Z]/.test(name));
        const at = `${path}.answer[${place}]`;
        if (key !== undefined) answers.push({ ...site, path: at, answer, key });
        visit(answer.item, at);
      }
      visit(item.item, path);
    }
  };
  visit(response.item, 'QuestionnaireResponse');
  return { form, response, items, answers, pick: (list) => list[Math.floor(next() * list.length)] };
}

const keyOf = ({ code, expression }: Issue) => `${code} ${expression}`;
const errorsIn = (plan: Plan, response: unknown, tools: FormOptions) =>
  validateResponse(plan, response, 'final', tools).issues.filter(({ severity }) => severity === 'error');

/** An error of the element, of something in it, or of what it stands in. */
function isAbout({ expression }: Issue, at: string): boolean {
  return (
    expression.startsWith(at) || (at.startsWith(expression) && /^[.[]|^$/.test(at.slice(expression.length)))
  );
}

let mutated = 0;
let wrong = 0;
const ways = new Set<string>();
afterAll(() => {
  console.info(
    `judged mutations: ${mutated} responses of ${forms.length} forms in ${ways.size} ways, ${wrong} wrong`,
  );
});

describe('a mutated response gets the verdict that its mutation names', () => {
  it.each(forms.map(([name, form], index) => [name, form, index] as const))(
    '%s',
    async (_name, form, index) => {
      const compiled = compileQuestionnaire(form, await coreSetsFor(form));
      if (!compiled.ok || !isJson(form)) return;
      const tools: FormOptions = { ...(await loadTools(compiled.plan)), now: '2026-01-01T10:00:00Z' };
      const base = answered(compiled.plan, tools);
      const before = new Set(errorsIn(compiled.plan, base, tools).map(keyOf));
      const asked = askedIn(form);
      const next = random(index + 1);
      const applied = new Set<string>();
      const misjudged: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const mutation of JUDGED_MUTATIONS) {
          const target = targetOf(form, asked, base, next);
          const at = mutation.apply(target);
          if (at === undefined) continue;
          applied.add(mutation.name);
          mutated += 1;
          const added = errorsIn(compiled.plan, target.response, tools).filter(
            (issue) => !before.has(keyOf(issue)),
          );
          const isRight =
            mutation.verdict === 'valid' ? added.length === 0 : added.some((issue) => isAbout(issue, at));
          if (!isRight)
            misjudged.push(`${mutation.name} (${mutation.rule}) at ${at}: ${added.map(keyOf).join(', ')}`);
        }
      }
      wrong += misjudged.length;
      for (const name of applied) ways.add(name);
      expect(misjudged).toEqual([]);
      const owed = targetOf(form, asked, base, next).answers.length > 0 ? MIN_WAYS : 0;
      expect(applied.size).toBeGreaterThanOrEqual(owed);
    },
  );
});
