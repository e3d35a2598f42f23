/**
 * Loaded with `--import` into processes of the server. Node looks up and parses the package.json of each module that it resolves; drizzle-orm's
 * has 180 kB and three hundred modules: half a second of processor time at each start. They import each other by relative paths that
 * need no lookup. Workers import no database.
 */
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const PACKAGE = '/node_modules/drizzle-orm/';

if (isMainThread)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context;
      if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL?.includes(PACKAGE))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
      return nextResolve(specifier, context);
    },
  });
