/**
 * The app's chunks: a few for each page (`pages.json` of the features), and those of the rooms that all of them share. Leaves for the server,
 * in `.vite/pages.json`, what the first paint of a page loads.
 */
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { languages } from '../../sync/domain/languages.ts';
import type { BuiltPage } from '../../sync/server/web/built-pages.ts';
import { catalogueOf } from '../messages/catalogues.ts';
import { type ChunkedPage, createPageChunks, type ModuleGraph, SHARED } from './page-chunks.ts';
import { type AppChunkName, type Page, readPages } from './pages.ts';

/** What no first paint shows, though all of the design's basics are imported from one place. */
const NOT_AT_FIRST = /\/design\/basic\/status\/(?:steps|disclosure|status-line)\./;
/** Of the line below every page, and of the help that a form loads once its first question is there. */
const EMERGENCY = /\/sync\/domain\/emergency\//;
const PAGE_ROUTES = /\/renderer\/(?:app\/page-routes|features\/[^/]+\/routes)\.ts$/;
/** The control of a number and the one of a quantity share most of what they are. */
const NUMBERS = /\/renderer\/(?:form|design)\/controls\/number\//;
/** What an operation is, and three kinds, whether there is a store, and what notes unfinished forms: a few hundred bytes that many pages share, each with others. */
const OPERATIONS =
  /\/sync\/protocol\/(?:operations\/(?:about|operation|intake-submit|safety-alert|cart-save)|base\/blobs)\.ts$|\/renderer\/device\/(?:newcomer|note-unfinished)\.ts$|\/sync\/client\/store\/database-name\.ts$/;
/** Its schemas are made as a module loads: tens of milliseconds on a cheap phone, also where no screen reads one. */
const SCHEMAS = /\/node_modules\/zod\//;
/** Texts of every page. */
const PAGE_TEXTS = { name: 'page-texts' satisfies AppChunkName, areas: ['shell', 'design'] };

/** A file per language for texts that are always loaded together: `page-texts-en`. */
function textsChunk(pages: readonly Page[]): (id: string) => string | null {
  const groups = [
    PAGE_TEXTS,
    ...pages.map(({ feature, texts }) => ({ name: `${feature}-texts`, areas: texts })),
  ];
  return (id) => {
    const catalogue = catalogueOf(id.replace(/\.mjs$/, ''));
    const group = catalogue && groups.find(({ areas }) => areas.includes(catalogue.area));
    return group ? `${group.name}-${catalogue.language}` : null;
  };
}

/** A chunk and all that it imports. */
function closure(files: Iterable<string>, bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] {
  const seen = new Map<string, Rolldown.OutputChunk>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || seen.has(file)) return;
    seen.set(file, chunk);
    chunk.imports.forEach(visit);
  };
  for (const file of files) visit(file);
  return [...seen.values()];
}

const stylesOf = (chunks: readonly Rolldown.OutputChunk[]) =>
  chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);

