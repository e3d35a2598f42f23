/** Other builds than the one in `dist/web`, as a server would have them after a release. */
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot, temporaryFolder } from './paths.ts';

export const currentBuild = join(projectRoot, 'dist', 'web');

/**
 * The build as if every script had changed: each has another name, and every mention of it follows, so that pages on
 * the build before find none of their files on the server.
 * @returns its folder
 */
export function nextBuild(from: string = currentBuild): string {
  const folder = temporaryFolder('next-build');
  cpSync(from, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const files = readdirSync(assets, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const scripts = files.filter(({ name }) => name.endsWith('.js'));
  const mentions = new RegExp(
    `(?<![\\w.-])(${scripts.map(({ name }) => name.replaceAll('.', '\\.')).join('|')})(?![\\w.-])`,
    'g',
  );
  const rewrite = (path: string) => {
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replaceAll(mentions, (name) => name.replace(/\.js$/, '-next.js')),
    );
  };
  for (const { parentPath, name } of scripts) {
    rewrite(join(parentPath, name));
    renameSync(join(parentPath, name), join(parentPath, name.replace(/\.js$/, '-next.js')));
  }
  rewrite(join(folder, 'index.html'));
  rewrite(join(folder, 'console.html'));
  rewrite(join(folder, '.vite', 'manifest.json'));
  rewrite(join(folder, '.vite', 'pages.json'));
  rewrite(join(folder, 'sw.js'));
  return folder;
}

/** The build whose worker removes itself: what `SELF_DESTROY=1` makes. */
export async function selfDestroyingBuild(): Promise<string> {
  const outDir = temporaryFolder('self-destroying');
  await build({
    root: projectRoot,
    mode: 'self-destroy',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}
