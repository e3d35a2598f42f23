import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OperationOutcome } from 'fhir/r4.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasSharedData,
  SHARED_DATA_MISSING,
  sharedJson,
} from '../../sync/questionnaire/testing/shared-data.ts';

const root = resolve(import.meta.dirname, '../..');
const cases = join(root, '..', 'shared', 'data', 'validation-cases');
const forms = join(root, '..', 'shared', 'data', 'questionnaires');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function started(file: string, args: readonly string[], input: string | undefined): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(file, [...args], { cwd: root });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      err += part;
    });
    child.on('error', failed);
    child.on('close', (code) => done({ code, out, err }));
    child.stdin.end(input ?? '');
  });
}

function command(args: readonly string[], input?: string): Promise<Ended> {
  const main = ['--disable-warning=ExperimentalWarning', 'build/questionnaire/main.ts'];
  return started(process.execPath, [...main, ...args], input);
}

interface Verdict {
  readonly name: string;
  readonly response: string;
  readonly supporting: readonly string[];
  readonly valid: boolean;
  readonly issues: readonly { readonly severity: string; readonly expression: string }[];
}

function isVerdicts(value: unknown): value is readonly Verdict[] {
  return Array.isArray(value);
}

function verdicts(): readonly Verdict[] {
  const read = hasSharedData() ? sharedJson('validation-cases/verdicts.json') : [];
  return isVerdicts(read) ? read : [];
}

function isOutcome(value: unknown): value is OperationOutcome {
  return (
    typeof value === 'object' &&
    value !== null &&
    'resourceType' in value &&
    value.resourceType === 'OperationOutcome'
  );
}

function outcomeOf(value: unknown): OperationOutcome {
  if (isOutcome(value)) return value;
  throw new Error('not an OperationOutcome');
}

function errorsOf(outcome: OperationOutcome): readonly string[] {
  return outcome.issue
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .flatMap(({ expression }) => expression?.[0] ?? []);
}

/** Elements at which the verdict has an error and the outcome has none, there or below. */
function missed(verdict: Verdict, outcome: OperationOutcome): readonly string[] {
  const errors = errorsOf(outcome);
  return verdict.issues
    .filter(({ severity }) => severity === 'error')
    .map(({ expression }) => expression)
    .filter(
      (wanted) =>
        !errors.some(
          (found) =>
            found === wanted || (/^[.[]/.test(found.replace(wanted, '')) && found.startsWith(wanted)),
        ),
    );
}

const questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'http://example.org/q',
  item: [{ linkId: 'q', type: 'string', text: 'Your name', required: true, maxLength: 3 }],
};
const answered = (valueString: string) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'http://example.org/q',
  item: [{ linkId: 'q', answer: [{ valueString }] }],
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'questionnaire-command-'));
  await write('q.json', questionnaire);
  await write('valid.json', answered('Ann'));
  await write('invalid.json', answered('Confidential'));
  await write('broken.json', '{"resourceType": "Questionnaire", "title": Confidential}');
  const { item: _item, ...empty } = answered('');
  await write('empty.json', empty);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const at = (name: string) => join(folder, name);

describe.skipIf(!hasSharedData())(
  `validate, as two independent validators do (${SHARED_DATA_MISSING})`,
  () => {
    it.concurrent.each(verdicts())('$name - valid: $valid', async (verdict) => {
      const [form = '', ...supporting] = verdict.supporting.map((file) => join(cases, file));
      const { code, out, err } = await command([
        'validate',
        form,
        join(cases, verdict.response),
        ...supporting,
      ]);
      const outcome = outcomeOf(JSON.parse(out));
      expect([code, err]).toEqual([verdict.valid ? 0 : 1, '']);
      expect(missed(verdict, outcome)).toEqual([]);
    });

    it('all of them in one batch, in order', async () => {
      const batch = await write(
        'batch.json',
        verdicts().map(({ response, supporting: [form, ...others] }) => ({
          questionnaire: join(cases, form ?? ''),
          response: join(cases, response),
          supporting: others.map((file) => join(cases, file)),
        })),
      );
      const { code, out } = await command(['validate', '--batch', batch]);
      expect(code).toBe(1);
      const outcomes: unknown = JSON.parse(out);
      if (!Array.isArray(outcomes)) throw new Error('not a list');
      expect(outcomes).toHaveLength(30);
      for (const [index, verdict] of verdicts().entries()) {
        const outcome = outcomeOf(outcomes[index]);
        expect([verdict.name, errorsOf(outcome).length === 0]).toEqual([verdict.name, verdict.valid]);
        expect(missed(verdict, outcome)).toEqual([]);
      }
    });
  },
);

