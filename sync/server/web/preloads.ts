/** What the first paint of a page needs of the build: loaded along with the page, not found out script by script. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, traitsOf } from '../../domain/languages.ts';
import { isOrderId } from '../../domain/powered-screens.ts';
import type { PublishedPack } from '../../domain/vendor/published-pack.ts';
import { PLATFORM_TYPEFACE, typefaceFiles } from '../../domain/vendor/typeface-files.ts';
import { builtPagesSchema } from './built-pages.ts';

export interface Preloads {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  readonly wholePack: boolean;
}

/** What is known of a page ahead. */
export interface Ahead {
  /** Within the vendor's space, or the platform's. */
  readonly path: string;
  /** Whether the screen needs nothing of the device, so that it is in the page. */
  readonly screen: boolean;
  preloads(language: Language): Preloads;
}

/**
 * @param pack undefined outside of any vendor's space, where a page's path begins with a slash
 * @param isNewcomer whether the browser keeps nothing that the screen would show
 */
export type FindAhead = (
  pack: PublishedPack | undefined,
  path: string,
  isNewcomer: boolean,
) => Ahead | undefined;

/** What may stand for `$name` in a route. */
const SLUGS: Readonly<Record<string, (pack: PublishedPack) => readonly { readonly slug: string }[]>> = {
  $legal: ({ legal }) => legal,
  $product: ({ products = [] }) => products,
  $questionnaire: ({ questionnaires }) => questionnaires,
};

/** @param route as in the renderer: `questionnaire/$questionnaire` */
export function isAt(route: string, path: string, pack: PublishedPack): boolean {
  const given = path.split('/');
  const wanted = route.split('/');
  return (
    wanted.length === given.length &&
    wanted.every(
      (part, at) =>
        SLUGS[part]?.(pack).some(({ slug }) => slug === given[at]) ??
        (part === '$order' ? isOrderId(given[at] ?? '') : part === given[at]),
    )
  );
}

/** The letters of the page's language, upright. */
const FONT = /-(latin|arabic)-(wght|opsz)-normal-/;

/** Where nothing is built there is nothing to preload. */
export async function openPages(webDir: string): Promise<FindAhead> {
  const text = await readFile(join(webDir, '.vite', 'pages.json'), 'utf8').catch(() => '[]');
  const pages = builtPagesSchema.parse(JSON.parse(text));
  const assets = await readdir(join(webDir, 'assets')).catch(() => []);
  const paths = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`);

  return (pack, path, isNewcomer) => {
    const page = pages.find((each) => (pack ? isAt(each.path, path, pack) : each.path === `/${path}`));
    if (!page) return undefined;
    return {
      path,
      screen: page.prerendered === true || (page.prerendered === 'newcomers' && isNewcomer),
      preloads(language) {
        const isLatin = traitsOf(language).script === 'latin';
        const fonts = (
          isLatin ? typefaceFiles(pack?.brand.typeface ?? PLATFORM_TYPEFACE) : ['vazirmatn']
        ).flatMap((start) => assets.find((file) => file.startsWith(`${start}-`) && FONT.test(file)) ?? []);
        return {
          wholePack: page.wholePack,
          scripts: paths([...page.scripts, ...(page.texts[language] ?? [])]),
          styles: paths(page.styles),
          fonts: paths(fonts.map((file) => `assets/${file}`)),
        };
      },
    };
  };
}
