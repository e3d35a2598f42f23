/** What a page's first paint needs of the build, by its route: loaded along with the page, not found out script by script. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Language, traitsOf } from '../../domain/languages.ts';
import type { Brand } from '../../domain/vendor/brand.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** Chunks by name: see `PAGES` in `vite.config.ts`. What is below the fold of a home brings its stylesheet, so that nothing moves. */
const CHUNKS = {
  home: { scripts: ['home', 'vendor'], texts: ['page-texts'], styles: ['rest.module'] },
  legal: { scripts: ['other', 'vendor'], texts: ['page-texts'], styles: [] },
  landing: { scripts: ['landing-form', 'landing', 'vendor'], texts: ['page-texts', 'texts'], styles: [] },
} as const;

export type PageKind = keyof typeof CHUNKS;

export interface Preloads {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly font: string | undefined;
  /** Forms need all of the pack before they show. */
  readonly wholePack: boolean;
}

export type FindPreloads = (kind: PageKind, language: Language, typeface: Brand['typeface']) => Preloads;

const NONE: Preloads = { scripts: [], styles: [], font: undefined, wholePack: false };

/** Without a manifest (nothing is built) there is nothing to preload. */
export async function openPreloads(webDir: string): Promise<FindPreloads> {
  const text = await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return () => NONE;
  const manifest: Manifest = manifestSchema.parse(JSON.parse(text));
  const files = Object.values(manifest).map(({ file }) => `/${file}`);
  const keyOf = (name: string) => Object.keys(manifest).find((key) => manifest[key]?.name === name);

  function closure(names: readonly string[]) {
    const seen = new Set<string>();
    const visit = (key: string | undefined) => {
      if (key === undefined || seen.has(key)) return;
      seen.add(key);
      for (const imported of manifest[key]?.imports ?? []) visit(imported);
    };
    for (const name of names) visit(keyOf(name));
    return [...seen].flatMap((key) => manifest[key] ?? []);
  }

  return (kind, language, typeface) => {
    const { scripts, texts, styles } = CHUNKS[kind];
    const loaded = closure([...scripts, ...texts.map((name) => `${name}-${language}`)]);
    const alphabet = traitsOf(language).script === 'latin' ? `${typeface}` : 'vazirmatn-arabic';
    return {
      wholePack: kind === 'landing',
      scripts: loaded.map(({ file }) => `/${file}`),
      styles: [...new Set([...loaded, ...closure(styles)].flatMap(({ css }) => css))].map(
        (file) => `/${file}`,
      ),
      font: files.find(
        (file) => file.startsWith(`/assets/${alphabet}`) && /-(latin|arabic)-wght-normal-/.test(file),
      ),
    };
  };
}
