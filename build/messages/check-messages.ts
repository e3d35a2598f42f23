/**
 * Checks the message catalogues: no two have the same area, every area is declared and has every language and no other, every language every key of
 * English and no other, no text is empty, a text takes the same parameters in each language, and no number in it is shown backwards. English alone may have
 * a country's own words beside a text: `title.GB`.
 */

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { languages } from '../../sync/domain/languages.ts';
import { backwardNumbers } from './backward-numbers.ts';
import { areaOf, catalogueFolders } from './catalogues.ts';

export interface MessageFault {
  /** Relative to the folder that was checked. */
  readonly file: string;
  readonly key?: string;
  readonly message: string;
}

/** Plural categories that a language needs for what is counted here, by CLDR: a text with plurals must name each of them. */
function pluralCategories(language: string): readonly string[] {
  const rules = new Intl.PluralRules(language);
  // Spanish and French have one more, for millions.
  return [...new Set(Array.from({ length: 1_001 }, (_, count) => rules.select(count)))];
}

interface Shape {
  /** `name` or `name:function` for each parameter. */
  readonly parameters: ReadonlySet<string>;
  readonly faults: readonly string[];
}

function shapeOf(text: string, language: string): Shape {
  const parameters = new Set<string>();
  const faults: string[] = [];
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'argument') parameters.add(token.arg);
      if (token.type === 'function') parameters.add(`${token.arg}:${token.key}`);
      if (token.type === 'plural' || token.type === 'select' || token.type === 'selectordinal') {
        const cases = token.cases.map((each) => each.key);
        parameters.add(
          token.type === 'select'
            ? `${token.arg}:select(${cases.toSorted().join('|')})`
            : `${token.arg}:${token.type}`,
        );
        if (token.type === 'plural') {
          const absent = pluralCategories(language).filter((category) => !cases.includes(category));
          if (absent.length > 0) faults.push(`the plural of {${token.arg}} lacks ${absent.join(', ')}`);
        }
        for (const each of token.cases) walk(each.tokens);
      }
    }
  };
  walk(parse(text));
  return { parameters, faults };
}

const difference = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter((name) => !other.has(name));

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

type Catalogue = ReadonlyMap<string, string>;

async function readOne(folder: string, file: string, faults: MessageFault[]): Promise<Catalogue | undefined> {
  let value: unknown;
  try {
    value = await readJson(join(folder, file));
  } catch (error) {
    faults.push({ file, message: error instanceof SyntaxError ? 'is not JSON' : 'is missing' });
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.push({ file, message: 'is not an object of texts' });
    return undefined;
  }
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') faults.push({ file, key, message: 'is not a text' });
    else texts.set(key, text);
  }
  return texts;
}

function readShape(
  file: string,
  key: string,
  text: string,
  language: string,
  faults: MessageFault[],
): Shape | undefined {
  try {
    return shapeOf(text, language);
  } catch (error) {
    faults.push({
      file,
      key,
      message: `is not valid ICU MessageFormat: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`,
    });
    return undefined;
  }
}

/** Of `title.GB`: see `renderer/i18n/regional-messages.ts`. */
const COUNTRY = /\.[A-Z]{2}$/;

function checkOne(
  file: string,
  language: string,
  english: Catalogue,
  texts: Catalogue,
  faults: MessageFault[],
): void {
  for (const key of english.keys())
    if (!texts.has(key) && !COUNTRY.test(key)) faults.push({ file, key, message: 'is missing' });
  for (const [key, text] of texts) {
    const general = language === 'en' ? key.replace(COUNTRY, '') : key;
    const original = english.get(general);
    if (original === undefined) {
      faults.push({
        file,
        key,
        message: `is not in en.json${general === key ? '' : ` without ${key.slice(-3)}`}`,
      });
      continue;
    }
    if (text.trim() === '') {
      faults.push({ file, key, message: 'is empty' });
      continue;
    }
    const shape = readShape(file, key, text, language, faults);
    if (!shape) continue;
    for (const fault of shape.faults) faults.push({ file, key, message: fault });
    for (const number of backwardNumbers(text))
      faults.push({ file, key, message: `shows ${number} backwards: put U+200E before and after it` });
    if (language === 'en' && general === key) continue;
    const wanted = readShape(file, key, original, 'en', []);
    if (!wanted) continue;
    const absent = difference(wanted.parameters, shape.parameters);
    const extra = difference(shape.parameters, wanted.parameters);
    if (absent.length > 0) faults.push({ file, key, message: `lacks the parameter ${absent.join(', ')}` });
    if (extra.length > 0)
      faults.push({ file, key, message: `has a parameter that English doesn't: ${extra.join(', ')}` });
  }
}

/** The folder has `area.ts`, and no catalogue of a language that was removed: it would still be built. */
async function checkFiles(
  folder: string,
  catalogue: string,
  spoken: readonly string[],
  faults: MessageFault[],
): Promise<void> {
  const files = await readdir(join(folder, catalogue));
  if (!files.includes('area.ts'))
    faults.push({ file: `${catalogue}/area.ts`, message: 'is missing: copy the one of another feature' });
  for (const file of files)
    if (file.endsWith('.json') && !spoken.includes(basename(file, '.json')))
      faults.push({
        file: `${catalogue}/${file}`,
        message: 'is of no language in sync/domain/languages.ts: remove it',
      });
}

/** @param folder `renderer`. @returns every fault; empty where the catalogues are complete. */
export async function checkMessages(
  folder: string,
  spoken: readonly string[] = languages,
): Promise<readonly MessageFault[]> {
  const faults: MessageFault[] = [];
  const known = new Map<string, string>();
  for (const catalogue of catalogueFolders(folder)) {
    const area = areaOf(catalogue);
    const other = known.get(area);
    if (other !== undefined)
      faults.push({ file: catalogue, message: `has the same area as ${other}: ${area}` });
    known.set(area, catalogue);
    await checkFiles(folder, catalogue, spoken, faults);
    const english = await readOne(folder, `${catalogue}/en.json`, faults);
    if (!english) continue;
    for (const language of spoken) {
      const file = `${catalogue}/${language}.json`;
      const texts = language === 'en' ? english : await readOne(folder, file, faults);
      if (texts) checkOne(file, language, english, texts, faults);
    }
  }
  return faults;
}

export function describeFault({ file, key, message }: MessageFault): string {
  return key === undefined ? `${file} ${message}` : `${file}: "${key}" ${message}`;
}
