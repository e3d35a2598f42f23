/** electron-builder's configuration for one vendor's kiosk. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { setFuses } from './fuses.ts';
import { PROGRAM, type VendorFacts } from './stage-app.ts';

export interface BuilderOptions {
  readonly vendor: VendorFacts;
  readonly outDir: string;
  /** Folder with the vendor's icon as `icon.png`. */
  readonly resources: string;
  /** An unpacked Electron; null fetches one, which needs the network. */
  readonly electronDist: string | null;
  readonly electronVersion: string;
  /** As in the certificate: what Windows compares an update with. */
  readonly publisher?: string | undefined;
  readonly camera: boolean;
  /** Where an installed kiosk finds new versions of itself; undefined where the operating system brings them. */
  readonly updates?: string | undefined;
}

/** Chromium's own texts (of its menus, which nobody sees), for the languages that there are. */
const BASE_LANGUAGE = 'en-US';

function binaryOf({ appOutDir, packager, electronPlatformName }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  return join(appOutDir, electronPlatformName === 'win32' ? `${productFilename}.exe` : PROGRAM);
}

const resourcesOf = ({ appOutDir, packager, electronPlatformName }: AfterPackContext): string =>
  electronPlatformName === 'darwin'
    ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
    : join(appOutDir, 'resources');

/** What electron-builder leaves behind of a distribution that it didn't fetch itself, and the fuses. */
export async function finishPackage(context: AfterPackContext): Promise<void> {
  const resources = resourcesOf(context);
  // An app that anybody could be shown in the place of ours.
  rmSync(join(resources, 'default_app.asar'), { force: true });
  rmSync(join(context.appOutDir, 'version'), { force: true });
  // An updater that doesn't know the publisher installs what anybody signed.
  const updates = join(resources, 'app-update.yml');
  if (existsSync(updates) && !/^publisherName:/m.test(readFileSync(updates, 'utf8')))
    throw new Error('app-update.yml names no publisher.');
  await setFuses(binaryOf(context));
}

/** @param vendor whose name and icon it bears @throws Error for Windows without a publisher, see {@link finishPackage} */
export function builderConfig(options: BuilderOptions): Configuration {
  const { vendor, outDir, resources, electronDist, electronVersion, publisher, camera, updates } = options;
  const languages = [BASE_LANGUAGE, ...vendor.languages.filter((language) => language !== 'en')];
  return {
    appId: `health.carefront.kiosk.${vendor.slug}`,
    productName: `${vendor.name} kiosk`,
    executableName: PROGRAM,
    artifactName: `${PROGRAM}-${vendor.slug}-\${version}-\${os}-\${arch}.\${ext}`,
    copyright: vendor.legalName,
    directories: { output: outDir, buildResources: resources },
    electronDist,
    electronVersion,
    electronLanguages: languages,
    asar: true,
    // Everything that was laid out, and nothing that a package might bring.
    files: ['package.json', 'main.cjs', 'preload.cjs', 'kiosk.json', 'renderer/**', '!**/*.map', '!**/.*'],
    npmRebuild: false,
    nodeGypRebuild: false,
    // With this, electron-builder writes `latest.yml` beside the installer, and `app-update.yml` into it.
    publish: updates === undefined ? null : { provider: 'generic', url: updates },
    afterPack: finishPackage,
    linux: {
      target: ['dir'],
      executableName: PROGRAM,
      icon: join(resources, 'icon.png'),
      category: 'MedicalSoftware',
      maintainer: `${vendor.legalName} <${vendor.email ?? 'kiosk@carefront.example'}>`,
      desktop: { desktopActions: {} },
    },
    win: {
      target: ['nsis', 'msi'],
      icon: join(resources, 'icon.png'),
      requestedExecutionLevel: 'asInvoker',
      ...(publisher === undefined ? {} : { signtoolOptions: { publisherName: [publisher] } }),
    },
    nsis: {
      oneClick: false,
      // What belongs to the machine, the kiosk's own account could not exchange: nobody is there to confirm it.
      perMachine: updates === undefined,
      allowElevation: updates === undefined,
      allowToChangeInstallationDirectory: false,
      createDesktopShortcut: false,
      createStartMenuShortcut: false,
      runAfterFinish: false,
      deleteAppDataOnUninstall: false,
    },
    msi: {
      perMachine: true,
      oneClick: true,
      createDesktopShortcut: false,
      createStartMenuShortcut: false,
      runAfterFinish: false,
    },
    mac: {
      target: ['dmg'],
      icon: join(resources, 'icon.png'),
      category: 'public.app-category.medical',
      hardenedRuntime: true,
      minimumSystemVersion: '13.0',
      extendInfo: camera
        ? { NSCameraUsageDescription: 'To take pictures of a card or of what you want to show.' }
        : {},
    },
  };
}

/** @throws Error where Windows would install an update that anybody signed: electron-builder's updater then doesn't look. */
export function requirePublisher(target: string, publisher: string | undefined): void {
  if ((target === 'nsis' || target === 'msi') && (publisher === undefined || publisher.trim() === ''))
    throw new Error('For Windows, say by --publisher whose certificate signs it.');
}
