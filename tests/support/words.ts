/** What the screens say, in the language that they say it in: people look for words, and so do these tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFile } from '../../build/messages/catalogues.ts';
import type { Language } from '../../sync/domain/languages.ts';
import { projectRoot } from './paths.ts';

export type Spoken = Language;
export type Area =
  | 'kiosk'
  | 'frame'
  | 'welcome'
  | 'flow'
  | 'sent'
  | 'safety'
  | 'console'
  | 'form'
  | 'design'
  | 'account'
  | 'profile'
  | 'passkeys'
  | 'patient'
  | 'patients'
  | 'platform'
  | 'shell'
  | 'search'
  | 'places'
  | 'rates'
  | 'navigator'
  | 'assistant'
  | 'self-check';
export type Words = (area: Area, key: string) => string;

const catalogues = new Map<string, Readonly<Record<string, unknown>>>();

export function wordsOf(language: Spoken): Words {
  return (area, key) => {
    const file = catalogueFile(join(projectRoot, 'renderer'), area, language);
    const catalogue = catalogues.get(file) ?? JSON.parse(readFileSync(file, 'utf8'));
    catalogues.set(file, catalogue);
    const text: unknown = catalogue[key];
    if (typeof text !== 'string') throw new Error(`${file} has no ${key}`);
    return text;
  };
}

const patternOf = (message: string) =>
  message
    .split(/\{[^{}]*\}/)
    .map((part) => RegExp.escape(part))
    .join('.+');

/** A pattern for a message with a place for something in it. */
export const around = (message: string): RegExp => new RegExp(patternOf(message));

/** A message as a name to look for; where it has parameters, anything may stand in their places. */
export function words(language: Language, area: Area, key: string): string | RegExp {
  const message = wordsOf(language)(area, key);
  return message.includes('{') ? new RegExp(`^${patternOf(message)}$`) : message;
}

interface Item {
  readonly linkId: string;
  /** FHIR's type of item. */
  readonly type: string;
  readonly text: string;
  /** As options are shown, in their order. */
  readonly options: readonly string[];
}

interface Translated {
  readonly extension?: readonly {
    readonly url: string;
    readonly extension?: readonly { readonly url: string; readonly [value: string]: unknown }[];
  }[];
}

function translated(text: string, beside: Translated | undefined, language: Spoken): string {
  const found = beside?.extension
    ?.filter(({ url }) => url.endsWith('/translation'))
    .find(({ extension }) => extension?.some(({ valueCode }) => valueCode === language))
    ?.extension?.find(({ url }) => url === 'content');
  const content = found?.valueString ?? found?.valueMarkdown;
  return typeof content === 'string' ? content : text;
}

interface RawItem {
  readonly linkId: string;
  readonly type: string;
  readonly text?: string;
  readonly _text?: Translated;
  readonly item?: readonly RawItem[];
  readonly answerOption?: readonly {
    readonly valueCoding?: { readonly display?: string; readonly _display?: Translated };
  }[];
}

/** The questions of a vendor's form, as its patients read them. */
export function formOf(vendor: string, slug: string, language: Spoken) {
  const file = join(projectRoot, 'vendors', vendor, 'questionnaires', `${slug}.json`);
  const form: RawItem & { readonly title: string; readonly _title?: Translated } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const items = new Map<string, Item>();
  const collect = (raws: readonly RawItem[] = []) => {
    for (const { linkId, type, text = '', _text, answerOption = [], item } of raws) {
      items.set(linkId, {
        linkId,
        type,
        text: translated(text, _text, language),
        options: answerOption.map(({ valueCoding }) =>
          translated(valueCoding?.display ?? '', valueCoding?._display, language),
        ),
      });
      collect(item);
    }
  };
  collect(form.item);
  return {
    title: translated(form.title, form._title, language),
    items: [...items.values()],
    item(linkId: string): Item {
      const found = items.get(linkId);
      if (!found) throw new Error(`${slug} has no ${linkId}`);
      return found;
    },
  };
}

/** The linkIds of a vendor's form by what their questions say. */
export function questionsOf(vendor: string, slug: string, language: Spoken): ReadonlyMap<string, string> {
  const asked = formOf(vendor, slug, language).items.filter(
    ({ text, type }) => text !== '' && type !== 'display',
  );
  return new Map(asked.map(({ text, linkId }) => [text.trim(), linkId]));
}

/** What the panel of a rule says first, in each language: `file` holds a vendor's rules. */
export function headlinesOf(file: string, rule: string): Readonly<Record<Language, string>> {
  const rules: readonly { readonly id: string; readonly headline: Readonly<Record<Language, string>> }[] =
    JSON.parse(readFileSync(file, 'utf8'));
  const found = rules.find(({ id }) => id === rule);
  if (!found) throw new Error(`${file} has no ${rule}`);
  return found.headline;
}
