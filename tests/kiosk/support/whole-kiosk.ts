/** A whole kiosk as a clinic has it: the real server, the real core, Debian's Chromium on a screen, the built renderer; driven by its own page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { learnFromServer } from '../../../build/kiosk/known-keys.ts';
import { buildKioskRenderer } from '../../../build/kiosk/renderer.ts';
import type { BuiltIn } from '../../../electron/built-in.ts';
import type { Kiosk } from '../../../electron/core/kiosk.ts';
import { kioskFolderOf } from '../../../electron/hosts/chromium/host.ts';
import { findMemoryFolder } from '../../../electron/hosts/chromium/start/memory-storage.ts';
import { createStartSystem } from '../../../electron/hosts/chromium/start/start-conditions.ts';
import type { KeptBack, ViewFailure } from '../../../electron/hosts/host.ts';
import { languages } from '../../../sync/domain/languages.ts';
import {
  enrolmentCodeSchema,
  type KioskConfigView,
  type KioskView,
  kioskListSchema,
} from '../../../sync/protocol/api/console-kiosks.ts';
import { type NewAppointment, type Today, todaySchema } from '../../../sync/protocol/api/day.ts';
import type { InboxItem } from '../../../sync/protocol/api/inbox.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import type { DemoVendor } from '../../support/vendors.ts';
import { until } from '../../support/wait.ts';
import { type Display, openDisplay } from './display.ts';
import { runKiosk } from './run-kiosk.ts';
import { Visitor } from './visitor.ts';

export const STAFF_PIN = '402817';
const STORY_LINES = 30;

/** The console's own requests, as its screens make them. */
export interface Desk {
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  today(): Promise<Today>;
  kiosk(): Promise<KioskView>;
  /** From the kiosk's next report on. */
  configures(changes: Partial<KioskConfigView>): Promise<void>;
  inbox(): Promise<readonly InboxItem[]>;
}

