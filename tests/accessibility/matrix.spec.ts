/** Every screen that is built, in three languages, by axe; and none of them is to be scrolled sideways on the narrowest phone. */
import { type Browser, chromium, expect, test } from 'playwright/test';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import { type Language, languages } from '../../sync/domain/languages.ts';
import { chromiumArguments, type PatientOptions } from '../support/patient.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { words } from '../support/words.ts';
import { workerIsReady } from '../support/worker.ts';
import { inspectsTheAccount } from './account-screens.ts';
import { isWhole, type Visitor, WALK_MS } from './inspection.ts';
import { opensAt, openVisit } from './visits.ts';
import type { Answers, Walk } from './walk.ts';

test.describe.configure({ mode: 'parallel', timeout: WALK_MS });

let server: TestServer;
let browser: Browser;
test.beforeAll(async () => {
  server = await startServer();
  browser = await chromium.launch({
    executablePath: findHeadlessChromium() ?? '/usr/bin/chromium',
    args: chromiumArguments(),
  });
});
test.afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const visitor = (language: Language, offset: number, worker?: PatientOptions['worker']) =>
  openVisit(browser, server.origin, language, offset, worker);
const opens = (visit: Visitor, path: string) => opensAt(visit, server.origin + path);

async function inspectsWho({ walk, inspection, page }: Visitor): Promise<void> {
  await walk.saysWhoTheyAre(async () => {
    if ((await page.locator('#answered-by').count()) > 0) {
      await walk.chooses(1, page.locator('#answered-by'));
      await inspection.sees('about, for somebody else');
    }
    await inspection.sees('about');
    await walk.isRefused();
    await inspection.sees('about with errors');
  });
}

async function inspectsTheConsent({ walk, inspection }: Visitor): Promise<void> {
  await walk.agrees(async () => {
    await inspection.sees('consent');
    await walk.presses('welcome', 'consent.agree');
    await walk.showsAnError();
    await inspection.sees('consent with errors');
  });
}

/** The control with its error; in full as it is found and answered, too: `form/controls.spec.ts` sees each control so. */
async function inspectsControl(
  { walk, inspection }: Visitor,
  name: string,
  answer: () => Promise<void>,
): Promise<void> {
  if (isWhole) await inspection.sees(name);
  await walk.isRefused();
  await inspection.sees(`${name} with an error`);
  await answer();
  if (isWhole) await inspection.sees(`${name} answered`);
}

const choice = (index: number) => (walk: Walk) => walk.chooses(index);
const skip = async () => {};

