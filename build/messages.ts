/**
 * Turns each `messages/{language}.json` of the renderer (flat keys, ICU MessageFormat texts) into ES modules of functions, so that no
 * parser and no `eval` reaches a browser: the content security policy allows neither.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { catalogueOf } from './catalogues.ts';

interface Compiler {
  compile(text: string): unknown;
}
const require = createRequire(import.meta.url);
// Both are CommonJS whose declarations describe an ES module, which TypeScript takes for `{ default }`.
const MessageFormat: new (language: string, options: { requireAllArguments: boolean }) => Compiler =
  require('@messageformat/core');
const compileModule: (format: Compiler, texts: Record<string, string>) => string =
  require('@messageformat/core/compile-module.js');

const PREFIX = '\0messages:';

/**
 * Source of an ES module whose default export maps each key to a function of its parameters.
 * @throws {Error} with the key where a text isn't ICU MessageFormat
 */
export function compileMessages(
  language: string,
  texts: Readonly<Record<string, string>>,
  strict: boolean,
): string {
  // Latin digits in every language: codes and scores read the same on the phone and in the clinic.
  const format = new MessageFormat(`${language}-u-nu-latn`, { requireAllArguments: strict });
  for (const [key, text] of Object.entries(texts)) {
    try {
      format.compile(text);
    } catch (error) {
      throw new Error(`${key}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  return compileModule(format, { ...texts });
}

/**
 * Vite plugin; the same catalogues work in the build, the development server and vitest.
 * @param without areas whose texts this build has no screens for: they are empty in it
 */
export function messages(without: readonly string[] = []): Plugin {
  let strict = true;
  return {
    name: 'carefront-messages',
    enforce: 'pre',
    configResolved(config) {
      // A forgotten parameter throws while developing and testing; a patient sees the text with a gap instead.
      strict = config.command !== 'build';
    },
    resolveId(source, importer) {
      if (!source.endsWith('.json') || importer === undefined) return null;
      const file = source.startsWith('.') ? resolve(dirname(importer), source) : source;
      // The id must not end in .json, or Vite would parse our module as data.
      if (catalogueOf(file)) return `${PREFIX}${file}.mjs`;
      const fromRoot = resolve(`.${source}`);
      return source.startsWith('/') && catalogueOf(fromRoot) ? `${PREFIX}${fromRoot}.mjs` : null;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const file = id.slice(PREFIX.length, -'.mjs'.length);
      this.addWatchFile(file);
      const { area, language } = catalogueOf(file) ?? { area: '', language: '' };
      if (without.includes(area)) return { code: 'export default {};', moduleType: 'js' };
      const texts: unknown = JSON.parse(await readFile(file, 'utf8'));
      if (!isTexts(texts)) throw new Error(`${file} must map keys to texts`);
      try {
        return { code: compileMessages(language, texts, strict), moduleType: 'js' };
      } catch (error) {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    },
  };
}

export function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
