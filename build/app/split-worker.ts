import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** As workbox writes it: the files that the worker stores. */
const LIST = /\[\{"revision":.*?\}\]/s;
const files = z.array(z.object({ url: z.string() })).min(1);

/**
 * Takes the worker's code out of `/sw.js`, into a script named by its hash: every release changes the list of files, which is a small part of it, and
 * few change the code, which devices then keep.
 * @param webDir the built app
 */
export function splitWorker(webDir: string): void {
  const path = join(webDir, 'sw.js');
  const source = readFileSync(path, 'utf8');
  const [list = '[]'] = LIST.exec(source) ?? [];
  files.parse(JSON.parse(list));
  const code = source.replace(list, () => 'globalThis.carefrontFiles');
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const script = `assets/service-worker-${hash}.js`;
  writeFileSync(join(webDir, script), code);
  // The policy allows a worker's scripts, too, by the app's own name alone.
  writeFileSync(
    path,
    `globalThis.carefrontFiles=${list};
importScripts(globalThis.trustedTypes?trustedTypes.createPolicy("carefront",{createScriptURL:()=>"/${script}"}).createScriptURL(""):"/${script}");
`,
  );
}
