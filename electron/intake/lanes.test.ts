import { expect, test } from 'vitest';
import { SWEEP_MS } from '../../sync/client/client.ts';
import { ENVELOPE_DAYS } from '../../sync/client/outbox/retention.ts';
import { createClinic, lost } from '../../sync/client/testing/clinic.ts';
import { createFaultyDisk } from '../../sync/client/testing/faulty-disk.ts';
import { eventually } from '../../sync/client/testing/until.ts';
import { positionName } from '../../sync/protocol/lane-position.ts';
import { contentOf, newNames } from './testing/intake-samples.ts';
import { beginAt, startKiosk } from './testing/kiosk-machine.ts';

const DAY = 24 * 3_600_000;

/** A clinic whose lanes are a device's, as the server's are. */
async function clinicWithLanes() {
  const clinic = await createClinic();
  const senders = new Map<string, string>();
  clinic.state.awaits = ({ opId, lane, laneNo }, device) => {
    senders.set(opId, device);
    const before = positionName({ lane, laneNo: laneNo - 1 });
    const stored = [...clinic.ledger.values()].map(({ operation }) => operation);
    const own = stored.filter((each) => senders.get(each.opId) === device);
    return laneNo === 1 || own.some((each) => positionName(each) === before) ? [] : [before];
  };
  return clinic;
}

test('an intake that was paused twice arrives, though the first pause was let go of before the kiosk was enrolled again', async () => {
  const clinic = await clinicWithLanes();
  const disk = createFaultyDisk();
  const names = newNames();
  const paused = () =>
    [...clinic.ledger.values()].filter(({ operation }) => operation.lane === `paused:${names.session}`);
  const { keeper, clock } = await startKiosk({ clinic, disk });

  const first = await beginAt(keeper);
  await first.drafts.save(contentOf(names, 1));
  await first.pause(names.draftId, 'patient');
  await first.end('patient');
  await eventually(clock, () => paused().length === 1, 'the first pause');

  // Weeks later a backup covers it; its patient is back with their code while the kiosk lets go of it.
  const later = Date.UTC(2026, 10, 20, 9) + (ENVELOPE_DAYS + 1) * DAY;
  clock.setBy((ENVELOPE_DAYS + 1) * DAY);
  clinic.state.serverTime = () => new Date(later).toISOString();
  clinic.state.safeThrough = clinic.state.seq;
  const second = await beginAt(keeper);
  await second.adopt(contentOf(names, 2));
  const pushes = clinic.pushes().length;
  clock.advance(SWEEP_MS);
  await eventually(clock, () => clinic.pushes().length > pushes, 'a proof that the clinic has it still');
  clinic.state.weather = lost;
  await second.pause(names.draftId, 'patient');
  await second.end('patient');
  clock.advance(SWEEP_MS);
  await keeper.stop();

  clinic.state.weather = undefined;
  const next = await startKiosk({ clinic, disk });
  await eventually(next.clock, () => paused().length === 2, 'the second pause');
  await eventually(next.clock, async () => (await next.keeper.queued()) === 0, 'its receipt');
  // Each begins the lane of its own key.
  expect(paused().map(({ operation }) => operation.laneNo)).toEqual([1, 1]);
  await next.keeper.close();
});
