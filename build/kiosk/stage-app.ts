/** Lays out the app of one vendor's kiosk: what is packed, and nothing else. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { BUILT_IN_FILE, type BuiltIn } from '../../electron/built-in.ts';

/** Name of the program, of its folder below `/opt` and of its package. */
export const PROGRAM = 'carefront-kiosk';

const packSchema = z.object({
  slug: z.string(),
  name: z.string(),
  legalName: z.string(),
  locales: z.array(z.string()).min(1),
  contact: z.object({ email: z.string().optional() }),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
});
/** What packaging needs of a compiled pack. */
export interface VendorFacts {
  readonly slug: string;
  readonly name: string;
  readonly legalName: string;
  readonly languages: readonly string[];
  readonly email: string | undefined;
  /** Path of the largest icon without transparency rules of its own, from the renderer's folder. */
  readonly icon: string | undefined;
}

/** @param renderer folder that `buildKioskRenderer` wrote */
export function readVendorFacts(renderer: string): VendorFacts {
  const pack = packSchema.parse(JSON.parse(readFileSync(join(renderer, 'pack.json'), 'utf8')));
  const { slug, name, legalName, locales, contact, icons } = pack;
  const [icon] = icons
    .filter(({ purpose }) => purpose === 'any')
    .toSorted((one, other) => Number.parseInt(other.sizes, 10) - Number.parseInt(one.sizes, 10));
  return { slug, name, legalName, languages: locales, email: contact.email, icon: icon?.src };
}

export interface StageOptions {
  readonly folder: string;
  /** Folder with `main.cjs` and `preload.cjs`. */
  readonly shell: string;
  readonly renderer: string;
  readonly vendor: VendorFacts;
  readonly builtIn: BuiltIn;
  /** Of the product, `1.2.3`. */
  readonly version: string;
  readonly homepage: string;
}

/** @returns the app's folder, rebuilt: `package.json`, the two bundles, `kiosk.json` and the renderer's files. */
export function stageApp(options: StageOptions): string {
  const { folder, shell, renderer, vendor, builtIn, version, homepage } = options;
  if (builtIn.vendor !== vendor.slug)
    throw new Error(`The keys are those of ${builtIn.vendor}, and the pack is that of ${vendor.slug}.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['main.cjs', 'preload.cjs']) cpSync(join(shell, file), join(folder, file));
  cpSync(renderer, join(folder, 'renderer'), { recursive: true });
  writeFileSync(join(folder, BUILT_IN_FILE), JSON.stringify(builtIn));
  const about = {
    name: PROGRAM,
    productName: `${vendor.name} kiosk`,
    version,
    description: `The kiosk of ${vendor.name}`,
    homepage,
    author: { name: vendor.legalName, email: vendor.email ?? `kiosk@${new URL(homepage).hostname}` },
    license: 'UNLICENSED',
    private: true,
    main: 'main.cjs',
    desktopName: `${PROGRAM}.desktop`,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
  return folder;
}
