/** Persons once a schedule has healed: everybody is signed in somewhere, and sees what the server has. */
import type { SimulatedDevice } from '../devices/device.ts';
import { recordKinds } from '../devices/person.ts';
import { personId } from '../site/sessions.ts';
import { recordKey } from '../stand-ins/memory-records.ts';
import type { World } from './world.ts';

const SECOND_MS = 1_000;
const TRIES = 6;

/** A person who isn't signed in does so again, and each page asks once more. */
export async function signEverybodyIn({ devices, scheduler, schedule }: World): Promise<void> {
  const { persons = 0 } = schedule;
  if (persons === 0) return;
  const there = devices.filter((device) => !device.isDestroyed());
  // Beside the one page that each has, one that comes late.
  for (const device of there) device.open();
  await scheduler.runFor(SECOND_MS);
  const isOut = (device: SimulatedDevice) => device.tab(0)?.person?.personNow() === undefined;
  // A sign-in that was on its way for long may come after another, and ends it: only an answer to a page tells.
  for (let left = TRIES; left > 0; left -= 1) {
    const out = there.filter(isOut);
    for (const device of out) void device.tab(0)?.asPerson((hand) => hand.signIn(device.index % persons));
    if (out.length > 0) await scheduler.runFor(20 * SECOND_MS);
    for (const device of there) for (const tab of device.tabs()) void tab.asPerson((hand) => hand.refresh());
    await scheduler.runFor(20 * SECOND_MS);
    if (!there.some(isOut)) break;
  }
}

function checkTabs({ site, schedule, monitor, violations }: World, device: SimulatedDevice): void {
  const { persons = 0 } = schedule;
  for (const [index, { person }] of device.tabs().entries()) {
    const at = `tab ${index} of device ${device.index}`;
    const signedIn = person?.personNow();
    if (person === undefined || signedIn === undefined) {
      violations.add('stuck', `${at} can't be signed in: ${JSON.stringify(person?.account.state())}`);
      continue;
    }
    const who = Array.from({ length: persons }, (_, each) => each).find(
      (each) => personId(each) === signedIn,
    );
    const { status, records } = person.view();
    // Numbers that were told before a restore without a word: it says so, and waits for greater ones.
    if (status === 'failed' && monitor.isUnannounced()) continue;
    const kinds: ReadonlySet<string> = new Set(recordKinds);
    const expected = [...site.recordsOf(who ?? 0).records.values()]
      .filter(({ kind, json }) => json !== null && kinds.has(kind))
      .map((row) => `${recordKey(row)} ${row.json}`);
    const shown = records
      .filter(({ pending }) => pending === undefined)
      .map((record) => `${recordKey(record)} ${JSON.stringify(record.body)}`);
    const open = records.filter(({ pending }) => pending !== undefined);
    // News of what was sent are told to the key it was sent under, and that is gone.
    if (open.length > 0 && device.isRekeyed()) continue;
    if (open.length > 0)
      violations.add(
        'overlay-kept',
        `${at} still shows ${open[0]?.pending?.opId} as ${open[0]?.pending?.state}`,
      );
    else if (shown.toSorted().join('\n') !== expected.toSorted().join('\n'))
      violations.add(
        'record-stale',
        `${at} (${status}) shows ${signedIn} ${shown.join(', ')} for ${expected.join(', ')}`,
      );
  }
}

/** Of what persons have queued of themselves, a device reads that of who is signed in alone. */
async function checkCopies(
  { schedule, scheduler, violations }: World,
  device: SimulatedDevice,
): Promise<void> {
  const persons = new Set(Array.from({ length: schedule.persons ?? 0 }, (_, who) => personId(who)));
  const looking = device.look().read(['account', 'copies'], async (transaction) => ({
    account: await transaction.get('account', 'account'),
    copies: await transaction.all('copies'),
  }));
  await scheduler.runUntil(looking, 60 * SECOND_MS);
  const { account, copies } = await looking;
  for (const { opId, subjectId } of copies)
    if (persons.has(subjectId) && subjectId !== account?.person)
      violations.add('record-leak', `device ${device.index} reads what ${subjectId} has queued: ${opId}`);
}

/** All views of a person are the same, and the server's. */
export async function checkPersons(world: World): Promise<void> {
  if ((world.schedule.persons ?? 0) === 0) return;
  for (const device of world.devices) {
    if (device.isDestroyed()) continue;
    checkTabs(world, device);
    await checkCopies(world, device);
  }
}
