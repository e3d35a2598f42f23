import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPack } from './check.ts';
import { type CommandContext, runVendorCommand } from './command.ts';
import { copyDemoPacks, sharedQuestionnaire, type TestPacks } from './testing.ts';

let packs: TestPacks;
let context: CommandContext;
beforeEach(async () => {
  packs = await copyDemoPacks();
  context = { cwd: packs.path('.'), env: {}, now: new Date('2026-11-20T12:00:00Z') };
});
afterEach(() => packs.remove());

const manifest = [
  '--licence',
  'CC0-1.0',
  '--attribution',
  '(c) its author',
  '--allowed-use',
  'tests',
  '--source',
  'https://example.org',
  '--version',
  '4.0.0',
];
const run = (...args: readonly string[]) => runVendorCommand(args, context);
const importFile = (file: string, vendor: string, ...more: readonly string[]) =>
  run('import-questionnaire', file, '--vendor', vendor, ...manifest, ...more);
const vendorJson = async (
  vendor: string,
): Promise<{
  questionnaires: {
    slug: string;
    file: string;
    title: { en: string };
    manifest: object;
    formLanguages: string[];
  }[];
}> => JSON.parse(await readFile(join(packs.dir(vendor), 'vendor.json'), 'utf8'));

const own = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/q',
  version: '2',
  title: 'A small form',
  status: 'active',
  item: [{ linkId: 'a', text: 'Well?', type: 'boolean' }],
};
async function given(json: unknown): Promise<string> {
  const file = packs.path('form.json');
  await writeFile(file, typeof json === 'string' ? json : JSON.stringify(json));
  return file;
}

describe('refused, and nothing is written (promise 6)', () => {
  test('without the manifest - every missing field is named, exit 1', async () => {
    const before = await readFile(join(packs.dir('willow'), 'vendor.json'), 'utf8');
    const { exitCode, err } = await run('import-questionnaire', await given(own), '--vendor', 'willow');
    expect(exitCode).toBe(1);
    for (const field of ['licence', 'attribution', 'allowedUse', 'source', 'version'])
      expect(err.join('\n')).toContain(`lacks ${field}`);
    expect(err.join('\n')).not.toContain('lacks reviewedOn');
    expect(await readFile(join(packs.dir('willow'), 'vendor.json'), 'utf8')).toBe(before);
  });

  test.each([
    ['an empty licence', own, ['--licence', ' '], 'lacks licence'],
    ['an invented day', own, ['--reviewed-on', 'yesterday'], 'manifest.reviewedOn'],
    ['a slug with spaces', own, ['--slug', 'a b'], '$.questionnaires[2].slug'],
    ['a slug that is taken', own, ['--slug', 'uti-check'], 'already offered'],
    ['a form in German', { ...own, language: 'de' }, [], 'written in de'],
    [
      'a form with two faults',
      {
        ...own,
        item: [
          { linkId: 'a', type: 'group' },
          { linkId: 'b', type: 'group' },
        ],
      },
      [],
      '2 faults',
    ],
    ['another resource', { resourceType: 'Patient' }, [], 'form.json'],
    ['no JSON', '{ "resourceType": ', [], 'not JSON'],
  ])('%s', async (_what, json, more, said) => {
    const before = await readFile(join(packs.dir('willow'), 'vendor.json'), 'utf8');
    const { exitCode, err } = await importFile(await given(json), 'willow', ...more);
    expect(exitCode).toBe(1);
    expect(err.join('\n')).toContain(said);
    expect(await readFile(join(packs.dir('willow'), 'vendor.json'), 'utf8')).toBe(before);
    expect((await checkPack(packs.dir('willow'))).faults).toEqual([]);
  });

  test('an unknown vendor, or no file - one fault each', async () => {
    expect((await importFile(await given(own), 'poplar')).err.join('\n')).toContain(
      'there is no vendor "poplar"',
    );
    expect((await importFile(packs.path('gone.json'), 'willow')).err.join('\n')).toContain(
      'there is no such file',
    );
  });

  test('a way out of the folder as vendor - not taken', async () => {
    expect((await importFile(await given(own), '../willow')).exitCode).toBe(1);
  });

  test('the same form twice - the second is refused', async () => {
    const file = await given(own);
    expect((await importFile(file, 'willow')).exitCode).toBe(0);
    const { exitCode, err } = await importFile(file, 'willow', '--slug', 'again');
    expect(exitCode).toBe(1);
    expect(err.join('\n')).toContain('already offered as "a-small-form"');
  });
});

