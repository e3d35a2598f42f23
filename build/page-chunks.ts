/**
 * Which chunk a module travels in: the one of all modules that the same pages need. So a page loads a few files that compress well, where
 * one chunk for each set of import() that modules are shared by would be dozens of small ones (16 kB more for a form).
 */

import { dirname } from 'node:path';

/** What is read of the bundler's module graph. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

export interface PageChunkOptions {
  /** Module where the app begins. */
  readonly entry: string;
  /**
   * A page's name, and the folders of what it loads once it has all that it may need: in each of them what is loaded by `import()`, a screen above all,
   * with everything that this imports. Folders below them are not meant.
   */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** By a chunk's name, the chunk that its modules travel in instead. */
  readonly merged?: Readonly<Record<string, string>>;
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

/** @returns the chunk's name, e.g. `landing-form`; null where none of the pages needs the module. */
export function createPageChunks({
  entry,
  pages,
  merged = {},
}: PageChunkOptions): (id: string, graph: ModuleGraph) => string | null {
  function modulesOfPages(graph: ModuleGraph) {
    const lazy = lazyModules(entry, graph);
    return Object.entries(pages).map(([page, folders]) => {
      const roots = folders.flatMap((folder) => {
        const found = lazy.filter((id) => dirname(id) === folder);
        if (found.length === 0)
          throw new Error(`The page ${page} begins in ${folder}, where nothing is loaded by import()`);
        return found;
      });
      return [page, reachedFrom(roots, graph)] as const;
    });
  }
  let known: ReturnType<typeof modulesOfPages> | undefined;
  return (id, graph) => {
    known ??= modulesOfPages(graph);
    const needing = known.flatMap(([page, reached]) => (reached.has(id) ? [page] : []));
    const name = needing.join('-');
    return name === '' ? null : (merged[name] ?? name);
  };
}