export function appChunks(root: string) {
  const renderer = resolve(root, 'renderer');
  const pages = readPages(join(renderer, 'features'));
  const rooms: readonly (ChunkedPage & { readonly name: AppChunkName })[] = [
    { name: 'frame', feature: 'frame', folders: [join(renderer, 'app')] },
    // What comes after the first paint of every page of a vendor brings no form along; a form's page has neither this header nor this footer.
    {
      name: 'later',
      feature: 'later',
      folders: [join(renderer, 'shell/later'), join(renderer, 'app/header')],
    },
    { name: 'device', feature: 'device', folders: [join(renderer, 'device/browser')], isLarge: true },
    {
      name: 'store',
      feature: 'device',
      folders: [join(renderer, 'platform/store')],
      leadsTo: 'device',
      isLarge: true,
    },
    {
      name: 'sending',
      feature: 'device',
      folders: [join(renderer, 'platform/sending')],
      leadsTo: 'device',
      isLarge: true,
    },
  ];
  const { chunkOf, lazyIn } = createPageChunks({
    entry: join(renderer, 'app/main.tsx'),
    pages: [...rooms, ...pages],
    isSlow: (id) => SCHEMAS.test(id),
  });
  const textsOf = textsChunk(pages);
  const pageOf = (id: string, graph: ModuleGraph) => {
    if (EMERGENCY.test(id)) return 'emergency' satisfies AppChunkName;
    if (OPERATIONS.test(id)) return 'operations' satisfies AppChunkName;
    return NOT_AT_FIRST.test(id) ? SHARED : chunkOf(id, graph);
  };
  // Where visits begin, or go on after a restart.
  const first = pages.filter(({ firstPaint, goesOn }) => firstPaint || goesOn).map(({ name }) => name);
  const isFirst = new RegExp(`/(${first.join('|')})-[\\w-]{8}\\.js$`);

  function builtPage(page: Page, graph: ModuleGraph, bundle: Rolldown.OutputBundle): readonly BuiltPage[] {
    if (!page.firstPaint) return [];
    const { path, prerendered, wholePack, followedBy } = page.firstPaint;
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const holding = (ids: readonly string[]) =>
      closure(
        chunks.flatMap(({ moduleIds, fileName }) =>
          ids.some((id) => moduleIds.includes(id)) ? [fileName] : [],
        ),
        bundle,
      );
    const loaded = holding(lazyIn(page.folders, graph));
    const names = [PAGE_TEXTS.name, ...(page.texts.length > 0 ? [`${page.feature}-texts`] : [])];
    const textsIn = (language: string) =>
      closure(
        chunks.flatMap(({ name, fileName }) =>
          names.some((each) => name === `${each}-${language}`) ? [fileName] : [],
        ),
        bundle,
      ).map(({ fileName }) => fileName);
    const texts = Object.fromEntries(languages.map((language) => [language, textsIn(language)]));
    return [
      {
        ...{ path, prerendered, wholePack, texts },
        scripts: loaded.map(({ fileName }) => fileName),
        styles: [
          ...new Set(
            stylesOf([
              ...loaded,
              ...chunks.filter(({ moduleIds }) =>
                moduleIds.some((id) => /\.css(\?|$)/.test(id) && followedBy.includes(dirname(id))),
              ),
            ]),
          ),
        ],
      },
    ];
  }

  const plugin: Plugin = {
    name: 'carefront-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({
          type: 'asset',
          fileName: '.vite/pages.json',
          source: JSON.stringify(pages.flatMap((page) => builtPage(page, this, bundle))),
        });
      },
    },
  };

  return {
    plugin,
    /** Areas of texts that a vendor's pages need as they open. Others find theirs in a second list. */
    firstTexts: [
      ...PAGE_TEXTS.areas,
      ...pages.flatMap(({ texts, firstPaint }) => (firstPaint?.path.startsWith('/') ? [] : texts)),
    ],
    /** Features whose screens are for staff alone. */
    ofStaff: pages.filter(({ forStaff }) => forStaff).map(({ feature }) => feature),
    /**
     * Each script that is preloaded is listed in the entry, by a name that doesn't compress: only screens that visits begin with are worth
     * it. Stylesheets are always listed, so that no screen shows without its own. The page itself lists what its entry imports.
     */
    preloadsOf: (file: string, dependencies: string[], { hostType }: { readonly hostType: 'html' | 'js' }) =>
      dependencies.filter(
        (name) =>
          hostType === 'html' ||
          name.endsWith('.css') ||
          (isFirst.test(file) && !/\/rolldown-runtime-/.test(name)),
      ),
    groups: [
      { name: textsOf, debugName: 'texts', priority: 1, includeDependenciesRecursively: false },
      { name: 'numbers', test: NUMBERS, priority: 1, includeDependenciesRecursively: false },
      // What every first paint needs (see `renderer/app/first-screens.ts`) travels as one file: a dozen small ones compress worse, by 3.6 kB.
      { name: 'start', tags: ['$initial'], priority: 2 },
      // Routes of pages that a vendor's document does without: in a page's own chunk each would bring that page.
      { name: 'page-routes', test: PAGE_ROUTES, priority: 1, includeDependenciesRecursively: false },
      { name: pageOf, debugName: 'page', includeDependenciesRecursively: false },
    ] satisfies (Rolldown.CodeSplittingGroup & { readonly name: AppChunkName | typeof pageOf })[],
  };
}
