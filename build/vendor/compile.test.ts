import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LegalText } from '../../sync/domain/legal/legal-document.ts';
import type { PublishedPack } from '../../sync/domain/vendor/published-pack.ts';
import { formHash } from '../../sync/questionnaire/index.ts';
import { compileVendors } from './compile.ts';
import { copyDemoPacks, type TestPacks } from './testing.ts';

let packs: TestPacks;
let outDir: string;
beforeEach(async () => {
  packs = await copyDemoPacks();
  outDir = packs.path('dist', 'vendors');
});
afterEach(() => packs.remove());

const compile = (out = outDir) => compileVendors({ vendorsDir: packs.vendorsDir, outDir: out });
const readPack = async (vendor: string, out = outDir): Promise<PublishedPack> =>
  JSON.parse(await readFile(join(out, vendor, 'pack.json'), 'utf8'));
const fileOf = (url: string, out = outDir) => {
  const [, , vendor = '', , ...path] = url.split('/');
  return join(out, vendor, 'files', ...path);
};

async function contents(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const digests = files.map(
    async (file) =>
      [
        file.slice(dir.length),
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(digests));
}

describe('what is published', () => {
  test('the demo packs - both, without a fault, and nothing else in the folder', async () => {
    const report = await compile();
    expect(report.faults).toEqual([]);
    expect(report.vendors.map(({ slug, written }) => ({ slug, written }))).toEqual([
      { slug: 'lantern', written: true },
      { slug: 'willow', written: true },
    ]);
    expect(await readdir(outDir)).toEqual(['lantern', 'willow']);
    expect(await readdir(packs.path('dist'))).toEqual(['vendors']);
  });

  test('every address in a pack - leads to a file that it lists, named by its hash', async () => {
    await compile();
    const pack = await readPack('willow');
    const named = [
      pack.themeUrl,
      pack.appleTouchIcon,
      pack.brand.art.home,
      pack.brand.art.success,
      pack.brand.art.landing ?? '',
      pack.brand.art.kiosk ?? '',
      ...pack.icons.map((icon) => icon.src),
      ...pack.clinicians.map(({ portrait = '' }) => portrait),
      ...pack.questionnaires.map((questionnaire) => questionnaire.url),
      ...(pack.products ?? []).map((product) => product.url),
      pack.shop?.url ?? '',
      ...pack.legal.flatMap((document) => Object.values(document.texts).map((text) => text.url)),
    ];
    expect(new Set(pack.files)).toEqual(new Set(named));
    for (const url of pack.files) {
      const bytes = await readFile(fileOf(url));
      expect(url).toMatch(/^\/connect\/willow\/files\//);
      const digits = /([0-9a-f]{64}|[0-9a-f]{16})\.\w+$/.exec(url)?.[1] ?? 'none';
      expect(createHash('sha256').update(bytes).digest('hex').startsWith(digits)).toBe(true);
    }
  });

  test('a form’s picture - a file of the pack, and no path in its folder', async () => {
    await packs.edit('willow', 'vendor.json', (json) =>
      json.set('questionnaires.0.picture', 'images/landing.svg'),
    );
    await compile();
    const pack = await readPack('willow');
    const [pictured, plain] = pack.questionnaires;
    expect(pack.files).toContain(pictured?.picture);
    expect(await readFile(fileOf(pictured?.picture ?? ''), 'utf8')).toContain('<svg');
    expect(plain).not.toHaveProperty('picture');
  });

  test('what a kiosk says after check-in - as the vendor wrote it', async () => {
    await packs.edit('willow', 'vendor.json', (json) =>
      json.set('kiosk', {
        doneInstruction: { en: 'Go left', es: 'A la izquierda', ar: 'يسارًا' },
        attractMinutes: 4,
      }),
    );
    await compile();
    expect((await readPack('willow')).kiosk).toEqual({
      doneInstruction: { en: 'Go left', es: 'A la izquierda', ar: 'يسارًا' },
      attractMinutes: 4,
    });
  });

  test('the hours - in words and in rows, as the vendor wrote them', async () => {
    await compile();
    const { contact, timezone } = await readPack('willow');
    expect(contact.hours.en).toContain('8\u00a0AM to 6\u00a0PM');
    expect(contact.hoursOfOperation).toEqual([
      { daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'], openingTime: '08:00', closingTime: '18:00' },
    ]);
    expect(timezone).toBe('America/New_York');
  });

  test('a form - its canonical JSON under its formHash', async () => {
    await compile();
    const [published] = (await readPack('willow')).questionnaires;
    const text = await readFile(fileOf(published?.url ?? ''), 'utf8');
    expect(await formHash(JSON.parse(text))).toBe(published?.formHash);
    expect(createHash('sha256').update(text).digest('hex')).toBe(published?.formHash);
    expect(published).toMatchObject({
      canonical: 'https://willow.example/fhir/Questionnaire/contraception-check',
      version: '1.0.1',
    });
    expect(published?.questions).toBeGreaterThan(20);
    expect(published).not.toHaveProperty('file');
  });

  test('a legal text - blocks without markup, and the hash of its Markdown', async () => {
    await compile();
    const terms = (await readPack('lantern')).legal.find((document) => document.slug === 'terms');
    const markdown = await readFile(join(packs.dir('lantern'), 'legal/terms.es.md'));
    expect(terms?.texts.es?.sha256).toBe(createHash('sha256').update(markdown).digest('hex'));
    const text: LegalText = JSON.parse(await readFile(fileOf(terms?.texts.es?.url ?? ''), 'utf8'));
    expect(text.blocks.map((block) => block.type)).toContain('list');
    expect(JSON.stringify(text)).not.toMatch(/[<>]/);
  });

  test('the icons - in every size and purpose, the maskable and the touch icon without holes', async () => {
    await compile();
    const pack = await readPack('lantern');
    expect(pack.icons.map((icon) => `${icon.purpose} ${icon.sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'any 1024x1024',
      'maskable 192x192',
      'maskable 512x512',
      'monochrome 512x512',
    ]);
    for (const icon of pack.icons) {
      const { width, height, format } = await sharp(fileOf(icon.src)).metadata();
      expect(`${width}x${height} ${format}`).toBe(`${icon.sizes} png`);
      const { isOpaque, channels } = await sharp(fileOf(icon.src)).stats();
      expect(isOpaque).toBe(icon.purpose === 'maskable');
      expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(0);
    }
    expect((await sharp(fileOf(pack.appleTouchIcon)).stats()).isOpaque).toBe(true);
  });
});

describe('deterministic (promise 8)', () => {
  test('compiled twice, into two places - the same bytes', async () => {
    const second = packs.path('elsewhere', 'vendors');
    await compile();
    await compile(second);
    expect(await contents(second)).toEqual(await contents(outDir));
  });

  test('compiled again unchanged - nothing is written; a word changed - another pack hash', async () => {
    const [before] = (await compile()).vendors;
    const [again] = (await compile()).vendors;
    expect(again).toEqual({ ...before, written: false });
    await packs.edit('lantern', 'vendor.json', (json) => json.set('tagline.en', 'Another line.'));
    const [after] = (await compile()).vendors;
    expect(after?.written).toBe(true);
    expect(after?.packHash).not.toBe(before?.packHash);
  });

  test('a published file is lost - it is written again', async () => {
    await compile();
    const { themeUrl } = await readPack('willow');
    await rm(fileOf(themeUrl));
    const { vendors } = await compile();
    expect(vendors.find((vendor) => vendor.slug === 'willow')?.written).toBe(true);
    expect(await readFile(fileOf(themeUrl), 'utf8')).toContain('--accent');
  });
});

describe('atomic (promise 8)', () => {
  test('a pack becomes faulty - it keeps what was published, and the other is compiled', async () => {
    await compile();
    const before = await contents(join(outDir, 'willow'));
    await packs.edit('willow', 'vendor.json', (json) => json.set('tagline', undefined));
    await packs.edit('lantern', 'vendor.json', (json) => json.set('tagline.en', 'Another line.'));
    const report = await compile();
    expect(report.faults).toMatchObject([
      { severity: 'error', file: 'willow/vendor.json', path: '$.tagline' },
    ]);
    expect(report.vendors.map((vendor) => vendor.slug)).toEqual(['lantern']);
    expect(await contents(join(outDir, 'willow'))).toEqual(before);
    expect((await readPack('lantern')).tagline.en).toBe('Another line.');
  });

  test('the folder can not be written - it throws, and what was published stays whole', async () => {
    await compile();
    const before = await contents(outDir);
    await packs.edit('willow', 'vendor.json', (json) => json.set('tagline.en', 'Another line.'));
    await writeFile(packs.path('file'), 'not a folder');
    await expect(compile(packs.path('file', 'vendors'))).rejects.toThrow('ENOTDIR');
    expect(await contents(outDir)).toEqual(before);
  });

  test('a vendor is removed - it is no longer published; a folder that is no pack stays', async () => {
    await compile();
    await rm(packs.dir('willow'), { recursive: true });
    const keep = join(outDir, 'notes.txt');
    await writeFile(keep, 'mine');
    await compile();
    expect(await readdir(outDir)).toEqual(['lantern', 'notes.txt']);
  });

  test('there are no vendors - one fault that says which setting', async () => {
    const report = await compileVendors({ vendorsDir: packs.path('nowhere'), outDir });
    expect(report.faults).toMatchObject([
      { code: 'folder-missing', remedy: expect.stringContaining('VENDORS_DIR') },
    ]);
  });
});
