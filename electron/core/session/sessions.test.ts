import { describe, expect, test } from 'vitest';
import { until } from '../../../sync/client/testing/until.ts';
import { settle } from '../../testing/fake-clock.ts';
import { createKioskPlace } from '../../testing/kiosk-place.ts';
import { alertOf, answersOf, draftOf } from '../../testing/samples.ts';

const IN_A_ROW = 1_000;

/** A patient from the first touch to the cleared screen. */
async function patient(place: Awaited<ReturnType<typeof createKioskPlace>>, number = 1) {
  const page = place.host.page();
  expect(await place.begin()).toBe(true);
  const draft = draftOf(number);
  await page.call('drafts.save', draft);
  await page.call('deliveries.submit', { draftId: draft.draftId, payload: answersOf(number) });
  await page.call('session.end', { by: 'done' });
  await settle();
}

describe('K5: one patient, one page, one partition', () => {
  test('the next patient has another page over another partition, ready before the first one left', async () => {
    const place = await createKioskPlace();
    const { host } = place;
    const first = host.page();
    const spare = host.spare();
    await patient(place);
    expect(host.page()).toBe(spare);
    expect(host.page().partition).not.toBe(first.partition);
    expect(first.isAlive()).toBe(false);
    expect(place.intakes.open()).toBe(0);
    expect(new Set(host.pages.map(({ partition }) => partition)).size).toBe(host.pages.length);
  });

  test('every step of the wipe is done before anybody else is let in, the page first', async () => {
    const place = await createKioskPlace();
    await patient(place);
    expect(place.host.wiped.toSorted()).toEqual([
      'cancel-prints',
      'clear-auth',
      'clear-clipboard',
      'clear-code-caches',
      'clear-data',
      'clear-host-cache',
      'close-connections',
      'close-view',
      'purge-crash-dumps',
    ]);
    expect(place.host.wiped.slice(0, 2)).toEqual(['close-view', 'close-connections']);
  });

  test('the page is told that it ends, before it dies', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    await place.begin();
    await page.call('session.end', { by: 'done' });
    expect(page.events('ending')).toHaveLength(1);
  });

  test('the page of the patient before may call nothing any more', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    await patient(place);
    await expect(page.call('drafts.list')).rejects.toThrow('forbidden');
    await expect(page.call('session.begin', { language: 'en' })).rejects.toThrow('forbidden');
  });

  test('a page that waits behind may ask how things are, and nothing else', async () => {
    const place = await createKioskPlace();
    await place.begin();
    const spare = place.host.spare();
    expect(await spare?.call('start')).toMatchObject({ status: { phase: 'attract' } });
    await expect(spare?.call('drafts.list')).rejects.toThrow('forbidden');
    await expect(spare?.call('session.end', { by: 'done' })).rejects.toThrow('forbidden');
    await expect(spare?.call('staff.unlock', { pin: '271828' })).rejects.toThrow('forbidden');
  });

  test('one that calls from another origin, or from a frame, is refused and put down', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    const evil = { senderFrame: { url: 'https://evil.example/', parent: null } };
    expect(await page.answer('session.begin', { language: 'en' }, evil)).toEqual({
      ok: false,
      code: 'forbidden',
    });
    expect(await place.log()).toContainEqual(expect.objectContaining({ event: 'kept-back', what: 'call' }));
  });

  test('nobody begins twice, nor while the one before is being wiped', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    const both = await Promise.all([place.begin(), place.begin()]);
    expect(both.toSorted()).toEqual([false, true]);
    place.host.breakStep('clear-data', 'hangs');
    await page.call('session.end', { by: 'done' });
    expect(place.host.shown()).toBeUndefined();
  });

  test.each([
    ['done', [{ draftId: draftOf().draftId, reason: 'patient' }], []],
    ['patient', [], [draftOf().draftId]],
    ['idle', [{ draftId: draftOf().draftId, reason: 'idle' }], []],
    ['staff', [{ draftId: draftOf().draftId, reason: 'staff' }], []],
  ] as const)(
    'ended by %s, an unfinished draft is sealed to the clinic, unless the patient starts over',
    async (by, paused, discarded) => {
      const place = await createKioskPlace();
      const page = place.host.page();
      await place.begin();
      await page.call('drafts.save', draftOf());
      await page.call('session.end', { by });
      await settle();
      expect(place.intakes.paused).toEqual(paused);
      expect(place.intakes.discarded).toEqual(discarded);
    },
  );

  test.each(['suspend', 'lock'] as const)('a machine that goes to %s wipes first', async (event) => {
    const place = await createKioskPlace();
    await place.begin();
    await place.host.page().call('drafts.save', draftOf());
    place.host.power(event);
    await settle();
    expect(place.intakes.ends).toEqual(['idle']);
    expect(place.host.page().last('status')).toMatchObject({ phase: 'attract' });
  });

  test('a network that changes takes nobody their session', async () => {
    const place = await createKioskPlace();
    await place.begin();
    place.host.power('network-changed');
    await settle();
    expect(place.intakes.ends).toEqual([]);
    expect(place.intakes.sends()).toBeGreaterThan(0);
  });

  test('a wipe that is not complete lets nobody in: the whole app is restarted', async () => {
    const place = await createKioskPlace();
    place.host.breakStep('clear-data', 'fails');
    await place.begin();
    await place.host.page().call('session.end', { by: 'done' });
    await settle(40);
    expect(place.host.relaunches).toEqual([{ softwareRendering: false }]);
    expect(place.host.shown()).toBeUndefined();
    const next = await place.again();
    expect(await next.log()).toContainEqual(
      expect.objectContaining({ event: 'app.started', restart: 'wipe-failed' }),
    );
  });

  test('a wipe whose step hangs is given up on, and counts as not complete', async () => {
    const place = await createKioskPlace();
    place.host.breakStep('close-connections', 'hangs');
    await place.begin();
    await place.host.page().call('session.end', { by: 'done' });
    await place.host.clock.advance(3_000);
    expect(place.host.wiped).toContain('clear-data');
    expect(place.host.relaunches).toHaveLength(1);
  });

  test('a draft that can not be sealed at the end blocks the next patient, rather than being lost', async () => {
    const place = await createKioskPlace();
    await place.begin();
    await place.host.page().call('drafts.save', draftOf());
    place.intakes.fail('disk');
    await place.host.page().call('session.end', { by: 'done' });
    await settle(40);
    expect(place.host.relaunches).toHaveLength(1);
    expect(place.intakes.discarded).toEqual([]);
  });

  test('without a key of the clinic nobody may begin, and the screen says why', async () => {
    const place = await createKioskPlace();
    place.intakes.setKey(false);
    expect(await place.begin()).toBe(false);
    expect(place.host.page().last('status')).toMatchObject({ phase: 'closed', reason: 'no-key' });
    place.intakes.setKey(true);
    await place.minute();
    expect(place.host.page().last('status')).toMatchObject({ phase: 'attract' });
  });
});

