/**
 * Turns each `messages/{language}.json` of the renderer (flat keys, ICU MessageFormat texts) into ES modules of functions, so that no
 * parser and no `eval` reaches a browser: the content security policy allows neither.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { catalogueFolders, catalogueOf } from './catalogues.ts';

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
/** Modules that load each catalogue by `area/language`: see `renderer/i18n/catalogue-files.d.ts`. */
const FILES = 'virtual:catalogue-files';
const MORE_FILES = 'virtual:more-catalogue-files';
const RENDERER = resolve(import.meta.dirname, '../../renderer');

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

/** Source of a module that loads catalogues. Those without screens need no file: they have no texts. */
function catalogueTable(has: (area: string) => boolean, without: (folder: string) => boolean): string {
  const lines = catalogueFolders(RENDERER).flatMap((folder) =>
    readdirSync(resolve(RENDERER, folder))
      .map((name) => resolve(RENDERER, folder, name))
      .flatMap((file) => {
        const found = catalogueOf(file);
        if (!found || !has(found.area)) return [];
        const load = without(folder) ? 'none' : `() => import(${JSON.stringify(file)})`;
        return [`  ${JSON.stringify(`${found.area}/${found.language}`)}: ${load},`];
      }),
  );
  return `const none = async () => ({ default: {} });\nexport default {\n${lines.join('\n')}\n};\n`;
}

/**
 * Vite plugin; the same catalogues work in the build, the development server and vitest.
 * @param without of a catalogues' folder, from the renderer's, whether this build has no screens for it: they have no texts in it
 * @param atOnce areas that pages may need as they open: every page loads where their files are. All of them where absent.
 */
export function messages(
  without: (folder: string) => boolean = () => false,
  atOnce?: readonly string[],
): Plugin {
  let strict = true;
  const isAtOnce = (area: string) => atOnce?.includes(area) ?? true;
  return {
    name: 'carefront-messages',
    enforce: 'pre',
    configResolved(config) {
      // A forgotten parameter throws while developing and testing; a patient sees the text with a gap instead.
      strict = config.command !== 'build';
    },
    resolveId(source, importer) {
      if (source === FILES || source === MORE_FILES) return `\0${source}`;
      if (!source.endsWith('.json') || importer === undefined) return null;
      const file = source.startsWith('.') ? resolve(dirname(importer), source) : source;
      // The id must not end in .json, or Vite would parse our module as data.
      if (catalogueOf(file)) return `${PREFIX}${file}.mjs`;
      const fromRoot = resolve(`.${source}`);
      return source.startsWith('/') && catalogueOf(fromRoot) ? `${PREFIX}${fromRoot}.mjs` : null;
    },
    async load(id) {
      if (id === `\0${FILES}`) return { code: catalogueTable(isAtOnce, without), moduleType: 'js' };
      if (id === `\0${MORE_FILES}`)
        return { code: catalogueTable((area) => !isAtOnce(area), without), moduleType: 'js' };
      if (!id.startsWith(PREFIX)) return null;
      const file = id.slice(PREFIX.length, -'.mjs'.length);
      this.addWatchFile(file);
      const language = catalogueOf(file)?.language ?? '';
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