/** @param server whose demo account of that vendor signs in */
async function openDesk(server: TestServer, vendor: string): Promise<Desk> {
  const account = new RegExp(`([^(\\s]+@${vendor}\\.example), password ([^)\\s]+)`).exec(server.output());
  if (!account) throw new Error(`The server names no demo account of ${vendor}.`);
  const [, email, password] = account;
  const below = `${server.origin}/console/${vendor}/api/`;
  let cookie = '';
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    isFirstTry = path !== 'session',
  ): Promise<unknown> => {
    const answer = await fetch(`${below}${path}`, {
      method,
      headers: {
        origin: server.origin,
        cookie,
        // One that is idle may be closed at the very moment it is used again.
        connection: 'close',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // Staff who were away for longer than their session lasts sign in again.
    if (answer.status === 401 && isFirstTry) {
      await signIn();
      return await call(method, path, body, false);
    }
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer.status === 204 ? undefined : await answer.json();
  };
  const signIn = () => call('POST', 'session', { email, password });
  await signIn();
  const kiosk = async () => {
    const [found] = kioskListSchema.parse(await call('GET', 'kiosks')).kiosks;
    if (!found) throw new Error('There is no kiosk.');
    return found;
  };
  return {
    kiosk,
    today: async () => todaySchema.parse(await call('GET', 'today')),
    async configures(changes) {
      const { id, name, config } = await kiosk();
      await call('POST', `kiosks/${id}/settings`, { name, config: { ...config, ...changes } });
    },
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    async inbox() {
      const answer = await call('GET', 'inbox?filter=open');
      if (typeof answer !== 'object' || answer === null || !('items' in answer)) throw new Error('No inbox.');
      return answer.items as readonly InboxItem[];
    },
  };
}

export interface WholeKiosk {
  /** What it was built with, the files of its pages, and its screen: for one that runs in a process of its own. */
  readonly builtIn: BuiltIn;
  readonly files: string;
  readonly display: string;
  readonly server: TestServer;
  readonly desk: Desk;
  readonly dataFolder: string;
  /** Profiles of Chromium, in memory. */
  readonly memoryFolder: string;
  /** In which that one is made. */
  readonly memoryRoot: string;
  readonly failures: (readonly [number, ViewFailure])[];
  readonly keptBack: KeptBack[];
  readonly exits: number[];
  /** What pages wrote to their console as errors. */
  readonly errors: string[];
  /** The page that is shown; another one for each patient. */
  page(): Page;
  /** Waits for a page that isn't `before`. */
  nextPage(before: Page): Promise<Page>;
  /** As the supervisor ends and starts it, over the same folders. */
  restart(): Promise<void>;
  /** The end of its log, and what its host and pages told of: what a wait in vain has to say. */
  story(): string;
  /** Moves the kiosk's clocks forward: what it waits for by them is over, and what it has set a timer for isn't. */
  pass(milliseconds: number): void;
  /** Does what stops a page for so long that the watchdog would take it for dead. */
  withoutWatchdog<T>(work: () => Promise<T>): Promise<T>;
  /** Ends the kiosk alone. */
  stopKiosk(): Promise<void>;
  close(): Promise<void>;
}

export interface WholeKioskOptions {
  readonly vendor: DemoVendor;
  readonly size?: readonly [width: number, height: number];
}

/** Not enrolled yet: see {@link enrol}. */
export async function startWholeKiosk({
  vendor,
  size = [1080, 1920],
}: WholeKioskOptions): Promise<WholeKiosk> {
  // Files of its own: a build while it runs would change them under it.
  const outDir = join(temporaryFolder('kiosk-files'), vendor);
  const [server, files] = await Promise.all([startServer(), buildKioskRenderer({ vendor, outDir })]);
  const display: Display = await openDisplay(...size);
  const desk = await openDesk(server, vendor);
  const dataFolder = temporaryFolder('kiosk');
  const memoryRoot = findMemoryFolder(createStartSystem(), undefined);
  if (memoryRoot === undefined) throw new Error('There is no folder in memory here.');
  const builtIn = await learnFromServer(vendor, [...languages], `${server.origin}/connect/${vendor}`);
  const exits: number[] = [];
  const errors: string[] = [];
  const keptBack: KeptBack[] = [];
  const failures: (readonly [number, ViewFailure])[] = [];
  let shown: Page | undefined;
  let stopping = false;
  let ahead = 0;
  let holds = 0;
  const stops: Promise<void>[] = [];
  let kiosk: Kiosk | undefined;

  /** As the supervisor starts it: also after it has ended to be restarted, as it does once it is enrolled. */
  const run = async (): Promise<void> => {
    const started = await runKiosk({
      ...{ vendor, dataFolder, memoryFolder: memoryRoot, files, builtIn, display: display.name },
      ahead: () => ahead,
      holdsTimers: () => holds > 0,
      onExit(code) {
        exits.push(code);
        kiosk = undefined;
      },
      onRelaunch() {
        if (!stopping)
          stops.push(run().catch((error: unknown) => void errors.push(`relaunch: ${String(error)}`)));
      },
      onTampered: () => failures.push([0, 'integrity-failure']),
      onShown(page) {
        shown = page;
        // A press waits until what it presses stands still.
        page.emulateMedia({ reducedMotion: 'reduce' }).catch(() => undefined);
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text());
        });
        page.on('pageerror', (error) => errors.push(String(error)));
      },
    });
    started.host.onKeptBack((what) => keptBack.push(what));
    started.host.onViewFailure((view, failure) => failures.push([view, failure]));
    kiosk = started.kiosk;
    await kiosk.start();
  };
  async function stopKiosk(): Promise<void> {
    await Promise.all(stops);
    const before = exits.length;
    await kiosk?.stop();
    kiosk = undefined;
    await until('the kiosk has ended', () => exits.length > before);
  }
  const story = (): string => {
    const folder = join(dataFolder, 'log');
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').trim().split('\n'),
    );
    return [...lines.slice(-STORY_LINES), JSON.stringify({ failures, exits, errors, keptBack })].join('\n');
  };
  const anotherPage = (before: Page | undefined) =>
    until('another page is shown', () => (shown === before ? undefined : shown)).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${story()}`);
    });
  await run();
  await anotherPage(undefined);
  return {
    ...{ builtIn, files, display: display.name },
    ...{ server, desk, dataFolder, failures, keptBack, exits, errors },
    page() {
      if (shown === undefined) throw new Error('Nothing is shown.');
      return shown;
    },
    memoryFolder: kioskFolderOf(memoryRoot, dataFolder),
    memoryRoot,
    nextPage: anotherPage,
    async restart() {
      const before = shown;
      if (kiosk !== undefined) await stopKiosk();
      await run();
      await anotherPage(before);
    },
    pass(milliseconds) {
      ahead += milliseconds;
    },
    async withoutWatchdog(work) {
      holds += 1;
      try {
        return await work();
      } finally {
        holds -= 1;
      }
    },
    ...{ stopKiosk, story },
    async close() {
      stopping = true;
      if (kiosk !== undefined) await stopKiosk();
      await display.close();
      await server.close();
    },
  };
}

/** What staff do on both sides: a code from the console, typed at the kiosk. */
async function newEnrolmentCode(desk: Desk): Promise<string> {
  const { code } = enrolmentCodeSchema.parse(
    await desk.post('kiosks/enrolments', { name: 'Front door', pin: STAFF_PIN }),
  );
  return code;
}

/**
 * Makes it the vendor's kiosk, by hand, and waits until it takes patients.
 * @param appointments that are there before it is
 */
export async function enrol(kiosk: WholeKiosk, appointments: readonly NewAppointment[] = []): Promise<void> {
  const { desk } = kiosk;
  for (const appointment of appointments) await desk.post('today/appointments', appointment);
  const before = kiosk.page();
  const staff = new Visitor(before);
  await staff.sees(staff.words('kiosk', 'enrol.title'));
  await staff.types(
    before.getByLabel(staff.words('kiosk', 'enrol.label'), { exact: true }),
    await newEnrolmentCode(desk),
  );
  await staff.presses(staff.words('kiosk', 'enrol.submit'));
  await knowsTheDay(kiosk, 0);
}

/** Waits until the kiosk on this page has the list of today: before that everybody is a walk-in. */
export async function knowsTheDay({ server, page, story }: WholeKiosk, asked: number): Promise<void> {
  const isList = (request: string) => request.endsWith('/kiosk/v1/check-in-list');
  await until('the list of today was told', () => server.network.answered().filter(isList)[asked]).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${story()}`);
    },
  );
  await new Visitor(page()).sees(new Visitor(page()).words('kiosk', 'attract.title'));
}
