/**
 * A folder that looks to the packager like an unpacked Electron, where none can be had: the files that it renames, trims or removes, and a binary that
 * holds the marker and the wire of the nine fuses, all of them as Electron ships them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** What `@electron/fuses` looks for in a binary. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const WIRE_VERSION = 1;
/** As shipped: run as Node, no cookie encryption, options, inspection, no integrity, any app, own snapshot off, file privileges, trap handlers. */
export const SHIPPED = '101100011';

/** @param wire a digit for each fuse, `1` for one that is on */
export async function writeStandIn(folder: string, wire: string = SHIPPED): Promise<string> {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  const binary = Buffer.concat([
    Buffer.from('\x7fELF'),
    Buffer.alloc(4096),
    Buffer.from(SENTINEL),
    Buffer.of(WIRE_VERSION, wire.length),
    Buffer.from(wire),
    Buffer.alloc(4096),
  ]);
  writeFileSync(join(folder, 'electron'), binary, { mode: 0o755 });
  writeFileSync(join(folder, 'chrome-sandbox'), binary.subarray(0, 4), { mode: 0o755 });
  const app = join(folder, 'default-app');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'main.js'), "console.log('an app that anybody could be shown');");
  await createPackage(app, join(folder, 'resources', 'default_app.asar'));
  rmSync(app, { recursive: true });
  writeFileSync(join(folder, 'version'), '45.3.4');
  for (const file of [
    'LICENSE',
    'LICENSES.chromium.html',
    'icudtl.dat',
    'resources.pak',
    'snapshot_blob.bin',
  ])
    writeFileSync(join(folder, file), file);
  for (const language of ['en-US', 'es', 'ar', 'fr', 'de'])
    writeFileSync(join(folder, 'locales', `${language}.pak`), language);
  return folder;
}
