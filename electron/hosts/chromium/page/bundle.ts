/** Makes one script of `page-script.ts` and what it imports. */
import { join } from 'node:path';
import { build } from 'vite';

/** About 0.3 s. @throws Error where the sources can't be bundled */
export async function bundlePageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      lib: { entry: join(import.meta.dirname, 'page-script.ts'), formats: ['iife'], name: 'carefrontPage' },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunks = outputs.flatMap(({ output }) => output).filter((part) => part.type === 'chunk');
  const [only] = chunks;
  if (only === undefined || chunks.length !== 1) throw new Error('The page script is not one file.');
  return only.code;
}