const contraception = (visitor: Visitor): Answers => ({
  wanted: () => inspectsControl(visitor, 'single choice', () => visitor.walk.chooses(1)),
  'using-now': async (walk) => {
    const last = walk.main.getByRole('radio').last();
    await last.check({ force: true });
    await walk.fills(0, 'Calendula');
    await visitor.inspection.sees('choice in own words');
  },
  'last-period': async (walk) => {
    await walk.fillsDate(walk.main, '2026-13-45');
    await walk.isRefused();
    await visitor.inspection.sees('date with an error');
    await walk.fillsDate(walk.main, '2026-02-03');
  },
  pregnant: async (walk) => {
    await walk.chooses(0);
    await walk.goesOn();
    await visitor.inspection.sees('stop');
    await walk.leaves(() => walk.presses('welcome', 'stop.mistake'));
    await walk.chooses(1);
  },
  birth: choice(1),
  migraine: choice(1),
  clots: choice(1),
  'heart-stroke': choice(1),
  'breast-cancer': choice(0),
  conditions: () => inspectsControl(visitor, 'several choices', () => visitor.walk.chooses(6)),
  smoke: choice(0),
  'symptoms-now': async (walk) => {
    await walk.chooses(0);
    await walk.goesOn();
    await visitor.inspection.sees('emergency panel');
    await walk.leaves(() => walk.presses('safety', 'panel.back'));
    await walk.leaves(() => walk.presses('flow', 'runner.back'));
    await walk.chooses(1);
  },
  'pressure.known': choice(0),
  'pressure.date': (walk) => walk.fillsDate(walk.main, '2026-02-03'),
  systolic: async (walk) => {
    await inspectsControl(visitor, 'number with a unit', () => walk.fills(0, '265'));
    await walk.presses('flow', 'runner.continue');
    await expect(walk.button('flow', 'unusual.change')).toBeVisible();
    await visitor.inspection.sees('unusual number');
    await walk.presses('flow', 'unusual.change');
    await walk.fills(0, '121');
  },
  diastolic: (walk) => walk.fills(0, '79'),
  height: async (walk) => {
    await visitor.inspection.sees('number with a choice of units');
    // In the United States feet and inches come first.
    await walk.fills(0, '5');
    await walk.fills(1, '7');
  },
  weight: skip,
  'medicines.any': choice(0),
  medicine: async (walk) => {
    // A medicine of which nothing is said is none: with how often it is taken, its name is missing.
    // The units of a dose are a choice, too.
    await walk.chooses(0, walk.main.getByRole('radiogroup').last());
    await walk.presses('form', 'repeat.add');
    await walk.isRefused();
    await visitor.inspection.sees('repeating group with errors');
    const names = walk.main.getByRole('textbox');
    await names.first().fill('Ibuprofen');
    await walk.main
      .getByRole('button', { name: words(walk.language, 'form', 'repeat.removeNamed') })
      .last()
      .click();
  },
  'allergies.any': choice(1),
  'anything-else': async (walk) => {
    await visitor.inspection.sees('long text');
    await walk.fills(0, 'Nothing else.');
  },
});

const mood = (visitor: Visitor): Answers => ({
  sleep: choice(0),
  energy: choice(0),
  joy: choice(0),
  worry: choice(0),
  weight: choice(0),
  focus: choice(0),
  'inner-voice': choice(0),
  hardest: () => visitor.inspection.sees('slider'),
  change: choice(2),
  'change.words': skip,
  thoughts: async (walk) => {
    await walk.chooses(1);
    await walk.goesOn();
    await visitor.inspection.sees('crisis panel');
    await walk.leaves(() => walk.presses('safety', 'panel.back'));
  },
  'safe-now': choice(0),
  'lean-on': async (walk) => {
    await walk.chooses(4);
    await visitor.inspection.sees('several choices and own words');
  },
  'in-care': choice(1),
  meet: choice(0),
  hope: skip,
});

async function inspectsTheReview({ walk, inspection }: Visitor): Promise<void> {
  await inspection.sees('review');
  const send = walk.button('flow', 'review.send');
  await send.click();
  await walk.showsAnError();
  await inspection.sees('review without a signature');
  await walk.chooses(0, walk.page.locator('#device-owner'));
  await walk.page.locator('#attestation-name').fill('Marguerite Okonkwo-Brandt');
}

/** Sends without a network, looks, and looks again when it has arrived. */
async function inspectsTheSending(visitor: Visitor): Promise<void> {
  const { walk, inspection, page } = visitor;
  await page.context().setOffline(true);
  await walk.leaves(() => walk.presses('flow', 'review.sendLater'));
  await expect(walk.question).toHaveText(words(walk.language, 'sent', 'success.waiting'));
  await inspection.sees('waiting to send');
  await page.context().setOffline(false);
  await expect(walk.question).toHaveText(words(walk.language, 'sent', 'success.received'), {
    timeout: 60_000,
  });
  await inspection.sees('received');
}

