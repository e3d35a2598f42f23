import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPack } from './check.ts';
import { copyDemoPacks, type TestPacks } from './testing.ts';

let packs: TestPacks;
beforeEach(async () => {
  packs = await copyDemoPacks(['willow']);
});
afterEach(() => packs.remove());

const rules = 'rules/contraception.json';

describe('several faults (promise 1)', () => {
  test('several faults in several files - all are named at once', async () => {
    await packs.edit('willow', 'vendor.json', (json) => json.set('legal.0.slug', 'cart'));
    await packs.edit('willow', 'vendor.json', (json) => json.set('tagline', undefined));
    await packs.edit('willow', rules, (json) => json.set('0.conditions.0.question', 'pulse'));
    await writeFile(join(packs.dir('willow'), 'legal/terms.en.md'), '# Terms\n\n<script>alert(1)</script>\n');
    const report = await checkPack(packs.dir('willow'));
    const codes = report.faults.filter((fault) => fault.severity === 'error').map((fault) => fault.code);
    expect(codes).toEqual(
      expect.arrayContaining(['schema', 'slug-reserved', 'unknown-link-id', 'legal-heading', 'legal-html']),
    );
  });

  test('a questionnaire and a document with one wrong field each - what is behind them is still checked', async () => {
    await packs.edit('willow', 'vendor.json', (json) => json.set('questionnaires.0.status', 'closed'));
    await packs.edit('willow', 'vendor.json', (json) => json.set('legal.0.version', 'new'));
    await packs.edit('willow', 'questionnaires/contraception-check.json', (json) =>
      json.set('item.0.item.0._text', undefined),
    );
    await packs.edit('willow', rules, (json) => json.set('0.conditions.0.question', 'pulse'));
    await writeFile(join(packs.dir('willow'), 'legal/terms.en.md'), '# Terms\n');
    const { faults } = await checkPack(packs.dir('willow'));
    expect(faults.map((fault) => `${fault.code} ${fault.file} ${fault.path}`).toSorted()).toEqual([
      'form-translation willow/questionnaires/contraception-check.json $.item[0].item[0]._text',
      'form-translation willow/questionnaires/contraception-check.json $.item[0].item[0]._text',
      'legal-heading willow/legal/terms.en.md line 1',
      'schema willow/vendor.json $.legal[0].version',
      'schema willow/vendor.json $.questionnaires[0].status',
      'unknown-link-id willow/rules/contraception.json $[0].conditions[0].question',
    ]);
  });

  test('a composition that no page knows - the token is named, and what is left out is plain', async () => {
    await packs.edit('willow', 'vendor.json', (json) =>
      json.set('brand.layout', { landing: 'brutalist', choice: 'drawn' }),
    );
    const { faults } = await checkPack(packs.dir('willow'));
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual(['schema $.brand.layout.landing']);
  });

  test('JSON with a trailing comma - the line is named', async () => {
    await writeFile(join(packs.dir('willow'), 'rules/uti.json'), '[\n  { "id": "a", },\n]\n');
    const { faults } = await checkPack(packs.dir('willow'));
    expect(faults[0]).toMatchObject({ code: 'json-syntax', file: 'willow/rules/uti.json', path: 'line 2' });
  });
});

describe('what is allowed', () => {
  test('a rule on a form that is not there - it waits, for information', async () => {
    await packs.edit('willow', 'rules/contraception.json', (json) =>
      json.set('0.questionnaire', 'https://example.org/later'),
    );
    const report = await checkPack(packs.dir('willow'));
    expect(report.faults.map(({ severity, code, path }) => ({ severity, code, path }))).toEqual([
      { severity: 'information', code: 'rule-waits', path: '$[0].questionnaire' },
    ]);
    expect(report.pack?.rules[0]?.id).toBe('symptoms-now');
  });

  test('a file that nothing names - it is said, and refuses nothing', async () => {
    await writeFile(join(packs.dir('willow'), 'notes.txt'), 'remember the milk');
    const report = await checkPack(packs.dir('willow'));
    expect(report.faults).toMatchObject([
      { severity: 'information', code: 'unused', file: 'willow/notes.txt' },
    ]);
    expect(report.pack).toBeDefined();
  });
});

test('a link that leads out of the pack - it is not read (promise 3)', async () => {
  const outside = packs.path('secret.md');
  await writeFile(outside, '## Secret\n\nNot for anybody.\n');
  const inside = join(packs.dir('willow'), 'legal/terms.en.md');
  await rm(inside);
  await symlink(outside, inside);
  const { faults, pack } = await checkPack(packs.dir('willow'));
  expect(faults[0]).toMatchObject({ code: 'file-outside', file: 'willow/legal/terms.en.md' });
  expect(pack).toBeUndefined();
});

test.each([
  ['nothing is there', async () => {}, 'folder-missing'],
  ['a file is there', (dir: string) => writeFile(dir, '{}'), 'folder-not-a-folder'],
  ['an empty folder is there', (dir: string) => mkdir(dir).then(() => {}), 'file-missing'],
  [
    'vendor.json is a folder',
    (dir: string) => mkdir(join(dir, 'vendor.json'), { recursive: true }).then(() => {}),
    'file-not-a-file',
  ],
  [
    'vendor.json is a picture',
    (dir: string) =>
      mkdir(dir).then(() => writeFile(join(dir, 'vendor.json'), new Uint8Array([0xff, 0xd8, 0xff]))),
    'file-not-utf-8',
  ],
  [
    'vendor.json is a list',
    (dir: string) => mkdir(dir).then(() => writeFile(join(dir, 'vendor.json'), '[]')),
    'schema',
  ],
  [
    'vendor.json nests without end',
    (dir: string) => mkdir(dir).then(() => writeFile(join(dir, 'vendor.json'), '['.repeat(200_000))),
    'json-syntax',
  ],
])('%s - a fault, never an exception (promise 2)', async (_what, make, code) => {
  const dir = packs.path('vendors', 'odd');
  await make(dir);
  const { faults } = await checkPack(dir);
  expect(faults.map((fault) => fault.code)).toContain(code);
});
