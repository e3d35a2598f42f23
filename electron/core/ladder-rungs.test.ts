import { describe, expect, test } from 'vitest';
import { createFakeClock, settle } from '../testing/fake-clock.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { draftOf } from '../testing/samples.ts';
import { CALM_MS } from './heartbeat.ts';
import { RECOVERY_EXIT } from './shutdown.ts';
import { WITHIN_MS } from './state/ladder.ts';

/** Kills the page that is shown, as often, and lets the next one come. */
async function crash({ host }: KioskPlace, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    host.kill(host.page(), 'crashed');
    await host.clock.advance(5_000);
  }
}

describe('K4: the watchdog over a whole kiosk', () => {
  test('a page that dies on the attract screen is replaced by a fresh one, over a fresh partition', async () => {
    const place = await createKioskPlace();
    const dead = place.host.page();
    place.host.kill(dead, 'crashed');
    await place.host.clock.advance(0);
    expect(place.host.page().id).not.toBe(dead.id);
    expect(place.host.discarded).toContain(dead.id);
    expect(place.host.page().last('status')).toMatchObject({ phase: 'attract' });
    expect(await place.log()).toContainEqual(
      expect.objectContaining({ event: 'view.failed', failure: 'crashed' }),
    );
  });

  test('a page that dies under a patient is wiped like any other, and what was unfinished goes to the clinic', async () => {
    const place = await createKioskPlace();
    await place.begin();
    const draft = draftOf();
    await place.host.page().call('drafts.save', draft);
    place.host.kill(place.host.page(), 'oom');
    await place.host.clock.advance(0);
    expect(place.intakes.paused).toEqual([{ draftId: draft.draftId, reason: 'crash' }]);
    expect(place.host.wiped).toContain('clear-data');
    expect(place.host.page().last('status')).toMatchObject({ phase: 'attract' });
    await expect(place.host.page().call('drafts.list')).rejects.toThrow('no-session');
  });

  test('a page that hangs is found by its missing heartbeat', async () => {
    const place = await createKioskPlace();
    const hung = place.host.page();
    place.host.silencePages(true);
    await place.host.clock.advance(10_000);
    expect(place.host.shown()?.id).not.toBe(hung.id);
    expect(await place.log()).toContainEqual(expect.objectContaining({ failure: 'no-heartbeat' }));
  });

  test('a page that stays white is found by its missing first paint', async () => {
    const place = await createKioskPlace({ host: { pagesLive: false }, enrolled: false });
    const white = place.host.page();
    await place.host.clock.advance(15_000);
    expect(place.host.shown()?.id).not.toBe(white.id);
    expect(await place.log()).toContainEqual(expect.objectContaining({ failure: 'no-first-paint' }));
  });

  test('a page that dies unseen is replaced unseen', async () => {
    const place = await createKioskPlace();
    const [shown, spare] = [place.host.page(), place.host.spare()];
    if (spare === undefined) throw new Error('no spare');
    place.host.kill(spare, 'crashed');
    await place.host.clock.advance(5_000);
    expect(place.host.page()).toBe(shown);
    expect(place.host.spare()?.isAlive()).toBe(true);
  });

  test('a machine that was asleep has missed nothing', async () => {
    const place = await createKioskPlace();
    place.host.power('suspend');
    place.host.silencePages(true);
    await place.host.clock.advance(60_000);
    place.host.silencePages(false);
    place.host.power('resume');
    await place.host.clock.advance(20_000);
    expect((await place.log()).filter(({ event }) => event === 'view.failed')).toEqual([]);
  });

  test('every rung: pages made again, the app restarted, and at last the page that sends to the desk', async () => {
    let place = await createKioskPlace();
    const reasons: unknown[] = [];
    for (const relaunches of [1, 2]) {
      await crash(place, 3);
      expect(place.host.relaunches).toEqual([]);
      place.host.kill(place.host.page(), 'crashed');
      await place.host.clock.advance(1_000);
      expect(place.host.relaunches).toEqual([{ softwareRendering: false }]);
      expect(place.host.supervisor.at(-1)).toBe('stopping');
      place = await place.again();
      reasons.push((await place.log()).filter(({ event }) => event === 'app.started').at(-1)?.restart);
      expect(reasons).toHaveLength(relaunches);
    }
    expect(reasons).toEqual(['view-failures', 'view-failures']);
    await crash(place, 3);
    place.host.kill(place.host.page(), 'crashed');
    await place.host.clock.advance(1_000);
    expect(place.host.recoveryPages()).toBe(1);
    expect(place.host.relaunches).toEqual([]);
    expect(place.host.shown()).toBeUndefined();
    // The server is told; the supervisor restarts once the ten minutes are over.
    await place.minute();
    expect(place.clinic.bodies('health').at(-1)).toMatchObject({ state: 'recovery' });
    await place.host.clock.advance(WITHIN_MS);
    expect(place.host.exits).toEqual([RECOVERY_EXIT]);
  });

  test('the third death of the GPU starts without hardware acceleration, and a later start remembers', async () => {
    const place = await createKioskPlace();
    for (let deaths = 0; deaths < 3; deaths += 1) {
      place.host.gpuDies();
      await place.host.clock.advance(1_000);
    }
    expect(place.host.relaunches).toEqual([{ softwareRendering: true }]);
    const next = await place.again();
    expect(await next.log()).toContainEqual(
      expect.objectContaining({ event: 'app.started', restart: 'gpu-failures' }),
    );
    next.host.breakStep('clear-data', 'fails');
    await next.begin();
    await next.host.page().call('session.end', { by: 'done' });
    await settle(40);
    expect(next.host.relaunches).toEqual([{ softwareRendering: true }]);
  });

  test('a GPU that dies under a patient, for good: their draft is sealed before anything is restarted', async () => {
    const place = await createKioskPlace();
    await place.begin();
    await place.host.page().call('drafts.save', draftOf());
    for (let deaths = 0; deaths < 3; deaths += 1) place.host.gpuDies();
    await settle(60);
    expect(place.host.relaunches).toHaveLength(1);
    expect(place.intakes.ends).toEqual(['crash']);
  });

  test('pages that can not be made at all end on the page that sends to the desk', async () => {
    let place = await createKioskPlace({ enrolled: false });
    const relaunched: number[] = [];
    for (let starts = 0; starts < 3; starts += 1) {
      place.host.breakViews(true);
      place.host.kill(place.host.page(), 'crashed');
      await place.host.clock.advance(30_000);
      relaunched.push(place.host.relaunches.length);
      if (starts < 2) place = await place.again();
    }
    expect(relaunched).toEqual([1, 1, 0]);
    expect(place.host.recoveryPages()).toBe(1);
  });

  test('bytes that are not the built ones: no second try, and a line in the log', async () => {
    const place = await createKioskPlace();
    place.host.kill(place.host.page(), 'integrity-failure');
    await settle(20);
    expect(place.host.recoveryPages()).toBe(1);
    expect(await place.log()).toContainEqual(expect.objectContaining({ event: 'file.tampered' }));
  });

  test('ten quiet minutes on the attract screen forgive what was', async () => {
    const place = await createKioskPlace();
    await crash(place, 3);
    await place.host.clock.advance(CALM_MS + 120_000);
    await crash(place, 3);
    expect(place.host.relaunches).toEqual([]);
  });

  test('a store that does not open sends to the desk instead of taking answers', async () => {
    const place = await createKioskPlace({ starts: false });
    place.intakes.fail('disk');
    await place.kiosk.start();
    expect(place.host.recoveryPages()).toBe(1);
    expect(place.host.shown()).toBeUndefined();
  });

  test('the supervisor hears that the kiosk is ready when it has painted, and then that it lives', async () => {
    const clock = createFakeClock();
    const place = await createKioskPlace({ host: { clock } });
    expect(place.host.supervisor).toEqual(['ready']);
    await clock.advance(30_000);
    expect(place.host.supervisor).toEqual(['ready', 'alive', 'alive', 'alive']);
    await place.kiosk.stop();
    expect(place.host.supervisor.at(-1)).toBe('stopping');
    expect(place.host.exits).toEqual([0]);
  });
});
