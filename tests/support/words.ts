/** What the screens say, in the language that they say it in: people look for words, and so do these tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFile } from '../../build/messages/catalogues.ts';
import type { Language } from '../../sync/domain/languages.ts';
import { projectRoot } from './paths.ts';

export type Spoken = Language;
export type Words = (area: 'kiosk' | 'frame' | 'welcome' | 'flow' | 'safety', key: string) => string;

export function wordsOf(language: Spoken): Words {
  return (area, key) => {
    const file = catalogueFile(join(projectRoot, 'renderer'), area, language);
    const text: unknown = JSON.parse(readFileSync(file, 'utf8'))[key];
    if (typeof text !== 'string') throw new Error(`${file} has no ${key}`);
    return text;
  };
}

/** A pattern for a message with a place for something in it. */
export function around(message: string): RegExp {
  const parts = message.split(/\{[^{}]*\}/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(parts.join('.+'));
}

interface Item {
  readonly linkId: string;
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
    ?.extension?.find(({ url }) => url === 'content')?.valueString;
  return typeof found === 'string' ? found : text;
}

interface RawItem {
  readonly linkId: string;
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
    for (const { linkId, text = '', _text, answerOption = [], item } of raws) {
      items.set(linkId, {
        linkId,
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
    item(linkId: string): Item {
      const found = items.get(linkId);
      if (!found) throw new Error(`${slug} has no ${linkId}`);
      return found;
    },
  };
}

/** What the panel of a rule says first, in each language: `file` holds a vendor's rules. */
export function headlinesOf(file: string, rule: string): Readonly<Record<Language, string>> {
  const rules: readonly { readonly id: string; readonly headline: Readonly<Record<Language, string>> }[] =
    JSON.parse(readFileSync(file, 'utf8'));
  const found = rules.find(({ id }) => id === rule);
  if (!found) throw new Error(`${file} has no ${rule}`);
  return found.headline;
}
