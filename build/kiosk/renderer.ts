/**
 * Builds what a kiosk shows: the renderer's kiosk entry, with one vendor's pack and theme beside it, and the list of these files by which alone they
 * are served (`files.json`, see `electron/policy/built-files.ts`).
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build as viteBuild } from 'vite';
import { listBuiltFiles } from '../../electron/policy/built-files.ts';
import { buildLogger } from '../build-logger.ts';
import { RENDERER_INPUTS } from '../renderer-inputs.ts';
import { hashInputs } from '../stamps.ts';

export interface KioskRendererOptions {
  readonly vendor: string;
  /** `dist/kiosk/{vendor}` where absent. */
  readonly outDir?: string;
  /** The checkout's folder. */
  readonly root?: string;
  /** Where `npm run build` has put `vendors`; the app alone is kept in `kiosk-app` beside it. */
  readonly dist?: string;
  readonly log?: (line: string) => void;
}

/** Alphabets that none of our languages is written in. */
const FOREIGN_TYPE = /-(cyrillic|greek|hebrew|vietnamese|math|symbols|cyrillic-ext|greek-ext)-[^/]*\.woff2$/;

/** In a folder named by what it was built from: one that another process may be reading is never replaced. */
async function buildApp(root: string, dist: string, log: (line: string) => void): Promise<string> {
  const inputs = [...RENDERER_INPUTS, 'build/flatten-html.ts'].map((input) => join(root, input));
  const builds = join(dist, 'kiosk-app');
  const output = join(builds, hashInputs(root, inputs).slice(0, 16));
  if (existsSync(output)) return output;
  log('Building the kiosk’s app.');
  // Renamed once it is whole: a broken build would be taken for this one.
  const next = join(dist, `kiosk-app.${process.pid}.next`);
  await viteBuild({
    root,
    logLevel: 'warn',
    customLogger: buildLogger(),
    mode: 'kiosk',
    build: { outDir: next, emptyOutDir: true },
  });
  mkdirSync(builds, { recursive: true });
  const older = readdirSync(builds);
  try {
    renameSync(next, output);
  } catch (error) {
    // Another build of the same inputs was first: its folder is as good.
    if (!existsSync(output)) throw error;
    rmSync(next, { recursive: true, force: true });
    return output;
  }
  for (const name of older) rmSync(join(builds, name), { recursive: true, force: true });
  return output;
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** Name of the vendor's theme below its pack's files: it is at `/theme.css` in a kiosk, so that the page's HTML is the same for every vendor. */
function themeOf(pack: unknown): string {
  const url = typeof pack === 'object' && pack !== null && 'themeUrl' in pack ? pack.themeUrl : undefined;
  const name = typeof url === 'string' ? /\/files\/(theme\.[0-9a-f]+\.css)$/.exec(url)?.[1] : undefined;
  if (name === undefined) throw new Error('The compiled pack names no theme.');
  return name;
}

/**
 * @returns the folder with the kiosk's files. A folder of an earlier build is replaced as a whole, and only by one that is complete.
 * @throws Error where the vendor's pack isn't compiled, or a file is of a kind that the kiosk doesn't serve
 */
export async function buildKioskRenderer(options: KioskRendererOptions): Promise<string> {
  const { vendor, log = () => undefined } = options;
  const root = options.root ?? resolve(import.meta.dirname, '../..');
  const dist = options.dist ?? join(root, 'dist');
  const outDir = options.outDir ?? join(dist, 'kiosk', vendor);
  const app = await buildApp(root, dist, log);
  const source = join(dist, 'vendors', vendor);
  const pack: unknown = JSON.parse(readFileSync(join(source, 'pack.json'), 'utf8'));

  const next = `${outDir}.${process.pid}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  cpSync(app, next, { recursive: true, filter: (from) => !FOREIGN_TYPE.test(from) });
  cpSync(join(source, 'files'), join(next, 'connect', vendor, 'files'), { recursive: true });
  cpSync(join(source, 'files', themeOf(pack)), join(next, 'theme.css'));
  writeFileSync(join(next, 'pack.json'), JSON.stringify(pack));
  const files = new Map(
    filesIn(next).map((name) => [`/${name.replaceAll('\\', '/')}`, readFileSync(join(next, name))] as const),
  );
  writeFileSync(join(next, 'files.json'), JSON.stringify(listBuiltFiles(files)));
  rmSync(outDir, { recursive: true, force: true });
  renameSync(next, outDir);
  log(`The kiosk of ${vendor} is in ${relative(root, outDir)}.`);
  return outDir;
}

if (import.meta.main) {
  const [vendor] = process.argv.slice(2);
  if (vendor === undefined)
    throw new Error('Which vendor? node build/run.mjs build/kiosk/renderer.ts VENDOR');
  await buildKioskRenderer({ vendor, log: (line) => console.log(line) });
}
