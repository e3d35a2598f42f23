/** What somebody leaves unfinished: it is theirs to go on with, at the kiosk or on a phone, and nobody else's to see. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import { launchPatient } from '../support/patient.ts';
import { until } from '../support/wait.ts';
import { formOf } from '../support/words.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { picture } from './support/picture.ts';
import { FORM, harmlessAnswers, VENDOR } from './support/uti-check.ts';
import { type Person, Visitor } from './support/visitor.ts';
import { enrol, startWholeKiosk, type WholeKiosk } from './support/whole-kiosk.ts';

const missing = chromiumKioskIsMissing();
const ALLERGY = 'Peanutbutterfly, hives';

function personOf(givenName: string, birthDate: string): Person {
  return {
    givenName,
    familyName: 'Okonkwo-Brandt',
    birthDate,
    email: `${givenName.toLowerCase()}@mailbox.example`,
  };
}
const PAUSING = personOf('Marguerite', '1984-03-17');
const CRASHED = personOf('Philippa', '1975-12-24');
const PHONING = personOf('Rosalind', '1993-06-08');
const RESTARTING = personOf('Henrietta', '1962-02-28');

describe.skipIf(missing !== undefined)(`an unfinished form at the kiosk ${missing ?? ''}`, () => {
  let kiosk: WholeKiosk;
  const start = async () => {
    kiosk = await startWholeKiosk({ vendor: VENDOR });
    await enrol(kiosk);
  };
  beforeAll(start);
  // What one test left where it failed is no place for the next to begin.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await kiosk.close();
    // A machine that was too busy for the test may still be.
    await start().catch(async () => {
      await kiosk.close();
      await start();
    });
  });
  afterAll(async () => {
    await kiosk.close();
  });

  /** Up to a question of the form; one in its last part comes after an answer in their own words. */
  async function goesHalfWay(person: Person, before = 'medicines.list'): Promise<Visitor> {
    const visitor = new Visitor(kiosk.page());
    await visitor.begins();
    await visitor.presses(visitor.words('kiosk', 'ways.walkIn'));
    await visitor.presses(new RegExp(formOf(VENDOR, FORM, 'en').title));
    await visitor.introducesThemself(person);
    await visitor.answers(
      VENDOR,
      FORM,
      harmlessAnswers({ before }, { 'allergies.which': { text: ALLERGY } }),
    );
    await visitor.sees(around(before));
    await visitor.isSaved();
    return visitor;
  }
  const around = (linkId: string) =>
    new RegExp(formOf(VENDOR, FORM, 'en').item(linkId).text.replace('?', '\\?'));
  const finishes = async (visitor: Visitor, { givenName, familyName }: Person) => {
    await visitor.answers(VENDOR, FORM, harmlessAnswers({ from: 'medicines.list' }));
    await visitor.signsAndSends(`${givenName} ${familyName}`);
  };
  const caseOf = async ({ givenName }: Person) => {
    const item = await until('the form has arrived', async () =>
      (await kiosk.desk.inbox()).find(({ patientName }) => patientName?.includes(givenName)),
    );
    return JSON.stringify(await kiosk.desk.get(`cases/${item.id}`));
  };

  test('paused, it goes on by its code and the birth date, with every answer, as one arrival; a wrong birth date opens nothing', async () => {
    const first = await goesHalfWay(PAUSING);
    await first.presses(first.words('kiosk', 'run.pause'));
    await first.sees(first.words('kiosk', 'pause.title'));
    await first.presses(first.words('kiosk', 'pause.yes'));
    await first.sees(first.words('kiosk', 'paused.title'));
    await picture(first.page, 'paused');
    const code = await first.codeOnScreen();
    await first.presses(first.words('kiosk', 'done.finish'));
    await kiosk.nextPage(first.page);
    await until('the clinic has it', async () => (await kiosk.desk.today()).paused.length === 1);

    const again = new Visitor(kiosk.page());
    await again.begins();
    await again.givesCode(code);
    await again.givesBirthDate('1984-03-18');
    await again.sees(again.words('kiosk', 'unmatched.title'));
    expect(await again.main().innerText()).not.toContain(PAUSING.givenName);
    await picture(again.page, 'resume-wrong');
    await again.presses(again.words('kiosk', 'unmatched.again'));
    await again.givesCode(code);
    await again.givesBirthDate(PAUSING.birthDate);
    await again.sees(around('medicines.list'));
    await finishes(again, PAUSING);
    await again.sees(/seat|desk/);
    await again.presses(again.words('kiosk', 'done.finish'));
    await kiosk.nextPage(again.page);
    const arrived = await caseOf(PAUSING);
    for (const text of [ALLERGY, PAUSING.familyName, PAUSING.birthDate, PAUSING.email])
      expect(arrived).toContain(text);
    const { paused, walkIns } = await kiosk.desk.today();
    expect(paused.filter(({ state }) => state === 'waiting')).toEqual([]);
    expect(walkIns).toMatchObject([{ caseId: expect.any(String) }]);
  });

  test('its Chromium killed, there is a new screen for the next one, and what was written is at the clinic', async () => {
    const before = (await kiosk.desk.today()).walkIns.length;
    const visitor = await goesHalfWay(CRASHED, 'fever');
    // This host's own alone: those that were started over its folder in memory. The other is the next patient's, without a window yet; ids begin again at some time.
    const [shown] = processesOver(kiosk.memoryFolder)
      .filter(
        ({ parent, commandLine }) =>
          parent === process.pid && !commandLine.some((argument) => argument.startsWith('--type=')),
      )
      .toSorted((one, other) => Number(one.started) - Number(other.started));
    if (!shown) throw new Error('There is no Chromium.');
    process.kill(shown.pid, 'SIGKILL');
    const next = await kiosk.nextPage(visitor.page);
    await new Visitor(next).sees(visitor.words('kiosk', 'attract.title'));
    const paused = await until('the clinic has it', async () =>
      (await kiosk.desk.today()).paused.find(({ state }) => state === 'waiting'),
    );
    expect(paused).toMatchObject({ reason: 'crash' });
    // Staff give the code, and the patient goes on.
    const again = new Visitor(next);
    await again.begins();
    await again.givesCode(paused.code);
    await again.givesBirthDate(CRASHED.birthDate);
    await again.sees(around('fever'));
    await startsOver(again);
    expect((await kiosk.desk.today()).walkIns).toHaveLength(before + 1);
    expect(kiosk.failures.map(([, failure]) => failure)).toEqual(['abnormal-exit']);
  });

  test('taken along to a phone, it goes on there with the answers, and the code works once', async () => {
    const visitor = await goesHalfWay(PHONING);
    await visitor.presses(visitor.words('kiosk', 'run.phone'));
    await visitor.sees(visitor.words('kiosk', 'phone.title'));
    await picture(visitor.page, 'phone');
    const code = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/.exec(await visitor.main().innerText())?.[0] ?? '';
    const address = `${kiosk.server.origin}/connect/${VENDOR}/continue`;
    const phone = await launchPatient();
    try {
      const { page } = phone;
      const brings = async () => {
        await page.goto(address);
        await page.getByLabel('Code from the kiosk').fill(code);
        await page.getByRole('radio', { name: /^Mine/ }).check({ force: true });
        await page.getByRole('button', { name: 'Bring my answers here' }).click();
      };
      await brings();
      const onPhone = page.getByRole('heading', { level: 1 });
      await expect.poll(() => onPhone.innerText(), { timeout: 30_000 }).toMatch(around('medicines.list'));
      await page.getByRole('button', { name: 'Skip this question' }).click();
      await expect.poll(() => onPhone.innerText()).toMatch(around('breastfeeding'));
      await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true });
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('button', { name: 'Skip this question' }).click();
      await expect.poll(() => onPhone.innerText()).toMatch(around('anything-else'));
      await page.getByRole('button', { name: 'Skip this question' }).click();
      await expect.poll(() => onPhone.innerText()).toBe('Your consent');
      await page.getByRole('checkbox', { name: 'Agree to all' }).check({ force: true });
      await page.getByRole('button', { name: 'Agree and continue' }).click();
      await expect.poll(() => onPhone.innerText()).toBe('Check your answers');
      expect(await page.getByRole('main').innerText()).toContain(ALLERGY);
      await page.getByRole('textbox', { name: /Your full name/ }).fill('Rosalind Okonkwo-Brandt');
      await page.getByRole('button', { name: /^Send/ }).click();
      expect(await caseOf(PHONING)).toContain(ALLERGY);
      // The desk finds it with whom it has seen arrive.
      expect((await kiosk.desk.today()).walkIns.at(-1)?.caseId).toEqual(expect.any(String));
      await brings();
      await expect.poll(() => page.getByRole('main').innerText()).toContain('That code no longer works');
    } finally {
      await phone.close();
    }
    await visitor.presses(visitor.words('kiosk', 'phone.done'));
    await kiosk.nextPage(visitor.page);
  });

  test('started over, it is deleted: nothing of it ever comes to the clinic', async () => {
    const before = (await kiosk.desk.today()).paused.length;
    const visitor = await goesHalfWay(RESTARTING, 'fever');
    await startsOver(visitor);
    // Whoever comes next sends what there is.
    const next = new Visitor(kiosk.page());
    await next.begins();
    await next.presses(next.words('kiosk', 'ways.walkIn'));
    await next.presses(next.words('kiosk', 'walkIn.desk'));
    await expect
      .poll(() => next.main().innerText(), { timeout: 20_000 })
      .toContain(next.words('kiosk', 'done.told'));
    expect((await kiosk.desk.today()).paused).toHaveLength(before);
    expect((await kiosk.desk.inbox()).map(({ patientName }) => patientName)).not.toContainEqual(
      expect.stringContaining(RESTARTING.givenName),
    );
    expect(kiosk.errors).toEqual([]);
  });

  async function startsOver(visitor: Visitor): Promise<void> {
    await visitor.startsOver();
    await kiosk.nextPage(visitor.page);
  }
});
