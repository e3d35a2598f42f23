import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { appChunks } from './build/chunks/app-chunks.ts';
import { leanPreload } from './build/chunks/lean-preload.ts';
import { staffApart } from './build/chunks/staff-apart.ts';
import { flattenHtml } from './build/flatten-html.ts';
import { narrowFonts } from './build/fonts/narrow-fonts.ts';
import { messages } from './build/messages/messages.ts';
import { plainNumbers } from './build/messages/plain-numbers.ts';
import { tests } from './tests/support/projects.ts';

const root = import.meta.dirname;
/** The kiosk's build: its own entry, no service worker, nothing of the console. What is added per vendor: see `build/kiosk/renderer.ts`. */
const KIOSK_MODE = 'kiosk';
/** The screens of `renderer/app/prerender.tsx` for a server, with all that they import: servers have no React installed. */
const PRERENDER_MODE = 'prerender';
const isOfKiosk = (folder: string) => folder.startsWith('kiosk/');
/** A kiosk has no store of its own, and of a feature what its `parts.ts` names. */
function isNotOfKiosk(folder: string): boolean {
  const feature = /^features\/[^/]+/.exec(folder)?.[0];
  return feature === undefined
    ? folder.startsWith('device/')
    : !existsSync(resolve(root, 'renderer', feature, 'parts.ts'));
}

export default defineConfig(({ mode, command }) => {
  const isApp = mode !== KIOSK_MODE && mode !== PRERENDER_MODE;
  const chunks = appChunks(root);
  const apart = staffApart(chunks.ofStaff);
  return {
    root,
    appType: 'spa' as const,
    publicDir: false as const,
    define: {
      __SELF_DESTROY__: JSON.stringify(mode === 'self-destroy'),
      ...(mode === PRERENDER_MODE ? { 'process.env.NODE_ENV': '"production"' } : {}),
    },
    ...(mode === PRERENDER_MODE ? { ssr: { noExternal: true } } : {}),
    resolve: {
      alias: [
        // The same source, not translated for browsers that the app doesn't run in anyway.
        { find: /^dexie$/, replacement: resolve(root, 'node_modules/dexie/dist/modern/dexie.mjs') },
        {
          find: /^workbox-window$/,
          replacement: resolve(root, 'node_modules/workbox-window/build/workbox-window.prod.mjs'),
        },
        // React has it itself since version 18.
        {
          find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
          replacement: resolve(root, 'renderer/base/with-selector.ts'),
        },
        { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      ],
    },
    plugins: [
      messages(
        mode === KIOSK_MODE ? isNotOfKiosk : mode === 'test' ? undefined : isOfKiosk,
        isApp && mode !== 'test' ? chunks.firstTexts : undefined,
      ),
      plainNumbers(),
      ...(mode === PRERENDER_MODE ? [] : [narrowFonts(root)]),
      flattenHtml(mode === KIOSK_MODE ? 'renderer/kiosk/index.html' : 'renderer/index.html'),
      react(),
      ...(isApp ? [chunks.plugin, leanPreload(), apart] : []),
      // In tests there is nothing to precache, and the worker is tested from the build.
      ...(mode === 'test' || mode === KIOSK_MODE || mode === PRERENDER_MODE
        ? []
        : [
            VitePWA({
              strategies: 'injectManifest',
              srcDir: 'renderer/service-worker',
              // The output takes its name from the source: /sw.js.
              filename: 'sw.ts',
              injectRegister: false,
              manifest: false,
              devOptions: { enabled: false },
              integration: {
                configureCustomSWViteBuild(worker) {
                  worker.logLevel = 'warn';
                },
              },
              injectManifest: {
                rollupFormat: 'iife',
                sourcemap: false,
                minify: true,
                // The worker that removes itself precaches nothing.
                ...(mode === 'self-destroy' ? { injectionPoint: '' } : {}),
                // The shell's HTML is not here: the server writes it per vendor, and the worker fetches it at install.
                globPatterns: ['assets/**/*.{js,css,woff2,svg}'],
                // Alphabets that none of our languages is written in.
                globIgnores: [
                  '**/*-{cyrillic,greek,hebrew,vietnamese,math,symbols}-*.woff2',
                  '**/*-{cyrillic,greek}-ext-*.woff2',
                  // Words and names that a password is compared with: 1 MB, of use only where a password is set, which takes a network.
                  '**/strength-worker-*.js',
                ],
                maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
                dontCacheBustURLsMatching: /^assets\//,
                manifestTransforms: [
                  (entries) => ({ manifest: entries.filter(({ url }) => apart.isKept(url)), warnings: [] }),
                ],
              },
            }),
          ]),
    ],
    server: {
      port: 5173,
      proxy:
        command === 'serve'
          ? {
              '^/(api|healthz|manifest\\.webmanifest)': `http://localhost:${process.env.PORT ?? '4173'}`,
              '^/connect/[^/]+/(sync|files|pack\\.json|keys\\.json|manifest\\.webmanifest)': `http://localhost:${process.env.PORT ?? '4173'}`,
              '^/console/[^/]+/api': `http://localhost:${process.env.PORT ?? '4173'}`,
            }
          : {},
    },
    build: {
      outDir: 'dist/web',
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: false,
      // A FHIRPath engine and a password's word lists are loaded by whom they are of use to.
      chunkSizeWarningLimit: 2_000,
      ...(mode === PRERENDER_MODE ? { ssr: resolve(root, 'renderer/app/prerender.tsx') } : {}),
      manifest: isApp,
      // A changed chunk changes the map in the page, and no chunk that imports it.
      chunkImportMap: isApp,
      // An inlined asset would need `data:` where the policy has none, and would not be cached apart.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: chunks.preloadsOf },
      rolldownOptions: {
        ...(mode === PRERENDER_MODE
          ? {}
          : {
              input: resolve(root, mode === KIOSK_MODE ? 'renderer/kiosk/index.html' : 'renderer/index.html'),
            }),
        // The engine is pure: what of it a page doesn't call needn't travel because a table is built as its module loads.
        // So are the design's basics, of which a page needs a few.
        treeshake: {
          moduleSideEffects: [
            { test: /\/sync\/questionnaire\//, sideEffects: false },
            { test: /\/renderer\/design\/basic\/.*\.tsx?$/, sideEffects: false },
          ],
        },
        output: {
          codeSplitting: { groups: isApp ? chunks.groups : [] },
        },
      },
    },
    test: tests,
  };
});
