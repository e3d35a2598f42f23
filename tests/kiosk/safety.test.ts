/** An answer that can't wait, at a kiosk: what it says is true, and nobody's alert is wiped away. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INTAKES_FOLDER } from '../../electron/compose.ts';
import { caseDetailSchema } from '../../sync/protocol/api/cases.ts';
import { helpListSchema } from '../../sync/protocol/api/help-calls.ts';
import { projectRoot } from '../support/paths.ts';
import { until } from '../support/wait.ts';
import { formOf, headlinesOf } from '../support/words.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { picture } from './support/picture.ts';
import { type Answers, type Person, Visitor } from './support/visitor.ts';
import { enrol, knowsTheDay, startWholeKiosk, type WholeKiosk } from './support/whole-kiosk.ts';

const missing = chromiumKioskIsMissing();
const VENDOR = 'lantern';
const FORM = 'mood-check-in';
const RULES = join(projectRoot, 'vendors', VENDOR, 'rules', 'mood.json');
/** The shortest that the assignment may say. */
const IDLE_SECONDS = 30;
const WARNING_SECONDS = 20;

const PERSON: Person = {
  givenName: 'Marguerite',
  familyName: 'Okonkwo-Brandt',
  birthDate: '1984-03-17',
  email: 'marguerite.canary@mailbox.example',
};
const BEFORE: Answers = [
  ['sleep', { option: 0 }],
  ['energy', { option: 0 }],
  ['joy', { option: 0 }],
  ['worry', { option: 0 }],
  ['weight', { option: 0 }],
  ['focus', { option: 0 }],
  ['inner-voice', { option: 0 }],
  ['hardest', 'skip'],
  ['change', { option: 1 }],
];
const CRISIS: Answers = [['thoughts', { option: 2 }]];

describe.skipIf(missing !== undefined)(`a crisis at the kiosk ${missing ?? ''}`, () => {
  let kiosk: WholeKiosk;
  beforeAll(async () => {
    kiosk = await startWholeKiosk({ vendor: VENDOR });
    await enrol(kiosk);
    await kiosk.desk.configures({ idleSeconds: IDLE_SECONDS, warningSeconds: WARNING_SECONDS });
    const { network } = kiosk.server;
    const asked = () =>
      network.requests().filter((request) => /\/kiosk\/v1\/assignment(\?|$)/.test(request)).length;
    const before = asked();
    await kiosk.restart();
    await knowsTheDay(kiosk, 1);
    await until('the kiosk has asked for its new settings', () => asked() > before);
  });
  afterAll(async () => {
    await kiosk.close();
  });

  async function reachesTheQuestion(): Promise<Visitor> {
    const visitor = new Visitor(kiosk.page());
    await visitor.begins();
    await visitor.presses(visitor.words('kiosk', 'ways.walkIn'));
    await visitor.presses(new RegExp(formOf(VENDOR, FORM, 'en').title));
    await visitor.introducesThemself(PERSON);
    await visitor.answers(VENDOR, FORM, BEFORE);
    return visitor;
  }
  const seesThePanel = (visitor: Visitor) => visitor.sees(headlinesOf(RULES, 'mood-thoughts-of-harm').en);
  const nearby = (visitor: Visitor) => visitor.page.locator('[data-nearby]');
  const calls = async () => helpListSchema.parse(await kiosk.desk.get('help-calls')).calls;

  test('with a network, staff see it at once, and it says that somebody comes when somebody has pressed so', async () => {
    const visitor = await reachesTheQuestion();
    await visitor.answers(VENDOR, FORM, CRISIS);
    await seesThePanel(visitor);
    const say = (key: string) => visitor.words('frame', key);
    const call = await until('the desk has the call', async () => (await calls())[0]);
    expect(call.reason).toBe('crisis');
    await expect.poll(() => nearby(visitor).innerText()).toContain(say('crisis.waiting'));
    await kiosk.desk.post(`help-calls/${call.id}/answer`);
    await expect.poll(() => nearby(visitor).innerText(), { timeout: 20_000 }).toContain(say('crisis.coming'));
    await picture(visitor.page, 'crisis-coming');
    // The alert is there though no form was handed in.
    const alert = await until('the alert has arrived', async () =>
      (await kiosk.desk.inbox()).find(({ kind }) => kind === 'alert'),
    );
    expect(alert).toMatchObject({ triage: 'red', status: 'open', caseId: null });
    expect(JSON.stringify(await kiosk.desk.get(`cases/${alert.id}`))).toContain(PERSON.givenName);
    await kiosk.desk.post(`alerts/${alert.id}/acknowledge`, { note: 'Went to the kiosk.' });
    await visitor.startsOver();
    await kiosk.nextPage(visitor.page);
    // Starting over deletes what was written, and not the alert.
    expect((await kiosk.desk.today()).paused).toEqual([]);
  });

  test('without one it sends to the desk after 20 s, and the screen isn’t cleared before the alert is stored', async () => {
    const visitor = await reachesTheQuestion();
    const { page } = visitor;
    const say = (key: string) => visitor.words('frame', key);
    kiosk.server.network.disconnect();
    // Nothing can be stored: a disk that refuses.
    const intakes = join(kiosk.dataFolder, INTAKES_FOLDER);
    renameSync(intakes, `${intakes}.away`);
    // A file in the folder's place: nobody can make the folder meanwhile.
    writeFileSync(intakes, '');
    try {
      await visitor.answers(VENDOR, FORM, CRISIS);
      await seesThePanel(visitor);
      await picture(page, 'crisis-waiting');
      await expect.poll(() => visitor.main().innerText()).toContain(visitor.words('safety', 'alert.failed'));
      expect(await nearby(visitor).getAttribute('data-nearby')).toBe('waiting');
      await expect.poll(() => nearby(visitor).innerText(), { timeout: 25_000 }).toContain(say('crisis.desk'));
      await picture(page, 'crisis-desk');
      kiosk.pass(1_000 * IDLE_SECONDS);
      const warning = page.getByRole('alertdialog');
      await expect
        .poll(() => warning.innerText(), { timeout: 1_000 * WARNING_SECONDS })
        .toContain(say('idle.held'));
      await picture(page, 'crisis-held');
      // The time is over, which the kiosk sees each second or so, and the screen stays.
      kiosk.pass(1_000 * (WARNING_SECONDS + 5));
      await page.waitForTimeout(3_000);
      expect(kiosk.page()).toBe(page);
      expect(await warning.innerText()).toContain(say('idle.held'));
    } finally {
      rmSync(intakes);
      renameSync(`${intakes}.away`, intakes);
    }
    await kiosk.nextPage(page);

    // What it leaves: the alert ahead, and what was unfinished.
    kiosk.server.network.reconnect();
    const alert = await until('the alert has arrived', async () =>
      (await kiosk.desk.inbox()).find(({ kind, status }) => kind === 'alert' && status === 'open'),
    );
    const { alerts } = caseDetailSchema.parse(await kiosk.desk.get(`cases/${alert.id}`));
    expect(alerts).toMatchObject([{ rule: 'mood-thoughts-of-harm', panel: 'crisis', acknowledged: null }]);
    const paused = await until(
      'what was unfinished has arrived',
      async () => (await kiosk.desk.today()).paused[0],
    );
    expect(paused).toMatchObject({ reason: 'idle', state: 'waiting' });
    expect(kiosk.failures).toEqual([]);
  });
});
