/** A patient with a Chromium of their own: a profile on disk that outlives the browser, which can be killed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { findChromium, findHeadlessChromium } from '../../build/find-chromium.ts';
import { temporaryFolder } from './paths.ts';
import { until } from './wait.ts';

export interface PatientOptions {
  /** A folder that may hold the profile of an earlier launch. */
  readonly profileDir?: string;
  /** A phone, 390 by 844, by default. */
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  readonly timezoneId?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** `reduce` by default: a click waits until what it clicks stands still, on every page of a form. */
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** As an unattended browser in a clinic is started: no cache on disk, no crash dumps, no spelling services. */
  readonly kiosk?: boolean;
  /** Where the browser around the page is part of what is tested: see `findHeadlessChromium`. A kiosk's always is. */
  readonly wholeBrowser?: boolean;
  /** Of sites in other sites' pages. By default it is `shared` with their own pages, which is not what browsers do today. */
  readonly framedStorage?: 'shared' | 'partitioned' | 'blocked';
  /**
   * `in full` where a test never leaves the network: each day it does without the service worker, which copies the whole app to a device that
   * was never here: more work than all else in such a test.
   */
  readonly worker?: 'daily' | 'in full';
  /** A clip that stands for what the camera sees (`camera-clip.ts`); a page still has to be allowed to look. The headless shell has none. */
  readonly camera?: string;
}

/** Playwright turns partitioning off, by the same switch: the last one counts. */
const PARTITIONED = ['--disable-features=PaintHolding'];
/** The whole browser lets other sites' frames store nothing where nobody has said otherwise; the shell of it doesn't ask. */
const ALLOWED = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
/** Blocks what other sites' frames store; only the whole browser reads it. */
const BLOCKED = { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } };

const KIOSK = [
  '--kiosk',
  '--disk-cache-size=1',
  '--media-cache-size=1',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-sync',
  '--disable-features=SpellcheckService,AutofillServerCommunication,OptimizationHints',
];

export interface Patient {
  readonly profileDir: string;
  /** Of the browser that runs now: another one after {@link Patient.relaunch}. */
  readonly context: BrowserContext;
  /** The first tab. */
  readonly page: Page;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** SIGKILL to the browser: nothing is flushed, nobody is told. Resolves when no process of it is left. */
  killBrowser(): Promise<void>;
  /** Opens the same profile again; offline if the patient was. */
  relaunch(): Promise<Page>;
  close(): Promise<void>;
}

const STEP_MS = 30_000;
const PHONE = { width: 390, height: 844 };

/** What a browser is told for {@link PatientOptions.worker}. */
export const serviceWorkersOf = (worker: PatientOptions['worker']): 'allow' | 'block' =>
  worker === 'in full' && process.env.FULL !== '1' ? 'block' : 'allow';

export function chromiumArguments(): string[] {
  const quiet = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}

/** Processes of Chromium that use a profile, by /proc: the browser itself first. */
function processesOf(profileDir: string): number[] {
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), arguments: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0') }];
      } catch {
        return [];
      }
    })
    .filter((command) => command.arguments.includes(`--user-data-dir=${profileDir}`));
  const isMain = (command: (typeof commands)[number]) =>
    !command.arguments.some((argument) => argument.startsWith('--type='));
  return commands.toSorted((one, other) => Number(isMain(other)) - Number(isMain(one))).map(({ pid }) => pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

export async function launchPatient(options: PatientOptions = {}): Promise<Patient> {
  const profileDir = options.profileDir ?? temporaryFolder('profile');
  const { profileDir: _, framedStorage, camera, viewport = PHONE, kiosk = false, ...others } = options;
  const {
    wholeBrowser = kiosk || framedStorage === 'blocked' || camera !== undefined,
    worker = 'daily',
    ...rest
  } = others;
  const preferences = join(profileDir, 'Default', 'Preferences');
  if (!existsSync(preferences)) {
    mkdirSync(join(profileDir, 'Default'), { recursive: true });
    writeFileSync(preferences, JSON.stringify(framedStorage === 'blocked' ? BLOCKED : ALLOWED));
  }
  const executable = wholeBrowser ? findChromium() : findHeadlessChromium();
  let offline = false;

  async function launch(): Promise<BrowserContext> {
    const opened = await chromium.launchPersistentContext(profileDir, {
      executablePath: executable ?? '/usr/bin/chromium',
      args: [
        ...chromiumArguments(),
        ...(kiosk ? KIOSK : []),
        ...(framedStorage === 'partitioned' ? PARTITIONED : []),
        ...(camera === undefined
          ? []
          : ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${camera}`]),
      ],
      headless: true,
      viewport,
      offline,
      serviceWorkers: serviceWorkersOf(worker),
      reducedMotion: 'reduce',
      ...rest,
    });
    // A step that can't be done fails by its own name, long before the whole test runs out of time.
    opened.setDefaultTimeout(STEP_MS);
    return opened;
  }
  let context = await launch();
  const firstPage = () => {
    const page = context.pages()[0];
    if (!page) throw new Error('The browser has no tab');
    return page;
  };
  const setOffline = async (value: boolean) => {
    offline = value;
    await context.setOffline(value);
  };

  return {
    profileDir,
    get context() {
      return context;
    },
    get page() {
      return firstPage();
    },
    goOffline: () => setOffline(true),
    goOnline: () => setOffline(false),
    async killBrowser() {
      const closed = new Promise((resolve) => context.once('close', resolve));
      const found = processesOf(profileDir);
      if (found.length === 0) throw new Error('No browser runs on this profile');
      for (const pid of found) kill(pid);
      await until('the browser is gone', () => processesOf(profileDir).length === 0);
      await closed;
    },
    async relaunch() {
      context = await launch();
      return context.pages()[0] ?? context.newPage();
    },
    close: () => context.close(),
  };
}