describe('validate', () => {
  it('prints the outcome and exits 0, 1 or, for a draft, 0 again', async () => {
    const [valid, invalid, missing, draft] = await Promise.all([
      command(['validate', at('q.json'), at('valid.json')]),
      command(['validate', at('q.json'), at('invalid.json')]),
      command(['validate', at('q.json'), at('empty.json')]),
      command(['validate', '--draft', at('q.json'), at('empty.json')]),
    ]);
    expect([valid.code, invalid.code, missing.code, draft.code]).toEqual([0, 1, 1, 0]);
    expect(errorsOf(outcomeOf(JSON.parse(invalid.out)))).toEqual([
      expect.stringContaining('QuestionnaireResponse.item[0].answer[0]'),
    ]);
    expect(invalid.out + invalid.err).not.toContain('Confidential');
  });

  it('reads the standard input, once', async () => {
    const response = JSON.stringify(answered('Ann'));
    const [read, twice] = await Promise.all([
      command(['validate', at('q.json'), '-'], response),
      command(['validate', '-', '-'], JSON.stringify(questionnaire)),
    ]);
    expect(read.code).toBe(0);
    expect([twice.code, twice.err]).toEqual([2, 'The standard input can be read only once.\n']);
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'a file that is not there',
      ['validate', 'q.json', 'none.json'],
      /^\S*none\.json: there is no such file\.\n$/,
    ],
    ['a folder', ['validate', '.', 'valid.json'], /: this is a folder\.\n$/],
    [
      'what is not JSON',
      ['validate', 'broken.json', 'valid.json'],
      /broken\.json: this is not JSON(, line 1)?\.\n$/,
    ],
    [
      'what is no Questionnaire',
      ['validate', 'valid.json', 'valid.json'],
      /: this is not a Questionnaire\.\n$/,
    ],
    ['what is no response', ['validate', 'q.json', 'q.json'], /: this is not a QuestionnaireResponse\.\n$/],
  ])('exits 2 with one sentence for %s', async (_name, [name = '', ...files], message) => {
    const { code, out, err } = await command([name, ...files.map(at)]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).not.toContain('Confidential');
  });

  it('exits 2 for a form that can not be run, and prints all that is wrong with it', async () => {
    const item = { linkId: 'twice', type: 'string' };
    const form = await write('refused.json', {
      ...questionnaire,
      item: [item, item, { linkId: 'x', type: 'nothing' }],
    });
    const { code, out, err } = await command(['validate', form, at('valid.json')]);
    expect(code).toBe(2);
    expect(err).toMatch(/^The form can not be used: Questionnaire\.item\[\d\].*\.\n$/);
    expect(outcomeOf(JSON.parse(out)).issue.length).toBeGreaterThan(1);
  });

  it('is understood from npm, too', async () => {
    const args = ['run', '--silent', 'questionnaire', '--', 'validate', at('q.json'), at('valid.json')];
    const { code, out } = await started('npm', args, undefined);
    expect(code).toBe(0);
    expect(out).toContain('"OperationOutcome"');
  });
});

describe('a batch', () => {
  it('takes paths from its own folder and resources as they are; what can not be used keeps its place', async () => {
    const batch = await write('mixed.json', [
      { questionnaire: 'q.json', response: 'valid.json' },
      { questionnaire, response: answered('too long'), supporting: [] },
      { questionnaire: 'q.json', response: 'none.json' },
      { questionnaire: { resourceType: 'Questionnaire', item: 1 }, response: 'valid.json' },
      'nonsense',
      { questionnaire: 'q.json', response: 'valid.json' },
    ]);
    const { code, out, err } = await command(['validate', '--batch', batch]);
    expect(code).toBe(2);
    const outcomes: unknown = JSON.parse(out);
    if (!Array.isArray(outcomes)) throw new Error('not a list');
    expect(outcomes.map((outcome) => outcomeOf(outcome).issue[0]?.severity)).toEqual([
      'information',
      'error',
      'fatal',
      'error',
      'fatal',
      'information',
    ]);
    expect(outcomeOf(outcomes[2]).issue[0]).toMatchObject({
      code: 'structure',
      diagnostics: expect.stringContaining('none.json'),
    });
    expect(err.trim().split('\n')).toHaveLength(3);
  });

  it('of ten thousand responses does not build up memory, and comes from the standard input as well', async () => {
    const entry = { questionnaire: at('q.json'), response: answered('Ann') };
    const entries = JSON.stringify(Array.from({ length: 10_000 }, () => entry));
    // Each outcome is small; forms compiled ten thousand times, or results kept, would not fit in here.
    const flags = [
      '--max-old-space-size=96',
      '--disable-warning=ExperimentalWarning',
      'build/questionnaire/main.ts',
    ];
    const { code, out, err } = await started(
      process.execPath,
      [...flags, 'validate', '--batch', '-'],
      entries,
    );
    expect([code, err]).toEqual([0, '']);
    expect(out.match(/"no issues"/g)).toHaveLength(10_000);
  });

  it('that is no list, or none at all, exits 2', async () => {
    const [object, broken] = await Promise.all([
      command(['validate', '--batch', at('q.json')]),
      command(['lint', '--batch', at('broken.json')]),
    ]);
    expect([object.code, object.err]).toEqual([2, expect.stringContaining('a batch is a JSON array.')]);
    expect([broken.code, broken.out]).toEqual([2, '']);
  });
});

