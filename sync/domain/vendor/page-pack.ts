/** What a page holds of a pack: the first paint of a home or a legal text, in one language. */
import type { IdentityRules } from '../identity/identity-rules.ts';
import { type Language, languages, readLocalized } from '../languages.ts';
import type { PublishedPack } from './published-pack.ts';

/**
 * What forms alone need isn't there at all: a screen that forgets to load it fails, where an empty list of safety rules would let everybody
 * pass.
 */
export type PagePack = Omit<
  PublishedPack,
  'rules' | 'files' | 'kiosk' | 'letterColors' | 'care' | 'questionnaires'
> & {
  /** When a photo ID is asked for: what forms ask is theirs. */
  readonly care?: { readonly identity?: IdentityRules | undefined } | undefined;
  readonly questionnaires: readonly Omit<
    PublishedPack['questionnaires'][number],
    'consents' | 'manifest' | 'plausible' | 'why'
  >[];
};

const names: readonly string[] = languages;

function isLocalized(value: object): value is { en: string } {
  const entries = Object.entries(value);
  return 'en' in value && entries.every(([name, text]) => names.includes(name) && typeof text === 'string');
}

/** Every text in it in one language: as it is read, so that one without a translation stays English. */
function inLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => inLanguage(item, language));
  if (typeof value !== 'object' || value === null) return value;
  if (isLocalized(value)) {
    const reading = readLocalized(value, language);
    return { [reading.language]: reading.text };
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inLanguage(part, language)]));
}

export function pagePackOf(pack: PublishedPack, language: Language): PagePack {
  const {
    rules: _rules,
    files: _files,
    kiosk: _kiosk,
    letterColors: _colors,
    care,
    questionnaires,
    ...rest
  } = pack;
  const offered = questionnaires.map(
    ({ consents: _consents, manifest: _manifest, plausible: _plausible, why: _why, ...form }) => form,
  );
  const asked = care?.identity === undefined ? {} : { care: { identity: care.identity } };
  return inLanguage({ ...rest, ...asked, questionnaires: offered }, language) as PagePack;
}

/** With the hash that is wanted: a worker answers from what it has stored under it. */
export const wholePackUrl = ({ slug, packHash }: Pick<PublishedPack, 'slug' | 'packHash'>) =>
  `/connect/${slug}/pack.json?v=${packHash}`;
