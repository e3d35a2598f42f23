/**
 * Bundles the kiosk's main process and its preload: two CommonJS files that need nothing but Electron and what Node has built in, so that no package is
 * ever packed. No source maps: they would carry the sources onto every clinic's machine.
 */
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { build as viteBuild } from 'vite';

export interface KioskShellOptions {
  /** The checkout's folder. */
  readonly root?: string;
  /** `dist/kiosk-shell` where absent. */
  readonly outDir?: string;
}

/** Node of Electron 45. */
const MAIN_TARGET = 'node24';
/** Chromium of Electron 45, whose sandbox a preload runs in. */
const PRELOAD_TARGET = 'chrome150';

async function bundle(
  options: Readonly<Record<'root' | 'entry' | 'outDir' | 'name' | 'target', string>>,
  isExternal: (id: string) => boolean,
): Promise<void> {
  const { root, entry, outDir, name, target } = options;
  await viteBuild({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, entry),
      outDir,
      emptyOutDir: false,
      target,
      sourcemap: false,
      minify: true,
      rolldownOptions: {
        external: isExternal,
        output: { format: 'cjs', entryFileNames: name, codeSplitting: false },
      },
    },
  });
}

/** @returns the folder with `main.cjs` and `preload.cjs`. */
export async function buildKioskShell(options: KioskShellOptions = {}): Promise<string> {
  const root = options.root ?? resolve(import.meta.dirname, '../..');
  const outDir = options.outDir ?? join(root, 'dist', 'kiosk-shell');
  await bundle(
    {
      root,
      entry: 'electron/hosts/electron/preload.ts',
      outDir,
      name: 'preload.cjs',
      target: PRELOAD_TARGET,
    },
    (id) => id === 'electron',
  );
  await bundle(
    { root, entry: 'electron/hosts/electron/main.ts', outDir, name: 'main.cjs', target: MAIN_TARGET },
    (id) => id === 'electron' || isBuiltin(id),
  );
  return outDir;
}
