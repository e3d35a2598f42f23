/** One page per contestant, built for production into a temporary folder. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import { messages } from '../../../build/messages/messages.ts';
import { ANCHORS_FOLDER, type Contestant } from './contestants.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The product's own aliases: what it ships is what is measured. */
const ourAliases = [
  {
    find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
    replacement: 'use-sync-external-store/with-selector.js',
  },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
];

function configOf({ id, entry }: Contestant, folder: string): InlineConfig {
  return {
    configFile: false,
    root: id === 'ours' ? ROOT : ANCHORS_FOLDER,
    mode: 'production',
    base: `/${id}/`,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: id === 'ours' ? ourAliases : [] },
    plugins: id === 'ours' ? [messages(), react()] : [],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: false,
      cssCodeSplit: false,
      // Whatever each package asks for; the names of its functions would help a profile, and cost bytes.
      minify: true,
      // One of them has a media query in its styles that no minifier takes.
      cssMinify: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.MAX_SAFE_INTEGER,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: entry,
        onLog(_level, log) {
          if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
        },
        output: { entryFileNames: 'page.js', assetFileNames: 'assets/[name]-[hash][extname]' },
      },
    },
  };
}

function htmlOf(
  id: string,
  files: {
    readonly styles: readonly string[];
    readonly scripts: readonly string[];
    readonly modules: readonly string[];
  },
): string {
  const at = (file: string) => `/${id}/${file}`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${id}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">`,
    // A blinking caret draws frames for as long as anybody waits: how long that is must not count.
    '<style>* { caret-animation: manual !important }</style>',
    ...files.styles.map((file) => `<link rel="stylesheet" href="${at(file)}">`),
    ...files.scripts.map((file) => `<script src="${at(file)}"></script>`),
    ...files.modules.map((file) => `<script type="module" src="${at(file)}"></script>`),
    '</head><body><main><h1>Form</h1><div id="form"></div></main></body></html>',
  ].join('\n');
}

/** @throws {Error} of the bundler */
export async function buildPage(contestant: Contestant, into: string): Promise<void> {
  const folder = join(into, contestant.id);
  mkdirSync(folder, { recursive: true });
  await build(configOf(contestant, folder));
  const copy = (path: string) => {
    mkdirSync(join(folder, 'prebuilt'), { recursive: true });
    const name = `prebuilt/${basename(path)}`;
    copyFileSync(join(ANCHORS_FOLDER, 'node_modules', path), join(folder, name));
    return name;
  };
  const { prebuilt } = contestant;
  const built = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  writeFileSync(
    join(folder, 'index.html'),
    htmlOf(contestant.id, {
      styles: [...built, ...(prebuilt?.styles ?? []).map(copy)],
      scripts: (prebuilt?.scripts ?? []).map(copy),
      modules: [...(prebuilt?.modules ?? []).map(copy), 'page.js'],
    }),
  );
}
