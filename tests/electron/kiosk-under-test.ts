/**
 * The kiosk in a real Electron, driven from its main process: Playwright attaches to a binary whose fuses let itself be inspected, so this is the
 * unpacked distribution with the staged app, and not a clinic's package.
 */
import { join } from 'node:path';
import { type ElectronApplication, _electron as launcher } from 'playwright';
import { findElectron } from '../../build/kiosk/find-electron.ts';
import { learnFromServer } from '../../build/kiosk/known-keys.ts';
import { buildKioskRenderer } from '../../build/kiosk/renderer.ts';
import { buildKioskShell } from '../../build/kiosk/shell.ts';
import { readVendorFacts, stageApp } from '../../build/kiosk/stage-app.ts';
import { type Display, openDisplay } from '../kiosk/support/display.ts';
import { projectRoot, temporaryFolder } from '../support/paths.ts';
import { until } from '../support/wait.ts';

/** Why there is nothing to drive; undefined where there is. */
export function electronIsMissing(): string | undefined {
  return findElectron(projectRoot) === undefined
    ? 'SKIPPED: nothing of the kiosk was run in Electron. Its binary is not here: set ELECTRON_DIST to an unpacked Electron.'
    : undefined;
}

export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string };

export interface KioskUnderTest {
  readonly app: ElectronApplication;
  readonly dataFolder: string;
  readonly binary: string;
  readonly appFolder: string;
  /** Runs in the page that is on the screen. @param expression of JavaScript; its promise is awaited */
  inPage(expression: string): Promise<unknown>;
  call(name: string, request?: unknown): Promise<Answer>;
  /** Waits for a page other than `before`. @returns the id of its contents */
  shownPage(before?: number): Promise<number>;
  close(): Promise<void>;
}

/** @param server the vendor's address on a server that runs */
export async function startKiosk(vendor: string, server: string): Promise<KioskUnderTest> {
  const electron = findElectron(projectRoot);
  if (electron === undefined) throw new Error('There is no Electron.');
  const renderer = await buildKioskRenderer({
    vendor,
    outDir: join(temporaryFolder('kiosk-renderer'), vendor),
  });
  const facts = readVendorFacts(renderer);
  const appFolder = stageApp({
    folder: temporaryFolder('kiosk-app'),
    shell: await buildKioskShell({ outDir: temporaryFolder('kiosk-shell') }),
    renderer,
    vendor: facts,
    builtIn: await learnFromServer(vendor, facts.languages, server),
    version: '0.1.0',
    homepage: server,
  });
  const dataFolder = temporaryFolder('kiosk-data');
  const needsDisplay = process.platform === 'linux' && process.env.DISPLAY === undefined;
  const display: Display | undefined = needsDisplay ? await openDisplay(1080, 1920) : undefined;
  const app = await launcher.launch({
    executablePath: electron.binary,
    args: [appFolder],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: temporaryFolder('kiosk-home'),
      DISPLAY: display?.name ?? process.env.DISPLAY ?? '',
      STATE_DIRECTORY: dataFolder,
    },
  });

  /** Of the page that the kiosk's window shows last, by the id that the bridge knows it by. */
  const shown = () =>
    app.evaluate(({ BaseWindow, WebContentsView }) => {
      const view = BaseWindow.getAllWindows()
        .flatMap((window) => window.contentView.children)
        .findLast((child) => child instanceof WebContentsView);
      return view instanceof WebContentsView ? view.webContents.id : undefined;
    });
  const shownPage = (before?: number) =>
    until('a page is shown', async () => {
      const id = await shown();
      return id === before ? undefined : id;
    });
  async function inPage(expression: string): Promise<unknown> {
    const id = await shownPage();
    return app.evaluate(
      ({ webContents }, given) => webContents.fromId(given.id)?.executeJavaScript(given.expression),
      { id, expression },
    );
  }

  return {
    app,
    dataFolder,
    binary: electron.binary,
    appFolder,
    inPage,
    shownPage,
    async call(name, request) {
      const asked = request === undefined ? 'undefined' : JSON.stringify(request);
      const answer = await inPage(`carefrontKiosk.calls[${JSON.stringify(name)}](${asked})`);
      if (typeof answer !== 'object' || answer === null || !('ok' in answer)) throw new Error('No answer.');
      if (answer.ok === true) return { ok: true, value: 'value' in answer ? answer.value : undefined };
      return { ok: false, code: 'code' in answer ? String(answer.code) : '' };
    },
    async close() {
      // Every other way out is closed, Playwright's own among them.
      await app.evaluate(({ app: own }) => own.exit(0)).catch(() => undefined);
      await app.close().catch(() => undefined);
      await display?.close();
    },
  };
}
