/** One stage of `npm test`: a command, and how many of its checks passed. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Report extends Counts {
  /** Each test that passed or was skipped, by its file. */
  readonly outcomes: readonly Outcome[];
  /** Each failed test: its file, its name and the first lines of its first error. */
  readonly failures: readonly string[];
  /** Each test that failed and then passed, with the first lines of why it had failed. */
  readonly secondTries: readonly string[];
  /** How long each file took. */
  readonly files: readonly FileTime[];
}

export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export interface Outcome {
  /** Its path, absolute or from the folder of the tests. */
  readonly file: string;
  readonly name: string;
  readonly skipped: boolean;
}

export interface Stage {
  readonly name: string;
  /** A file for Node, then its arguments. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where the stage's runner writes its JSON report; without one the stage counts as one check. */
  readonly report?: { readonly file: string; readonly read: (report: unknown) => Report };
  /** Files of tests that prove the main job: one that is skipped, or isn't there, fails the stage. Each is how a path ends. */
  readonly mayNotSkip?: readonly string[];
  /** Where a machine decides alone, a real browser gets a second try: what its runner is told then. */
  readonly secondTry?: readonly string[];
}

const NOTHING: Report = {
  ...{ passed: 0, failed: 0, skipped: 0 },
  ...{ failures: [], secondTries: [], outcomes: [], files: [] },
};
const ERROR_LINES = 6;
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

