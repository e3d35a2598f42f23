/**
 * Which chunk a module travels in: the one of all modules that the same pages need. So a page loads a few files that compress well, where
 * one chunk for each set of import() that modules are shared by would be dozens of small ones (16 kB more for a form).
 */

/** What is read of the bundler's module graph. */
export interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** A page's name, and the modules that it loads: its screen's and those that follow by themselves. */
export type Pages = Readonly<Record<string, readonly string[]>>;

function reachedFrom(roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id)) return;
    const found = graph.getModuleInfo(id);
    if (found === null && roots.includes(id))
      throw new Error(`A page begins with ${id}, which is not in the build`);
    reached.add(id);
    for (const imported of found?.importedIds ?? []) visit(imported);
  };
  for (const root of roots) visit(root);
  return reached;
}

/**
 * @param merged - by a chunk's name, the chunk that its modules travel in instead
 * @returns the chunk's name, e.g. `landing-form`; null where none of the pages needs the module.
 */
export function createPageChunks(
  pages: Pages,
  merged: Readonly<Record<string, string>> = {},
): (id: string, graph: ModuleGraph) => string | null {
  let known: readonly (readonly [string, ReadonlySet<string>])[] | undefined;
  return (id, graph) => {
    known ??= Object.entries(pages).map(([page, roots]) => [page, reachedFrom(roots, graph)] as const);
    const needing = known.flatMap(([page, reached]) => (reached.has(id) ? [page] : []));
    const name = needing.join('-');
    return name === '' ? null : (merged[name] ?? name);
  };
}
