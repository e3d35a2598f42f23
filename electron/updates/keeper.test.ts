import { describe, expect, test } from 'vitest';
import { until } from '../../sync/client/testing/until.ts';
import { STAFF_PIN } from '../testing/fake-clinic.ts';
import { settle } from '../testing/fake-clock.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { HEALTHY_WITHIN_MS } from './gate.ts';
import type { Updater } from './keeper.ts';

function updater(offered: string | undefined = '1.3.0') {
  const done: string[] = [];
  let fails = false;
  const port: Updater = {
    offered: async () => offered,
    async install(version) {
      if (fails) throw new Error('disk full');
      done.push(`install ${version}`);
    },
    async takeBack(to) {
      done.push(`back to ${to}`);
    },
  };
  return {
    port,
    done,
    fail() {
      fails = true;
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
    expect(done).toEqual(['install 1.3.0']);
    expect(before.host.page().events('status')).toContainEqual(expect.objectContaining({ reason: 'update' }));
    expect(before.host.relaunches).toHaveLength(1);
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
    expect(done).toEqual(['install 1.3.0', 'back to 1.2.3']);
    expect(next.host.relaunches).toHaveLength(1);
    const old = await next.again({ updater: port });
    await old.minute();
    await settle(20);
    expect(done).toEqual(['install 1.3.0', 'back to 1.2.3']);
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
    expect(done).toEqual(['install 1.3.0', 'back to 1.2.3']);
  });

  test('a network that is away is no fault of the version', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    const after = await before.again({ host: { version: '1.3.0' }, updater: port });
    after.intakes.setConnection({ state: 'offline' });
    await after.host.clock.advance(2 * HEALTHY_WITHIN_MS);
    expect(done).toEqual(['install 1.3.0']);
  });

  test('an exchange that fails leaves the kiosk open as it was', async () => {
    const given = updater();
    given.fail();
    const { place: made } = await place('open', given);
    await made.minute();
    await settle(20);
    expect(made.host.relaunches).toEqual([]);
    expect(made.host.page().last('status')).toMatchObject({ phase: 'attract' });
    expect(await made.begin()).toBe(true);
    expect(await made.log()).toContainEqual(
      expect.objectContaining({ event: 'update.state', state: 'refused' }),
    );
  });

  test('one that something below has put back is remembered as taken back', async () => {
    const { place: before, port, done } = await place();
    await before.minute();
    await settle(40);
    const back = await before.again({ updater: port });
    await back.minute();
    expect(done).toEqual(['install 1.3.0']);
    expect(await last(back)).toBe('taken-back');
  });
});
