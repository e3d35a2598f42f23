/** The kiosk under Electron, put together. The one file that loads Electron; what it does is decided in `shell/` and in the core (`compose.ts`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import electron, { type Session, type WebContentsView } from 'electron';
import electronUpdater from 'electron-updater';
import { BUILT_IN_FILE, readBuiltIn } from '../../built-in.ts';
import { composeKiosk } from '../../compose.ts';
import { createKioskLog } from '../../log/events.ts';
import { builtFilesSchema } from '../../policy/built-files.ts';
import { createEspeak, noSpeech } from '../shared/commands/speech.ts';
import { createSupervisor, isSupervised } from '../shared/commands/supervisor.ts';
import { createKeyCodec } from '../shared/key-codec.ts';
import { chooseKeyProtection, NO_KEY_STORE_EXIT_CODE } from '../shared/key-protection.ts';
import { readSoftwareRendering } from '../shared/rendering.ts';
import { prepareBeforeReady } from './before-ready.ts';
import { createElectronHost } from './electron-host.ts';
import { dataFolderOf, volatileFoldersOf } from './folders.ts';
import { findMemoryFolder, makeEmptyFolder } from './memory-folder.ts';
import { createElectronUpdater } from './updater.ts';

/** `EX_SOFTWARE` of sysexits.h: the supervisor starts it again. */
const FAULT_EXIT_CODE = 70;
const SCHEME = 'carefront';
const { app, safeStorage } = electron;
const { env: environment, platform } = process;
const development = !app.isPackaged;
const argv = process.argv.slice(development ? 2 : 1);
const dataFolder = dataFolderOf({ platform, environment, userData: app.getPath('userData') });
const memory = findMemoryFolder({ environment });
const folders = volatileFoldersOf({ memory, temp: app.getPath('temp'), dataFolder, platform });
// Where the core's own log isn't open yet: what the supervisor keeps, in the same closed words.
const log = createKioskLog({ now: Date.now, append: (line) => process.stderr.write(`${line}\n`) });

// Without a listener, Electron would show a dialog that nobody can close.
process.on('uncaughtException', (error) => {
  log.fault('uncaught', error);
  app.exit(FAULT_EXIT_CODE);
});
process.on('unhandledRejection', (error) => log.fault('unhandled', error));

async function run(): Promise<void> {
  await app.whenReady();
  const protection = await chooseKeyProtection({ platform, environment, safeStorage, development });
  if (protection === undefined) {
    process.stderr.write('No key store and no credential: see "Keys" in electron/os/README.md.\n');
    app.exit(NO_KEY_STORE_EXIT_CODE);
    return;
  }
  const folder = app.getAppPath();
  const json = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, path), 'utf8'));
  const builtIn = readBuiltIn(await json(BUILT_IN_FILE));
  // Elsewhere the operating system brings new versions: program files there belong to root, or to who manages the machine.
  const feed = platform === 'win32' && !development ? builtIn.updates : undefined;
  const manifest = builtFilesSchema.parse(await json('renderer/files.json'));
  const host = createElectronHost<WebContentsView, Session>(electron, {
    origin: `${SCHEME}://kiosk`,
    manifest,
    read: async (path) => new Uint8Array(await readFile(join(folder, 'renderer', path))),
    preload: join(folder, 'preload.cjs'),
    dataFolder,
    crashDumps: folders.crashDumps,
    keyCodec: createKeyCodec(protection),
    speech: platform === 'linux' ? await createEspeak() : noSpeech,
    notifySupervisor: createSupervisor({ environment }),
    platform,
    argv,
    appPath: folder,
    supervised: isSupervised(environment),
    onTampered: () => log.write('file.tampered', {}),
    updates: feed === undefined ? undefined : { feed, session: () => electronUpdater.autoUpdater.netSession },
  });
  // Before there is a page: pages reckon with days, too, and their processes inherit it.
  if (builtIn.timeZone !== undefined) process.env.TZ = builtIn.timeZone;
  const updater =
    feed === undefined
      ? undefined
      : createElectronUpdater(electronUpdater.autoUpdater, {
          feed,
          monotonic: host.clock.monotonic,
          onFault: (error) => log.fault('updater', error),
        });
  const kiosk = await composeKiosk(host, builtIn, { updater });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void kiosk.stop());
  await kiosk.start();
}

const goesOn = prepareBeforeReady<Session>(electron, {
  argv,
  scheme: SCHEME,
  softwareRendering: readSoftwareRendering(dataFolder),
  folders,
  makeFolders: ({ crashDumps, sessionData }) => {
    makeEmptyFolder(crashDumps);
    if (sessionData !== undefined) makeEmptyFolder(sessionData);
  },
  onRefused: (names) => log.write('app.refused', { switches: [...names] }),
});
if (goesOn) {
  run().catch((error: unknown) => {
    log.fault('main', error);
    app.exit(FAULT_EXIT_CODE);
  });
}
