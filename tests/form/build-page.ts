/** Builds the page of these tests, as the product is built, and serves it on loopback. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { messages } from '../../build/messages/messages.ts';

export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};
const ROOT = resolve(import.meta.dirname, '../..');

/** @param name - of the folder beside this file */
export async function servePage(name: 'page' | 'controls' = 'page'): Promise<ServedPage> {
  const folder = await mkdtemp(join(tmpdir(), 'form-page-'));
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, name),
    publicDir: false,
    logLevel: 'error',
    plugins: [messages(), react()],
    resolve: {
      alias: [
        // As in the product's own build.
        { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      ],
    },
    cacheDir: join(folder, 'cache'),
    server: { fs: { allow: [ROOT] } },
    build: { outDir: join(folder, 'web'), emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, 'web', pathname === '/' ? 'index.html' : pathname);
    readFile(file).then(
      (bytes) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
