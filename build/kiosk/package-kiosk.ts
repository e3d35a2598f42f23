/** Packs one vendor's kiosk. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { z } from 'zod';
import type { BuiltIn } from '../../electron/built-in.ts';
import { builderConfig, requirePublisher } from './builder-config.ts';
import { buildDeb } from './deb.ts';
import { readVendorFacts, stageApp } from './stage-app.ts';

export const TARGETS = ['dir', 'deb', 'nsis', 'msi', 'mac'] as const;
export type Target = (typeof TARGETS)[number];

export interface PackageOptions {
  /** The checkout's folder. */
  readonly root: string;
  readonly target: Target;
  /** Folder that `buildKioskRenderer` wrote for the vendor. */
  readonly renderer: string;
  /** Folder that `buildKioskShell` wrote. */
  readonly shell: string;
  readonly builtIn: BuiltIn;
  /** `dist/kiosk-package/{vendor}`; rebuilt. */
  readonly outDir: string;
  readonly electronDist: string | null;
  readonly publisher?: string | undefined;
  readonly camera: boolean;
  readonly homepage: string;
  readonly architecture: 'x64' | 'arm64';
  readonly log: (line: string) => void;
}

const packageSchema = z.object({ version: z.string(), devDependencies: z.object({ electron: z.string() }) });

const PLATFORM = {
  dir: Platform.LINUX,
  deb: Platform.LINUX,
  nsis: Platform.WINDOWS,
  msi: Platform.WINDOWS,
  mac: Platform.MAC,
} as const satisfies Record<Target, Platform>;
const BUILDER_TARGET = {
  dir: 'dir',
  deb: 'dir',
  nsis: 'nsis',
  msi: 'msi',
  mac: 'dmg',
} as const satisfies Record<Target, string>;

/** @returns the packed folder, or the one file that was made of it. */
export async function packageKiosk(options: PackageOptions): Promise<string> {
  const { root, target, renderer, shell, builtIn, outDir, electronDist, publisher, homepage, log } = options;
  requirePublisher(target, publisher);
  const { version, devDependencies } = packageSchema.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const vendor = readVendorFacts(renderer);
  rmSync(outDir, { recursive: true, force: true });
  const resources = join(outDir, 'resources');
  mkdirSync(resources, { recursive: true });
  if (vendor.icon !== undefined) cpSync(join(renderer, vendor.icon), join(resources, 'icon.png'));
  const app = stageApp({ folder: join(outDir, 'app'), shell, renderer, vendor, builtIn, version, homepage });

  log(`Packing the kiosk of ${vendor.slug} (${target}).`);
  const arch = options.architecture === 'arm64' ? Arch.arm64 : Arch.x64;
  const files = await build({
    projectDir: app,
    targets: PLATFORM[target].createTarget([BUILDER_TARGET[target]], arch),
    publish: 'never',
    config: builderConfig({
      vendor,
      outDir: join(outDir, 'packed'),
      resources,
      electronDist,
      electronVersion: devDependencies.electron,
      publisher,
      camera: options.camera,
      updates: builtIn.updates,
    }),
  });
  const folder = join(outDir, 'packed', arch === Arch.arm64 ? 'linux-arm64-unpacked' : 'linux-unpacked');
  if (target === 'dir') return folder;
  if (target === 'deb') {
    const os = join(root, 'electron', 'os');
    const architecture = arch === Arch.arm64 ? 'arm64' : 'amd64';
    return buildDeb({ packed: folder, os, work: outDir, outDir, vendor, version, homepage, architecture });
  }
  const [file] = files.filter((path) => existsSync(path));
  if (file === undefined) throw new Error('Nothing was made.');
  return file;
}
