import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../testing/test-database.ts';
import { readBlocked } from './standing.ts';

it('names the devices that staff have blocked, each by its vendor', async () => {
  const { sql } = await useTestDatabase();
  await sql`insert into blocked_devices (vendor, device, blocked_at, blocked_by, flood) values ('meadow', 'spammer', now(), 'A', 'device:spammer')`;
  const devices = ['meadow', 'brook'].flatMap((vendor) =>
    ['spammer', 'patient'].map((device) => ({ vendor, device })),
  );
  expect(await readBlocked(sql, devices)).toEqual([{ vendor: 'meadow', device: 'spammer' }]);
  expect(await readBlocked(sql, [])).toEqual([]);
});
