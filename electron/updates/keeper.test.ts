import { describe, expect, test } from 'vitest';
import { until } from '../../sync/client/testing/until.ts';
import { STAFF_PIN } from '../testing/fake-clinic.ts';
import { settle } from '../testing/fake-clock.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { HEALTHY_WITHIN_MS } from './gate.ts';
import type { Updater } from './keeper.ts';

function updater(offered: string | undefined = '1.3.0') {
  const done: string[] = [];
  let exchanges = true;
  let reachable = true;
  const port: Updater = {
    offered: async () => offered,
    async fetch(version) {
      if (!reachable) throw new Error('nobody answers');
      done.push(`fetch ${version}`);
    },
    exchange(version) {
      done.push(`exchange ${version}`);
      return exchanges;
    },
  };
  return {
    port,
    done,
    fail() {
      exchanges = false;
    },
    reach(can: boolean) {
      reachable = can;
    },
  };
}

const now = ({ host }: KioskPlace) => {
  const at = new Date(host.clock.now());
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const minute = at.getHours() * 60 + at.getMinutes();
  return {
    open: { from: time(minute), until: time(minute + 120) },
    shut: { from: time(minute + 300), until: time(minute + 360) },
  };
};

async function place(window: 'open' | 'shut' = 'open', given = updater()) {
  const made = await createKioskPlace({ updater: given.port });
  await made.clinic.assign({}, { maintenance: now(made)[window] });
  return { place: made, ...given };
}
const last = async (made: KioskPlace) => {
  await made.host.page().call('staff.unlock', { pin: STAFF_PIN });
  const page = await made.host.page().call('staff.health');
  return typeof page === 'object' && page !== null && 'lastUpdate' in page ? page.lastUpdate : undefined;
};

describe('K10: updates', () => {
  test('one is installed on the attract screen within the window, and is good once it has painted and reached the server', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    expect(done).toEqual(['exchange 1.3.0']);
    expect(before.host.page().events('status')).toContainEqual(expect.objectContaining({ reason: 'update' }));
    // What puts it in its place starts it, too.
    expect([before.host.exits, before.host.relaunches]).toEqual([[0], []]);
    const after = await before.again({ host: { version: '1.3.0' }, updater: port });
    await after.minute();
    expect(await last(after)).toBe('installed');
    expect(await after.log()).toContainEqual(
      expect.objectContaining({ event: 'update.state', state: 'installed', version: '1.3.0' }),
    );
  });

  test('never under a patient, never outside of the window, never while staff are at it', async () => {
    const { place: shut, done } = await place('shut');
    await shut.minute();
    expect(done).toEqual([]);
    const { place: used, done: none } = await place('open');
    await used.begin();
    await used.minute();
    expect(none).toEqual([]);
    expect(used.intakes.ends).toEqual([]);
  });

  test('a version that does not come up is taken back after its starts, and never tried again', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    let next = before;
    for (let starts = 0; starts < 4; starts += 1)
      next = await next.again({ host: { version: '1.3.0', pagesLive: false }, updater: port });
    expect(done).toEqual(['exchange 1.3.0', 'fetch 1.2.3', 'exchange 1.2.3']);
    expect([next.host.exits, next.host.relaunches]).toEqual([[0], []]);
    const old = await next.again({ updater: port });
    await old.minute();
    await settle(20);
    expect(done).toEqual(['exchange 1.3.0', 'fetch 1.2.3', 'exchange 1.2.3']);
    expect(await last(old)).toBe('taken-back');
  });

  test('a version that paints and does not reach the server is taken back after its time', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    const after = await before.again({ host: { version: '1.3.0' }, updater: port });
    after.clinic.setOnline(false);
    await after.host.clock.advance(HEALTHY_WITHIN_MS + 120_000);
    await until(() => done.length > 1, 'the way back');
    expect(done).toEqual(['exchange 1.3.0', 'fetch 1.2.3', 'exchange 1.2.3']);
  });

  test('a network that is away is no fault of the version', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    const after = await before.again({ host: { version: '1.3.0' }, updater: port });
    after.intakes.setConnection({ state: 'offline' });
    await after.host.clock.advance(2 * HEALTHY_WITHIN_MS);
    expect(done).toEqual(['exchange 1.3.0']);
  });

  test('is the last act of a process: everything is wiped and closed by then', async () => {
    const given = updater();
    const { place: made } = await place('open', given);
    let closed = false;
    let free = false;
    Object.assign(made.intakes, {
      async close() {
        closed = true;
      },
    });
    const exchange = given.port.exchange;
    Object.assign(given.port, {
      exchange(version: string) {
        free = closed && made.kiosk.counts().pages === 0;
        return exchange(version);
      },
    });
    await made.minute();
    await until(() => given.done.length > 0, 'the exchange');
    expect(free).toBe(true);
  });

  test('one that can not be put in place leaves the version that ran, and is never tried again', async () => {
    const given = updater();
    given.fail();
    const { place: made } = await place('open', given);
    await made.minute();
    await settle(20);
    expect([made.host.exits, made.host.relaunches.length]).toEqual([[], 1]);
    const after = await made.again({ updater: given.port });
    await after.minute();
    expect(given.done).toEqual(['exchange 1.3.0']);
    expect(after.host.page().last('status')).toMatchObject({ phase: 'attract' });
    expect(await last(after)).toBe('taken-back');
  });

  test('a version is never taken back under a patient', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    const after = await before.again({ host: { version: '1.3.0' }, updater: port });
    await after.begin();
    after.clinic.setOnline(false);
    for (let minutes = 0; minutes * 60_000 <= HEALTHY_WITHIN_MS; minutes += 1) {
      await after.host.page().call('session.active');
      await after.minute();
    }
    expect(done).toContain('fetch 1.2.3');
    expect(done).not.toContain('exchange 1.2.3');
    expect(after.intakes.ends).toEqual([]);
    await after.host.page().call('session.end', { by: 'done' });
    await after.minute();
    await until(() => done.includes('exchange 1.2.3'), 'the way back');
  });

  test('a version before that can not be had yet is asked for again, after a restart too', async () => {
    const { place: before, port, done, reach } = await place();
    await before.minute();
    await settle(40);
    reach(false);
    const after = await before.again({ host: { version: '1.3.0' }, updater: port });
    after.clinic.setOnline(false);
    await after.host.clock.advance(HEALTHY_WITHIN_MS + 120_000);
    await settle(40);
    expect(done).toEqual(['exchange 1.3.0']);
    await after.kiosk.stop();
    const next = await after.again({ host: { version: '1.3.0' }, updater: port });
    reach(true);
    await next.minute();
    await until(() => done.length > 2, 'the way back');
    expect(done).toEqual(['exchange 1.3.0', 'fetch 1.2.3', 'exchange 1.2.3']);
  });

  test('one that something below has put back is remembered as taken back', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    const back = await before.again({ updater: port });
    await back.minute();
    expect(done).toEqual(['exchange 1.3.0']);
    expect(await last(back)).toBe('taken-back');
  });
});