describe('K6: the idle wipe', () => {
  test('nobody moves: a warning that counts down, and then the next patient', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    await place.begin();
    await page.call('drafts.save', draftOf());
    await place.host.clock.advance(119_000);
    expect(page.last('idle')).toBeUndefined();
    await place.host.clock.advance(1_000);
    expect(page.last('idle')).toEqual({ secondsLeft: 30, extensionsLeft: 10, held: false });
    await place.host.clock.advance(29_000);
    expect(page.last('idle')).toEqual({ secondsLeft: 1, extensionsLeft: 10, held: false });
    await place.host.clock.advance(1_000);
    expect(place.intakes.ends).toEqual(['idle']);
    expect(page.isAlive()).toBe(false);
  });

  test('"I need more time" takes the warning away', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    await place.begin();
    await place.host.clock.advance(125_000);
    await page.call('session.extend');
    await place.host.clock.advance(1_000);
    expect(page.last('idle')).toBeNull();
    await place.host.clock.advance(100_000);
    expect(place.intakes.ends).toEqual([]);
  });

  test('while the machine speaks nobody is idle', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    await place.begin();
    await page.call('speech.say', { text: 'A long question', language: 'en', rate: 1, volume: 1 });
    await place.host.clock.advance(200_000);
    expect(page.last('idle')).toBeUndefined();
    place.host.finishSpeaking();
    await place.host.clock.advance(150_000);
    expect(page.events('speech')).toEqual([{ speaking: true }, { speaking: false }]);
    expect(page.isAlive()).toBe(false);
  });

  test('after a crisis answer the wipe waits until the alert is sealed and queued', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    await place.begin();
    place.intakes.setAlertPending(true);
    await place.host.clock.advance(600_000);
    expect(page.last('idle')).toEqual({ secondsLeft: 0, extensionsLeft: 10, held: true });
    expect(page.isAlive()).toBe(true);
    await page.call('deliveries.alert', { payload: alertOf() });
    await place.host.clock.advance(2_000);
    expect(place.intakes.alerts).toEqual(['thoughts-of-self-harm']);
    expect(page.isAlive()).toBe(false);
  });

  test("the clinic's own times count", async () => {
    const place = await createKioskPlace();
    await place.clinic.assign({}, { idleSeconds: 30, warningSeconds: 20 });
    await place.minute();
    await place.begin();
    const page = place.host.page();
    await place.host.clock.advance(30_000);
    expect(page.last('idle')).toMatchObject({ secondsLeft: 20 });
  });
});

