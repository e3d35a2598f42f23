/** Reads the compiled packs that `build/vendor` has written: `{vendor}/pack.json` and `{vendor}/files/**`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CompiledVendorPack } from '../../domain/vendor/published-pack.ts';
import { formHash } from '../../questionnaire/index.ts';
import { StartupError } from '../base/process/startup-error.ts';

export interface CompiledPack {
  readonly pack: CompiledVendorPack;
  /** By form hash. */
  readonly definitions: ReadonlyMap<string, unknown>;
  /** The folder whose files stand at `/connect/{vendor}/files/`. */
  readonly filesDir: string;
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const color = z.string().regex(/^#[0-9a-f]{6}$/);
const letterScheme = z.object({
  paper: color,
  sheet: color,
  ink: color,
  softInk: color,
  heading: color,
  accent: color,
  onAccent: color,
  second: color,
  tint: color,
  rule: color,
});
/** What this server relies on; the compiler has checked the rest, and the whole is passed on as it is. */
const packSchema = z.looseObject({
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  name: z.string(),
  demo: z.boolean(),
  packHash: hash,
  timezone: z.string(),
  themeUrl: z.string(),
  themeColor: z.object({ light: z.string(), dark: z.string() }),
  letterColors: z.object({ light: letterScheme, dark: letterScheme }),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
  questionnaires: z.array(
    z.looseObject({
      slug: z.string(),
      canonical: z.string(),
      formHash: hash,
      consents: z.array(z.unknown()),
    }),
  ),
  rules: z.array(z.looseObject({ id: z.string(), questionnaire: z.string() })),
  legal: z.array(z.looseObject({ slug: z.string(), version: z.string() })),
  serviceAreas: z.array(z.looseObject({ place: z.string() })),
  files: z.array(z.string()),
});

function isPack(value: unknown): value is CompiledVendorPack {
  return packSchema.safeParse(value).success;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new StartupError(`${path} is missing or not JSON: compile the vendor packs again.`);
  }
}

async function readPack(folder: string, slug: string): Promise<CompiledPack> {
  const path = join(folder, 'pack.json');
  const pack = await readJson(path);
  if (!isPack(pack) || pack.slug !== slug)
    throw new StartupError(`${path} is not a compiled pack of "${slug}": compile the vendor packs again.`);
  const definitions = new Map<string, unknown>();
  for (const { formHash: stated } of pack.questionnaires) {
    const file = join(folder, 'files', 'questionnaires', `${stated}.json`);
    const definition = await readJson(file);
    if ((await formHash(definition)) !== stated)
      throw new StartupError(`${file} does not have the hash of its name: compile the vendor packs again.`);
    definitions.set(stated, definition);
  }
  return { pack, definitions, filesDir: join(folder, 'files') };
}

/** @throws StartupError with the file at fault. */
export async function readPacks(packsDir: string): Promise<readonly CompiledPack[]> {
  const entries = await readdir(packsDir, { withFileTypes: true }).catch(() => {
    throw new StartupError(
      `PACKS_DIR ${packsDir} is no folder that can be read: compile the vendor packs first.`,
    );
  });
  const slugs = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(slugs.toSorted().map((slug) => readPack(join(packsDir, slug), slug)));
}
