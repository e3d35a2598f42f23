/** The kiosk under Debian's Chromium, put together. `node main.ts --vendor V --data DIR`, for the rest see `arguments.ts` and README.md. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BUILT_IN_FILE, readBuiltIn } from '../../built-in.ts';
import { MANAGED_FILE } from '../../clinic/assignments.ts';
import { composeKiosk } from '../../compose.ts';
import { createKioskLog } from '../../log/events.ts';
import { REFUSED_EXIT_CODE } from '../../policy/arguments.ts';
import { builtFilesSchema } from '../../policy/built-files.ts';
import { createEspeak } from '../shared/commands/speech.ts';
import { createSupervisor, isSupervised } from '../shared/commands/supervisor.ts';
import { createKeyCodec } from '../shared/key-codec.ts';
import { protectBySecret } from '../shared/key-protection.ts';
import { readSoftwareRendering } from '../shared/rendering.ts';
import { findChromium } from './browser.ts';
import { createChromiumHost } from './host.ts';
import { createKeyboardLock, type KeyboardLock, noKeyboardLock } from './keyboard-lock.ts';
import { openMachineKey } from './machine-key.ts';
import { findPolicyFault } from './managed-policy.ts';
import { bundlePageScript } from './page/bundle.ts';
import { type HostArguments, judgeHostArguments } from './start/arguments.ts';
import { createStartSystem, judgeStartConditions, UNFIT_EXIT_CODE } from './start/start-conditions.ts';
import { platformOf } from './start/switches.ts';

/** `EX_SOFTWARE` of sysexits.h: the supervisor starts it again. */
const FAULT_EXIT_CODE = 70;
/** `EX_TEMPFAIL`: started again at once. */
const RELAUNCH_EXIT_CODE = 75;
const ROOT = resolve(import.meta.dirname, '../../..');
const { env: environment } = process;
const say = (line: string) => process.stderr.write(`${line}\n`);
// Where the core's own log isn't open yet: what the supervisor keeps, in the same closed words.
const log = createKioskLog({ now: Date.now, append: say });

function refuse(code: number, message: string): never {
  say(message);
  process.exit(code);
}

function relaunch(): void {
  // A supervisor starts it with a new compositor, too.
  if (isSupervised(environment) || process.execve === undefined) process.exit(RELAUNCH_EXIT_CODE);
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
}

async function readVersion(): Promise<string> {
  const json: unknown = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined;
  return typeof version === 'string' ? version : '0.0.0';
}

/** Nobody may leave a clinic's kiosk by a keyboard, whatever is on the screen. */
function holdKeys(given: HostArguments, platform: 'wayland' | 'x11'): KeyboardLock {
  const isClinics = isSupervised(environment);
  if (isClinics) {
    if (given.keepKeyboard)
      refuse(REFUSED_EXIT_CODE, '--keep-keyboard is not allowed on a supervised kiosk.');
    // There, a keyboard that is plugged in brings a keymap of its own.
    if (platform === 'x11')
      refuse(UNFIT_EXIT_CODE, 'A kiosk of a clinic needs a Wayland compositor: apt-get install cage');
    const fault = findPolicyFault();
    if (fault !== undefined) refuse(UNFIT_EXIT_CODE, fault);
  }
  if (given.keepKeyboard) {
    say('Warning: the keyboard is not locked. Anyone with a keyboard can leave the kiosk.');
    return noKeyboardLock;
  }
  const lock = createKeyboardLock({ platform, environment });
  if (lock.unfit !== undefined) refuse(UNFIT_EXIT_CODE, lock.unfit);
  return lock;
}

function fitMachine(given: HostArguments) {
  const conditions = judgeStartConditions(createStartSystem(), {
    runtimeFolder: environment.XDG_RUNTIME_DIR,
    allowSwap: given.allowSwap,
  });
  if (!conditions.ok) refuse(UNFIT_EXIT_CODE, conditions.message);
  if (conditions.swap === 'readable') {
    say(
      'Swap is allowed by --allow-swap: what a patient writes may come to lie on a disk, and stay readable there.',
    );
    log.fault('swap-allowed', undefined);
  }
  const platform = platformOf(environment);
  if (platform === undefined)
    refuse(UNFIT_EXIT_CODE, 'There is no screen: neither WAYLAND_DISPLAY nor DISPLAY is set.');
  const executable = findChromium();
  if (executable === undefined)
    refuse(UNFIT_EXIT_CODE, 'Chromium is not installed: apt-get install chromium');
  if (given.noSandboxForTests) {
    if (isSupervised(environment))
      refuse(REFUSED_EXIT_CODE, 'A kiosk of a clinic never runs without the sandbox.');
    say('Without the sandbox: for tests, and never for patients.');
  }
  return {
    memoryFolder: conditions.memoryFolder,
    platform,
    executable,
    keyboardLock: holdKeys(given, platform),
  };
}

async function run(given: HostArguments): Promise<void> {
  const machine = fitMachine(given);
  const folder = given.app ?? join(ROOT, 'dist', 'kiosk', given.vendor);
  const files = existsSync(join(folder, 'renderer')) ? join(folder, 'renderer') : folder;
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
  const builtIn = readBuiltIn(await json(join(folder, BUILT_IN_FILE)));
  if (builtIn.vendor !== given.vendor)
    refuse(REFUSED_EXIT_CODE, 'What is built here is another vendor’s kiosk.');
  const server = given.server?.replace(/\/$/, '') ?? builtIn.server;

  await mkdir(given.data, { recursive: true, mode: 0o700 });
  const key = openMachineKey(given.data, environment.CREDENTIALS_DIRECTORY);
  if (key.from === 'file')
    say(
      'The device’s key is protected by a file beside it, for want of a credential: see README.md, promise 9.',
    );
  const host = await createChromiumHost({
    vendor: given.vendor,
    version: await readVersion(),
    dataFolder: given.data,
    ...machine,
    manifest: builtFilesSchema.parse(await json(join(files, 'files.json'))),
    read: async (path) => new Uint8Array(await readFile(join(files, path))),
    pageScript: await bundlePageScript(),
    server,
    // Pages reckon with days, too.
    environment: { ...environment, ...(builtIn.timeZone === undefined ? {} : { TZ: builtIn.timeZone }) },
    window: given.window,
    softwareRendering: readSoftwareRendering(given.data),
    noSandboxForTests: given.noSandboxForTests,
    keyCodec: createKeyCodec(protectBySecret(key.secret)),
    speech: await createEspeak(),
    notifySupervisor: createSupervisor({ environment }),
    onExit: (code) => process.exit(code),
    onRelaunch: relaunch,
    onTampered: () => log.write('file.tampered', {}),
  });
  if (host === undefined) refuse(UNFIT_EXIT_CODE, 'Another kiosk already runs over this data folder.');
  if (given.assignment !== undefined) await copyFile(given.assignment, join(given.data, MANAGED_FILE));

  const kiosk = await composeKiosk(host, { ...builtIn, server });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void kiosk.stop());
  await kiosk.start();
}

process.umask(0o077);
const verdict = judgeHostArguments(process.argv.slice(2));
if (verdict.ok) {
  run(verdict.arguments).catch((error: unknown) => {
    log.fault('main', error);
    process.exit(FAULT_EXIT_CODE);
  });
} else {
  log.write('app.refused', { switches: [...verdict.names] });
  process.exit(REFUSED_EXIT_CODE);
}
