import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import type { KeptBack } from '../hosts/host.ts';
import { ENROL_CODE, STAFF_PIN } from '../testing/fake-clinic.ts';
import { settle } from '../testing/fake-clock.ts';
import { createKioskPlace } from '../testing/kiosk-place.ts';
import { alertOf, answersOf, draftOf, type Person } from '../testing/samples.ts';

const PATIENTS = process.env.FULL ? 3_000 : 100;
/** Of a patient's session. */
const IN_A_SESSION = 100;

const person: fc.Arbitrary<Person> = fc.record({
  givenName: fc.constantFrom('Jane', 'José', 'فاطمة', 'Siobhán', '小龍', 'Wolfeschlegelstein'),
  familyName: fc.constantFrom('Whitfield', 'Ñandú', 'الزهراء', "O'Neill-Vance", '李', 'Quackenbush'),
  birthDate: fc
    .date({ min: new Date('1930-01-01'), max: new Date('2009-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  email: fc.integer({ min: 10_000, max: 99_999 }).map((number) => `patient.${number}@mail.example`),
  answer: fc
    .tuple(
      fc.constantFrom('thoughts of hurting myself', 'burning when I urinate', '4111 1111 1111 1111'),
      fc.nat(99_999),
    )
    .map(([words, number]) => `${words} ${number}`),
});

/** Every call, with a person's words wherever a request has room for words. */
function requestsOf(someone: Person, number: number): readonly (readonly [string, unknown])[] {
  const { givenName, familyName, birthDate, email, answer } = someone;
  const draft = draftOf(number, someone);
  const { draftId, subjectId } = draft;
  const bytes = new TextEncoder().encode(answer);
  return [
    ['start', undefined],
    ['drafts.save', draft],
    ['drafts.save', { ...draft, form: answer }],
    ['drafts.list', undefined],
    ['drafts.open', { draftId }],
    ['drafts.open', { draftId: answer }],
    ['drafts.keep-definition', { formHash: draft.questionnaire.formHash, definition: { title: answer } }],
    ['drafts.definition', { formHash: draft.questionnaire.formHash }],
    ['blobs.keep', { draftId, subjectId, bytes, contentType: 'image/png', title: `${familyName}.png` }],
    ['blobs.read', { sha256: 'b'.repeat(64) }],
    ['blobs.drop', { sha256: 'b'.repeat(64) }],
    ['deliveries.submit', { draftId, payload: answersOf(number, someone) }],
    ['deliveries.alert', { payload: alertOf(number, someone) }],
    ['deliveries.list', undefined],
    ['deliveries.send-now', undefined],
    ['session.active', undefined],
    ['session.extend', undefined],
    ['session.begin', { language: email }],
    ['check-in.find', { birthDate, name: `${givenName} ${familyName}` }],
    ['check-in.find', { code: answer }],
    ['check-in.arrive', { appointment: draftId, session: subjectId }],
    ['help.call', { reason: 'crisis' }],
    ['help.call', { reason: answer }],
    ['drafts.save', draft],
    ['intake.pause', { draftId }],
    ['intake.pause', { draftId }],
    ['intake.resume', { code: familyName.slice(0, 8), birthDate }],
    ['speech.say', { text: answer, language: 'en', rate: 1, volume: 1 }],
    ['speech.stop', undefined],
    ['print.receipt', { title: answer, lines: [familyName, birthDate], language: 'en' }],
    ['staff.unlock', { pin: '' }],
    ['staff.health', undefined],
    ['staff.leave', undefined],
    ['staff.act', { action: email }],
    ['staff.enrol', { code: email.slice(0, 20) }],
    ['drafts.discard', { draftId }],
    ['watchdog.painted', undefined],
    ['watchdog.alive', answer],
    ['session.end', { by: answer }],
  ];
}

const LOG = '/kiosk-data/log';
const CALLS = new Set(Object.keys(kioskBridge.calls));

describe('K9: the log', () => {
  test(`nothing of ${PATIENTS} people is in it, whatever is called and whatever fails`, async () => {
    const place = await createKioskPlace();
    const { host } = place;
    const called = new Set<string>();
    const people = fc.sample(person, { numRuns: PATIENTS, seed: 5 });
    const failures = ['quota', 'disk', undefined, undefined] as const;
    let leaks = 0;
    let lines = 0;
    let newest = '';

    for (const [number, someone] of people.entries()) {
      if (number % IN_A_SESSION === 0) {
        if (number > 0) {
          await host.page().call('session.end', { by: 'patient' });
          await settle();
        }
        await place.begin();
      }
      place.intakes.fail(failures[number % failures.length]);
      host.setPrinter(number % 3 === 0 ? 'failing' : 'ready');
      const page = host.page();
      // A hand-off and a PIN cost a tenth of a second each, on purpose: of a few patients.
      const costly: readonly (readonly [string, unknown])[] =
        number % 500 === 2
          ? [
              ['drafts.save', draftOf(number, someone)],
              ['intake.hand-off', { draftId: draftOf(number, someone).draftId }],
              ['staff.unlock', { pin: someone.birthDate.replaceAll('-', '') }],
            ]
          : [];
      for (const [name, request] of [...requestsOf(someone, number), ...costly]) {
        called.add(name);
        await page.answer(name, request);
      }
      place.intakes.fail(undefined);
      if (number % IN_A_SESSION !== IN_A_SESSION - 1) continue;
      // The ring keeps far more files than a session fills: none goes unread.
      await settle();
      const files = (await host.disk.list(LOG)).filter((name) => name >= newest).toSorted();
      newest = files.at(-1) ?? newest;
      const texts = await Promise.all(files.map((name) => host.disk.read(LOG, name)));
      const text = texts.map((bytes) => new TextDecoder().decode(bytes)).join('');
      lines += text.split('\n').length - 1;
      for (const { givenName, familyName, birthDate, email, answer } of people.slice(
        number - IN_A_SESSION + 1,
        number + 1,
      ))
        for (const secret of [familyName, birthDate, email, answer, `"${givenName}`])
          if (text.includes(secret)) leaks += 1;
      // Nothing that looks like a person's either: digits in groups, an address, letters beyond ASCII.
      expect(text).not.toMatch(/\d{3}-\d{2}-\d{4}|@|[^\u0020-\u007e\n]/u);
    }
    expect(leaks).toBe(0);
    expect(lines).toBeGreaterThan(PATIENTS);
    expect([...called].filter((name) => CALLS.has(name)).toSorted()).toEqual([...CALLS].toSorted());
  }, 240_000);

  test('the scan above finds what is there: a positive control', async () => {
    const place = await createKioskPlace();
    place.host.keepBack('key');
    expect(await place.logText()).toContain('"key"');
  });

  test('each key that is kept back is a line, and so is every other thing', async () => {
    const place = await createKioskPlace();
    const all: readonly KeptBack[] = [
      'key',
      'navigation',
      'window',
      'download',
      'request',
      'permission',
      'close',
    ];
    for (const what of all) place.host.keepBack(what);
    place.host.keepBack('key');
    const kept = (await place.log()).filter(({ event }) => event === 'kept-back');
    expect(kept.map(({ what }) => what)).toEqual([...all, 'key']);
  });

  test('a day at the clinic, line by line', async () => {
    const place = await createKioskPlace();
    await place.begin();
    await place.host.page().call('drafts.save', draftOf());
    await place.host.page().call('deliveries.submit', { draftId: draftOf().draftId, payload: answersOf() });
    await place.host.clock.advance(9_000);
    await place.host.page().call('session.end', { by: 'done' });
    await settle();
    await place.host.page().call('staff.unlock', { pin: STAFF_PIN });
    place.intakes.setQueued(2);
    await place.minute();
    await place.kiosk.stop();
    const events = (await place.log()).map(({ event }) => event);
    expect(events.filter((event) => event !== 'outbox.depth')).toEqual([
      'app.started',
      'assignment.accepted',
      'session.begun',
      'intake.sealed',
      'session.ended',
      'session.wiped',
      'staff.pin',
      'app.stopped',
    ]);
    const lines = await place.log();
    expect(lines.find(({ event }) => event === 'session.ended')).toMatchObject({
      by: 'done',
      lastedMs: 9_000,
    });
    expect(lines.filter(({ event }) => event === 'outbox.depth').at(-1)).toMatchObject({ waiting: 2 });
    expect(JSON.stringify(lines)).not.toContain(ENROL_CODE);
  });
});
