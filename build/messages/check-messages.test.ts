import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkMessages, describeFault } from './check-messages.ts';

/** The check's own, however many the product speaks. */
const LANGUAGES = ['en', 'es', 'ar'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messages-'));
  await mkdir(join(folder, 'flow/messages'), { recursive: true });
  await writeFile(join(folder, 'flow/messages/area.ts'), '');
});
afterEach(() => rm(folder, { recursive: true }));

async function faultsOf(texts: { en?: unknown; es?: unknown; ar?: unknown }): Promise<readonly string[]> {
  for (const [language, catalogue] of Object.entries(texts)) {
    await writeFile(
      join(folder, 'flow/messages', `${language}.json`),
      typeof catalogue === 'string' ? catalogue : JSON.stringify(catalogue),
    );
  }
  return (await checkMessages(folder, LANGUAGES)).map(describeFault);
}

describe('the message catalogues of the product', () => {
  it('are complete - every area in every language', async () => {
    const faults = await checkMessages(fileURLToPath(new URL('../../renderer', import.meta.url)));
    expect(faults.map(describeFault)).toEqual([]);
  });
});

describe('the check of the catalogues', () => {
  it('passes - same keys, same parameters, nothing empty', async () => {
    const days = {
      en: '{days, plural, one {# day} other {# days}} for {name}',
      es: '{name}: {days, plural, one {# día} other {# días}}',
      ar: '{name} {days, plural, zero {#} one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}',
    };
    expect(await faultsOf({ en: { days: days.en }, es: { days: days.es }, ar: { days: days.ar } })).toEqual(
      [],
    );
  });

  it('names file and key - a text is missing in one language', async () => {
    expect(await faultsOf({ en: { go: 'Go' }, es: { go: 'Ir' }, ar: {} })).toEqual([
      'flow/messages/ar.json: "go" is missing',
    ]);
  });

  it('names file and key - a language has a text that English lacks', async () => {
    expect(await faultsOf({ en: {}, es: { go: 'Ir' }, ar: {} })).toEqual([
      'flow/messages/es.json: "go" is not in en.json',
    ]);
  });

  it('lets English alone have a country’s own words, with the parameters of the usual ones', async () => {
    const general = { go: 'Go to {place}' };
    const texts = { es: { go: 'Ir a {place}' }, ar: { go: 'إلى {place}' } };
    expect(await faultsOf({ en: { ...general, 'go.GB': 'Off to {place}' }, ...texts })).toEqual([]);
    expect(await faultsOf({ en: { ...general, 'go.GB': 'Off', 'stay.GB': 'Wait' }, ...texts })).toEqual([
      'flow/messages/en.json: "go.GB" lacks the parameter place',
      'flow/messages/en.json: "stay.GB" is not in en.json without .GB',
    ]);
  });

  it('names a number that would be shown backwards', async () => {
    expect(
      await faultsOf({
        en: { call: '911 or 131 450' },
        es: { call: '131 450' },
        ar: { call: 'اتصل 131 450' },
      }),
    ).toEqual(['flow/messages/ar.json: "call" shows 131 450 backwards: put U+200E before and after it']);
  });

  it('names the parameter - a translation has lost or renamed it', async () => {
    expect(
      await faultsOf({ en: { hi: 'Hi {name}' }, es: { hi: 'Hola' }, ar: { hi: 'أهلا {nombre}' } }),
    ).toEqual([
      'flow/messages/es.json: "hi" lacks the parameter name',
      'flow/messages/ar.json: "hi" lacks the parameter name',
      'flow/messages/ar.json: "hi" has a parameter that English doesn\'t: nombre',
    ]);
  });

  it('names the categories - an Arabic plural lacks some', async () => {
    const en = '{n, plural, one {#} other {#}}';
    expect(await faultsOf({ en: { n: en }, es: { n: en }, ar: { n: en } })).toEqual([
      'flow/messages/ar.json: "n" the plural of {n} lacks zero, two, few, many',
    ]);
  });

  it('names file and key - a text is empty, or no ICU text, or no text', async () => {
    expect(
      await faultsOf({
        en: { a: ' ', b: '{n, plural', c: 3 },
        es: { a: 'a', b: 'b' },
        ar: { a: 'a', b: 'b' },
      }),
    ).toEqual([
      'flow/messages/en.json: "c" is not a text',
      'flow/messages/en.json: "a" is empty',
      expect.stringContaining('flow/messages/en.json: "b" is not valid ICU MessageFormat'),
    ]);
  });

  it('names both folders - two have the same area', async () => {
    await mkdir(join(folder, 'other/flow/messages'), { recursive: true });
    await writeFile(join(folder, 'other/flow/messages/area.ts'), '');
    for (const language of LANGUAGES)
      await writeFile(join(folder, `other/flow/messages/${language}.json`), '{}');
    expect(await faultsOf({ en: {}, es: {}, ar: {} })).toEqual([
      'other/flow/messages has the same area as flow/messages: flow',
    ]);
  });

  it('names the file - its area is not declared', async () => {
    await rm(join(folder, 'flow/messages/area.ts'));
    expect(await faultsOf({ en: {}, es: {}, ar: {} })).toEqual([
      'flow/messages/area.ts is missing: copy the one of another feature',
    ]);
  });

  it('names the file - its language was removed', async () => {
    await writeFile(join(folder, 'flow/messages/fr.json'), '{}');
    expect(await faultsOf({ en: {}, es: {}, ar: {} })).toEqual([
      'flow/messages/fr.json is of no language in sync/domain/languages.ts: remove it',
    ]);
  });

  it('names the file - a language is missing or no JSON', async () => {
    expect(await faultsOf({ en: {}, es: '{"a": ' })).toEqual([
      'flow/messages/es.json is not JSON',
      'flow/messages/ar.json is missing',
    ]);
  });
});
