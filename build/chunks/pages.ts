/**
 * What a page needs of the build, said in `pages.json` of its feature's folder, beside its routes. Read here for the chunks; what a page's first
 * paint loads is left in the build for the server (`.vite/pages.json`), which writes it into the page.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { firstPaintSchema } from '../../sync/server/web/built-pages.ts';

const pageSchema = z.strictObject({
  /** What it loads once it has all that it may need: what is loaded by `import()` in these folders, and what that imports. Not folders below them. */
  folders: z.array(z.string()).min(1),
  /** The page that it leads to: what both need travels with that one's. */
  leadsTo: z.string().optional(),
  /** Staff work online: nothing of it is stored on patients' devices. */
  forStaff: z.boolean().default(false),
  /** Areas of texts, all of which it needs: one file for each language. */
  texts: z.array(z.string()).default([]),
  /** Visits go on there after a restart: the app lists its scripts ahead, too. */
  goesOn: z.boolean().default(false),
  /** Where visits begin: loaded along with the page, not found out script by script. */
  firstPaint: firstPaintSchema.optional(),
});

export interface Page extends z.infer<typeof pageSchema> {
  readonly name: string;
  readonly feature: string;
}

/** Chunks of the app itself, whose names no page may have. */
const appChunkNames = [
  'frame',
  'later',
  'emergency',
  'device',
  'store',
  'sending',
  'start',
  'shared',
  'afterwards',
  'common',
  'schemas',
  'operations',
  'numbers',
  'page-routes',
  'texts',
  'page-texts',
] as const;
export type AppChunkName = (typeof appChunkNames)[number];

/** @throws Error where a page says something that would be no fault of the build, only a slower or a missing page. */
function checkPages(pages: readonly Page[]): readonly Page[] {
  const names: readonly string[] = [...appChunkNames, ...pages.map(({ name }) => name)];
  for (const { name, feature, forStaff, leadsTo, folders, firstPaint } of pages) {
    const where = `${feature}/pages.json: ${name}`;
    if (names.filter((each) => each === name).length > 1)
      throw new Error(`${where} is the name of another chunk`);
    if (leadsTo !== undefined && !pages.some((page) => page.name === leadsTo))
      throw new Error(`${where} leads to ${leadsTo}, which is no page`);
    for (const folder of [...folders, ...(firstPaint?.followedBy ?? [])])
      if (!existsSync(folder)) throw new Error(`${where} names ${folder}, which is no folder`);
    // A feature's screens are stored on patients' devices or not, as one.
    if (pages.some((page) => page.feature === feature && page.forStaff !== forStaff))
      throw new Error(`${where}: pages for staff belong to a feature of their own`);
  }
  return pages;
}

/**
 * @param features the folder of the features: those with a `pages.json`
 * @throws Error that names the file and the page, where it says what can't be
 */
export function readPages(features: string): readonly Page[] {
  const pages = readdirSync(features)
    .toSorted()
    .flatMap((feature) => {
      const file = join(features, feature, 'pages.json');
      if (!existsSync(file)) return [];
      const found = z.record(z.string(), pageSchema).safeParse(JSON.parse(readFileSync(file, 'utf8')));
      if (!found.success) throw new Error(`${file}: ${z.prettifyError(found.error)}`);
      const inFeature = (folders: readonly string[]) => folders.map((each) => join(features, feature, each));
      return Object.entries(found.data).map(([name, page]) => ({
        ...page,
        ...{ name, feature, folders: inFeature(page.folders) },
        ...(page.firstPaint && {
          firstPaint: { ...page.firstPaint, followedBy: inFeature(page.firstPaint.followedBy) },
        }),
      }));
    });
  return checkPages(pages);
}
