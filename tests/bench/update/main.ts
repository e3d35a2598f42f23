/**
 * What a device that has the app downloads after a release in which one leaf screen's text or code has changed: two builds, the second with that
 * change, compared file by file. `npm run bench -- update [SCREEN]`, by default the legal texts' screen.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { splitWorker } from '../../../build/app/split-worker.ts';
import { temporaryFolder } from '../../support/paths.ts';

const root = resolve(import.meta.dirname, '../../..');
const [screen = 'renderer/features/legal/legal-screen.tsx'] = process.argv.slice(2);
const changed = resolve(root, screen);

async function built(withChange: boolean): Promise<ReadonlyMap<string, Buffer>> {
  const outDir = temporaryFolder('update');
  let isChanged = false;
  await build({
    root,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    plugins: [
      {
        name: 'carefront-one-change',
        enforce: 'pre',
        transform(code, id) {
          if (!withChange || id.split('?')[0] !== changed) return undefined;
          isChanged = true;
          return `${code}\nexport const changedSince = 'A sentence that was not there before.';\nglobalThis.changedSince = changedSince;`;
        },
      },
    ],
  });
  if (withChange && !isChanged) throw new Error(`${screen} is in no build`);
  splitWorker(outDir);
  const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(assets\/.*\.(js|css)|sw\.js|index\.html)$/.test(name),
  );
  const files = new Map(names.map((name) => [name, readFileSync(join(outDir, name))]));
  rmSync(outDir, { recursive: true });
  return files;
}

const before = await built(false);
const after = await built(true);
const fresh = [...after].filter(([name, content]) => !before.get(name)?.equals(content));
const sizes = fresh.map(([name, content]) => [name, gzipSync(content).length] as const);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
const whole = [...after.values()].reduce((sum, content) => sum + gzipSync(content).length, 0);
console.log(`After a change of ${screen} (${after.size} files, ${(whole / 1000).toFixed(0)} kB gzipped):`);
for (const [name, bytes] of sizes) console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${name}`);
console.log(`  ${(total / 1000).toFixed(1).padStart(6)} kB  in all, ${sizes.length} files`);