describe('accepted', () => {
  test("a form - copied byte for byte, offered with the vendor's defaults, and the pack is in order", async () => {
    const file = await given(`${JSON.stringify(own, null, 7)}\n\n`);
    const { exitCode, out } = await importFile(file, 'willow', '--title', 'How are you?');
    expect(exitCode).toBe(0);
    expect(out[0]).toBe('Imported as how-are-you: A small form');
    expect(await readFile(join(packs.dir('willow'), 'questionnaires/how-are-you.json'))).toEqual(
      await readFile(file),
    );
    const entry = (await vendorJson('willow')).questionnaires[2];
    expect(entry).toMatchObject({
      slug: 'how-are-you',
      file: 'questionnaires/how-are-you.json',
      title: { en: 'How are you?' },
      clinician: 0,
      minAge: 18,
      reviewHours: 24,
      maxAnswerAgeDays: 2,
      price: { amount: 0, currency: 'USD' },
      formLanguages: ['en'],
      manifest: { licence: 'CC0-1.0', reviewedOn: '2026-11-20' },
    });
    const { faults, pack } = await checkPack(packs.dir('willow'));
    expect(faults).toEqual([]);
    expect(pack?.forms.map((form) => form.offered.slug)).toContain('how-are-you');
  });

  test('a form that asks about self-harm, without a rule - the report says so', async () => {
    const item = [
      { linkId: 'x', text: 'Did you think of hurting yourself?', type: 'boolean' },
      {
        linkId: 'y',
        text: 'Pain?',
        type: 'boolean',
        code: [{ system: 'http://loinc.org', code: '44260-8' }],
      },
    ];
    const { out } = await importFile(await given({ ...own, item }), 'willow');
    expect(out.filter((line) => line.includes('no URGENT rule'))).toHaveLength(2);
  });
});

const phq9 = sharedQuestionnaire('hl7-sdc/Questionnaire-questionnaire-sdc-profile-example-PHQ9.json');
const others = [
  'lforms-r4/q-with-nested-enableWhen.json',
  'lforms-r4/weightHeightQuestionnaire.json',
  'large/health-check-808-items.json',
];
const dataIsHere = others.every((path) => sharedQuestionnaire(path) !== undefined);

describe('real questionnaires, where they lie beside the project', () => {
  test.skipIf(!phq9)(
    'PHQ-9 (skipped where the data folder is missing) - the report says what a clinician must know (promise 7)',
    async () => {
      const { exitCode, out } = await importFile(phq9 ?? '', 'lantern', '--slug', 'phq-9');
      const report = out.join('\n');
      expect(exitCode).toBe(0);
      expect(report).toContain('questions  9');
      expect(report).toContain('score      0 to 36, over 9 questions');
      expect(report).toContain('44261-6');
      expect(report).toContain('effective period ended on 2020-08-20');
      expect(report).toContain(
        "H1/TS with the highest answers the form's own score is 0, the sum of the ordinals is 36: the expression reads only items at the top level",
      );
      expect(report).toContain('the options score 0, 1, 2, 4, which is not evenly spaced');
      expect(report).toContain("its scale goes up to 27, the form's options to 36");
      expect(report).toContain('H1/T1/Q9 asks about self-harm; the rule phq-9-item-9 opens the crisis panel');
      expect(report).toContain('filled by the form, never asked: H1/TS');
      const { faults, pack } = await checkPack(packs.dir('lantern'));
      expect(faults.filter((fault) => fault.severity === 'error' || fault.code === 'rule-waits')).toEqual([]);
      expect(pack?.forms.find((form) => form.offered.slug === 'phq-9')?.offered.formLanguages).toEqual([
        'en',
      ]);
    },
  );

  test.skipIf(!phq9)(
    'PHQ-9 into a vendor without the rule (skipped where the data folder is missing) - the missing rule is a warning',
    async () => {
      const { out } = await importFile(phq9 ?? '', 'willow');
      expect(out.join('\n')).toContain(
        'warning: H1/T1/Q9 asks about self-harm, and no URGENT rule of this vendor reads it',
      );
    },
  );

  test.skipIf(!dataIsHere).each(others)(
    '%s (skipped where the data folder is missing) - imported, and the pack stays in order',
    async (path) => {
      expect((await importFile(sharedQuestionnaire(path) ?? '', 'lantern')).exitCode).toBe(0);
      const { pack } = await checkPack(packs.dir('lantern'));
      expect(pack?.forms).toHaveLength(3);
    },
  );
});