const YEAR_MS = 365 * 86_400_000;

describe('a clock that is set while somebody is here', () => {
  test.each([
    { to: 'three years ahead', by: 3 * YEAR_MS },
    { to: 'five hours back', by: -5 * 3_600_000 },
    { to: 'to where a machine without a battery begins', by: -50 * YEAR_MS },
  ])('$to, takes no time and no word from them', async ({ by }) => {
    const place = await createKioskPlace();
    const { host, intakes } = place;
    const page = host.page();
    // The server's is right.
    const noon = host.clock.now();
    place.clinic.setTime(() => noon + host.clock.monotonic());
    await place.begin();
    await page.call('drafts.save', draftOf());
    await host.clock.advance(60_000);
    host.clock.set(host.clock.now() + by);
    // Of the two minutes that they may sit still, one is left.
    await host.clock.advance(59_000);
    expect(page.last('idle')).toBeUndefined();
    await host.clock.advance(1_000);
    expect(page.last('idle')).toMatchObject({ secondsLeft: 30 });
    await host.clock.advance(30_000);
    expect(intakes.ends).toEqual(['idle']);
    const ended = (await place.log()).findLast(({ event }) => event === 'session.ended');
    expect(ended).toMatchObject({ lastedMs: 150_000 });
    expect((await place.log()).findLast(({ event }) => event === 'session.wiped')).toMatchObject({
      complete: true,
    });
    // The next one is taken, and may finish.
    await patient(place, 2);
  });
});

describe('a new process each night', () => {
  const HOUR = 3_600_000;

  test('once, on the attract screen, in the window', async () => {
    const place = await createKioskPlace();
    await place.clinic.assign({}, { maintenance: { from: '00:00', until: '23:59' } });
    await place.minute();
    await place.host.clock.advance(11 * HOUR);
    expect(place.host.relaunches).toEqual([]);
    await place.host.clock.advance(HOUR + 120_000);
    await until(() => place.host.relaunches.length > 0, 'the new process');
    const next = await place.again();
    await next.minute();
    expect(next.host.relaunches).toEqual([]);
    expect(await next.log()).toContainEqual(
      expect.objectContaining({ event: 'app.started', restart: 'night' }),
    );
  }, 60_000);

  test('not while the server is away: the list of who comes would be gone', async () => {
    const place = await createKioskPlace();
    await place.clinic.assign({}, { maintenance: { from: '00:00', until: '23:59' } });
    await place.minute();
    place.clinic.setOnline(false);
    await place.host.clock.advance(13 * HOUR);
    expect(place.host.relaunches).toEqual([]);
  }, 60_000);
});

test(`${IN_A_ROW} patients in a row: the core holds no more after the last than after the tenth`, async () => {
  const place = await createKioskPlace();
  const held = () => ({
    ...place.host.counts(),
    ...place.kiosk.counts(),
    minutes: 0,
    watchers: place.intakes.listeners(),
    intakes: place.intakes.open(),
  });
  let tenth: ReturnType<typeof held> | undefined;
  for (let number = 1; number <= IN_A_ROW; number += 1) {
    await patient(place, number);
    if (number % 7 === 0) await place.host.page().call('help.call', { reason: 'help' });
    if (number === 10) tenth = held();
  }
  place.clinic.setHelp('answered');
  await place.host.clock.advance(5_000);
  expect(place.intakes.submitted).toHaveLength(IN_A_ROW);
  expect({ ...held(), timers: 0 }).toEqual({ ...tenth, timers: 0 });
  expect(held().timers).toBeLessThanOrEqual(tenth?.timers ?? 0);
  expect(held()).toMatchObject({ pages: 2, bridges: 2, intakes: 0 });
}, 240_000);
