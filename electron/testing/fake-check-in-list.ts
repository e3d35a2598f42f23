import type { CheckInList } from '../../sync/protocol/api/kiosk.ts';
import { codeHash, importCheckInKey, personHashes } from '../../sync/seal/check-in-hash.ts';

export interface Expected {
  readonly name: string;
  readonly birthDate: string;
  readonly time: string;
  readonly due: readonly string[];
  readonly code?: string;
}

/** The people expected on that day, as the vendor's server gives them to a kiosk: hashed under a secret of this list's own. */
export async function createFakeCheckInList(
  vendor: string,
  people: readonly Expected[],
  day: string,
): Promise<CheckInList> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const key = await importCheckInKey(secret);
  const entries = await Promise.all(
    people.map(async ({ name, birthDate, time, due, code }) => ({
      id: crypto.randomUUID(),
      time,
      person: [...(await personHashes(key, vendor, birthDate, name))],
      due: [...due],
      ...(code === undefined ? {} : { code: await codeHash(key, vendor, code) }),
    })),
  );
  const version = crypto.randomUUID();
  return { version, day, secret: Buffer.from(secret).toString('base64url'), entries };
}
