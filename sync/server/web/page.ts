/** The one HTML page, with language, theme and data of the scope already in it. No style is ever written inline, and no script but the build's import map and the start of late ones. */
import {
  chooseLanguage,
  type Language,
  type Localized,
  languages,
  readLocalized,
  traitsOf,
} from '../../domain/languages.ts';
import type { PlatformData } from '../../domain/platform/platform-data.ts';
import { type PagePack, pagePackOf, wholePackUrl } from '../../domain/vendor/page-pack.ts';
import type { PublishedPack } from '../../domain/vendor/published-pack.ts';
import type { Vendor } from '../packs/vendor-directory.ts';
import { startLate } from './late-scripts.ts';
import { platformHeadOf } from './platform-page.ts';
import type { Preloads } from './preloads.ts';
import { type PublicHead, publicHead, publicPagesOf } from './public-page.ts';

const HEAD_MARKER = '<!--carefront:head-->';
const DATA_MARKER = '<!--carefront:bootstrap-->';
const EMPTY_APP = '<div id="app"></div>';
const PLATFORM = 'Carefront';
/** The platform's mark (build/theme/platform-brand.ts) in its color: no clinic's. */
export const PLATFORM_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="#1d4a4f"/><path d="M11 38V22a13 13 0 0 1 26 0v16h-6V22a7 7 0 0 0-14 0v16z" fill="#f8f7f4"/></svg>';
/** In its pages, without a request of its own. */
const PLATFORM_ICON = `data:image/svg+xml,${encodeURIComponent(PLATFORM_MARK)}`;

export interface VendorListing {
  readonly slug: string;
  readonly name: string;
  readonly tagline: PublishedPack['tagline'];
  readonly mark: PublishedPack['brand']['mark'];
  readonly color: string;
  readonly typeface: PublishedPack['brand']['typeface'];
  /** Made to be cropped to any shape, where the vendor has one like that. */
  readonly picture: string;
  readonly themeColor: PublishedPack['themeColor'];
  readonly homeUrl: string;
  /** Where it gives care, and how: a patient refused for a place is shown the clinics that serve it. */
  readonly serviceAreas: PublishedPack['serviceAreas'];
}

/** As many as a page shows by itself; the others are searched for. */
const MAX_LISTED = 24;

export function listVendors(vendors: readonly Vendor[]): VendorListing[] {
  return vendors.slice(0, MAX_LISTED).map(({ pack }) => ({
    slug: pack.slug,
    name: pack.name,
    tagline: pack.tagline,
    mark: pack.brand.mark,
    color: pack.brand.colors.primary,
    typeface: pack.brand.typeface,
    picture: pack.brand.art.kiosk ?? pack.brand.art.home,
    themeColor: pack.themeColor,
    homeUrl: `/connect/${pack.slug}/`,
    serviceAreas: pack.serviceAreas,
  }));
}

/** What a feature's document in a vendor's look has, instead of what makes a page found and installed. */
export interface OwnParts {
  /** Path of its style until the app's own is there. */
  readonly style: string;
  /** As HTML: what it says until its scripts take over. */
  screen(language: Language): string;
}

export interface PageOf extends PlatformData {
  readonly scope: 'platform' | 'vendor' | 'console' | 'embed';
  readonly language: Language;
  readonly pack?: PublishedPack;
  readonly vendors?: readonly VendorListing[];
  readonly missingVendor?: string;
  /**
   * Where others may find it: the address within the vendor's space, and the server's own. Without it, nobody is told of the page. Of a form in another site's
   * page: where it is a page of its own.
   */
  readonly found?: { readonly path: string; readonly origin: string } | undefined;
  readonly own?: OwnParts;
}

/** What the page holds of it. */
export type PageData = Omit<PageOf, 'pack' | 'found' | 'own'> & {
  readonly pack?: PublishedPack | PagePack;
  readonly packLanguage?: Language;
  readonly screenLanguage?: Language;
};