describe('the command line', () => {
  test('check without a folder - each pack is checked, and one that is refused fails it', async () => {
    const fine = await run('check', '--vendors-dir', dirname(packs.dir('willow')));
    expect([fine.exitCode, fine.err]).toEqual([0, []]);
    expect(fine.out.filter((line) => line.includes('in order'))).toHaveLength(2);
    await writeFile(join(packs.dir('willow'), 'vendor.json'), '{}');
    const refused = await run('check', '--vendors-dir', dirname(packs.dir('willow')));
    expect([refused.exitCode, refused.err[0]]).toEqual([1, expect.stringContaining('willow: refused')]);
  });

  test.each([
    [[], 'Say what to do.'],
    [['publish'], 'Unknown command "publish".'],
    [['check', 'a', 'b'], '"b" is too much'],
    [['check', 'a', '--colour', 'red'], "Unknown option '--colour'"],
    [['import-questionnaire', 'a.json'], '--vendor'],
  ])('%j - one line, the usage, exit 2', async (args, said) => {
    const { exitCode, err } = await run(...args);
    expect(exitCode).toBe(2);
    expect(err[0]).toContain(said);
    expect(err[1]).toContain('Usage:');
  });

  test('check - exit 0 and one line for a pack in order, exit 1 and every fault otherwise', async () => {
    expect(await run('check', 'vendors/willow')).toEqual({
      exitCode: 0,
      out: ['vendors/willow: in order; 0 errors, 0 warnings, 0 for information.'],
      err: [],
    });
    await packs.edit('willow', 'vendor.json', (json) => json.set('slug', 'oak'));
    const { exitCode, err } = await run('check', 'vendors/willow');
    expect(exitCode).toBe(1);
    expect(err[0]).toBe('vendors/willow: refused; 1 error, 0 warnings, 0 for information.');
    expect(err[1]).toMatch(/^error: willow\/vendor\.json \$\.slug: .+\n {2}.+$/);
  });

  test('compile - the settings VENDORS_DIR and PACKS_DIR say where', async () => {
    context = { ...context, env: { VENDORS_DIR: 'vendors', PACKS_DIR: 'published' } };
    const { exitCode, out } = await run('compile');
    expect(exitCode).toBe(0);
    expect(out.slice(0, 2).map((line) => line.split(':')[0])).toEqual(['lantern', 'willow']);
  });
});

describe('value sets that a form names and does not contain', () => {
  const far = {
    ...own,
    item: [{ linkId: 'a', text: 'Which?', type: 'choice', answerValueSet: 'https://example.org/vs' }],
  };
  const asked: string[] = [];
  const answering: CommandContext['fetch'] = async (url) => {
    asked.push(url);
    return url.startsWith('https://tx.example.org/')
      ? Response.json({
          resourceType: 'ValueSet',
          expansion: { contains: [{ system: 'https://example.org', code: 'x', display: 'This one' }] },
        })
      : new Response('', { status: 404 });
  };
  const slugged = ['--slug', 'far'];
  const written = async () => await readFile(join(packs.dir('willow'), 'questionnaires/far.json'), 'utf8');
  beforeEach(() => {
    asked.length = 0;
    context = { ...context, fetch: answering };
  });

  test('are asked of nobody, and the file is taken byte for byte, unless the command says so', async () => {
    const { exitCode } = await importFile(await given(far), 'willow', ...slugged);
    expect([exitCode, asked]).toEqual([0, []]);
    expect(await written()).toBe(JSON.stringify(far));
  });

  test('are expanded and contained with --terminology', async () => {
    const server = ['--terminology', '--terminology-server', 'https://tx.example.org/r4'];
    const { exitCode, out } = await importFile(await given(far), 'willow', ...slugged, ...server);
    expect(exitCode).toBe(0);
    expect(out.join('\n')).toContain('value sets 1 expanded and contained');
    expect(asked).toHaveLength(1);
    expect(JSON.parse(await written())).toMatchObject({
      contained: [{ id: 'vs', expansion: { contains: [{ code: 'x' }] } }],
      item: [{ answerValueSet: '#vs' }],
    });
  });

  test('that can not be had are said, and the form is imported as it is', async () => {
    const server = ['--terminology-server', 'https://other.example.org'];
    const { exitCode, out } = await importFile(await given(far), 'willow', ...slugged, ...server);
    expect(exitCode).toBe(0);
    expect(out.join('\n')).toContain('https://example.org/vs is not at hand: refused');
    expect(await written()).toBe(JSON.stringify(far));
  });
});
