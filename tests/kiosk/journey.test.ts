/** Two patients, one after the other, while the server can't be reached: nothing of one is left for the other, and both arrive once. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import { scanProfile } from '../support/profile-scan.ts';
import { until } from '../support/wait.ts';
import { around, formOf } from '../support/words.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { textsInHeap } from './support/page-memory.ts';
import { picture } from './support/picture.ts';
import { FORM, harmlessAnswers, VENDOR } from './support/uti-check.ts';
import { type Person, Visitor } from './support/visitor.ts';
import { enrol, startWholeKiosk, type WholeKiosk } from './support/whole-kiosk.ts';

const missing = chromiumKioskIsMissing();

const A: Person = {
  givenName: 'Marguerite',
  familyName: 'Okonkwo-Brandt',
  birthDate: '1984-03-17',
  email: 'marguerite.canary@mailbox.example',
};
/** In her own words; each word of them is looked for by itself. */
const WORDS = {
  antibiotic: 'Fosfomycinol until Lammastide, Cranberrysyllabub Nettlebrewery Hotwaterbottling',
  allergy: 'Peanutbutterfly gave Hivesandwelts',
  medicines: 'Levothyroxinal Metforminette Ramiprilissimo Quetzalcoatline Zanzibarolol',
  closing:
    'Knockxsoftly Wolkenkuckuck Neighbourhoodwatch Thursdaymorning Stepfathers Grandmotherly Unbearablest',
} as const;
const CANARIES = [
  A.givenName,
  A.familyName,
  `${A.givenName} ${A.familyName}`,
  A.birthDate,
  A.email,
  'marguerite.canary',
  'Okonkwo',
  // The keyed hash's own form of the name: `foldName` makes it comparable.
  'marguerite okonkwo',
  ...Object.values(WORDS),
  ...Object.values(WORDS).flatMap((text) => text.split(/[ ,]+/).filter((word) => word.length > 8)),
];

const B: Person = {
  givenName: 'ليلى',
  familyName: 'المصري',
  birthDate: '1991-11-02',
  email: 'layla@mailbox.example',
};

