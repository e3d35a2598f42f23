/** `npm run kiosk:package -- --vendor V --server ADDRESS [--target dir|deb|nsis|msi|mac]`: packs one vendor's kiosk. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBuiltIn } from '../../electron/built-in.ts';
import { findElectron } from './find-electron.ts';
import { packageKiosk, TARGETS } from './package-kiosk.ts';
import { endWith, KioskCommandError, prepareKiosk } from './prepare.ts';

const root = resolve(import.meta.dirname, '../..');
const USAGE = `npm run kiosk:package -- --vendor V --server https://…/connect/V (or --built-in kiosk.json) [--target ${TARGETS.join('|')}] [--publisher NAME] [--updates URL] [--camera] [--homepage URL] [--arch x64|arm64]`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      vendor: { type: 'string' },
      server: { type: 'string' },
      'built-in': { type: 'string' },
      target: { type: 'string', default: 'dir' },
      publisher: { type: 'string' },
      updates: { type: 'string' },
      homepage: { type: 'string' },
      arch: { type: 'string', default: 'x64' },
      camera: { type: 'boolean', default: false },
    },
  });
  const { vendor, publisher, arch, camera } = values;
  const builtInFile = values['built-in'];
  const target = TARGETS.find((one) => one === values.target);
  if (vendor === undefined || target === undefined || (arch !== 'x64' && arch !== 'arm64'))
    throw new KioskCommandError(USAGE);
  if (values.server === undefined && builtInFile === undefined)
    throw new KioskCommandError(`A package is for one server: say which by --server.\n${USAGE}`);
  const log = (line: string) => console.log(line);
  const electronDist = findElectron(root)?.dist ?? null;
  if (electronDist === null) log('ELECTRON_DIST names no unpacked Electron: electron-builder fetches one.');
  const prepared = await prepareKiosk({
    root,
    vendor,
    vendorsDir: resolve(root, process.env.VENDORS_DIR || 'vendors'),
    server: values.server ?? '',
    builtInFile,
    log,
  });
  const updates = values.updates?.replace(/\/$/, '');
  if (updates !== undefined && target !== 'nsis')
    throw new KioskCommandError(
      'Only --target nsis brings updates by itself: for the others the operating system does.',
    );
  const made = await packageKiosk({
    root,
    target,
    ...prepared,
    builtIn: readBuiltIn({ ...prepared.builtIn, ...(updates === undefined ? {} : { updates }) }),
    outDir: join(root, 'dist', 'kiosk-package', vendor),
    electronDist,
    publisher,
    camera,
    homepage: values.homepage ?? new URL(prepared.builtIn.server).origin,
    architecture: arch,
    log,
  });
  log(`Made ${made}`);
}

main().catch(endWith);
