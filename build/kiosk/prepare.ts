/** Builds what every kiosk command needs of one vendor. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltIn } from '../../electron/built-in.ts';
import { build } from '../build.ts';
import { learnFromFile, learnFromServer } from './known-keys.ts';
import { buildKioskRenderer } from './renderer.ts';
import { buildKioskShell } from './shell.ts';
import { readVendorFacts, type VendorFacts } from './stage-app.ts';

export interface PreparedKiosk {
  readonly renderer: string;
  readonly shell: string;
  readonly vendor: VendorFacts;
  readonly builtIn: BuiltIn;
}

export interface PrepareOptions {
  readonly root: string;
  readonly vendor: string;
  readonly vendorsDir: string;
  /** Address of the vendor's server, `https://care.example/connect/willow`. */
  readonly server: string;
  /** A `kiosk.json`, in the place of asking the server. */
  readonly builtInFile: string | undefined;
  readonly log: (line: string) => void;
}

/** A fault of the command, or of the place: its message is all that they need. */
export class KioskCommandError extends Error {
  override readonly name = 'KioskCommandError';
}

export async function prepareKiosk(options: PrepareOptions): Promise<PreparedKiosk> {
  const { root, vendor: slug, vendorsDir, server, builtInFile, log } = options;
  const dist = join(root, 'dist');
  await build({ root, vendorsDir, dist, force: false, strict: false, selfDestroy: false, log });
  if (!existsSync(join(dist, 'vendors', slug, 'pack.json')))
    throw new KioskCommandError(`There is no vendor called ${slug} in ${vendorsDir}.`);
  const renderer = await buildKioskRenderer({ vendor: slug, root, log });
  const shell = await buildKioskShell({ root });
  const vendor = readVendorFacts(renderer);
  try {
    const builtIn =
      builtInFile === undefined
        ? await learnFromServer(slug, vendor.languages, server)
        : await learnFromFile(builtInFile);
    return { renderer, shell, vendor, builtIn };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    throw new KioskCommandError(
      `The vendor's keys could not be read from ${builtInFile ?? server}: ${why}\nA kiosk carries its clinic's public keys: start the server (npm start), or name it by --server, or name a kiosk.json by --built-in.`,
    );
  }
}

/** Prints the fault of a command without a stack, and any other one with it. */
export function endWith(error: unknown): never {
  if (error instanceof KioskCommandError || (error instanceof TypeError && 'code' in error))
    console.error(error.message);
  else console.error(error);
  process.exit(1);
}