describe('the other commands', () => {
  it('lint says what publishing would refuse, and exits 1', async () => {
    const bad = await write('bad.json', {
      ...questionnaire,
      item: [{ linkId: 'd', type: 'display', text: 'D', required: true }],
    });
    const { code, out } = await command(['lint', bad]);
    expect(code).toBe(1);
    expect(JSON.stringify(outcomeOf(JSON.parse(out)).issue)).toContain('que-6');
  });

  it('assemble prints the whole form, or why there is none', async () => {
    const extension = [
      {
        url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-subQuestionnaire',
        valueCanonical: 'http://example.org/q',
      },
    ];
    const modular = await write('modular.json', {
      ...questionnaire,
      url: 'http://example.org/whole',
      item: [{ linkId: 's', type: 'display', text: 'not available', extension }],
    });
    const [whole, alone] = await Promise.all([
      command(['assemble', modular, at('q.json')]),
      command(['assemble', modular]),
    ]);
    expect([whole.code, JSON.parse(whole.out)]).toMatchObject([
      0,
      { resourceType: 'Questionnaire', item: [{ linkId: 'q' }] },
    ]);
    expect([alone.code, outcomeOf(JSON.parse(alone.out)).issue[0]?.code]).toEqual([1, 'not-found']);
  });

  it('populate fills in from the launch context, extract gives it back, render reads it out', async () => {
    const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
    const PATIENT = 'http://hl7.org/fhir/StructureDefinition/Patient';
    const form = await write('patient-form.json', {
      ...questionnaire,
      title: 'Who are you?',
      extension: [
        { url: `${SDC}definitionExtract`, extension: [{ url: 'definition', valueCanonical: PATIENT }] },
      ],
      item: [
        {
          linkId: 'family',
          type: 'string',
          text: 'Family name',
          definition: `${PATIENT}#Patient.name.family`,
          extension: [
            {
              url: `${SDC}initialExpression`,
              valueExpression: { language: 'text/fhirpath', expression: '%patient.name.family' },
            },
          ],
        },
      ],
    });
    const patient = await write('patient.json', {
      resourceType: 'Patient',
      id: 'p',
      name: [{ family: 'Smith' }],
    });
    const populated = await command(['populate', form, '--context', `patient=${patient}`]);
    expect(populated.code).toBe(0);
    const response = await write('populated.json', populated.out);
    const [extracted, rendered, parameters] = await Promise.all([
      command(['extract', form, response]),
      command(['render', '--text', form, response]),
      command(['extract', form, response, '--parameters']),
    ]);
    expect(JSON.parse(extracted.out)).toMatchObject({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: [{ resource: { resourceType: 'Patient', name: [{ family: 'Smith' }] } }],
    });
    expect(extracted.err).toContain('warning: the response is not completed');
    expect(rendered.out).toBe('Who are you?\n============\n\nFamily name\n  > Smith\n');
    expect(JSON.parse(parameters.out)).toMatchObject({
      resourceType: 'Parameters',
      parameter: [{ name: 'return' }, { name: 'outcome', resource: { resourceType: 'OperationOutcome' } }],
    });
  });

  it.skipIf(!hasSharedData())(`the largest form is rendered whole (${SHARED_DATA_MISSING})`, async () => {
    const { code, out } = await command([
      'render',
      '--text',
      join(forms, 'large/health-check-808-items.json'),
    ]);
    expect(code).toBe(0);
    expect(out).toContain('Patient Details');
  });

  it('help is printed, and a command that is not understood exits 2 with it', async () => {
    const [help, none, unknown, flag, render] = await Promise.all([
      command(['--help']),
      command([]),
      command(['judge']),
      command(['validate', '--loud']),
      command(['render', at('q.json')]),
    ]);
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toContain('--batch FILE');
    for (const ended of [none, unknown, flag, render]) {
      expect([ended.code, ended.out]).toEqual([2, '']);
      expect(ended.err).toContain('Usage:');
    }
  });
});
