/**
 * Which chunk a module travels in: the one of all modules that the same pages need. So a page loads a few files that compress well, where
 * one chunk for each set of import() that modules are shared by would be dozens of small ones (16 kB more for a form).
 */

import { dirname } from 'node:path';
import type { AppChunkName } from './pages.ts';

/** What is read of the bundler's module graph. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

export interface ChunkedPage {
  readonly name: string;
  /** What several features share travels together, whichever of their pages need it. */
  readonly feature: string;
  readonly folders: readonly string[];
  /** What others need, too, travels with that page's. */
  readonly leadsTo?: string | undefined;
  /** What these alone need is left to the bundler: each of their screens loads by itself. */
  readonly forStaff?: boolean;
  /** Too large for what it shares to come along with what others share. */
  readonly isLarge?: boolean;
  /** Visits go on here after a restart: it doesn't load what only others share. */
  readonly goesOn?: boolean;
}

export interface PageChunkOptions {
  /** Module where the app begins. */
  readonly entry: string;
  readonly pages: readonly ChunkedPage[];
  /** Modules, a library's for instance, that whatever imports them runs for long as it loads: what features share without them travels apart from what they share with them. */
  readonly isSlow?: (id: string) => boolean;
}

export interface PageChunks {
  /** @returns the chunk's name, e.g. `landing-form`; null where none of the pages needs the module. */
  chunkOf(id: string, graph: ModuleGraph): string | null;
  /** What is loaded by `import()` in one of these folders. */
  lazyIn(folders: readonly string[], graph: ModuleGraph): readonly string[];
}

function reachedFrom(roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id)) return;
    reached.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const root of roots) visit(root);
  return reached;
}

/** Modules that are loaded by `import()`, in the order in which they are found. */
function lazyModules(entry: string, graph: ModuleGraph): readonly string[] {
  const seen = new Set<string>();
  const lazy = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const found = graph.getModuleInfo(id);
    for (const imported of found?.importedIds ?? []) visit(imported);
    for (const imported of found?.dynamicallyImportedIds ?? []) {
      lazy.add(imported);
      visit(imported);
    }
  };
  visit(entry);
  return [...lazy];
}

/** What several features need where a page goes on, what several need of which one leads to such a page, and what none of those needs. */
export const SHARED: AppChunkName = 'shared';
const SHARED_AFTERWARDS: AppChunkName = 'afterwards';
const SHARED_ELSEWHERE: AppChunkName = 'common';
/** Of what features share, the part that makes schemas as it loads. */
export const SHARED_SCHEMAS: AppChunkName = 'schemas';
const ALL_SHARED: readonly (string | null)[] = [SHARED, SHARED_AFTERWARDS, SHARED_ELSEWHERE];

function nameOf(needing: readonly ChunkedPage[], goingOn: ReadonlySet<string>): string | null {
  if (needing.every(({ forStaff }) => forStaff)) return null;
  // By whom of the patients' pages: staff load what is theirs along, and no page of theirs what only staff share.
  const pages = needing.filter(({ forStaff }) => !forStaff);
  const features = [...new Set(pages.map(({ feature }) => feature))];
  if (features.length > 1) {
    if (pages.some(({ isLarge }) => isLarge)) return features.join('-');
    if (pages.some(({ goesOn }) => goesOn)) return SHARED;
    return pages.some(({ leadsTo }) => leadsTo !== undefined && goingOn.has(leadsTo))
      ? SHARED_AFTERWARDS
      : SHARED_ELSEWHERE;
  }
  if (pages.length === 1) return pages[0]?.name ?? null;
  // Nor does such a page load what those before it share with each other alone.
  const isBefore = pages.some(({ leadsTo }) => leadsTo === undefined);
  const travelsWith = (to: string) => pages.some(({ name }) => name === to) || !goingOn.has(to) || !isBefore;
  return [
    ...new Set(
      pages.map(({ name, leadsTo }) => (leadsTo !== undefined && travelsWith(leadsTo) ? leadsTo : name)),
    ),
  ].join('-');
}

export function createPageChunks({ entry, pages, isSlow = () => false }: PageChunkOptions): PageChunks {
  let lazy: readonly string[] | undefined;
  const lazyIn = (folders: readonly string[], graph: ModuleGraph) => {
    lazy ??= lazyModules(entry, graph);
    return folders.flatMap((folder) => {
      const found = lazy?.filter((id) => dirname(id) === folder) ?? [];
      if (found.length === 0)
        throw new Error(`A page begins in ${folder}, where nothing is loaded by import()`);
      return found;
    });
  };
  const goingOn = new Set(pages.filter(({ goesOn }) => goesOn).map(({ name }) => name));
  let known: readonly (readonly [ChunkedPage, ReadonlySet<string>])[] | undefined;
  return {
    lazyIn,
    chunkOf(id, graph) {
      known ??= pages.map((page) => [page, reachedFrom(lazyIn(page.folders, graph), graph)]);
      const name = nameOf(
        known.flatMap(([page, reached]) => (reached.has(id) ? [page] : [])),
        goingOn,
      );
      return ALL_SHARED.includes(name) && [...reachedFrom([id], graph)].some(isSlow) ? SHARED_SCHEMAS : name;
    },
  };
}
