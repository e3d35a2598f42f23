/** The day's list as a kiosk gets it: hashes under a secret of that kiosk's day, and nothing that can be read. */
import type { CheckInList } from '../../../protocol/api/kiosk.ts';
import { codeHash, importCheckInKey, personHashes } from '../../../seal/check-in-hash.ts';
import type { Appointments } from './appointments.ts';
import type { DayKeys } from './day-keys.ts';

export type ReadCheckInList = (vendor: string, kiosk: string, day: string) => Promise<CheckInList>;

/**
 * The secret follows from the day's key, which is random and deleted with the day: it is fresh for each kiosk and day, the same in every process,
 * and stored nowhere.
 */
export function createCheckInList(appointments: Appointments, dayKeys: DayKeys): ReadCheckInList {
  return async (vendor, kiosk, day) => {
    // Read before the list: a change in between makes the kiosk ask once more, and never once too few.
    const version = await appointments.versionOf(vendor, day);
    const list = await appointments.list(vendor, day);
    const secret = (await dayKeys.of(vendor, day)).derive(`check-in ${kiosk}`);
    const key = await importCheckInKey(secret);
    const entries = await Promise.all(
      list.map(async ({ id, time, givenName, familyName, birthDate, code, due }) => ({
        id,
        time,
        person: [...(await personHashes(key, vendor, birthDate, `${givenName} ${familyName}`))],
        ...(code === null ? {} : { code: await codeHash(key, vendor, code) }),
        due: [...due],
      })),
    );
    return { version, day, secret: Buffer.from(secret).toString('base64url'), entries };
  };
}
