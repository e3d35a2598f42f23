/**
 * Runs every check there is, all of them even when one fails, and closes with `N passed, N failed`. `--full` runs the long
 * numbers; `--only=NAME,NAME` runs some stages.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settingNames } from '../../sync/server/base/config/config.ts';
import { createSystemPackages, ensureSystemPackages } from './system-packages.ts';
import {
  type Counts,
  describeDuration,
  describeSlowest,
  readPlaywrightReport,
  readVitestReport,
  runStage,
  type Stage,
} from './test-stage.ts';

const root = resolve(import.meta.dirname, '../..');
const reports = join(root, 'test-results');
const bin = (path: string) => join(root, 'node_modules', path);
/** A developer's own settings must decide neither where tests write nor which database they empty. */
const OWN_SETTINGS = [...settingNames, 'VENDORS_DIR', 'NODE_ENV', 'SELF_DESTROY'];

const isFull = process.argv.includes('--full');

/**
 * The main job at the kiosk and in each engine that is driven. Without a browser the run fails and says what to install: a run without
 * them proves nothing.
 */
const MAIN_JOURNEYS = {
  chromium: ['journey/main-journey.spec.ts', 'journey/safety.spec.ts'],
  engines: ['tests/webkit/journey.test.ts', ...(isFull ? ['tests/firefox/journey.full.test.ts'] : [])],
  kiosk: ['tests/kiosk/journey.test.ts'],
};

function vitest(name: string, projects: readonly string[], machines: Partial<Stage> = {}): Stage {
  const file = join(reports, `${name}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  return {
    name,
    command: [
      bin('vitest/vitest.mjs'),
      'run',
      ...chosen,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    report: { file, read: readVitestReport },
    ...machines,
  };
}

function playwright(name: string, mayNotSkip: readonly string[]): Stage {
  const file = join(reports, `${name}.json`);
  return {
    name,
    command: [
      bin('playwright/cli.js'),
      'test',
      '--config',
      'tests/playwright.config.ts',
      '--reporter=list,json',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, read: readPlaywrightReport },
    mayNotSkip,
    secondTry: ['--retries=1'],
  };
}

/** Stages one after the other, or at once. */
type Plan = Stage | { readonly inOrder: readonly Plan[] } | { readonly atOnce: readonly Plan[] };

/** Two large stages at once leave tests that wait for a few seconds no room on two cores. */
const PLAN: Plan = {
  inOrder: [
    {
      atOnce: [
        { name: 'types', command: [bin('typescript/bin/tsc'), '--noEmit'] },
        { name: 'format', command: [bin('@biomejs/biome/bin/biome'), 'check', '.', '--colors=off'] },
        { name: 'lint', command: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
        { name: 'messages', command: ['build/messages/check-messages-command.ts'] },
      ],
    },
    { name: 'build', command: ['build/build.ts', '--force', '--strict'] },
    vitest('unit', ['logic', 'unit']),
    vitest('browser', ['browser'], { secondTry: ['--retry=1'] }),
    vitest('built', ['build']),
    playwright('chromium', MAIN_JOURNEYS.chromium),
    {
      atOnce: [
        vitest('kiosk', ['kiosk'], { mayNotSkip: MAIN_JOURNEYS.kiosk, secondTry: ['--retry=1'] }),
        vitest('engines', ['commands', 'webkit', 'firefox'], {
          mayNotSkip: MAIN_JOURNEYS.engines,
          secondTry: ['--retry=1'],
        }),
      ],
    },
  ],
};

const stagesOf = (plan: Plan): readonly Stage[] =>
  'name' in plan ? [plan] : ('inOrder' in plan ? plan.inOrder : plan.atOnce).flatMap(stagesOf);

const describe = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

async function runAll(args: readonly string[]): Promise<boolean> {
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const chosen = stagesOf(PLAN).filter(({ name }) => only === undefined || only.includes(name));
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...(isFull ? { FULL: '1' } : {}),
  };
  for (const name of OWN_SETTINGS) delete environment[name];
  mkdirSync(reports, { recursive: true });
  ensureSystemPackages(createSystemPackages(), console.log);

  const begun = performance.now();
  const lines: string[] = [];
  const failures: string[] = [];
  const secondTries: string[] = [];
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  let atTerminal: Stage | undefined;
  const run = async (stage: Stage) => {
    const began = performance.now();
    atTerminal ??= stage;
    console.log(`\n[${chosen.indexOf(stage) + 1}/${chosen.length}] ${stage.name}`);
    const counts = await runStage(stage, root, environment, atTerminal === stage ? 'at once' : 'at its end');
    if (atTerminal === stage) atTerminal = undefined;
    const line = `${stage.name}: ${describe(counts)} (${Math.round((performance.now() - began) / 1000)} s)`;
    console.log(line);
    const slowest = describeSlowest(counts)?.replaceAll(`${root}/`, '');
    lines.push(line, ...(slowest === undefined ? [] : [`    ${slowest}`]));
    const named = (text: string) => `${stage.name}: ${text.replaceAll(`${root}/`, '')}`;
    failures.push(...counts.failures.map(named));
    secondTries.push(...counts.secondTries.map(named));
    total = {
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    };
  };
  const runPlan = async (plan: Plan): Promise<void> => {
    if ('name' in plan) return chosen.includes(plan) ? await run(plan) : undefined;
    if ('atOnce' in plan) await Promise.all(plan.atOnce.map(runPlan));
    else for (const next of plan.inOrder) await runPlan(next);
  };
  await runPlan(PLAN);
  // A log is often read from its end, or kept no longer than that.
  if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join('\n\n')}`);
  if (secondTries.length > 0) console.log(`\nPassed only at the second try:\n\n${secondTries.join('\n\n')}`);
  console.log(`\n${lines.join('\n')}`);
  if (total.skipped > 0) console.log(`${total.skipped} skipped, each with its reason above`);
  console.log(`\nTotal: ${describeDuration(performance.now() - begun)}`);
  if (secondTries.length > 0) console.log(`${secondTries.length} passed only at the second try`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

process.exit((await runAll(process.argv.slice(2))) ? 0 : 1);
