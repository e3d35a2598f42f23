/** Builds what is stale: the renderer into `dist/web`, the vendor packs into `dist/vendors`. `--force` builds all. */
import { join, resolve } from 'node:path';
import { build as viteBuild } from 'vite';
import { writePlatformApp } from './app/platform-app.ts';
import { splitWorker } from './app/split-worker.ts';
import { buildLogger } from './build-logger.ts';
import { copyLoaders } from './loader/loader.ts';
import { RENDERER_INPUTS } from './renderer-inputs.ts';
import { createStamps, hashInputs, type Stamps } from './stamps.ts';

export interface BuildOptions {
  /** The checkout's folder. */
  readonly root: string;
  readonly vendorsDir: string;
  /** Where stamps, `web` and `vendors` go. */
  readonly dist: string;
  readonly force: boolean;
  /** Whether one faulty pack makes the build fail, and not only a lack of good ones. */
  readonly strict: boolean;
  /** Builds the service worker that removes itself and its caches: the way out of a broken release. */
  readonly selfDestroy: boolean;
  readonly log: (line: string) => void;
}

const PACK_INPUTS = [
  'build/vendor',
  'build/theme',
  'sync/questionnaire',
  'sync/domain',
  'sync/protocol',
  'package-lock.json',
];

async function buildRenderer(options: BuildOptions, stamps: Stamps): Promise<boolean> {
  const output = join(options.dist, 'web');
  const inputs = [...RENDERER_INPUTS, 'build/app', 'build/chunks', 'build/loader'].map((input) =>
    join(options.root, input),
  );
  const hash = hashInputs(options.root, inputs, { selfDestroy: String(options.selfDestroy) });
  if (!options.force && stamps.isFresh('web', hash, join(output, 'index.html'))) return true;
  options.log('Building the app.');
  try {
    await viteBuild({
      root: options.root,
      logLevel: 'warn',
      customLogger: buildLogger(),
      mode: options.selfDestroy ? 'self-destroy' : 'production',
      build: { outDir: output, emptyOutDir: true },
    });
    if (!options.selfDestroy) splitWorker(output);
    // The same screens for a server, which writes the first of them into its pages: see `sync/server/web/prerender.ts`.
    await viteBuild({
      root: options.root,
      logLevel: 'warn',
      customLogger: buildLogger(),
      mode: 'prerender',
      build: { outDir: join(output, '.prerender') },
    });
    await writePlatformApp(output);
    await copyLoaders(options.root, output);
  } catch (error) {
    options.log(`The app could not be built: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
  stamps.record('web', hash);
  return true;
}

/** A pack with a fault is not published, and stops neither the others nor what was published of it before. */
async function buildPacks(options: BuildOptions, stamps: Stamps): Promise<boolean> {
  const output = join(options.dist, 'vendors');
  const inputs = [...PACK_INPUTS.map((input) => join(options.root, input)), options.vendorsDir];
  const hash = hashInputs(options.root, inputs, { vendorsDir: options.vendorsDir });
  if (!options.force && stamps.isFresh('vendors', hash, output)) return true;
  options.log('Compiling the vendor packs.');
  const { compileVendors } = await import('./vendor/compile.ts');
  const { vendors, faults } = await compileVendors({ vendorsDir: options.vendorsDir, outDir: output });
  for (const { file, path, message, remedy } of faults) options.log(`${file} ${path}: ${message}. ${remedy}`);
  if (faults.length === 0) stamps.record('vendors', hash);
  return options.strict ? faults.length === 0 : vendors.length > 0;
}

/** Resolves with whether everything could be built; faults of packs are logged one per line. */
export async function build(options: BuildOptions): Promise<boolean> {
  const stamps = createStamps(join(options.dist, 'stamps.json'));
  const app = await buildRenderer(options, stamps);
  const packs = await buildPacks(options, stamps);
  return app && packs;
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const built = await build({
    root,
    vendorsDir: resolve(root, process.env.VENDORS_DIR ?? 'vendors'),
    dist: join(root, 'dist'),
    force: process.argv.includes('--force'),
    strict: process.argv.includes('--strict'),
    selfDestroy: process.env.SELF_DESTROY === '1',
    log: (line) => console.log(line),
  });
  process.exit(built ? 0 : 1);
}