async function inspectsTheConsole(visitor: Visitor, vendor: string): Promise<void> {
  const { walk, inspection, page } = visitor;
  const account = new RegExp(`([^(\\s]+@${vendor}\\.example), password ([^)\\s]+)`).exec(server.output());
  await opens(visitor, `/console/${vendor}`);
  await inspection.sees('sign-in');
  await walk.presses('console', 'signIn.button');
  await walk.showsAnError();
  await inspection.sees('sign-in with errors');
  await page.locator('input[type=email]').fill(account?.[1] ?? '');
  await page.locator('input[type=password]').fill(account?.[2] ?? '');
  await walk.leaves(() => walk.presses('console', 'signIn.button'));
  const lines = walk.main.locator('[data-line]');
  // An alert and the form of its session are one line.
  await expect(lines.first()).toBeVisible();
  await inspection.sees('inbox');
  const alert = lines.first().getByRole('link');
  await walk.leaves(() => alert.click());
  await expect(walk.button('console', 'alert.acknowledge').first()).toBeVisible();
  await inspection.sees('case with an alert');
  await walk.presses('console', 'alert.acknowledge');
  await walk.showsAnError();
  await inspection.sees('alert without a note');
  await opens(visitor, `/console/${vendor}`);
  await walk.leaves(() => lines.last().getByRole('link').click());
  // A case with an open alert can't be closed, and says so.
  await expect(walk.main.getByText(words(walk.language, 'console', 'case.blocked'))).toBeVisible();
  await inspection.sees('case');
}

async function inspectsTheClinicsPatients({ walk, inspection, page }: Visitor): Promise<void> {
  await walk.leaves(() =>
    page.getByRole('link', { name: words(walk.language, 'console', 'nav.patients') }).click(),
  );
  await page.getByRole('searchbox').fill('Okonkwo');
  await page.keyboard.press('Enter');
  const lines = walk.main.locator('[data-line]');
  await expect(lines.first()).toBeVisible();
  await inspection.sees('patients that were found');
  await walk.leaves(() => lines.first().getByRole('link').click());
  await expect(
    walk.main.getByRole('heading', { name: words(walk.language, 'patients', 'timeline.title') }),
  ).toBeVisible();
  await inspection.sees('patient');
}

/** Daily the two whose walks meet each kind of screen, each in one language; `npm run test:full` sees all vendors in all of theirs. */
const DAILY: Readonly<Record<string, Language>> = { willow: 'ar', lantern: 'en' };

/** Of vendors whose forms are walked through elsewhere, or are made of the same controls: what is composed in a way of their own. In full their first question, too. */
const COMPOSED = [
  ['northgate', 'hair-loss', 'US-CA'],
  ['harbour', 'sore-throat', 'GB-ENG'],
] as const;
/** Whose patient signs in: a vendor whose other screens take little. */
const ACCOUNT = 'northgate';
const inFull = (vendor: string, language: Language) => ({ tag: DAILY[vendor] === language ? [] : ['@full'] });

