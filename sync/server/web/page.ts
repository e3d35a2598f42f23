/** The one HTML page, with language, theme and data of the scope already in it. No script or style is ever written inline. */
import {
  chooseLanguage,
  type Language,
  type Localized,
  languages,
  readLocalized,
  traitsOf,
} from '../../domain/languages.ts';
import { pagePackOf } from '../../domain/vendor/page-pack.ts';
import type { PublishedPack } from '../../domain/vendor/published-pack.ts';
import type { Vendor } from '../packs/vendor-directory.ts';

const HEAD_MARKER = '<!--carefront:head-->';
const DATA_MARKER = '<!--carefront:bootstrap-->';
const PLATFORM = 'Carefront';
const description: Localized = {
  en: 'Choose your clinic and start your questionnaire. It works without a network, too.',
  es: 'Elija su clínica y empiece su cuestionario. También funciona sin conexión.',
  ar: 'اختر عيادتك وابدأ الاستبيان. يعمل أيضاً دون اتصال بالشبكة.',
};

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
  /** Where it gives care, and how: whoever is refused for a place is shown the clinics that serve it. */
  readonly serviceAreas: PublishedPack['serviceAreas'];
}

export function listVendors(vendors: readonly Vendor[]): VendorListing[] {
  return vendors.map(({ pack }) => ({
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

export interface PageOf {
  readonly scope: 'platform' | 'vendor' | 'console';
  readonly language: Language;
  readonly pack?: PublishedPack;
  readonly vendors?: readonly VendorListing[];
  readonly missingVendor?: string;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** `<` is all that can end a script element; U+2028 and U+2029 are harmless in a data block. */
function dataBlock(data: PageOf): string {
  const { scope, language, pack } = data;
  const shown =
    scope === 'vendor' && pack ? { ...data, pack: pagePackOf(pack, language), packLanguage: language } : data;
  const json = JSON.stringify(shown).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="carefront-bootstrap">${json}</script>`;
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${list.join(' ')} />`;
}

/** A vendor's console has the vendor's theme and nothing to install: no manifest, no home-screen icon. */
function vendorHead({ scope, language, pack }: PageOf): string[] {
  if (!pack) return [];
  const about = readLocalized(pack.description, language).text;
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
  if (scope === 'console')
    return [
      `<title>${escapeHtml(pack.name)} - Console</title>`,
      tag('meta', { name: 'robots', content: 'noindex' }),
      ...theme,
    ];
  return [
    `<title>${escapeHtml(pack.name)}</title>`,
    tag('meta', { name: 'description', content: about }),
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

function platformHead(language: Language, hasManifest: boolean): string[] {
  return [
    `<title>${PLATFORM}</title>`,
    tag('meta', { name: 'description', content: readLocalized(description, language).text }),
    ...(hasManifest ? [tag('link', { rel: 'manifest', href: '/manifest.webmanifest' })] : []),
  ];
}

/** @param template the built `index.html`. */
export function renderPage(template: string, page: PageOf, { hasManifest = false } = {}): string {
  const direction = traitsOf(page.language).direction;
  const head = page.pack ? vendorHead(page) : platformHead(page.language, hasManifest);
  // Replacements are functions: texts of a pack may hold `$&`.
  return template
    .replace(/<html[^>]*>/, () => `<html lang="${page.language}" dir="${direction}">`)
    .replace(HEAD_MARKER, () => head.join('\n    '))
    .replace(DATA_MARKER, () => dataBlock(page));
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

/** The web app manifest of a vendor's space: its id and scope keep installed clinics of one origin apart. */
export function vendorManifest(pack: PublishedPack, language: Language): Readonly<Record<string, unknown>> {
  const home = `/connect/${pack.slug}/`;
  const background = pack.brand.scheme === 'dark' ? pack.themeColor.dark : pack.brand.colors.background;
  return {
    id: home,
    name: pack.name,
    short_name: pack.name,
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
  };
}
