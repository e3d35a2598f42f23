/** A merge moves no passkeys: the merged person's open nothing, and what the kept person adds until it is undone may be the other one's. */
import type { AccountDesk } from '../accounts/feature.ts';
import type { PersonPart } from '../accounts/patients.ts';

export const mergedPasskeys = (people: Pick<AccountDesk['people'], 'tell'>): PersonPart => ({
  name: 'passkeys',
  move: async () => [],
  async moveBack(sql, _publish, { vendor, kept, merged, at }) {
    if (merged === null) return;
    const gone = await sql`
      delete from passkeys
      where vendor = ${vendor} and person = ${kept} and created_at >= ${at.toISOString()}::timestamptz returning id`;
    if (gone.length > 0) await people.tell(sql, vendor, kept, 'passkey-removed');
  },
  arisen: async () => [],
});