export function pageDataOf(page: PageOf): PageData {
  const { found: _found, own: _own, ...data } = page;
  const { scope, language, pack } = data;
  if (scope === 'platform') return { ...data, screenLanguage: language };
  if (scope !== 'vendor' || !pack) return data;
  return { ...data, pack: pagePackOf(pack, language), packLanguage: language };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** `<` is all that can end a script element; U+2028 and U+2029 are harmless in a data block. */
const inScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

function dataBlock(data: PageData): string {
  return `<script type="application/json" id="carefront-bootstrap">${inScript(data)}</script>`;
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${list.join(' ')} />`;
}

const NOT_FOUND = tag('meta', { name: 'robots', content: 'noindex' });

/** What search engines and other sites read; of a page that is somebody's own, nothing. */
function foundHead({ pack, language, found }: PageOf): string[] {
  const page = pack && found && publicPagesOf(pack).find(({ path }) => path === found.path);
  if (page) return headTags(publicHead(pack, page, language, found.origin), pack.demo === true);
  return pack ? [`<title>${escapeHtml(pack.name)}</title>`, NOT_FOUND] : [];
}

function headTags(head: PublicHead, isDemo = false): string[] {
  const { title, description, canonical, alternates, openGraph, data } = head;
  return [
    `<title>${escapeHtml(title)}</title>`,
    tag('meta', { name: 'description', content: description }),
    ...(isDemo ? [NOT_FOUND] : []),
    tag('link', { rel: 'canonical', href: canonical }),
    ...alternates.map(({ language: hreflang, url: href }) =>
      tag('link', { rel: 'alternate', hreflang, href }),
    ),
    ...Object.entries(openGraph).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    `<script type="application/ld+json">${inScript(data)}</script>`,
  ];
}

/** A vendor's console has the vendor's theme and nothing to install: no manifest, no home-screen icon. */
function vendorHead(page: PageOf): string[] {
  const { scope, pack, own } = page;
  if (!pack) return [];
  const theme = [
    tag('meta', {
      name: 'theme-color',
      content: pack.themeColor.light,
      media: '(prefers-color-scheme: light)',
    }),
    tag('meta', {
      name: 'theme-color',
      content: pack.themeColor.dark,
      media: '(prefers-color-scheme: dark)',
    }),
    tag('link', { rel: 'stylesheet', href: pack.themeUrl }),
  ];
  const icon =
    pack.icons.find(({ purpose, type }) => purpose === 'any' && type === 'image/svg+xml') ??
    pack.icons.find(({ purpose }) => purpose === 'any');
  if (icon) theme.push(tag('link', { rel: 'icon', href: icon.src, type: icon.type, sizes: icon.sizes }));
  if (scope === 'console') return [`<title>${escapeHtml(pack.name)} - Console</title>`, NOT_FOUND, ...theme];
  if (own)
    return [
      `<title>${escapeHtml(pack.name)}</title>`,
      NOT_FOUND,
      tag('link', { rel: 'stylesheet', href: own.style }),
      ...theme,
    ];
  return [
    ...foundHead(page),
    // With the cookie, so that the installed name and its texts follow the language that was chosen.
    tag('link', {
      rel: 'manifest',
      href: `/connect/${pack.slug}/manifest.webmanifest`,
      crossorigin: 'use-credentials',
    }),
    tag('link', { rel: 'apple-touch-icon', href: pack.appleTouchIcon }),
    tag('meta', { name: 'apple-mobile-web-app-title', content: pack.name }),
    ...theme,
  ];
}

function platformHead({ language, found }: PageOf, hasManifest: boolean): string[] {
  const head = found && platformHeadOf(found.path, language, found.origin);
  return [
    ...(head ? headTags(head) : [`<title>${PLATFORM}</title>`, NOT_FOUND]),
    tag('link', { rel: 'icon', href: PLATFORM_ICON, type: 'image/svg+xml' }),
    ...(hasManifest ? [tag('link', { rel: 'manifest', href: '/manifest.webmanifest' })] : []),
  ];
}

const missingIn = (template: string) => (file: string) => !template.includes(`"${file}">`);

function paintTags({ styles, fonts }: Preloads, template: string): string {
  return [
    ...styles
      .filter(missingIn(template))
      .map((href) => tag('link', { rel: 'stylesheet', crossorigin: '', href })),
    ...fonts.map((href) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href }),
    ),
  ].join('');
}

/** The scripts, and what only they ask for. */
function scriptTags({ scripts, wholePack }: Preloads, template: string, pack: PublishedPack | undefined) {
  const tags = scripts
    .filter(missingIn(template))
    .map((href) => tag('link', { rel: 'modulepreload', crossorigin: '', href }));
  if (wholePack && pack)
    tags.push(tag('link', { rel: 'preload', as: 'fetch', crossorigin: '', href: wholePackUrl(pack) }));
  return tags.join('');
}

export interface PageParts {
  readonly hasManifest?: boolean;
  /** The screen as HTML, where it was written ahead. */
  readonly screen?: string | undefined;
  readonly preloads?: Preloads | undefined;
}

/** @param template the built `index.html`. */
export function renderPage(
  template: string,
  page: PageOf,
  { hasManifest = false, screen = '', preloads }: PageParts = {},
): string {
  const direction = traitsOf(page.language).direction;
  const head = page.pack ? vendorHead(page) : platformHead(page, hasManifest);
  const scripts = preloads ? scriptTags(preloads, template, page.pack) : '';
  // After the import map: a script that is preloaded before it is known by another name.
  const early = `${preloads ? paintTags(preloads, template) : ''}${screen === '' ? scripts : ''}`;
  const built = screen === '' ? template : startLate(template, scripts);
  // Replacements are functions: texts of a pack may hold `$&`.
  return built
    .replace(/<html[^>]*>/, () => `<html lang="${page.language}" dir="${direction}">`)
    .replace(HEAD_MARKER, () => head.join('\n    '))
    .replace('</head>', (end) => `${early}${end}`)
    .replace(EMPTY_APP, (empty) =>
      empty.replace('><', () => `>${screen || (page.own?.screen(page.language) ?? '')}<`),
    )
    .replace(DATA_MARKER, () => dataBlock(pageDataOf(page)));
}

export const LANGUAGE_COOKIE = 'cf-lang';

/** The language that was chosen on this browser, else the first of its languages that the product speaks. */
export function languageOf(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = languages.find((language) => language === cookie);
  if (chosen) return chosen;
  const wanted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tagName = '', weight] = part.trim().split(/;\s*q=/);
    return { tagName, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  return chooseLanguage(wanted.toSorted((a, b) => b.weight - a.weight).map(({ tagName }) => tagName));
}

const SCREENSHOT_LABELS: Readonly<Record<'narrow' | 'wide', Localized>> = {
  narrow: { en: '{name} on a phone', es: '{name} en un teléfono', ar: '{name} على هاتف' },
  wide: { en: '{name} on a computer', es: '{name} en una computadora', ar: '{name} على حاسوب' },
};

/** As many as phones show. */
const MAX_SHORTCUTS = 4;
/** What fits below an icon on most phones. */
const SHORT_NAME = 12;

/** The words that fit; a longer first one is the phone's to cut. */
function shortName(name: string): string {
  const [first = name, ...words] = name.split(' ');
  let short = first;
  for (const word of words) {
    if (`${short} ${word}`.length > SHORT_NAME) break;
    short = `${short} ${word}`;
  }
  return short.replace(/[^\p{L}\p{N}]+$/u, '');
}

/** The web app manifest of a vendor's space: its id and scope keep installed clinics of one origin apart. */
export function vendorManifest(pack: PublishedPack, language: Language): Readonly<Record<string, unknown>> {
  const home = `/connect/${pack.slug}/`;
  const background = pack.brand.scheme === 'dark' ? pack.themeColor.dark : pack.brand.colors.background;
  return {
    id: home,
    name: pack.name,
    short_name: shortName(pack.name),
    description: readLocalized(pack.description, language).text,
    lang: language,
    dir: traitsOf(language).direction,
    start_url: home,
    scope: home,
    display: 'standalone',
    orientation: 'any',
    theme_color: pack.themeColor[pack.brand.scheme],
    background_color: background,
    categories: ['health', 'medical'],
    icons: pack.icons,
    ...(pack.screenshots && {
      screenshots: pack.screenshots.map(({ src, sizes, form }) => ({
        ...{ src, sizes, type: 'image/webp', form_factor: form },
        label: readLocalized(SCREENSHOT_LABELS[form], language).text.replace('{name}', () => pack.name),
      })),
    }),
    // What a long press on the icon offers.
    shortcuts: pack.questionnaires.slice(0, MAX_SHORTCUTS).map(({ slug, title }) => ({
      name: readLocalized(title, language).text,
      url: `${home}questionnaire/${slug}`,
    })),
  };
}