for (const [index, language] of languages.entries()) {
  test(
    `Willow's screens have no violations and never scroll sideways - in ${language}`,
    inFull('willow', language),
    async () => {
      const it = await visitor(language, index * 2, 'daily');
      const { walk, inspection, page } = it;
      for (const [name, path] of [
        ['unknown vendor', '/connect/nobody/'],
        ['unknown address', '/connect/willow/nothing-here'],
        ['legal page', '/connect/willow/privacy'],
        ['home', '/connect/willow/'],
        ['product', '/connect/willow/product/combined-pill'],
      ] as const) {
        await opens(it, path);
        await inspection.sees(name);
      }
      await workerIsReady(page);
      await opens(it, '/connect/willow/questionnaire/contraception-check');
      await inspection.sees('landing');
      await walk.presses('welcome', 'gate.start');
      await walk.showsAnError();
      await inspection.sees('landing with errors');
      await walk.passesTheGate();
      await inspectsWho(it);
      await walk.presses('safety', 'help.open');
      await expect(page.getByRole('dialog')).toBeVisible();
      await inspection.sees('urgent help');
      await page.keyboard.press('Escape');
      await walk.answers('willow', 'contraception-check', contraception(it));
      await inspectsTheConsent(it);
      await inspectsTheReview(it);
      await inspectsTheSending(it);
      await page.context().close();
    },
  );

  test(
    `Lantern's screens and its console have no violations and never scroll sideways - in ${language}`,
    inFull('lantern', language),
    async () => {
      const it = await visitor(language, index * 2 + 1, 'daily');
      const { walk, inspection, page } = it;
      await opens(it, '/connect/lantern/');
      await inspection.sees('home');
      await workerIsReady(page);
      await opens(it, '/connect/lantern/questionnaire/mood-check-in');
      await inspection.sees('landing');
      await walk.passesTheGate();
      await inspection.leavesToAnother(() => inspectsWho(it));
      await walk.answers('lantern', 'mood-check-in', mood(it));
      await inspection.leavesToAnother(async () => {
        await inspectsTheConsent(it);
        await inspectsTheReview(it);
        await inspectsTheSending(it);
      });

      await opens(it, '/connect/lantern/questionnaire/sleep-diary');
      // Nothing that is answered here can raise an alert: the first question comes at once.
      await walk.passesTheGate();
      await walk.fillsDate(walk.main, '2026-02-03');
      await walk.goesOn();
      await inspectsControl(it, 'time', () => walk.main.getByRole('textbox').fill('23:15'));
      await walk.presses('flow', 'runner.leave');
      const leaving = page.getByRole('dialog');
      await walk.chooses(1, leaving);
      await inspection.sees('whose device a draft is left on');
      await walk.chooses(0, leaving);
      await leaving.getByRole('button', { name: words(walk.language, 'flow', 'runner.leave') }).click();
      await expect(walk.button('welcome', 'draft.discard')).toBeVisible();
      await inspection.sees('landing with a draft');
      await walk.presses('welcome', 'draft.discard');
      await expect(page.getByRole('dialog')).toBeVisible();
      await inspection.sees('question before a draft is discarded');

      await inspectsTheConsole(it, 'lantern');
      await inspectsTheClinicsPatients(it);
      await page.context().close();
    },
  );

  test(
    `Main Street's own screens have no violations and never scroll sideways - in ${language}`,
    inFull('mainstreet', language),
    async () => {
      const it = await visitor(language, index * 2);
      const { walk, inspection, page } = it;
      await opens(it, '/connect/mainstreet/');
      await inspection.sees('home');
      await opens(it, '/connect/mainstreet/questionnaire/cold-sore-check');
      await inspection.sees('landing');
      if (isWhole) {
        await walk.passesTheGate('US-OH');
        if ((await page.locator('#given-name').count()) > 0) await walk.saysWhoTheyAre();
        await inspectsControl(it, 'several choices', () => walk.chooses(0));
      }
      await page.context().close();
    },
  );

  test(
    `the screens of an account have no violations and never scroll sideways - in ${language}`,
    inFull(ACCOUNT, language),
    async () => {
      const it = await visitor(language, index * 2 + 1);
      await inspectsTheAccount(it, server, (path) => opens(it, `/connect/${ACCOUNT}${path}`));
      await it.page.context().close();
    },
  );

  for (const [vendor, form, place] of COMPOSED) {
    // British English alone.
    if (vendor === 'harbour' && language !== 'en') continue;
    test(
      `${vendor}'s own screens have no violations and never scroll sideways - in ${language}`,
      inFull(vendor, language),
      async () => {
        const it = await visitor(language, index * 2 + 1);
        const { walk, inspection, page } = it;
        await opens(it, `/connect/${vendor}/`);
        await inspection.sees('home');
        await opens(it, `/connect/${vendor}/questionnaire/${form}`);
        await inspection.sees('landing');
        if (isWhole) {
          await walk.passesTheGate(place);
          await walk.saysWhoTheyAre();
          await inspectsControl(it, 'first question', () => walk.chooses(1));
        }
        await page.context().close();
      },
    );
  }
}
