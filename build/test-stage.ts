/** One stage of `npm test`: a command, and how many of its checks passed. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Stage {
  readonly name: string;
  /** A file for Node, then its arguments. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where the stage's runner writes its JSON report; without one the stage counts as one check. */
  readonly report?: { readonly file: string; readonly read: (report: unknown) => Counts };
}

const number = (value: unknown, key: string): number => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'number' ? found : 0;
};

/** Vitest's JSON report. */
export function readVitestReport(report: unknown): Counts {
  return {
    passed: number(report, 'numPassedTests'),
    failed: number(report, 'numFailedTests'),
    skipped: number(report, 'numPendingTests') + number(report, 'numTodoTests'),
  };
}

/** Playwright's JSON report. */
export function readPlaywrightReport(report: unknown): Counts {
  const stats: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, 'stats') : undefined;
  return {
    passed: number(stats, 'expected') + number(stats, 'flaky'),
    failed: number(stats, 'unexpected'),
    skipped: number(stats, 'skipped'),
  };
}

/**
 * A stage that ended badly has at least one failure, whatever its report says: a runner that crashes half-way, or finds
 * no tests, must not look like success.
 */
export function countStage(exitCode: number, report: Counts | undefined): Counts {
  if (report === undefined)
    return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  const empty = report.passed + report.failed + report.skipped === 0;
  const failed = report.failed === 0 && (exitCode !== 0 || empty) ? 1 : report.failed;
  return { ...report, failed };
}

function readReport(stage: Stage): Counts | undefined {
  if (!stage.report) return undefined;
  try {
    return stage.report.read(JSON.parse(readFileSync(stage.report.file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** Runs the stage in this terminal, so that its progress and its failures are seen as they happen. */
export async function runStage(stage: Stage, root: string, environment: NodeJS.ProcessEnv): Promise<Counts> {
  if (stage.report) rmSync(stage.report.file, { force: true });
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...stage.command], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environment, ...stage.env },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
  return countStage(exitCode, readReport(stage));
}
