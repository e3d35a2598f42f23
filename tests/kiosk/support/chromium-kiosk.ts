/** The host under test, with a page of the tests' own instead of the kiosk's. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { callChannel, eventChannel } from '../../../electron/bridge/contract-shape.ts';
import { isTrusted } from '../../../electron/bridge/guard.ts';
import { findChromium } from '../../../electron/hosts/chromium/browser.ts';
import { createChromiumHost, kioskFolderOf } from '../../../electron/hosts/chromium/host.ts';
import { createKeyboardLock } from '../../../electron/hosts/chromium/keyboard-lock.ts';
import { bundlePageScript } from '../../../electron/hosts/chromium/page/bundle.ts';
import { findMemoryFolder } from '../../../electron/hosts/chromium/start/memory-storage.ts';
import { createStartSystem } from '../../../electron/hosts/chromium/start/start-conditions.ts';
import type { KeptBack, KioskHost, KioskView, ViewFailure } from '../../../electron/hosts/host.ts';
import { noSpeech } from '../../../electron/hosts/shared/commands/speech.ts';
import { createKeyCodec } from '../../../electron/hosts/shared/key-codec.ts';
import { protectBySecret } from '../../../electron/hosts/shared/key-protection.ts';
import { listBuiltFiles } from '../../../electron/policy/built-files.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { until } from '../../support/wait.ts';
import { type DisplayOptions, openDisplay } from './display.ts';

const PAGES = join(import.meta.dirname, '..', 'page');
const FILES = ['index.html', 'probe.js', 'last.js', 'worker.js', 'probe.json'];

/** Why it can't be driven here; undefined where it can. */
export function chromiumKioskIsMissing(): string | undefined {
  if (process.platform !== 'linux') return 'the Chromium host is for Linux';
  return findChromium() === undefined ? 'Chromium is not installed: npm test names the packages' : undefined;
}

export interface TestKiosk {
  readonly host: KioskHost;
  readonly display: string;
  readonly dataFolder: string;
  readonly memoryFolder: string;
  /** The host's own in it: nobody else's processes are ever looked at. */
  readonly folder: string;
  readonly keptBack: KeptBack[];
  readonly failures: (readonly [number, ViewFailure])[];
  /** What is shown: for hands, and for what no page of ours would do. */
  page(): Promise<Page>;
  /** Makes a page, shows it and waits until it has called. */
  open(): Promise<KioskView>;
  /** Shows a page that was made before, and waits until it has called or failed. */
  show(view: KioskView): Promise<'called' | 'failed'>;
  /** Has the page that is shown do one of `page/probe.js`. */
  probe(view: KioskView, probe: string, given?: object): Promise<unknown>;
  tell(view: KioskView, event: string, payload: unknown): void;
  /** Calls that came from where none may. */
  readonly refused: string[];
  close(): Promise<void>;
}

export interface TestKioskOptions {
  /** Of the vendor. */
  readonly server?: string;
  /** Until it settles the page goes on loading, although its first script has run. */
  readonly lastScript?: Promise<void>;
  readonly windowManager?: DisplayOptions['windowManager'];
}

export async function startTestKiosk({
  server,
  lastScript,
  windowManager,
}: TestKioskOptions = {}): Promise<TestKiosk> {
  const display = await openDisplay(1080, 1920, { windowManager });
  const dataFolder = temporaryFolder('kiosk');
  const memoryFolder = findMemoryFolder(createStartSystem(), undefined);
  if (memoryFolder === undefined) throw new Error('There is no folder in memory here.');
  const contents = new Map(
    FILES.map((name) => [`/${name}`, new Uint8Array(readFileSync(join(PAGES, name)))]),
  );
  const exits: number[] = [];
  let shown: Page | undefined;
  const host = await createChromiumHost({
    vendor: 'willow',
    version: '0.1.0',
    dataFolder,
    memoryFolder,
    manifest: listBuiltFiles(contents),
    async read(path) {
      if (path.endsWith('last.js')) await lastScript;
      return new Uint8Array(await readFile(join(PAGES, path)));
    },
    pageScript: await bundlePageScript(),
    server,
    executable: findChromium() ?? '',
    environment: { ...process.env, DISPLAY: display.name, WAYLAND_DISPLAY: '' },
    platform: 'x11',
    keyboardLock: createKeyboardLock({ platform: 'x11', environment: { DISPLAY: display.name } }),
    window: undefined,
    softwareRendering: true,
    noSandboxForTests: process.getuid?.() === 0,
    keyCodec: createKeyCodec(protectBySecret(new Uint8Array(32))),
    speech: noSpeech,
    notifySupervisor: () => undefined,
    onExit: (code) => exits.push(code),
    onRelaunch: () => exits.push(-1),
    onTampered: () => undefined,
    onShown: (page) => (shown = page),
  });
  if (host === undefined) throw new Error('Somebody else has the data folder.');

  const keptBack: KeptBack[] = [];
  const failures: (readonly [number, ViewFailure])[] = [];
  const refused: string[] = [];
  const started = new Set<number>();
  const results = new Map<number, unknown>();
  let current: number | undefined;
  host.onKeptBack((what) => keptBack.push(what));
  host.onViewFailure((view, failure) => failures.push([view, failure]));
  const handle = (name: string, run: (view: number, request: unknown) => void) =>
    host.calls.handle(callChannel(name), async (origin, request) => {
      if (!isTrusted(origin, { origin: host.origin, current: () => current })) {
        refused.push(name);
        return { ok: false, code: 'forbidden' };
      }
      run(origin.sender.id, request);
      return { ok: true, value: undefined };
    });
  handle('start', (view) => started.add(view));
  handle('print.receipt', (view, request) => results.set(view, request));

  const tell = (view: KioskView, event: string, payload: unknown) =>
    view.target.send(eventChannel(event), payload);
  const put = (view: KioskView) => host.show(view);
  async function show(view: KioskView): Promise<'called' | 'failed'> {
    current = view.id;
    shown = undefined;
    put(view);
    return await until('the page has called', () => {
      if (started.has(view.id)) return 'called';
      return failures.some(([id]) => id === view.id) ? 'failed' : undefined;
    });
  }
  return {
    host,
    display: display.name,
    dataFolder,
    memoryFolder,
    folder: kioskFolderOf(memoryFolder, dataFolder),
    keptBack,
    failures,
    refused,
    tell,
    page: () => until('a page is shown', () => shown),
    async open() {
      const view = await host.createView('patient');
      if ((await show(view)) === 'failed') throw new Error('The page failed.');
      return view;
    },
    show,
    async probe(view, probe, given = {}) {
      results.delete(view.id);
      tell(view, 'status', { probe, ...given });
      const message = await until(`the page has done ${probe}`, () => results.get(view.id));
      return typeof message === 'object' && 'result' in message ? message.result : undefined;
    },
    async close() {
      host.exit(0);
      await until('the host has ended', () => exits.length > 0);
      await display.close();
    },
  };
}
