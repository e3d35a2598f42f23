/** The product's own words in each language, so that a walk through it names what a reader of that language sees. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFile } from '../../build/messages/catalogues.ts';
import type { Language } from '../../sync/domain/languages.ts';
import { projectRoot } from '../support/paths.ts';

export type Area = 'welcome' | 'flow' | 'sent' | 'safety' | 'console' | 'form' | 'design';

type Catalogue = Readonly<Record<string, string>>;
const catalogues = new Map<string, Catalogue>();

function catalogue(area: Area, language: Language): Catalogue {
  const path = catalogueFile(join(projectRoot, 'renderer'), area, language);
  const found = catalogues.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Catalogue);
  catalogues.set(path, found);
  return found;
}

/** A message as a name to look for; where it has parameters, anything may stand in their places. */
export function words(language: Language, area: Area, key: string): string | RegExp {
  const message = catalogue(area, language)[key];
  if (message === undefined) throw new Error(`There is no message ${area} ${key}`);
  if (!message.includes('{')) return message;
  const parts = message.split(/\{[^{}]*\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.+')}$`);
}

interface Item {
  readonly linkId: string;
  readonly type: string;
  readonly text?: string;
  readonly _text?: { readonly extension?: readonly Extension[] };
  readonly item?: readonly Item[];
}
interface Extension {
  readonly url: string;
  readonly valueCode?: string;
  readonly valueString?: string;
  readonly valueMarkdown?: string;
  readonly extension?: readonly Extension[];
}

function textOf(item: Item, language: Language): string | undefined {
  if (language === 'en') return item.text;
  const translation = item._text?.extension?.find((candidate) =>
    candidate.extension?.some((part) => part.url === 'lang' && part.valueCode === language),
  );
  const content = translation?.extension?.find((part) => part.url === 'content');
  return content?.valueString ?? content?.valueMarkdown ?? item.text;
}

/** The linkIds of a demo vendor's form by what their questions say. */
export function questionsOf(vendor: string, slug: string, language: Language): ReadonlyMap<string, string> {
  const path = join(projectRoot, 'vendors', vendor, 'questionnaires', `${slug}.json`);
  const form = JSON.parse(readFileSync(path, 'utf8')) as { readonly item: readonly Item[] };
  const found = new Map<string, string>();
  const visit = (item: Item) => {
    const text = textOf(item, language);
    if (text !== undefined && item.type !== 'display') found.set(text.trim(), item.linkId);
    for (const below of item.item ?? []) visit(below);
  };
  for (const item of form.item) visit(item);
  return found;
}
