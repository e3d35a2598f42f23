/** The kiosk in a real Electron: it starts, nobody gets out of it, a patient's time ends without a trace, and what they wrote arrives. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'playwright/test';
import { CANARIES, contentOf, newNames } from '../../electron/intake/testing/intake-samples.ts';
import { Clinic } from '../journey/clinic.ts';
import { scanProfile } from '../support/profile-scan.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/wait.ts';
import { electronIsMissing, type KioskUnderTest, startKiosk } from './kiosk-under-test.ts';

const missing = electronIsMissing();
if (missing !== undefined) console.warn(`\n${missing}\n`);

const vendor = 'lantern';
const PIN = '740268';

test.describe('the kiosk in Electron', () => {
  test.skip(missing !== undefined, missing);
  test.describe.configure({ mode: 'serial' });
  let server: TestServer;
  let kiosk: KioskUnderTest;

  test.beforeAll(async () => {
    if (missing !== undefined) return;
    server = await startServer();
    kiosk = await startKiosk(vendor, `${server.origin}/connect/${vendor}`);
  });
  test.afterAll(async () => {
    if (missing !== undefined) return;
    await kiosk.close();
    await server.close();
  });

  test('it starts: one page over the whole screen, from its own scheme, that belongs to nobody yet', async () => {
    await kiosk.shownPage();
    expect(await kiosk.inPage('location.href')).toBe('carefront://kiosk/index.html');
    expect(await kiosk.call('start')).toMatchObject({
      ok: true,
      value: { status: { phase: 'not-enrolled' } },
    });
    const window = await kiosk.app.evaluate(({ BaseWindow }) => {
      const [own] = BaseWindow.getAllWindows();
      return { kiosk: own?.isKiosk(), top: own?.isAlwaysOnTop(), menu: own?.isMenuBarVisible() };
    });
    expect(window).toEqual({ kiosk: true, top: true, menu: false });
  });

  test('staff enrol it by a code of the console', async () => {
    const clinic = await Clinic.signsIn(server.origin, vendor, server.output());
    const answer = await clinic.page.request.post(
      `${server.origin}/console/${vendor}/api/kiosks/enrolments`,
      { data: { name: 'Front door', pin: PIN }, headers: { origin: server.origin } },
    );
    const { code } = await answer.json();
    await clinic.leaves();
    expect(await kiosk.call('staff.enrol', { code })).toEqual({ ok: true, value: { status: 'enrolled' } });
    await until('patients may begin', async () => {
      const started = await kiosk.call('start');
      return started.ok && JSON.stringify(started.value).includes('"phase":"attract"');
    });
  });

  test('a page has nothing of Node or Electron, and goes nowhere', async () => {
    expect(
      await kiosk.inPage('[typeof require, typeof process, typeof module, typeof electron].join()'),
    ).toBe('undefined,undefined,undefined,undefined');
    expect(await kiosk.inPage('String(window.open("https://example.com"))')).toBe('null');
    await kiosk.inPage('void (location.href = "https://example.com/")');
    await kiosk.inPage('void (location.href = "file:///etc/passwd")');
    expect(await kiosk.inPage('location.href')).toBe('carefront://kiosk/index.html');
    expect(await kiosk.inPage('fetch("https://example.com/").then(() => "went", () => "kept")')).toBe('kept');
    expect(await kiosk.inPage('fetch("file:///etc/passwd").then(() => "went", () => "kept")')).toBe('kept');
    expect(
      await kiosk.inPage(
        'navigator.mediaDevices.getUserMedia({ audio: true }).then(() => "given", () => "denied")',
      ),
    ).toBe('denied');
    expect(await kiosk.inPage('Notification.requestPermission()')).toBe('denied');
  });

  test('it is neither closed nor quit', async () => {
    const still = await kiosk.app.evaluate(({ app, BaseWindow }) => {
      for (const window of BaseWindow.getAllWindows()) window.close();
      app.quit();
      return BaseWindow.getAllWindows().length;
    });
    expect(still).toBeGreaterThan(0);
    expect(await kiosk.call('start')).toMatchObject({ ok: true });
  });

  test('it does not start with a switch that opens it', () => {
    const refused = spawnSync(kiosk.binary, [kiosk.appFolder, '--remote-debugging-port=0'], {
      env: { PATH: process.env.PATH ?? '', DISPLAY: process.env.DISPLAY ?? '' },
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(refused.status).toBe(64);
    expect(refused.stderr).toContain('remote-debugging-port');
  });

  test('what a patient wrote arrives sealed, and the next one meets a page that knows nothing', async () => {
    const before = await kiosk.shownPage();
    expect(await kiosk.call('session.begin', { language: 'en' })).toEqual({ ok: true, value: true });
    const names = newNames();
    expect(await kiosk.call('drafts.save', contentOf(names))).toMatchObject({ ok: true });
    const mark = JSON.stringify(CANARIES.answer);
    await kiosk.inPage(`(async () => {
      localStorage.setItem('mark', ${mark});
      sessionStorage.setItem('mark', ${mark});
      document.cookie = 'mark=' + encodeURIComponent(${mark});
      window.name = ${mark};
      history.replaceState(${mark}, '');
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open('mark');
        opening.onerror = reject;
        opening.onupgradeneeded = () => opening.result.createObjectStore('mark').put(${mark}, 1);
        opening.onsuccess = resolve;
      });
    })()`);
    await kiosk.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), CANARIES.answer);

    const paused = await kiosk.call('intake.pause', { draftId: names.draftId });
    expect(paused).toMatchObject({ ok: true, value: { sent: true } });
    await kiosk.call('session.end', { by: 'done' });
    await kiosk.shownPage(before);

    expect(
      await kiosk.inPage('[localStorage.length, sessionStorage.length, document.cookie, window.name].join()'),
    ).toBe('0,0,,');
    expect(await kiosk.inPage('indexedDB.databases().then((all) => all.length)')).toBe(0);
    expect(await kiosk.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('');
    expect(await kiosk.call('drafts.list')).not.toMatchObject({ value: [{}] });
    const files = await kiosk.app.evaluate(({ app }) => [
      app.getPath('userData'),
      app.getPath('sessionData'),
    ]);
    for (const folder of [kiosk.dataFolder, ...files])
      expect(scanProfile(folder, Object.values(CANARIES))).toEqual([]);
  });

  test('a page that dies is replaced by another', async () => {
    const before = await kiosk.shownPage();
    await kiosk.app.evaluate(
      ({ webContents }, id) => webContents.fromId(id)?.forcefullyCrashRenderer(),
      before,
    );
    await kiosk.shownPage(before);
    expect(await kiosk.call('start')).toMatchObject({ ok: true, value: { status: { phase: 'attract' } } });
  });
});