function failure(file: string, name: string, errors: readonly string[]): string {
  const lines = (errors[0] ?? 'no error was told').replace(ESCAPES, '').split('\n').slice(0, ERROR_LINES);
  return [`${file} > ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

const count = z.number().default(0);

const vitestReport = z.object({
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numTodoTests: count,
  testResults: z
    .array(
      z.object({
        name: z.string(),
        startTime: count,
        endTime: count,
        status: z.string().optional(),
        message: z.string().default(''),
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    )
    .default([]),
});

/** Vitest's JSON report. A file that couldn't be loaded has no tests, and is a failure by itself. */
export function readVitestReport(report: unknown): Report {
  const read = vitestReport.parse(report);
  const failures = read.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return status === 'failed' && failed.length === 0
      ? [failure(name, 'the file itself', [message])]
      : failed.map((test) => failure(name, test.fullName, test.failureMessages ?? []));
  });
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    skipped: read.numPendingTests + read.numTodoTests,
    failures,
    // Vitest keeps the errors of each try.
    secondTries: read.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
        .map((test) => failure(name, test.fullName, test.failureMessages ?? [])),
    ),
    files: read.testResults.map(({ name, startTime, endTime }) => ({
      file: name,
      seconds: (endTime - startTime) / 1000,
    })),
    outcomes: read.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'failed')
        .map(({ fullName, status }) => ({ file: name, name: fullName, skipped: status !== 'passed' })),
    ),
  };
}

const playwrightSuite = z.object({
  title: z.string(),
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(
              z.object({
                duration: count,
                errors: z.array(z.object({ message: z.string().default('') })),
              }),
            ),
          }),
        ),
      }),
    )
    .default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightReport = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
  suites: z.array(playwrightSuite).default([]),
});

/** The tests that ended so, with the first lines of their first error. */
function playwrightErrors(
  ending: 'unexpected' | 'flaky',
  { specs, suites, title }: PlaywrightSuite,
  within: readonly string[] = [],
): string[] {
  const path = [...within, title];
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === ending)
      .map(({ results }) => {
        const errors = results.flatMap((result) => result.errors.map(({ message }) => message));
        return failure(spec.file, [...path, spec.title].join(' > '), errors);
      }),
  );
  return [...own, ...suites.flatMap((suite) => playwrightErrors(ending, suite, path))];
}

function playwrightOutcomes({ specs, suites }: PlaywrightSuite): Outcome[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'unexpected')
      .map(({ status }) => ({ file, name: title, skipped: status === 'skipped' })),
  );
  return [...own, ...suites.flatMap(playwrightOutcomes)];
}

function playwrightSeconds({ specs, suites }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const within = suites.reduce((sum, suite) => sum + playwrightSeconds(suite), 0);
  return within + own.reduce((sum, { duration }) => sum + duration, 0) / 1000;
}

/** Playwright's JSON report. */
export function readPlaywrightReport(report: unknown): Report {
  const { stats, suites } = playwrightReport.parse(report);
  // The outermost suite is the file, which each of its tests names.
  const errors = (ending: 'unexpected' | 'flaky') =>
    suites.flatMap((file) => [
      ...playwrightErrors(ending, { ...file, suites: [] }),
      ...file.suites.flatMap((suite) => playwrightErrors(ending, suite)),
    ]);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: errors('unexpected'),
    secondTries: errors('flaky'),
    outcomes: suites.flatMap(playwrightOutcomes),
    files: suites.map((suite) => ({ file: suite.title, seconds: playwrightSeconds(suite) })),
  };
}

/**
 * A stage that ended badly has at least one failure, whatever its report says: a runner that crashes half-way, or finds
 * no tests, must not look like success.
 */
export function countStage(exitCode: number, report: Report | undefined): Report {
  if (report === undefined)
    return { ...NOTHING, passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1 };
  const empty = report.passed + report.failed + report.skipped === 0;
  const failed = report.failed === 0 && (exitCode !== 0 || empty) ? 1 : report.failed;
  return { ...report, failed };
}

/** The slowest files of a stage, in one line; undefined where it has none. */
export function describeSlowest({ files }: Report, most = 3): string | undefined {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, most);
  if (slowest.length === 0) return undefined;
  return `slowest: ${slowest.map(({ file, seconds }) => `${file} ${Math.round(seconds)} s`).join(', ')}`;
}

/** @returns e.g. `14 min 5 s` */
export function describeDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function readReport(stage: Stage): Report | undefined {
  if (!stage.report) return undefined;
  try {
    return stage.report.read(JSON.parse(readFileSync(stage.report.file, 'utf8')));
  } catch {
    return { ...NOTHING, failed: 1 };
  }
}

/** A run that leaves the main job out proves nothing, however green the rest of it is. */
export function failWhatMayNotSkip(report: Report, mayNotSkip: readonly string[]): Report {
  const failures = mayNotSkip.flatMap((path) => {
    const inFile = report.outcomes.filter(({ file }) => file.endsWith(path));
    const hasFailed = report.failures.some((text) => text.split(' > ')[0]?.endsWith(path));
    if (inFile.length === 0 && !hasFailed)
      return [`${path} > no test of it was run\n    It may not be left out.`];
    return inFile
      .filter(({ skipped }) => skipped)
      .map(({ name }) => `${path} > ${name}\n    It was skipped, and may not be.`);
  });
  return { ...report, failed: report.failed + failures.length, failures: [...report.failures, ...failures] };
}

/** A developer looks into a failure at once, and a run of the long numbers is made to find what fails rarely. */
export const hasSecondTry = ({ CI, FULL }: NodeJS.ProcessEnv): boolean =>
  CI !== undefined && CI !== '' && CI !== 'false' && FULL !== '1';

/**
 * Runs the stage in this terminal, so that its progress and its failures are seen as they happen. What runs beside another stage is
 * shown when it has ended: two at once can't be read.
 */
export async function runStage(
  stage: Stage,
  root: string,
  environment: NodeJS.ProcessEnv,
  show: 'at once' | 'at its end' = 'at once',
): Promise<Report> {
  if (stage.report) rmSync(stage.report.file, { force: true });
  const command = [...stage.command, ...(hasSecondTry(environment) ? (stage.secondTry ?? []) : [])];
  const kept: Buffer[] = [];
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command], {
      cwd: root,
      stdio: show === 'at once' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...stage.env },
    });
    child.stdout?.on('data', (chunk: Buffer) => kept.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => kept.push(chunk));
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
  process.stdout.write(Buffer.concat(kept));
  return failWhatMayNotSkip(countStage(exitCode, readReport(stage)), stage.mayNotSkip ?? []);
}
