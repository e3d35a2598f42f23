import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  countStage,
  describeDuration,
  describeSlowest,
  failWhatMayNotSkip,
  readPlaywrightReport,
  readVitestReport,
  runStage,
} from './test-stage.ts';

const NONE = { failures: [], secondTries: [], outcomes: [], files: [] };

describe('A stage of npm test', () => {
  test.each([
    ['passes once', 0, undefined, { passed: 1, failed: 0, skipped: 0 }],
    ['fails once', 2, undefined, { passed: 0, failed: 1, skipped: 0 }],
    ['counts its tests', 1, { passed: 8, failed: 2, skipped: 1 }, { passed: 8, failed: 2, skipped: 1 }],
    [
      'fails though all tests passed: it crashed afterwards',
      1,
      { passed: 8, failed: 0, skipped: 0 },
      { passed: 8, failed: 1, skipped: 0 },
    ],
    [
      'fails: it found no tests',
      0,
      { passed: 0, failed: 0, skipped: 0 },
      { passed: 0, failed: 1, skipped: 0 },
    ],
  ])('%s', (_, exitCode, report, counts) => {
    expect(countStage(exitCode, report && { ...report, ...NONE })).toEqual({
      ...counts,
      ...NONE,
    });
  });

  test('fails - it crashed before it wrote its report', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carefront-stage-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'report.json');
    const script = join(folder, 'crash.mjs');
    writeFileSync(script, 'process.exit(0);');
    // Left over from an earlier run: it must not count for this one.
    writeFileSync(file, JSON.stringify({ numPassedTests: 5 }));
    const stage = { name: 'crash', command: [script], report: { file, read: readVitestReport } };
    expect(await runStage(stage, folder, process.env)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      ...NONE,
    });
  });

  test('shows what ran beside another stage once it has ended, errors too', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    const folder = mkdtempSync(join(tmpdir(), 'carefront-stage-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const script = join(folder, 'speaks.mjs');
    writeFileSync(script, "console.log('one'); console.error('two');");
    await runStage({ name: 'speaks', command: [script] }, folder, process.env, 'at its end');
    const shown = written.mock.calls.map(([chunk]) => String(chunk)).join('');
    expect(shown).toContain('one\n');
    expect(shown).toContain('two\n');
  });

  test("reads the runners' reports", () => {
    expect(
      readVitestReport({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }),
    ).toEqual({
      passed: 3,
      failed: 1,
      skipped: 3,
      ...NONE,
    });
    expect(readPlaywrightReport({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
      ...NONE,
    });
  });

  test('names what failed, with the first lines of why - in Vitest, a file that could not be loaded included', () => {
    const { failures } = readVitestReport({
      testResults: [
        {
          name: 'sync/a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'A stays', status: 'passed', failureMessages: [] },
            { fullName: 'A goes', status: 'failed', failureMessages: ['expected 1\n1\n2\n3\n4\n5\n6'] },
          ],
        },
        { name: 'sync/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    });
    expect(failures).toEqual([
      'sync/a.test.ts > A goes\n    expected 1\n    1\n    2\n    3\n    4\n    5',
      'sync/b.test.ts > the file itself\n    no such module',
    ]);
  });

  test('names what failed, with the first lines of why - in Playwright', () => {
    const red = `${String.fromCharCode(27)}[31m`;
    const { failures } = readPlaywrightReport({
      stats: { unexpected: 1 },
      suites: [
        {
          title: 'a.spec.ts',
          suites: [
            {
              title: 'A page',
              specs: [
                {
                  title: 'opens',
                  file: 'a.spec.ts',
                  tests: [
                    {
                      status: 'unexpected',
                      results: [{ errors: [{ message: `${red}too late` }] }, { errors: [] }],
                    },
                  ],
                },
                { title: 'closes', file: 'a.spec.ts', tests: [{ status: 'expected', results: [] }] },
              ],
            },
          ],
        },
      ],
    });
    expect(failures).toEqual(['a.spec.ts > A page > opens\n    too late']);
  });

  test('names what passed only at the second try, with why it had failed - in Vitest', () => {
    const report = readVitestReport({
      testResults: [
        {
          name: 'tests/kiosk/a.test.ts',
          status: 'passed',
          assertionResults: [
            { fullName: 'A stays', status: 'passed', failureMessages: [] },
            { fullName: 'A goes', status: 'passed', failureMessages: ['expected 1'] },
            { fullName: 'A ends', status: 'failed', failureMessages: ['expected 2', 'expected 3'] },
          ],
        },
      ],
    });
    expect(report.secondTries).toEqual(['tests/kiosk/a.test.ts > A goes\n    expected 1']);
    expect(report.failures).toEqual(['tests/kiosk/a.test.ts > A ends\n    expected 2']);
  });

  test('names what passed only at the second try, with why it had failed - in Playwright', () => {
    const spec = (title: string, status: string) => ({
      ...{ title, file: 'a.spec.ts' },
      tests: [{ status, results: [{ errors: [{ message: 'too late' }] }, { errors: [] }] }],
    });
    const report = readPlaywrightReport({
      stats: { expected: 1, flaky: 1, unexpected: 1 },
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('closes', 'unexpected')],
          suites: [{ title: 'A page', specs: [spec('opens', 'flaky')] }],
        },
      ],
    });
    expect(report).toMatchObject({
      passed: 2,
      secondTries: ['a.spec.ts > A page > opens\n    too late'],
      failures: ['a.spec.ts > a.spec.ts > closes\n    too late'],
    });
  });

  test.each([
    ['a machine decides alone', { CI: 'true' }, 1],
    ['somebody is there', {}, 0],
    ['the long numbers run', { CI: 'true', FULL: '1' }, 0],
  ])('tries twice at most - %s', async (_when, environment, tries) => {
    const folder = mkdtempSync(join(tmpdir(), 'carefront-stage-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'report.json');
    const script = join(folder, 'runner.mjs');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(file)}, JSON.stringify({ numPassedTests: 1, numTodoTests: process.argv.length - 2 }));`,
    );
    const stage = {
      ...{ name: 'browsers', command: [script], secondTry: ['--retry=1'] },
      report: { file, read: readVitestReport },
    };
    expect((await runStage(stage, folder, environment)).skipped).toBe(tries);
  });

  test('names its slowest files, and how long they took - in Vitest', () => {
    const at = (name: string, startTime: number, endTime: number) => ({
      ...{ name, startTime, endTime },
      assertionResults: [],
    });
    const report = readVitestReport({
      testResults: [
        at('a.test.ts', 1_000, 2_000),
        at('b.test.ts', 0, 61_400),
        at('c.test.ts', 500, 900),
        at('d.test.ts', 0, 3_000),
      ],
    });
    expect(describeSlowest(report)).toBe('slowest: b.test.ts 61 s, d.test.ts 3 s, a.test.ts 1 s');
    expect(describeSlowest({ ...report, files: [] })).toBeUndefined();
  });

  test('names its slowest files - in Playwright, by the sum of their tests', () => {
    const spec = (...durations: readonly number[]) => ({
      title: 'opens',
      file: 'a.spec.ts',
      tests: durations.map((duration) => ({ status: 'expected', results: [{ duration, errors: [] }] })),
    });
    const report = readPlaywrightReport({
      stats: { expected: 4 },
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec(1_000)],
          suites: [{ title: 'A page', specs: [spec(2_000, 3_000)] }],
        },
        { title: 'b.spec.ts', specs: [spec(7_000)] },
      ],
    });
    expect(describeSlowest(report)).toBe('slowest: b.spec.ts 7 s, a.spec.ts 6 s');
  });

  test('says how long all took', () => {
    expect([61_400, 899_600].map(describeDuration)).toEqual(['1 min 1 s', '15 min 0 s']);
  });

  describe('fails, though nothing else did', () => {
    const vitestJourney = (status: string) =>
      readVitestReport({
        numPassedTests: 1,
        testResults: [
          {
            name: '/clone/tests/webkit/journey.test.ts',
            assertionResults: [{ fullName: 'The main job', status }],
          },
        ],
      });
    const playwrightJourney = (status: string) =>
      readPlaywrightReport({
        stats: { expected: 1 },
        suites: [
          {
            title: 'journey/main-journey.spec.ts',
            specs: [
              {
                title: 'the main job',
                file: 'journey/main-journey.spec.ts',
                tests: [{ status, results: [] }],
              },
            ],
          },
        ],
      });

    test.each([
      ['in Vitest', vitestJourney('skipped'), 'webkit/journey.test.ts'],
      ['in Vitest, by its other word', vitestJourney('pending'), 'webkit/journey.test.ts'],
      ['in Playwright', playwrightJourney('skipped'), 'journey/main-journey.spec.ts'],
    ])('a main journey was skipped - %s', (_where, report, path) => {
      const judged = failWhatMayNotSkip(report, [path]);
      expect(judged.failed).toBe(1);
      expect(judged.failures).toEqual([expect.stringMatching(/the main job\n.*skipped/i)]);
    });

    test('a main journey was not run at all', () => {
      const judged = failWhatMayNotSkip(vitestJourney('passed'), ['firefox/journey.test.ts']);
      expect(judged).toMatchObject({
        failed: 1,
        failures: [expect.stringContaining('no test of it was run')],
      });
    });

    test('but not where each of them passed', () => {
      expect(failWhatMayNotSkip(vitestJourney('passed'), ['webkit/journey.test.ts']).failed).toBe(0);
      const chromium = playwrightJourney('expected');
      expect(failWhatMayNotSkip(chromium, ['journey/main-journey.spec.ts']).failed).toBe(0);
    });
  });
});