describe.skipIf(missing !== undefined)(`K11: a kiosk without a network ${missing ?? ''}`, () => {
  let kiosk: WholeKiosk;
  beforeAll(async () => {
    kiosk = await startWholeKiosk({ vendor: VENDOR });
    const { givenName, familyName, birthDate } = A;
    await enrol(kiosk, [{ time: '10:50', givenName, familyName, birthDate, due: [FORM] }]);
  });
  afterAll(async () => {
    await kiosk.close();
  });

  const findings = () => [
    ...scanProfile(kiosk.memoryFolder, CANARIES),
    ...scanProfile(kiosk.dataFolder, CANARIES),
  ];
  const foundIn = (text: string) => CANARIES.filter((canary) => text.includes(canary));
  let codes: readonly [string, string];

  test('a patient fills in a form by the keys of the screen, and the next one, in Arabic, finds nothing of her', async () => {
    expect(new Set(CANARIES).size).toBeGreaterThanOrEqual(30);
    const { network } = kiosk.server;
    const pageOfA = kiosk.page();
    const a = new Visitor(pageOfA);
    await picture(pageOfA, 'attract');
    await a.begins();
    await a.givesBirthDate(A.birthDate);
    await a.givesName(`${A.givenName} ${A.familyName}`);
    await a.sees(around(a.words('kiosk', 'matched.title')));
    await picture(pageOfA, 'matched');
    await a.presses(a.words('kiosk', 'matched.yes'));
    await a.introducesThemself(A);
    await a.answers(
      VENDOR,
      FORM,
      harmlessAnswers({ before: 'anatomy' }, { days: { text: '3', byKeys: true } }),
    );
    // From here on nobody answers.
    network.disconnect();
    await a.answers(
      VENDOR,
      FORM,
      harmlessAnswers(
        { from: 'anatomy' },
        {
          antibiotic: { yes: true },
          'antibiotic.which': { text: WORDS.antibiotic },
          'allergies.which': { text: WORDS.allergy, byKeys: true },
          'medicines.list': { text: WORDS.medicines },
          tried: { options: [0] },
          'anything-else': { text: WORDS.closing },
        },
      ),
    );
    await a.agrees();
    await a.sees(a.words('flow', 'review.title'));
    await picture(pageOfA, 'review');

    // The controls: what is looked for is there to be found as long as she is.
    expect(foundIn(await kiosk.withoutWatchdog(() => textsInHeap(pageOfA))).length).toBeGreaterThan(
      CANARIES.length - 4,
    );
    const planted = join(kiosk.dataFolder, 'planted');
    writeFileSync(planted, Buffer.from(WORDS.closing, 'utf16le'));
    expect(scanProfile(kiosk.dataFolder, CANARIES).map(({ file }) => file)).toContain('planted');
    rmSync(planted);
    expect(scanProfile(kiosk.dataFolder, CANARIES)).toEqual([]);
    // The page keeps nothing by itself: what a worse one would keep is put where it would.
    expect(scanProfile(kiosk.memoryFolder, CANARIES)).toEqual([]);
    await pageOfA.evaluate(async (texts) => {
      const request = indexedDB.open('left-behind');
      await new Promise((resolve, reject) => {
        request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('texts'));
        request.addEventListener('success', resolve);
        request.addEventListener('error', reject);
      });
      const writing = request.result.transaction('texts', 'readwrite', { durability: 'strict' });
      for (const [key, text] of texts.entries()) writing.objectStore('texts').put(text, key);
      await new Promise((resolve) => writing.addEventListener('complete', resolve));
      localStorage.setItem('left-behind', texts.join(' '));
    }, CANARIES);
    await until('the profile holds every canary', () => {
      const found = scanProfile(kiosk.memoryFolder, CANARIES);
      return new Set(found.map(({ canary }) => canary)).size === new Set(CANARIES).size;
    });

    await a.signsAndSends(`${A.givenName} ${A.familyName}`);
    await a.sees(a.words('kiosk', 'done.tellDesk'));
    expect(await a.main().innerText()).toContain(a.words('kiosk', 'done.locked'));
    await picture(pageOfA, 'done-offline');
    const codeOfA = await a.codeOnScreen();
    // Names of files and texts in clear are read, too: the human code is one.
    expect(scanProfile(kiosk.dataFolder, [codeOfA]).length).toBeGreaterThan(0);
    await a.presses(a.words('kiosk', 'done.finish'));

    const pageOfB = await kiosk.nextPage(pageOfA);
    expect(pageOfA.isClosed()).toBe(true);
    const b = new Visitor(pageOfB, 'ar');
    await b.begins();
    expect(findings()).toEqual([]);
    await b.presses(b.words('kiosk', 'ways.walkIn'));
    await b.sees(b.words('kiosk', 'walkIn.title'));
    await picture(pageOfB, 'walk-in-ar');
    await b.presses(new RegExp(formOf(VENDOR, FORM, 'ar').title));
    await b.introducesThemself(B, { byKeys: true });
    await picture(pageOfB, 'question-ar');
    expect(findings()).toEqual([]);
    expect(foundIn(await kiosk.withoutWatchdog(() => textsInHeap(pageOfB)))).toEqual([]);
    expect(foundIn(await pageOfB.content())).toEqual([]);
    expect(
      await pageOfB.evaluate(async () => [
        await indexedDB.databases(),
        localStorage.length,
        sessionStorage.length,
        await caches.keys(),
      ]),
    ).toEqual([[], 0, 0, []]);
    await b.answers(
      VENDOR,
      FORM,
      harmlessAnswers(
        {},
        {
          symptoms: { options: [1] },
          days: { text: '2' },
          'allergies.which': { text: 'حساسية من الفول', byKeys: true },
        },
      ),
    );
    await b.signsAndSends(`${B.givenName} ${B.familyName}`);
    await b.sees(b.words('kiosk', 'done.tellDesk'));
    await picture(pageOfB, 'done-offline-ar');
    codes = [codeOfA, await b.codeOnScreen()];
    await b.presses(b.words('kiosk', 'done.finish'));
    await kiosk.nextPage(pageOfB);
    expect(findings()).toEqual([]);
  }, 240_000);

  test('once the network is back, the desk is told of the next one at once, and a number is called out', async () => {
    kiosk.server.network.reconnect();
    const page = kiosk.page();
    const visitor = new Visitor(page, 'es');
    await visitor.begins();
    await visitor.presses(visitor.words('kiosk', 'ways.walkIn'));
    await visitor.presses(visitor.words('kiosk', 'walkIn.desk'));
    await expect
      .poll(() => visitor.main().innerText(), { timeout: 20_000 })
      .toContain(visitor.words('kiosk', 'done.told'));
    await picture(page, 'done-online');
    const { walkIns } = await kiosk.desk.today();
    const numbers = walkIns.map(({ queueNumber }) => queueNumber);
    expect(numbers).toContain(
      (/\b[A-Z]?\d{1,3}\b/.exec(await visitor.main().locator('dd').first().innerText()) ?? [])[0],
    );
    await visitor.presses(visitor.words('kiosk', 'done.finish'));
    await kiosk.nextPage(page);
  });

  test('and each of the two before has arrived once, with their answers', async () => {
    const { desk } = kiosk;
    const cases = async () => (await desk.inbox()).filter(({ kind }) => kind === 'case');
    // A kiosk that nobody tells of its network asks once a minute, if no patient makes it.
    await until('both have arrived', async () => (await cases()).length >= 2, 100_000);
    await until('nothing waits on the kiosk', async () => (await desk.today()).walkIns.length > 1, 100_000);
    const arrived = await cases();
    expect(arrived.map(({ code }) => code).toSorted()).toEqual([...codes].toSorted());
    expect(arrived.filter(({ held }) => held !== null)).toEqual([]);
    const [codeOfA, codeOfB] = codes;
    const answersOf = async (code: string) =>
      JSON.stringify(await desk.get(`cases/${arrived.find((each) => each.code === code)?.id ?? ''}`));
    const ofA = await answersOf(codeOfA);
    for (const text of [A.givenName, A.familyName, A.birthDate, A.email, ...Object.values(WORDS)])
      expect(ofA).toContain(text);
    const ofB = await answersOf(codeOfB);
    for (const text of [B.givenName, B.familyName, 'حساسية من الفول']) expect(ofB).toContain(text);
    expect(foundIn(ofB)).toEqual([]);
    // Told later: the desk sees who has come, too.
    const { appointments, walkIns } = await desk.today();
    expect(appointments.find(({ familyName }) => familyName === A.familyName)?.arrival?.caseId).toBe(
      arrived.find(({ code }) => code === codeOfA)?.id,
    );
    expect(walkIns).toHaveLength(2);
    expect(kiosk.failures).toEqual([]);
    expect(kiosk.errors).toEqual([]);
    expect(processesOver(kiosk.memoryFolder).length).toBeGreaterThan(0);
  }, 240_000);
});
