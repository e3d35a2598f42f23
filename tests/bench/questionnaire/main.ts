/**
 * Our form beside published ones, in one run. `npm run bench -- questionnaire [--only ours,medplum] [--rows typing,large] [--rounds 5]
 * [--quick]`. Reports, and fails on no time. See README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable } from '../ingest/table.ts';
import { measureAccessibility } from './accessibility.ts';
import { launch } from './browser.ts';
import { buildPage } from './build-pages.ts';
import { type Contestant, contestants } from './contestants.ts';
import { createFigures } from './figures.ts';
import { installAnchors } from './install-anchors.ts';
import { measureJudging } from './judging.ts';
import { measureLargeForm } from './large-form.ts';
import { profileTyping } from './profile.ts';
import { createVisit, type Scenario } from './scenario.ts';
import { serve } from './serve.ts';
import { measureShipping } from './shipping.ts';
import { measureRenders, measureTyping } from './typing.ts';

const PARTS = ['shipping', 'renders', 'targets', 'judging', 'large', 'typing'] as const;
type Part = (typeof PARTS)[number];

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});

const named = (list: string | undefined) => list?.split(',').map((name) => name.trim());
const only = named(values.only);
const rows = named(values.rows);
const rounds = values.quick ? 1 : Number(values.rounds);
const unknown = [
  ...(only ?? []).filter((id) => !contestants.some((contestant) => contestant.id === id)),
  ...(rows ?? []).filter((row) => !PARTS.some((part) => part === row)),
];
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}\nContestants: ${contestants.map(({ id }) => id).join(', ')}\nRows: ${PARTS.join(', ')}`,
  );
  process.exit(1);
}
const wants = (part: Part) => rows === undefined || rows.includes(part);
const began = performance.now();
const progress = (what: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${what}`);

const notes = new Set<string>();
const asked = contestants.filter(({ id }) => only === undefined || only.includes(id));
const problem = asked.some(({ packageName }) => packageName !== undefined)
  ? await installAnchors()
  : undefined;
if (problem !== undefined) notes.add(`The anchors could not be installed, and were left out: ${problem}`);

const folder = mkdtempSync(join(tmpdir(), 'carefront-bench-'));
const taking: Contestant[] = [];
for (const contestant of asked) {
  if (problem !== undefined && contestant.packageName !== undefined) continue;
  progress(`building the page of ${contestant.name}`);
  try {
    await buildPage(contestant, folder);
    taking.push(contestant);
  } catch (error) {
    notes.add(`${contestant.name} was left out, its page can't be built: ${String(error).slice(0, 300)}`);
  }
}

const served = await serve(folder);
const browser = await launch();
const load = [loadavg()[0] ?? 0];
const figures = createFigures(taking);
const outside = new Map<string, number>();
const report = () => {
  console.log('');
  printTable(figures.lines(), [
    `${rounds} round(s), interleaved; median (interquartile range); x = times ours. CPU is the main thread's own time.`,
    '* SurveyJS is not FHIR: it got the same questions in its own JSON.',
    `Requests to anywhere else, refused: ${[...outside].map(([name, count]) => `${name} ${count} a page`).join(', ') || 'none'}.`,
    `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}, load ${Math.min(...load).toFixed(1)}-${Math.max(...load).toFixed(1)}; Chromium ${browser.version()}; Node ${process.version}.`,
    ...notes,
  ]);
};
// A long run that is ended early has measured something all the same.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    notes.add('Ended early.');
    report();
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
try {
  const scenario: Scenario = {
    contestants: taking,
    figures,
    rounds,
    visit: createVisit({
      browser,
      origin: served.origin,
      figures,
      onOutside: ({ name }, requests) => outside.set(name, Math.max(requests, outside.get(name) ?? 0)),
      onFailure: ({ name }, what, reason) => notes.add(`${name}, ${what}: ${reason.slice(0, 200)}`),
    }),
  };
  const say = (missing: string | undefined) => {
    if (missing !== undefined) notes.add(missing);
  };
  const measures: Readonly<Record<Part, () => Promise<void>>> = {
    shipping: () => measureShipping(scenario),
    renders: () => measureRenders(scenario),
    targets: async () => (await measureAccessibility(scenario)).forEach(say),
    judging: async () => say(await measureJudging(scenario)),
    large: async () => say(await measureLargeForm(scenario, browser)),
    typing: () => measureTyping(scenario),
  };
  for (const part of PARTS.filter(wants)) {
    progress(part);
    await measures[part]();
    load.push(loadavg()[0] ?? 0);
  }
  if (values.profile) for (const line of await profileTyping(scenario)) console.log(line);
  report();
} finally {
  await browser.close();
  await served.close();
  rmSync(folder, { recursive: true, force: true });
}
